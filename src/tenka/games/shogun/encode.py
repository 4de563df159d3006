"""Observations for learning: a redacted state as numbers, seats counted from the viewer's."""

from __future__ import annotations

from tenka.core.game import Observation
from tenka.core.layout import NONE, UNKNOWN, Floats, Ints
from tenka.core.rule import rule
from tenka.games.shogun.draft import may_exchange
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    ANY_CHEST,
    BID,
    CHEST,
    CHEST_CARDS,
    EMPTY,
    EVENT_CARDS,
    FIELDS,
    LARGEST_GROUP,
    MAP,
    MOST_PLAYERS,
    MOST_REVOLTS,
    PEASANT,
    PLACES,
    REGION,
    REGIONS,
    SEASONS,
    YEAR_EVENTS,
    YEARS,
)
from tenka.games.shogun.state import CUBE_COLOURS, OUT, PHASES, RESULTS, State

_STEPS, _FIELDS = len(ACTION_CARDS), len(FIELDS)
_BIDS = CHEST_CARDS + 1
_SEATS = "the viewer's seat first, then clockwise"

OBSERVATION = Observation()

SEATS = OBSERVATION.block("seats", MOST_PLAYERS, f"1 for each player there is, {_SEATS}; so below")
OPTIONS = OBSERVATION.block(
    "options", 5, "moon side, draft, always_yes, tower_pass and tower_release / 1000"
)
ACTING = OBSERVATION.block("acting", MOST_PLAYERS, "who may decide now")
PHASE = OBSERVATION.block("phase", len(PHASES), "one of these is 1")
TIME = OBSERVATION.block("time", 1 + len(SEASONS), "second year, then one season is 1")
EXISTS = OBSERVATION.block("exists", MAP, "per province, 1 if it is in the game")
REGION_AT = OBSERVATION.block("region", MAP * len(REGIONS), "per province, one region is 1")
OWNER = OBSERVATION.block(
    "owner", MAP * MOST_PLAYERS, "per province, its owner's seat; none: neutral"
)
ARMIES = OBSERVATION.block("armies", MAP, "per province / 10")
MARKERS = OBSERVATION.block("markers", MAP, "of revolt, per province / 4")
BUILDINGS = OBSERVATION.block("buildings", MAP * 3, "per province: castle, temple, theatre")
WON = OBSERVATION.block("won", MAP, "per province, 1 if its card changed hands this round")
RESERVE = OBSERVATION.block("reserve", MOST_PLAYERS, "/ 62")
CHESTS = OBSERVATION.block("chests", MOST_PLAYERS, "/ 20")
RICE = OBSERVATION.block("rice", MOST_PLAYERS, "/ 20")
POINTS = OBSERVATION.block("points", MOST_PLAYERS, "/ 50")
HAND = OBSERVATION.block("hand", MOST_PLAYERS, "province cards when plans were made / 10")
PLACE = OBSERVATION.block("place", MOST_PLAYERS * PLACES, "per seat, its place")
CHOICE = OBSERVATION.block(
    "choice", MOST_PLAYERS * MOST_PLAYERS, "per seat, when it chooses a place"
)
SUPPLY = OBSERVATION.block("supply", 3, "castles, temples, theatres / 28")
PEASANTS = OBSERVATION.block("peasants", 1, "in reserve / 20")
TOWER = OBSERVATION.block("tower", CUBE_COLOURS, "cubes inside by seat, then peasants, / 10")
TRAY = OBSERVATION.block("tray", CUBE_COLOURS, "likewise on the tray")
EVENTS = OBSERVATION.block("events", EVENT_CARDS, "the year's, still to come")
EVENT = OBSERVATION.block("event", EVENT_CARDS, "this round's")
ACTIONS = OBSERVATION.block(
    "actions", _STEPS * _STEPS, "per place in the order, its open action card"
)
STEP = OBSERVATION.block("step", _STEPS + 1, "actions done")
SPECIALS = OBSERVATION.block("specials", PLACES * PLACES, "per place, its special card")
LAID = OBSERVATION.block(
    "laid", MAP * _FIELDS, "per province, the field on which its card lies, if known"
)
CLOSED = OBSERVATION.block(
    "closed", MOST_PLAYERS * _FIELDS, "per seat and field, 1 where a closed card lies"
)
EMPTY_AT = OBSERVATION.block(
    "empty", MOST_PLAYERS * _FIELDS, "per seat and field, 1 where no card is seen to lie"
)
CHEST_AT = OBSERVATION.block(
    "chest", MOST_PLAYERS * BID, "per seat and action, 1 where a chest card is seen to lie"
)
BIDS = OBSERVATION.block(
    "bids", MOST_PLAYERS * _BIDS, "per seat, the chest card of the bid; last: nothing"
)
DISPLAY = OBSERVATION.block("display", 2 * MAP, "draft: the open cards")
PILE = OBSERVATION.block(
    "pile", 2, "draft: cards in the pile / 45, 1 if the open cards may be exchanged"
)
UNDER_PILE = OBSERVATION.block("under_pile", MAP, "draft: cards that went under the pile")
GROUPS = OBSERVATION.block(
    "groups", MOST_PLAYERS * LARGEST_GROUP, "draft: per seat, groups of each size / 4"
)
SOURCE = OBSERVATION.block("source", MAP, "where armies march from")
TARGET = OBSERVATION.block("target", MAP, "where they march to, or the card taken in the draft")
MARCH = OBSERVATION.block(
    "march", 3, "armies on the march / 10, the attacker's extra one, winter's peasants / 3"
)
UPRISING = OBSERVATION.block("uprising", MAP, "provinces that revolt this winter")
BATTLE = OBSERVATION.block("battle", MAP, "where the last battle was")
THROWN = OBSERVATION.block(
    "thrown", CUBE_COLOURS, "what went into it, by seat, then peasants, / 10"
)
FELL = OBSERVATION.block("fell", CUBE_COLOURS, "what came out of it, likewise")
RESULT = OBSERVATION.block("result", len(RESULTS), "how it ended")


@rule
def encode(s: State, viewer: int, values: Floats) -> None:
    """Write the observation; `values` comes in as zeros. A spectator sits beside player 0."""
    me = int(max(viewer, 0))
    values[OPTIONS], values[OPTIONS + 1], values[OPTIONS + 2] = s.side, s.start, s.always_yes
    values[OPTIONS + 3] = s.tower_pass / 1000
    values[OPTIONS + 4] = s.tower_release / 1000
    values[PHASE + s.phase] = 1
    values[TIME] = s.year > 0
    values[TIME + 1 + s.season] = 1
    values[PEASANTS] = s.reserve[PEASANT] / 20
    for building in range(3):
        values[SUPPLY + building] = s.supply[building] / 28
    for province in range(MAP):
        encode_province(s, me, province, values)
    for player in range(s.players):
        encode_player(s, player, (player - me) % s.players, values)
    encode_tower(s, me, values)
    encode_round(s, values)
    encode_draft(s, me, values)
    encode_march(s, values)


@rule
def encode_province(s: State, me: int, province: int, values: Floats) -> None:
    """What stands in a province."""
    owner = s.owner[province]
    values[EXISTS + province] = owner != OUT
    values[REGION_AT + province * len(REGIONS) + REGION[s.side, province]] = 1
    if owner >= 0:
        values[OWNER + province * MOST_PLAYERS + (owner - me) % s.players] = 1
    values[ARMIES + province] = s.armies[province] / 10
    values[MARKERS + province] = s.markers[province] / 4
    values[WON + province] = s.won[province]
    for building in range(3):
        values[BUILDINGS + province * 3 + building] = (s.buildings[province] >> building) & 1


@rule
def encode_player(s: State, player: int, seat: int, values: Floats) -> None:
    """What is known of one player."""
    values[SEATS + seat] = 1
    values[ACTING + seat] = (s.acting >> player) & 1
    values[RESERVE + seat] = s.reserve[player] / 62
    values[CHESTS + seat] = s.chests[player] / 20
    values[RICE + seat] = s.rice[player] / 20
    values[POINTS + seat] = s.points[player] / 50
    values[HAND + seat] = s.hand_size[player] / 10
    if s.place[player] != NONE:
        values[PLACE + seat * PLACES + s.place[player]] = 1
    for at in range(s.players):
        if s.choice_order[at] == player:
            values[CHOICE + seat * MOST_PLAYERS + at] = 1
    for at in range(s.groups.shape[1]):
        if s.groups[player, at]:
            values[GROUPS + seat * LARGEST_GROUP + s.groups[player, at] - 1] += 1 / 4
    for field in range(_FIELDS):
        encode_card(s.plan[player, field], seat, field, values)


@rule
def encode_card(card: int, seat: int, field: int, values: Floats) -> None:
    """One field of a personal board."""
    if card == UNKNOWN:
        values[CLOSED + seat * _FIELDS + field] = 1
    elif 0 <= card < MAP:
        values[LAID + card * _FIELDS + field] = 1
    elif card == ANY_CHEST:
        values[CHEST_AT + seat * BID + field] = 1
    elif card >= CHEST:
        if field == BID:
            values[BIDS + seat * _BIDS + card - CHEST] = 1
        if card == EMPTY:
            values[EMPTY_AT + seat * _FIELDS + field] = 1


@rule
def encode_cubes(s: State, me: int, cubes: Ints, at: int, values: Floats) -> None:
    """Cubes by seat, then peasants."""
    for player in range(s.players):
        values[at + (player - me) % s.players] = cubes[player] / 10
    values[at + PEASANT] = cubes[PEASANT] / 10


@rule
def encode_tower(s: State, me: int, values: Floats) -> None:
    """The tower, and the last battle."""
    encode_cubes(s, me, s.tower, TOWER, values)
    encode_cubes(s, me, s.tray, TRAY, values)
    encode_cubes(s, me, s.battle_thrown, THROWN, values)
    encode_cubes(s, me, s.battle_fell, FELL, values)
    values[RESULT + s.battle_result] = 1
    if s.battle != NONE:
        values[BATTLE + s.battle] = 1


@rule
def encode_round(s: State, values: Floats) -> None:
    """Cards that lie open for all."""
    if s.event_pile[0] != NONE and s.year < YEARS:
        for i in range(YEAR_EVENTS):
            if not s.event_met[i]:
                values[EVENTS + s.event_pile[s.year * YEAR_EVENTS + i]] = 1
    if s.event != NONE:
        values[EVENT + s.event] = 1
    values[STEP + s.step] = 1
    for i in range(_STEPS):
        if s.action_order[i] >= 0:
            values[ACTIONS + i * _STEPS + s.action_order[i]] = 1
    for place in range(PLACES):
        if s.specials[place] != NONE:
            values[SPECIALS + place * PLACES + s.specials[place]] = 1


@rule
def encode_draft(s: State, me: int, values: Floats) -> None:
    """Open cards and the pile."""
    if s.pile_size == 0:
        return
    for card in range(2):
        values[DISPLAY + card * MAP + s.display[card]] = 1
    values[PILE] = s.pile_size / MAP
    values[PILE + 1] = may_exchange(s, me)
    for i in range(s.pile_known):
        values[UNDER_PILE + s.pile[i]] = 1


@rule
def encode_march(s: State, values: Floats) -> None:
    """Armies on their way, and revolts to come."""
    if s.source != NONE:
        values[SOURCE + s.source] = 1
    if s.target != NONE:
        values[TARGET + s.target] = 1
    values[MARCH] = s.marching / 10
    values[MARCH + 1] = s.attack_army
    values[MARCH + 2] = s.extra_peasants / 3
    for i in range(MOST_REVOLTS):
        if s.uprising[i] != NONE:
            values[UPRISING + s.uprising[i]] = 1
