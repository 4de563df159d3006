"""Who may know what: redaction, and the view for people."""

from __future__ import annotations

from typing import Any, cast

from tenka.core.layout import NONE, UNKNOWN
from tenka.core.rule import rule
from tenka.games.shogun.entries import event_card
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    BUILDINGS,
    CARDS,
    CHESTS,
    CLANS,
    COLOURS,
    COST,
    CUBES,
    DEPLOY_5,
    DEPLOY_FEWER,
    DEPLOYED,
    DEPLOYED_FEWER,
    EVENT,
    EVENT_CARDS,
    EVENT_WORDS,
    FIELD_COUNT,
    FIELDS,
    MOON,
    OPEN_AT_FIRST,
    PLACES,
    PRESET,
    PROVINCES,
    REGION,
    REGIONS,
    RICE,
    SEASONS,
    SPACES,
    SPECIALS,
    YEAR_EVENTS,
    YEARS,
)
from tenka.games.shogun.outlook import doubts, forecast, standing
from tenka.games.shogun.shape import (
    CLOSED,
    ShogunBattle,
    ShogunCubes,
    ShogunDraft,
    ShogunEventCard,
    ShogunMarch,
    ShogunOptions,
    ShogunPlace,
    ShogunPlan,
    ShogunPlayer,
    ShogunProvince,
    ShogunSixArmies,
    ShogunSupply,
    ShogunView,
)
from tenka.games.shogun.state import (
    DECIDERS,
    OUT,
    OVER,
    PHASES,
    PLANNING,
    RESULTS,
    ROUND,
    SIX,
    State,
)


@rule
def redact(s: State, viewer: int) -> None:
    """Set to UNKNOWN all that a viewer may not know."""
    for i in range(s.pile_known, s.pile_size):
        s.pile[i] = UNKNOWN
    if s.event_pile[0] != NONE:
        for i in range(min(s.year + 1, YEARS) * YEAR_EVENTS, EVENT_CARDS):
            s.event_pile[i] = UNKNOWN
    if s.action_order[0] != NONE:
        for i in range(s.step + OPEN_AT_FIRST, len(ACTION_CARDS)):
            s.action_order[i] = UNKNOWN
    s.upper[:] = UNKNOWN
    for player in range(s.players):
        if player != viewer:
            redact_plan(s, player)


@rule
def redact_plan(s: State, player: int) -> None:
    """Cards not yet opened; how far a player has got with the plan is not seen either."""
    laying = s.phase == PLANNING and (s.acting >> player) & 1
    for field in range(FIELD_COUNT):
        if s.plan[player, field] != NONE and not s.opened[player, field]:
            s.plan[player, field] = NONE if laying else UNKNOWN


# -- for people

_SPACES, _CHESTS, _RICE = SPACES.tolist(), CHESTS.tolist(), RICE.tolist()
_REGION_NAMES = [[REGIONS[region] for region in side] for side in REGION.tolist()]
_BUILT = [  # by the mask of buildings
    [name for at, name in enumerate(BUILDINGS) if mask >> at & 1]
    for mask in range(1 << len(BUILDINGS))
]
_COSTS = dict(zip(ACTION_CARDS, COST.tolist(), strict=True))


def view(s: Any, viewer: int) -> ShogunView:
    """A redacted state as JSON: None stands for what is unknown or not there."""
    seats = range(s.players)
    year = min(int(s.year), YEARS - 1)
    plans = s.phase == PLANNING and viewer >= 0
    return {
        "game": "shogun",
        "viewer": viewer if viewer >= 0 else None,
        "options": _options(s),
        "phase": PHASES[s.phase],
        "to_act": [p for p in seats if s.acting >> p & 1],
        "year": year + 1,
        "season": SEASONS[s.season],
        "events": _events(s, year),
        "event": _word(EVENT_WORDS, s.event),
        "actions": [_word(ACTION_CARDS, card) for card in s.action_order if card != NONE],
        "actions_done": int(s.step),
        "costs": dict(_COSTS),
        "places": [_place(s, at) for at in range(PLACES)] if s.specials[0] != NONE else [],
        "choice_order": _list(s.choice_order),
        "turn_order": _list(s.turn_order),
        "provinces": _provinces(s),
        "players": [_player(s, p) for p in seats],
        "supply": cast(ShogunSupply, dict(zip(BUILDINGS, s.supply.tolist(), strict=True))),
        "peasants": int(s.reserve[-1]),
        "tower": _cubes(s, s.tower),
        "tray": _cubes(s, s.tray),
        "draft": _draft(s) if s.pile_size else None,
        "doubts": list(doubts(s, viewer)) if plans else [],
        "forecast": forecast(s, viewer) if plans else None,
        "standing": standing(s) if ROUND <= s.phase < OVER else None,
        "march": _march(s),
        "six_armies": _six_armies(s),
        "revolts": [PROVINCES[p] for p in s.uprising if p != NONE],
        "battle": _battle(s),
        "decided_by": DECIDERS[s.decider] or None,
        "winners": [p for p in seats if s.winners >> p & 1],
    }


def _options(s: Any) -> ShogunOptions:
    return {
        "players": int(s.players),
        "side": "moon" if s.side == MOON else "sun",
        "start": "preset" if s.start == PRESET else "draft",
        "always_yes": bool(s.always_yes),
        "tower_pass": int(s.tower_pass),
        "tower_release": int(s.tower_release),
    }


def _word(words: tuple[str, ...], number: int) -> str | None:
    return words[number] if number >= 0 else None


def _list(players: Any) -> list[int]:
    return [int(p) for p in players if p != NONE]


def _events(s: Any, year: int) -> list[ShogunEventCard]:
    if s.event_pile[0] == NONE:
        return []
    cards = s.event_pile[year * YEAR_EVENTS :][:YEAR_EVENTS]
    met = s.event_met.astype(bool).tolist()
    return [event_card(EVENT_WORDS[c], o) for c, o in zip(cards, met, strict=True)]


def _place(s: Any, at: int) -> ShogunPlace:
    players = [p for p in range(s.players) if s.place[p] == at]
    return {"special": SPECIALS[s.specials[at]], "player": players[0] if players else None}


def _provinces(s: Any) -> list[ShogunProvince]:
    owner, armies, markers, built = (
        s[name].tolist() for name in ("owner", "armies", "markers", "buildings")
    )
    return [
        {
            "name": name,
            "region": _REGION_NAMES[s.side][at],
            "owner": owner[at] if owner[at] >= 0 else None,
            "armies": armies[at],
            "markers": markers[at],
            "buildings": list(_BUILT[built[at]]),
            "spaces": _SPACES[at],
            "chests": _CHESTS[at],
            "rice": _RICE[at],
        }
        for at, name in enumerate(PROVINCES)
        if owner[at] != OUT
    ]


def _player(s: Any, p: int) -> ShogunPlayer:
    place = s.place[p]
    return {
        "clan": CLANS[p],
        "colour": COLOURS[p],
        "provinces": int((s.owner == p).sum()),
        "chests": int(s.chests[p]),
        "rice": int(s.rice[p]),
        "points": int(s.points[p]),
        "reserve": int(s.reserve[p]),
        "place": int(place) + 1 if place != NONE else None,
        "special": SPECIALS[s.specials[place]] if place != NONE and s.specials[0] >= 0 else None,
        "plan": _plan(s.plan[p].tolist()),
    }


def _plan(cards: list[int]) -> ShogunPlan:
    return cast(ShogunPlan, {f: _laid(card) for f, card in zip(FIELDS, cards, strict=True)})


def _laid(card: int) -> str | None:
    """What lies on a field: a card's word, 'closed', '-' for no card; None while it is planned."""
    return None if card == NONE else CLOSED if card == UNKNOWN else CARDS[card]


def _cubes(s: Any, counts: Any) -> ShogunCubes:
    """Colours that take part in this game, with their number."""
    cubes = {
        name: n
        for at, (name, n) in enumerate(zip(CUBES, counts.tolist(), strict=True))
        if at < s.players or at == len(COLOURS)
    }
    return cast(ShogunCubes, cubes)


def _draft(s: Any) -> ShogunDraft:
    return {
        "open": [PROVINCES[p] for p in s.display if p != NONE],
        "pile_size": int(s.pile_size),
        "under_pile": [PROVINCES[p] for p in s.pile[: s.pile_known]],
        "groups": [[int(g) for g in s.groups[p] if g] for p in range(s.players)],
        "taken": _word(PROVINCES, s.target),
    }


def _march(s: Any) -> ShogunMarch | None:
    if s.source == NONE:
        return None
    return {
        "source": PROVINCES[s.source],
        "target": _word(PROVINCES, s.target),
        "most": int(s.armies[s.source]) - 1,
        "armies": int(s.marching) or None,
        "attacker_adds": bool(s.attack_army),
    }


def _six_armies(s: Any) -> ShogunSixArmies | None:
    """What the special offers on deploy 5, while it is asked: the event acts before it."""
    if s.phase != SIX:
        return None
    fewer = s.event != NONE and EVENT[s.event] == DEPLOY_FEWER
    usual = int((DEPLOYED_FEWER if fewer else DEPLOYED)[DEPLOY_5])
    return {"armies": usual + 1, "instead_of": usual}


def _battle(s: Any) -> ShogunBattle | None:
    """The last battle: what went in and what came out."""
    if s.battle == NONE:
        return None
    return {
        "province": PROVINCES[s.battle],
        "attacker": int(s.battle_attacker) if s.battle_attacker != NONE else None,
        "defender": int(s.battle_defender) if s.battle_defender != NONE else None,
        "thrown": _cubes(s, s.battle_thrown),
        "fell": _cubes(s, s.battle_fell),
        "result": RESULTS[s.battle_result],
    }


def ending(s: Any) -> str:
    """How a finished game ended, in words."""
    return DECIDERS[s.decider]
