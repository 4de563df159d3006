"""Observations for learning: a redacted state as numbers, seats counted from the viewer's."""

from __future__ import annotations

import numpy as np

from tenka.core.game import Observation
from tenka.core.layout import NONE, UNKNOWN, Ints, Numbers
from tenka.core.rule import rule, unfolded
from tenka.games.shogun.draft import may_exchange
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    ANY_CHEST,
    BID,
    CARDS,
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

# A number that has these bits and no others is not below 0. Where a compiler knows that, it need
# not look whether a place in an array is counted from the end.
SEAT_BITS, PLACE_BITS = 7, 4095
_STEPS, _FIELDS = len(ACTION_CARDS), len(FIELDS)
_BIDS = CHEST_CARDS + 1
MOST = 127  # a number of an observation fits one byte
_SEATS = "the viewer's seat first, then clockwise"

OBSERVATION = Observation()

SEATS = OBSERVATION.block("seats", MOST_PLAYERS, f"1 for each player there is, {_SEATS}; so below")
OPTIONS = OBSERVATION.block(
    "options",
    7,
    "moon side, draft, always_yes; tower_pass and tower_release: per cent, then tenths of one",
    (1, 1, 1, 100, 10, 100, 10),
)
ACTING = OBSERVATION.block("acting", MOST_PLAYERS, "who may decide now")
PHASE = OBSERVATION.block("phase", len(PHASES), "one of these is 1")
TIME = OBSERVATION.block("time", 1 + len(SEASONS), "second year, then one season is 1")
EXISTS = OBSERVATION.block("exists", MAP, "per province, 1 if it is in the game")
REGION_AT = OBSERVATION.block("region", MAP * len(REGIONS), "per province, one region is 1")
OWNER = OBSERVATION.block(
    "owner", MAP * MOST_PLAYERS, "per province, its owner's seat; none: neutral"
)
ARMIES = OBSERVATION.block("armies", MAP, "per province", 10)
MARKERS = OBSERVATION.block("markers", MAP, "of revolt, per province", 4)
BUILDINGS = OBSERVATION.block("buildings", MAP * 3, "per province: castle, temple, theatre")
WON = OBSERVATION.block("won", MAP, "per province, 1 if its card changed hands this round")
RESERVE = OBSERVATION.block("reserve", MOST_PLAYERS, "armies left", 62)
CHESTS = OBSERVATION.block("chests", MOST_PLAYERS, "per seat", 20)
RICE = OBSERVATION.block("rice", MOST_PLAYERS, "per seat", 20)
POINTS = OBSERVATION.block("points", MOST_PLAYERS, "per seat", 50)
HAND = OBSERVATION.block("hand", MOST_PLAYERS, "province cards when plans were made", 10)
PLACE = OBSERVATION.block("place", MOST_PLAYERS * PLACES, "per seat, its place")
CHOICE = OBSERVATION.block(
    "choice", MOST_PLAYERS * MOST_PLAYERS, "per seat, when it chooses a place"
)
SUPPLY = OBSERVATION.block("supply", 3, "castles, temples, theatres", 28)
PEASANTS = OBSERVATION.block("peasants", 1, "in reserve", 20)
TOWER = OBSERVATION.block("tower", CUBE_COLOURS, "cubes inside by seat, then peasants", 10)
TRAY = OBSERVATION.block("tray", CUBE_COLOURS, "likewise on the tray", 10)
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
    "pile", 2, "draft: cards in the pile, 1 if the open cards may be exchanged", (MAP, 1)
)
UNDER_PILE = OBSERVATION.block("under_pile", MAP, "draft: cards that went under the pile")
GROUPS = OBSERVATION.block(
    "groups", MOST_PLAYERS * LARGEST_GROUP, "draft: per seat, groups of each size", 4
)
SOURCE = OBSERVATION.block("source", MAP, "where armies march from")
TARGET = OBSERVATION.block("target", MAP, "where they march to, or the card taken in the draft")
MARCH = OBSERVATION.block(
    "march", 3, "armies on the march, the attacker's extra one, winter's peasants", (10, 1, 3)
)
UPRISING = OBSERVATION.block("uprising", MAP, "provinces that revolt this winter")
BATTLE = OBSERVATION.block("battle", MAP, "where the last battle was")
THROWN = OBSERVATION.block("thrown", CUBE_COLOURS, "what went into it, by seat, then peasants", 10)
FELL = OBSERVATION.block("fell", CUBE_COLOURS, "what came out of it, likewise", 10)
RESULT = OBSERVATION.block("result", len(RESULTS), "how it ended")


def _card_at(card: int) -> tuple[int, int, int]:
    """Where the number of a card on the first seat's first field is, how far on that of the next
    seat, and the number itself: 0 where the field has nothing to tell.
    """
    if 0 <= card < MAP:
        return LAID + card * _FIELDS, 0, 1
    if card == ANY_CHEST:
        return CHEST_AT, BID, 1
    if card == EMPTY:
        return EMPTY_AT, _FIELDS, 1
    return CLOSED, _FIELDS, int(card == UNKNOWN)


CARD_AT = np.array([_card_at(card) for card in range(NONE, len(CARDS))])


@rule
def encode(s: State, viewer: int, numbers: Numbers) -> None:
    """Write the observation; `numbers` comes in as zeros. A spectator sits beside player 0."""
    encode_share(s, viewer, numbers, 0, 1)


@unfolded
def encode_share(s: State, viewer: int, numbers: Numbers, share: int, shares: int) -> None:
    """One of several shares of that: provinces and players take turns, the first has the rest."""
    me = int(max(viewer, 0))
    if share == 0:
        encode_course(s, me, numbers)
    encode_counts(s, numbers, share, shares)
    encode_provinces(s, me, numbers, share, shares)
    for player in range(share, int(s.players), shares):
        encode_player(s, player, seat_of(player, me, int(s.players)), numbers)


@unfolded
def encode_course(s: State, me: int, numbers: Numbers) -> None:
    """Options, how far the game has come, and what is no one's."""
    numbers[OPTIONS], numbers[OPTIONS + 1], numbers[OPTIONS + 2] = s.side, s.start, s.always_yes
    numbers[OPTIONS + 3], numbers[OPTIONS + 4] = s.tower_pass // 10, s.tower_pass % 10
    numbers[OPTIONS + 5], numbers[OPTIONS + 6] = s.tower_release // 10, s.tower_release % 10
    numbers[PHASE + s.phase] = 1
    numbers[TIME] = s.year > 0
    numbers[TIME + 1 + s.season] = 1
    numbers[PEASANTS] = s.reserve[PEASANT]
    for building in range(3):
        numbers[SUPPLY + building] = s.supply[building]
    encode_tower(s, me, numbers)
    encode_round(s, numbers)
    encode_draft(s, me, numbers)
    encode_march(s, numbers)


@unfolded
def seat_of(player: int, me: int, players: int) -> int:
    """How many seats after the viewer a player sits; a division would take longer than the rest."""
    return (player - me if player >= me else player - me + players) & SEAT_BITS


@unfolded
def encode_counts(s: State, numbers: Numbers, share: int, shares: int) -> None:
    """What lies in the observation province by province as it does in the state.

    A processor copies many of these at once; what `encode_province` writes here and there it
    would have to copy one by one.
    """
    for province in range(share, MAP, shares):
        numbers[EXISTS + province] = s.owner[province] != OUT
        numbers[ARMIES + province] = s.armies[province]
        numbers[MARKERS + province] = s.markers[province]
        numbers[WON + province] = s.won[province]


@unfolded
def encode_provinces(s: State, me: int, numbers: Numbers, share: int, shares: int) -> None:
    """The regions, owners and buildings of provinces.

    The seat of no owner is a 0 that stands there anyway: a processor that has to guess whether
    there is one guesses wrong too often.
    """
    side, players = int(s.side) & SEAT_BITS, int(s.players)
    for province in range(share, MAP, shares):
        region = int(REGION[side, province]) & SEAT_BITS
        numbers[REGION_AT + province * len(REGIONS) + region] = 1
    for province in range(share, MAP, shares):
        owner = int(s.owner[province])
        seat = seat_of(owner, me, players) if owner >= 0 else 0
        numbers[OWNER + province * MOST_PLAYERS + seat] = owner >= 0
    for province in range(share, MAP, shares):
        mask = int(s.buildings[province])
        for building in range(3):
            numbers[BUILDINGS + province * 3 + building] = (mask >> building) & 1


@unfolded
def encode_player(s: State, player: int, seat: int, numbers: Numbers) -> None:
    """What is known of one player."""
    numbers[SEATS + seat] = 1
    numbers[ACTING + seat] = (s.acting >> player) & 1
    numbers[RESERVE + seat] = s.reserve[player]
    numbers[CHESTS + seat] = min(s.chests[player], MOST)
    numbers[RICE + seat] = s.rice[player]
    numbers[POINTS + seat] = min(s.points[player], MOST)
    numbers[HAND + seat] = s.hand_size[player]
    if s.place[player] != NONE:
        numbers[PLACE + seat * PLACES + s.place[player]] = 1
    for at in range(s.players):
        if s.choice_order[at] == player:
            numbers[CHOICE + seat * MOST_PLAYERS + at] = 1
    for at in range(s.groups.shape[1]):
        if s.groups[player, at]:
            numbers[GROUPS + seat * LARGEST_GROUP + s.groups[player, at] - 1] += 1
    encode_plan(s, player, seat, numbers)


@unfolded
def encode_plan(s: State, player: int, seat: int, numbers: Numbers) -> None:
    """The fields of a personal board, by a table for the same reason as the owners above."""
    for field in range(_FIELDS):
        card = (int(s.plan[player, field]) - NONE) & PLACE_BITS
        at = CARD_AT[card, 0] + seat * CARD_AT[card, 1] + field
        numbers[at & PLACE_BITS] = CARD_AT[card, 2]
    bid = int(s.plan[player, BID])
    if CHEST <= bid <= EMPTY:
        numbers[BIDS + seat * _BIDS + bid - CHEST] = 1


@unfolded
def encode_cubes(s: State, me: int, cubes: Ints, at: int, numbers: Numbers) -> None:
    """Cubes by seat, then peasants."""
    players = int(s.players)
    for player in range(players):
        numbers[at + seat_of(player, me, players)] = cubes[player]
    numbers[at + PEASANT] = cubes[PEASANT]


@unfolded
def encode_tower(s: State, me: int, numbers: Numbers) -> None:
    """The tower, and the last battle."""
    encode_cubes(s, me, s.tower, TOWER, numbers)
    encode_cubes(s, me, s.tray, TRAY, numbers)
    encode_cubes(s, me, s.battle_thrown, THROWN, numbers)
    encode_cubes(s, me, s.battle_fell, FELL, numbers)
    numbers[RESULT + s.battle_result] = 1
    if s.battle != NONE:
        numbers[BATTLE + s.battle] = 1


@unfolded
def encode_round(s: State, numbers: Numbers) -> None:
    """Cards that lie open for all."""
    if s.event_pile[0] != NONE and s.year < YEARS:
        for i in range(YEAR_EVENTS):
            if not s.event_met[i]:
                numbers[EVENTS + s.event_pile[s.year * YEAR_EVENTS + i]] = 1
    if s.event != NONE:
        numbers[EVENT + s.event] = 1
    numbers[STEP + s.step] = 1
    for i in range(_STEPS):
        if s.action_order[i] >= 0:
            numbers[ACTIONS + i * _STEPS + s.action_order[i]] = 1
    for place in range(PLACES):
        if s.specials[place] != NONE:
            numbers[SPECIALS + place * PLACES + s.specials[place]] = 1


@rule
def encode_draft(s: State, me: int, numbers: Numbers) -> None:
    """Open cards and the pile."""
    if s.pile_size == 0:
        return
    for card in range(2):
        numbers[DISPLAY + card * MAP + s.display[card]] = 1
    numbers[PILE] = s.pile_size
    numbers[PILE + 1] = may_exchange(s, me)
    for i in range(s.pile_known):
        numbers[UNDER_PILE + s.pile[i]] = 1


@rule
def encode_march(s: State, numbers: Numbers) -> None:
    """Armies on their way, and revolts to come."""
    if s.source != NONE:
        numbers[SOURCE + s.source] = 1
    if s.target != NONE:
        numbers[TARGET + s.target] = 1
    numbers[MARCH] = s.marching
    numbers[MARCH + 1] = s.attack_army
    numbers[MARCH + 2] = s.extra_peasants
    for i in range(MOST_REVOLTS):
        if s.uprising[i] != NONE:
            numbers[UPRISING + s.uprising[i]] = 1
