"""Observations for learning: a redacted state as numbers, the viewer first, then seat by seat."""

from __future__ import annotations

from tenka.core.game import Observation
from tenka.core.layout import NONE, Floats, scratch
from tenka.core.rule import rule
from tenka.games.samurai.facts import (
    COPIES,
    FAST,
    FIGURES,
    HAND,
    HEXES,
    KINDS,
    LAND_AROUND,
    MOST_PLAYERS,
    PILE,
    SETTLEMENTS,
    SETTLEMENTS_ON_BOARD,
    STRENGTH,
    TILES_EACH,
)
from tenka.games.samurai.state import PHASES, State, kind, owner
from tenka.games.samurai.view import unseen_tiles

TILE_NUMBERS = MOST_PLAYERS + len(FIGURES) + 1  # of one hex

OBSERVATION = Observation()

PLAYERS = OBSERVATION.block("players", 3, "one of these is 1: two, three, four players")
OPTIONS = OBSERVATION.block("options", 2, "hands at random, figures at random")
PHASE = OBSERVATION.block("phase", len(PHASES), "one of these is 1")
ACTING = OBSERVATION.block("acting", MOST_PLAYERS, "who may decide now")
TURN = OBSERVATION.block("turn", MOST_PLAYERS, "whose turn it is")
FIRST = OBSERVATION.block("first", MOST_PLAYERS, "the first player")
PLAYED = OBSERVATION.block("tiles_played", 2, "this turn: how many / 5, a normal one")
PICKED = OBSERVATION.block("picked", KINDS, "the tile to be laid now")
LIFTED = OBSERVATION.block(
    "lifted", 3 + SETTLEMENTS, "the figure to be placed or swapped: its kind, its settlement"
)
HEX_TILES = OBSERVATION.block(
    "hexes", HEXES * TILE_NUMBERS, "per hex: owner, strength per kind of figure / 4, normal"
)
STANDING = OBSERVATION.block(
    "figures", SETTLEMENTS * 3, "per settlement, 1 for each kind that stands there"
)
GAPS = OBSERVATION.block(
    "gaps", SETTLEMENTS, "per settlement, empty land hexes around / all of them"
)
STRENGTHS = OBSERVATION.block(
    "strength", SETTLEMENTS * MOST_PLAYERS * 3, "per settlement, player, kind, / 10"
)
LEFT = OBSERVATION.block("left", 3, "figures on the board / 13")
SET_ASIDE = OBSERVATION.block("set_aside", 3, "figures set aside / 4")
CAPTURED = OBSERVATION.block("captured", MOST_PLAYERS * 3, "per player and kind / 13")
OWN_HAND = OBSERVATION.block("hand", KINDS, "the viewer's tiles by kind")
UNSEEN = OBSERVATION.block(
    "unseen", MOST_PLAYERS * KINDS, "per player, tiles that may still come, / their number"
)
SIZES = OBSERVATION.block("sizes", MOST_PLAYERS * 2, "per player: hand / 5, pile / 15")


@rule
def encode(s: State, viewer: int, values: Floats) -> None:
    """Write the observation; `values` comes in as zeros. A spectator sits in the first seat."""
    me = max(viewer, 0)
    values[PLAYERS + s.players - 2] = 1
    values[OPTIONS], values[OPTIONS + 1] = s.hands, s.figures
    values[PHASE + s.phase] = 1
    values[TURN + side_of(s, s.turn, me)] = 1
    values[FIRST + side_of(s, s.first, me)] = 1
    values[PLAYED], values[PLAYED + 1] = s.played / HAND, s.normal_used
    if s.picked != NONE:
        values[PICKED + s.picked] = 1
    if s.lifted != NONE:
        values[LIFTED + s.lifted] = 1
    if s.lifted_from != NONE:
        values[LIFTED + 3 + s.lifted_from] = 1
    encode_hexes(s, me, values)
    encode_settlements(s, me, values)
    for player in range(s.players):
        encode_player(s, player, side_of(s, player, me), values)
    for figure in range(3):
        values[LEFT + figure] = s.left[figure] / 13
        values[SET_ASIDE + figure] = s.set_aside[figure] / 4
    if viewer >= 0:
        for tile in range(KINDS):
            values[OWN_HAND + tile] = s.hand[viewer, tile]


@rule
def side_of(s: State, player: int, me: int) -> int:
    """How many seats after the viewer a player sits."""
    return (player - me + s.players) % s.players


@rule
def encode_hexes(s: State, me: int, values: Floats) -> None:
    """The tiles on the board."""
    for hex in range(HEXES):
        if s.laid[hex] >= 0:
            at = HEX_TILES + TILE_NUMBERS * hex
            tile = kind(s.laid[hex])
            values[at + side_of(s, owner(s.laid[hex]), me)] = 1
            for figure in range(3):
                values[at + MOST_PLAYERS + figure] = STRENGTH[tile, figure] / 4
            values[at + MOST_PLAYERS + 3] = tile < FAST


@rule
def encode_settlements(s: State, me: int, values: Floats) -> None:
    """Figures, and who is how strong around them."""
    for settlement in range(SETTLEMENTS_ON_BOARD[s.players]):
        values[GAPS + settlement] = s.gaps[settlement] / LAND_AROUND[settlement]
        for figure in range(3):
            values[STANDING + 3 * settlement + figure] = (s.standing[settlement] >> figure) & 1
            for player in range(s.players):
                at = STRENGTHS + 3 * (MOST_PLAYERS * settlement + side_of(s, player, me))
                values[at + figure] = s.strength[settlement, player, figure] / 10


@rule
def encode_player(s: State, player: int, side: int, values: Floats) -> None:
    """What is open of one player."""
    values[ACTING + side] = (s.acting >> player) & 1
    values[SIZES + 2 * side] = s.hand_size[player] / HAND
    values[SIZES + 2 * side + 1] = s.pile_size[player] / PILE
    for figure in range(3):
        values[CAPTURED + 3 * side + figure] = s.captured[player, figure] / 13
    tiles = scratch(TILES_EACH)
    for i in range(unseen_tiles(s, player, tiles)):
        values[UNSEEN + KINDS * side + tiles[i]] += 1 / COPIES[tiles[i]]
