"""Who may know what: redaction, drawing the unknown at random, and the view for people."""

from __future__ import annotations

from typing import Any

from tenka.core.chance import below, shuffle
from tenka.core.layout import NONE, UNKNOWN, Ints, scratch
from tenka.core.rule import rule
from tenka.games.suntzu.cards import BOTH_SEE, copies, gain, may_lay
from tenka.games.suntzu.facts import (
    CARDS,
    DISPLAYS,
    EVENTS,
    FRAMED,
    GENERALS,
    HEAD_START,
    KINDS,
    LAST_ROUND_OF_MARCHES,
    MARCH,
    PILE,
    PROVINCES,
    REINFORCE,
    REMOVE,
    ROUNDS,
    SCORING_EVERY,
    SHAO,
    SIDES,
    SUN_TZU,
)
from tenka.games.suntzu.points import points_of_provinces, score, track_after
from tenka.games.suntzu.shape import CLOSED, SunTzuProvince, SunTzuScoring, SunTzuSide, SunTzuView
from tenka.games.suntzu.state import (
    CHOOSE_GENERALS,
    DECIDERS,
    ENDINGS,
    ORDERS,
    OVER,
    PHASES,
    POINTS,
    State,
    holds,
    is_used,
)


@rule
def redact(s: State, viewer: int) -> None:
    """Set to UNKNOWN all that a viewer may not know."""
    for i in range(s.event + 1, 5):
        if s.event_order[i] != NONE:
            s.event_order[i] = UNKNOWN
    for player in range(2):
        redact_pile(s, player, viewer)
        if player != viewer:
            redact_orders(s, player)
            s.hand[player, :] = UNKNOWN
            for i in range(3):
                if s.drawn_cards[player, i] != NONE:
                    s.drawn_cards[player, i] = UNKNOWN
            if s.generals_left[player] > 0:
                s.held[player] = UNKNOWN


@rule
def redact_pile(s: State, player: int, viewer: int) -> None:
    """In a pile only cards that the viewer saw go under it are known.

    What both players saw, a recalled card, spectators saw too.
    """
    needed = BOTH_SEE if viewer < 0 else 1 << viewer
    for i in range(s.pile_size[player]):
        if s.pile_seen[player, i] & needed != needed:
            s.pile[player, i] = UNKNOWN


@rule
def redact_orders(s: State, player: int) -> None:
    """Orders not yet opened; how far a player has got with them is not seen either."""
    ordering = s.phase == ORDERS and (s.acting >> player) & 1
    for province in range(5):
        if s.laid[player, province] != NONE and not s.opened[province]:
            if ordering:
                s.laid[player, province] = NONE
                s.hand_size[player] += 1
            else:
                s.laid[player, province] = UNKNOWN


# -- a full state that the viewer cannot rule out


@rule
def determinise(s: State) -> None:
    """Draw all that is UNKNOWN at random from what it can be."""
    imagine_events(s)
    for player in range(2):
        if s.held[player] == UNKNOWN:
            imagine_generals(s, player)
        imagine_cards(s, player)


@rule
def imagine_events(s: State) -> None:
    """The closed events in random order."""
    if s.event_order[0] == NONE or s.event == 5:
        return
    closed = scratch(5)
    count = 0
    for event in range(5):
        known = False
        for i in range(s.event + 1):
            known = known or s.event_order[i] == event
        if not known:
            closed[count] = event
            count += 1
    shuffle(s, closed, count)
    for i in range(count):
        s.event_order[s.event + 1 + i] = closed[i]


@rule
def imagine_generals(s: State, player: int) -> None:
    """As many generals as the player has unused, of those not used.

    A Head Start chosen at the beginning would have been shown.
    """
    shown = player == SUN_TZU and s.phase != CHOOSE_GENERALS and not s.chariot[SUN_TZU]
    s.held[player] = 0
    left = s.generals_left[player]
    while left:
        general = below(s, 5)
        out = is_used(s, player, general) or (shown and general == HEAD_START)
        if not out and not holds(s, player, general):
            s.held[player] |= 1 << general
            left -= 1


@rule
def imagine_cards(s: State, player: int) -> None:
    """Deal the cards whose place is unknown: to the pile, then the drawn ones, then the hand."""
    loose = scratch(PILE)
    count = loose_cards(s, player, loose)
    shuffle(s, loose, count)
    for i in range(s.pile_size[player]):
        if s.pile[player, i] == UNKNOWN:
            count -= 1
            s.pile[player, i] = loose[count]
    for i in range(3):
        if s.drawn_cards[player, i] == UNKNOWN:
            count -= 1
            s.drawn_cards[player, i] = loose[count]
    if s.hand[player, 0] == UNKNOWN:
        imagine_hand(s, player, loose, count)


@rule
def loose_cards(s: State, player: int, loose: Ints) -> int:
    """The cards that are not framed and whose place is unknown; how many."""
    count = 0
    for kind in range(FRAMED, KINDS):
        unknown = (
            copies(s, kind) - s.out[player, kind] if s.pile_size[player] or s.round_number else 0
        )
        unknown -= max(0, s.hand[player, kind])
        for province in range(5):
            if s.laid[player, province] == kind and s.recalled[player] != province:
                unknown -= 1
        for i in range(s.pile_size[player]):
            if s.pile[player, i] == kind:
                unknown -= 1
        for i in range(3):
            if s.drawn_cards[player, i] == kind:
                unknown -= 1
        for _ in range(unknown):
            loose[count] = kind
            count += 1
    return count


@rule
def imagine_hand(s: State, player: int, loose: Ints, count: int) -> None:
    """The rest of the cards are in hand or lie closed, the 6 only where it may."""
    size = s.hand_size[player]
    s.hand[player, :] = 0
    s.hand_size[player] = 0
    for i in range(count):
        gain(s, player, loose[i])
    if s.round_number:
        for kind in range(FRAMED):
            gain(s, player, kind)
    for province in range(5):
        kind = s.laid[player, province]
        if 0 <= kind < FRAMED:
            s.hand[player, kind] -= 1
    for province in range(5):
        if s.laid[player, province] == UNKNOWN:
            kind = imagine_order(s, player, province)
            s.laid[player, province] = kind
            s.hand[player, kind] -= 1
    s.hand_size[player] = size


@rule
def imagine_order(s: State, player: int, province: int) -> int:
    """A random card of the hand that may lie in a province."""
    while True:
        nth = below(s, 20)
        kind = 0
        while kind < KINDS and nth >= s.hand[player, kind]:
            nth -= s.hand[player, kind]
            kind += 1
        if kind < KINDS and may_lay(s, player, province, kind):
            return kind


# -- for people


def view(s: Any, viewer: int) -> SunTzuView:
    """A redacted state as JSON: None stands for what is unknown or not there."""
    event_open = s.events and s.event < 5
    ended = s.phase > POINTS and s.phase != OVER  # then the displays show the next round of points
    counting = min(max(int(s.round_number) - (not ended), 0), ROUNDS - 1) // SCORING_EVERY  # from 0
    return {
        "game": "suntzu",
        "viewer": viewer if viewer >= 0 else None,
        "options": {"players": 2, "events": bool(s.events), "beginner": bool(s.beginner)},
        "phase": PHASES[s.phase],
        "to_act": [p for p in range(2) if s.acting >> p & 1],
        "round": int(s.round_number),
        "rounds_to_points": (counting + 1) * SCORING_EVERY - int(s.round_number),
        "track": int(s.track),
        "if_scored": _scoring(s, counting) if s.displays[0] != NONE and s.phase != OVER else None,
        "battle": PROVINCES[s.battle] if s.battle != NONE else None,
        "names_battles": int(s.namer) if s.namer != NONE and s.phase != OVER else None,
        "owed": int(s.owed),
        "provinces": [_province(s, at, counting) for at in range(5)],
        "players": [_player(s, p) for p in range(2)],
        "event": EVENTS[s.event_order[s.event]] if event_open else None,
        "events_met": [EVENTS[e] for e in s.event_order[: s.event]],
        "plagues_opened": int(s.plagues),
        "great_plague": bool(s.great_plague),
        "too_late": _too_late(int(s.round_number)),
        "ending": ENDINGS[s.ending] or None,
        "decided_by": DECIDERS[s.decider] if s.ending else None,
        "winners": [p for p in range(2) if s.winners >> p & 1],
    }


def _province(s: Any, at: int, counting: int) -> SunTzuProvince:
    display = s.displays[at]
    points = DISPLAYS[display].tolist() if display != NONE else None
    return {
        "name": PROVINCES[at],
        "armies": s.armies[:, at].tolist(),
        "markers": s.markers[:, at].tolist(),
        "six_used": s.sixes[:, at].astype(bool).tolist(),
        "six_played": s.sixes_opened[:, at].astype(bool).tolist(),
        "points": points,
        "worth": points[counting] if points else None,
        "laid": [_laid(kind) for kind in s.laid[:, at]],
        "opened": bool(s.opened[at]),
    }


def _scoring(s: Any, counting: int) -> SunTzuScoring:
    """The next points, as the map is now."""
    sun_tzu, shao = (int(points_of_provinces(s, p, counting)) for p in (SUN_TZU, SHAO))
    return {"sun_tzu": sun_tzu, "shao": shao, "track": int(track_after(s, sun_tzu, shao))}


def _too_late(round_number: int) -> list[str]:
    """Head Start serves before the first round only, and some generals not in the last ones."""
    late = [GENERALS[SUN_TZU][HEAD_START]] if round_number else []
    if round_number > LAST_ROUND_OF_MARCHES:
        late += (GENERALS[SUN_TZU][MARCH], GENERALS[SUN_TZU][REINFORCE], GENERALS[SHAO][REMOVE])
    return late


def _laid(kind: int) -> str | None:
    return None if kind == NONE else CLOSED if kind == UNKNOWN else CARDS[kind]


def _player(s: Any, p: int) -> SunTzuSide:
    left = int(s.generals_left[p])
    return {
        "side": SIDES[p],
        "points": int(score(s, p)),
        "pool": int(s.pool[p]),
        "reinforcements": int(s.reserve[p]),
        "hand": _cards(s.hand[p]) if s.hand[p, 0] != UNKNOWN else None,
        "hand_size": int(s.hand_size[p]),
        "drawn": [CARDS[k] for k in s.drawn_cards[p] if k >= 0],
        "drawn_size": int((s.drawn_cards[p] != NONE).sum()),
        "pile_size": int(s.pile_size[p]),
        "pile_known": [CARDS[k] if k >= 0 else None for k in s.pile[p, : s.pile_size[p]]],
        "discarded": _cards(s.out[p]),
        "draws_three": bool(s.draws_three[p]),
        "generals": None if s.held[p] == UNKNOWN else _generals(p, s.held[p]),
        "generals_left": left,
        "generals_used": _generals(p, s.used[p]),
    }


def _cards(counts: Any) -> list[str]:
    return [card for card, count in zip(CARDS, counts, strict=True) for _ in range(count)]


def _generals(player: int, mask: int) -> list[str]:
    return [name for at, name in enumerate(GENERALS[player]) if mask >> at & 1]


def ending(s: Any) -> str:
    """How a finished game ended, in words."""
    text = ENDINGS[s.ending]
    if text == ENDINGS[1]:
        return f"{text} in round {s.round_number}"
    return text if s.decider == 0 else f"{text}, {DECIDERS[s.decider]}"
