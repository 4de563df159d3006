"""Observations for learning: a redacted state as numbers, from the viewer's side of the board."""

from __future__ import annotations

from tenka.core.game import Observation
from tenka.core.layout import NONE, UNKNOWN, Numbers
from tenka.core.rule import rule
from tenka.games.suntzu.facts import DISPLAYS, FRAMED, KINDS, PILE, SUN_TZU
from tenka.games.suntzu.state import PHASES, State

OBSERVATION = Observation()

SIDE = OBSERVATION.block("side", 1, "1 if the viewer is Sun Tzu")
OPTIONS = OBSERVATION.block("options", 2, "events, beginner")
ACTING = OBSERVATION.block("acting", 2, "the viewer may decide now, the other may")
PHASE = OBSERVATION.block("phase", len(PHASES), "one of these is 1")
ROUND = OBSERVATION.block("round", 1, "the round", 9)
TRACK = OBSERVATION.block("track", 1, "steps of the marker towards the viewer's end", 9)
ARMIES = OBSERVATION.block("armies", 10, "per province, the viewer's then the other's", 21)
MARKERS = OBSERVATION.block("markers", 10, "likewise, as they are")
SIX_USED = OBSERVATION.block("six_used", 10, "likewise, 1 where the 6 was used")
SIX_PLAYED = OBSERVATION.block(
    "six_played", 10, "likewise, 1 where it was opened, also under a Plague"
)
POOL = OBSERVATION.block("pool", 2, "the viewer's and the other's", 21)
RESERVE = OBSERVATION.block("reinforcements", 2, "likewise", 21)
POINTS = OBSERVATION.block("points", 15, "per province in rounds 3, 6, 9", 5)
OPENED = OBSERVATION.block("opened", 5, "per province, 1 once its cards are open this round")
BATTLE = OBSERVATION.block("battle", 5, "the province fought over")
BATTLE_FACTS = OBSERVATION.block(
    "battle_facts",
    5,
    "names the order (viewer, other), Ruse, Immune, armies owed",
    (1, 1, 1, 1, 10),
)
MARGIN = OBSERVATION.block("margin", 1, "by how much the viewer won the last battle", 10)
HAND = OBSERVATION.block("hand", KINDS, "the viewer's cards by kind")
DRAWN = OBSERVATION.block(
    "drawn", KINDS - FRAMED, "the viewer's drawn cards by kind, framed ones left out"
)
OWN_LAID = OBSERVATION.block("own_laid", 5 * KINDS, "per province, the viewer's card by kind")
OTHER_LAID = OBSERVATION.block(
    "other_laid", 5 * KINDS, "per province, the other's open card by kind"
)
OUT = OBSERVATION.block(
    "out", 2 * (KINDS - FRAMED), "cards out of the game, the viewer's then the other's"
)
SIZES = OBSERVATION.block(
    "sizes", 6, "hand, pile, drawn cards of the viewer, then of the other", 20
)
PILE_KNOWN = OBSERVATION.block(
    "pile_known", PILE * (KINDS - FRAMED), "the viewer's pile from the bottom, if known"
)
DRAWS_THREE = OBSERVATION.block("draws_three", 2, "the viewer, the other")
HELD = OBSERVATION.block("generals_held", 5, "the viewer's")
USED = OBSERVATION.block("generals_used", 10, "the viewer's then the other's")
LEFT = OBSERVATION.block("generals_left", 2, "how many are unused")
GREAT_PLAGUE = OBSERVATION.block("great_plague", 1, "this round")
EVENT = OBSERVATION.block("event", 5, "the open one")
EVENTS_MET = OBSERVATION.block("events_met", 5, "those gone")
PLAGUES = OBSERVATION.block("plagues", 1, "opened so far", 4)
LOOSE = KINDS - FRAMED


@rule
def encode(s: State, viewer: int, numbers: Numbers) -> None:
    """Write the observation; `numbers` comes in as zeros. A spectator sits beside Sun Tzu."""
    me = max(viewer, SUN_TZU)
    encode_course(s, viewer, me, numbers)
    for province in range(5):
        encode_province(s, me, province, numbers)
    for kind in range(LOOSE):
        encode_out(s, me, kind, numbers)
    if viewer >= 0:
        for kind in range(KINDS):
            numbers[HAND + kind] = s.hand[viewer, kind]
        for place in range(s.pile_size[viewer]):
            encode_pile(s, viewer, place, numbers)


@rule
def encode_share(s: State, viewer: int, numbers: Numbers, share: int, shares: int) -> None:
    """One of several shares of that: provinces and cards take turns, the first has the rest."""
    me = max(viewer, SUN_TZU)
    if share == 0:
        encode_course(s, viewer, me, numbers)
    turn = share
    while turn < KINDS:  # there is nothing more of than kinds
        if turn < 5:
            encode_province(s, me, turn, numbers)
        if turn < LOOSE:
            encode_out(s, me, turn, numbers)
        if viewer >= 0:
            numbers[HAND + turn] = s.hand[viewer, turn]
            if turn < s.pile_size[viewer]:
                encode_pile(s, viewer, turn, numbers)
        turn += shares


@rule
def encode_course(s: State, viewer: int, me: int, numbers: Numbers) -> None:
    """How far the game has come, and all that is no row of provinces or cards."""
    numbers[SIDE] = me == SUN_TZU
    numbers[OPTIONS], numbers[OPTIONS + 1] = s.events, s.beginner
    numbers[PHASE + s.phase] = 1
    numbers[ROUND] = s.round_number
    numbers[TRACK] = s.track if me == SUN_TZU else -s.track
    encode_battle(s, me, numbers)
    encode_events(s, numbers)
    encode_side(s, me, 0, numbers)
    encode_side(s, 1 - me, 1, numbers)
    if viewer >= 0:
        encode_own(s, viewer, numbers)


@rule
def encode_side(s: State, player: int, side: int, numbers: Numbers) -> None:
    """What is open of one player: 0 the viewer, 1 the other."""
    numbers[ACTING + side] = (s.acting >> player) & 1
    numbers[POOL + side] = s.pool[player]
    numbers[RESERVE + side] = s.reserve[player]
    numbers[DRAWS_THREE + side] = s.draws_three[player]
    numbers[LEFT + side] = s.generals_left[player]
    numbers[SIZES + 3 * side] = s.hand_size[player]
    numbers[SIZES + 3 * side + 1] = s.pile_size[player]
    for i in range(3):
        if s.drawn_cards[player, i] != NONE:
            numbers[SIZES + 3 * side + 2] += 1
    for general in range(5):
        numbers[USED + 5 * side + general] = (s.used[player] >> general) & 1


@rule
def encode_province(s: State, me: int, province: int, numbers: Numbers) -> None:
    """Its points, and what both players have there."""
    numbers[OPENED + province] = s.opened[province]
    if s.displays[province] != NONE:
        for third in range(3):
            points = DISPLAYS[s.displays[province], third]
            numbers[POINTS + 3 * province + third] = points
    for side in range(2):
        player = me if side == 0 else 1 - me
        numbers[ARMIES + 5 * side + province] = s.armies[player, province]
        numbers[MARKERS + 5 * side + province] = s.markers[player, province]
        numbers[SIX_USED + 5 * side + province] = s.sixes[player, province]
        numbers[SIX_PLAYED + 5 * side + province] = s.sixes_opened[player, province]
        kind = s.laid[player, province]
        if kind >= 0:
            laid = OWN_LAID if side == 0 else OTHER_LAID
            numbers[laid + KINDS * province + kind] = 1


@rule
def encode_battle(s: State, me: int, numbers: Numbers) -> None:
    """The battle being fought."""
    if s.battle != NONE:
        numbers[BATTLE + s.battle] = 1
    if s.namer != NONE:
        numbers[BATTLE_FACTS + (0 if s.namer == me else 1)] = 1
    numbers[BATTLE_FACTS + 2] = s.ruse
    numbers[BATTLE_FACTS + 3] = s.immune
    numbers[BATTLE_FACTS + 4] = s.owed
    if s.winner != NONE:
        numbers[MARGIN] = s.margin if s.winner == me else -s.margin


@rule
def encode_own(s: State, viewer: int, numbers: Numbers) -> None:
    """What only the viewer knows, beside hand and pile."""
    for i in range(3):
        if s.drawn_cards[viewer, i] != NONE:
            numbers[DRAWN + s.drawn_cards[viewer, i] - FRAMED] += 1
    for general in range(5):
        numbers[HELD + general] = (s.held[viewer] >> general) & 1


@rule
def encode_pile(s: State, viewer: int, place: int, numbers: Numbers) -> None:
    """A card of the viewer's pile, if it is known."""
    card = s.pile[viewer, place]
    if card != UNKNOWN:
        numbers[PILE_KNOWN + LOOSE * place + card - FRAMED] = 1


@rule
def encode_out(s: State, me: int, kind: int, numbers: Numbers) -> None:
    """How many cards of a kind are out of the game."""
    numbers[OUT + kind] = s.out[me, FRAMED + kind]
    numbers[OUT + LOOSE + kind] = s.out[1 - me, FRAMED + kind]


@rule
def encode_events(s: State, numbers: Numbers) -> None:
    """The open event and those gone."""
    numbers[GREAT_PLAGUE] = s.great_plague
    numbers[PLAGUES] = s.plagues
    if s.events:
        for i in range(s.event):
            numbers[EVENTS_MET + s.event_order[i]] = 1
        if s.event < 5:
            numbers[EVENT + s.event_order[s.event]] = 1
