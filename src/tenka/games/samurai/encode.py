"""Observations for learning: a redacted state as numbers, the viewer first, then seat by seat."""

from __future__ import annotations

from tenka.core.game import Observation
from tenka.core.layout import NONE, Ints, Numbers, scratch
from tenka.core.rule import rule, unfolded
from tenka.games.samurai.facts import (
    COPIES,
    FAST,
    FIGURE_EXCHANGE,
    FIGURES,
    HAND,
    HEXES,
    KINDS,
    LAND,
    LAND_AROUND,
    LAND_ON_BOARD,
    MOST_PLAYERS,
    PILE,
    SEA_ON_BOARD,
    SETTLEMENTS,
    SETTLEMENTS_ON_BOARD,
    STRENGTH,
)
from tenka.games.samurai.state import PHASES, State, kind, owner

# A number that has these bits and no others is not below 0. Where a compiler knows that, it need
# not look whether a place in an array is counted from the end.
SEAT_BITS, PLACE_BITS = 3, 255
TILE_NUMBERS = MOST_PLAYERS + len(FIGURES) + 1  # of one hex

OBSERVATION = Observation()

PLAYERS = OBSERVATION.block("players", 3, "one of these is 1: two, three, four players")
OPTIONS = OBSERVATION.block("options", 2, "hands at random, figures at random")
PHASE = OBSERVATION.block("phase", len(PHASES), "one of these is 1")
ACTING = OBSERVATION.block("acting", MOST_PLAYERS, "who may decide now")
TURN = OBSERVATION.block("turn", MOST_PLAYERS, "whose turn it is")
FIRST = OBSERVATION.block("first", MOST_PLAYERS, "the first player")
PLAYED = OBSERVATION.block("tiles_played", 2, "this turn: how many, a normal one", (HAND, 1))
PICKED = OBSERVATION.block("picked", KINDS, "the tile to be laid now")
LIFTED = OBSERVATION.block(
    "lifted", 3 + SETTLEMENTS, "the figure to be placed or swapped: its kind, its settlement"
)
HEX_TILES = OBSERVATION.block(
    "hexes",
    HEXES * TILE_NUMBERS,
    "per hex: owner, strength per kind of figure, normal",
    [1] * MOST_PLAYERS + [4] * len(FIGURES) + [1],
)
STANDING = OBSERVATION.block(
    "figures", SETTLEMENTS * 3, "per settlement, 1 for each kind that stands there"
)
GAPS = OBSERVATION.block(
    "gaps", SETTLEMENTS, "per settlement, empty land hexes around, of all of them", LAND_AROUND
)
STRENGTHS = OBSERVATION.block(
    "strength", SETTLEMENTS * MOST_PLAYERS * 3, "per settlement, player, kind", 10
)
LEFT = OBSERVATION.block("left", 3, "figures on the board", 13)
SET_ASIDE = OBSERVATION.block("set_aside", 3, "figures set aside", 4)
CAPTURED = OBSERVATION.block("captured", MOST_PLAYERS * 3, "per player and kind", 13)
OWN_HAND = OBSERVATION.block("hand", KINDS, "the viewer's tiles by kind")
UNSEEN = OBSERVATION.block(
    "unseen", MOST_PLAYERS * KINDS, "per player, tiles that may still come, of all alike", COPIES
)
SIZES = OBSERVATION.block("sizes", MOST_PLAYERS * 2, "per player: hand, pile", (HAND, PILE))


@rule
def encode(s: State, viewer: int, numbers: Numbers) -> None:
    """Write the observation; `numbers` comes in as zeros. A spectator sits in the first seat."""
    me, players = max(viewer, 0), int(s.players)
    encode_people(s, viewer, numbers)
    tiles = scratch(HEXES)
    count = list_tiles(s, tiles, 0, 0, LAND_ON_BOARD[players])
    count = list_tiles(s, tiles, count, LAND, LAND + SEA_ON_BOARD[players])
    for k in range(count):
        hex = int(tiles[k]) & PLACE_BITS
        laid = int(s.laid[hex]) & PLACE_BITS
        side = side_of(owner(laid), me, players)
        encode_tile(laid, side, hex, numbers)
        numbers[UNSEEN + KINDS * side + kind(laid)] -= 1
    encode_settlements(s, me, numbers, 0, 1)


@rule
def encode_share(s: State, viewer: int, numbers: Numbers, share: int, shares: int) -> None:
    """One of several shares of that: hexes and settlements take turns, the first has the rest.

    It counts the tiles, too: several may be alike, and each is taken from the same number.
    """
    me, players = max(viewer, 0), int(s.players)
    if share == 0:
        encode_people(s, viewer, numbers)
        for hex in range(HEXES):
            laid = int(s.laid[hex])
            if laid >= 0:
                side = side_of(owner(laid), me, players)
                numbers[UNSEEN + KINDS * side + kind(laid)] -= 1
    for hex in range(share, HEXES, shares):
        laid = int(s.laid[hex])
        if laid >= 0:
            encode_tile(laid, side_of(owner(laid), me, players), hex, numbers)
    encode_settlements(s, me, numbers, share, shares)


@unfolded
def side_of(player: int, me: int, players: int) -> int:
    """How many seats after the viewer a player sits; a division would take longer than the rest."""
    return (player - me if player >= me else player - me + players) & SEAT_BITS


@unfolded
def encode_people(s: State, viewer: int, numbers: Numbers) -> None:
    """All but the board; tiles that lie on it count as unseen here."""
    me, players = max(viewer, 0), int(s.players)
    numbers[PLAYERS + players - 2] = 1
    numbers[OPTIONS], numbers[OPTIONS + 1] = s.hands, s.figures
    numbers[TURN + side_of(s.turn, me, players)] = 1
    numbers[FIRST + side_of(s.first, me, players)] = 1
    for figure in range(3):
        numbers[LEFT + figure] = s.left[figure]
        numbers[SET_ASIDE + figure] = s.set_aside[figure]
    encode_turn(s, numbers)
    for player in range(players):
        encode_player(s, player, side_of(player, me, players), numbers)
    if viewer >= 0:
        for tile in range(KINDS):
            numbers[OWN_HAND + tile] = s.hand[viewer, tile]


@rule
def encode_turn(s: State, numbers: Numbers) -> None:
    """What is being done."""
    numbers[PHASE + s.phase] = 1
    numbers[PLAYED], numbers[PLAYED + 1] = s.played, s.normal_used
    if s.picked != NONE:
        numbers[PICKED + s.picked] = 1
    if s.lifted != NONE:
        numbers[LIFTED + s.lifted] = 1
    if s.lifted_from != NONE:
        numbers[LIFTED + 3 + s.lifted_from] = 1


@unfolded
def list_tiles(s: State, tiles: Ints, count: int, first: int, last: int) -> int:
    """Add the hexes of a stretch on which tiles lie to a list; how many are in it then.

    Each is written down, and stays if there is a tile: a processor that has to guess where one lies
    guesses wrong too often.
    """
    for hex in range(first, last):
        tiles[count & PLACE_BITS] = hex
        count += s.laid[hex] >= 0
    return count


@unfolded
def encode_tile(laid: int, side: int, hex: int, numbers: Numbers) -> None:
    """A tile on the board, and whose it is."""
    at, tile = HEX_TILES + TILE_NUMBERS * hex, kind(laid)
    numbers[at + side] = 1
    for figure in range(3):
        numbers[at + MOST_PLAYERS + figure] = STRENGTH[tile, figure]
    numbers[at + MOST_PLAYERS + 3] = tile < FAST


@unfolded
def encode_settlements(s: State, me: int, numbers: Numbers, share: int, shares: int) -> None:
    """Figures, and who is how strong around them."""
    players = int(s.players)
    settlements = int(SETTLEMENTS_ON_BOARD[players])
    for settlement in range(share, settlements, shares):
        numbers[GAPS + settlement] = s.gaps[settlement]
    for settlement in range(share, settlements, shares):
        standing = int(s.standing[settlement])
        for figure in range(3):
            numbers[STANDING + 3 * settlement + figure] = (standing >> figure) & 1
    for player in range(players):
        at = STRENGTHS + 3 * side_of(player, me, players)
        for settlement in range(share, settlements, shares):
            for figure in range(3):
                strength = s.strength[settlement, player, figure]
                numbers[at + 3 * MOST_PLAYERS * settlement + figure] = strength


@unfolded
def encode_player(s: State, player: int, side: int, numbers: Numbers) -> None:
    """What is open of one player; as unseen count all tiles but those in hand."""
    numbers[ACTING + side] = (s.acting >> player) & 1
    numbers[SIZES + 2 * side] = s.hand_size[player]
    numbers[SIZES + 2 * side + 1] = s.pile_size[player]
    for figure in range(3):
        numbers[CAPTURED + 3 * side + figure] = s.captured[player, figure]
    unseen = UNSEEN + KINDS * side
    for tile in range(KINDS):
        numbers[unseen + tile] = COPIES[tile] - max(0, s.hand[player, tile])
    if s.picked >= 0 and s.turn == player:
        numbers[unseen + s.picked] -= 1
    numbers[unseen + FIGURE_EXCHANGE] -= s.swapped[player]
