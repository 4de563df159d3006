"""Samurai's state record, and small questions about it."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from tenka.core.game import Words
from tenka.core.layout import Int8, Ints, Position
from tenka.core.rule import rule
from tenka.games.samurai.facts import (
    FIGURES,
    HEXES,
    KINDS,
    LAND,
    MOST_PLAYERS,
    PILE,
    SEA,
    SETTLEMENTS,
)

# What the table is doing: each phase is one question.
PHASES = Words()
CHOOSE_HANDS = PHASES.word("choose hands")
TAKE_FIGURE = PHASES.word("take a figure")
PLACE_FIGURE = PHASES.word("place the figure")
PLAY_TILE = PHASES.word("play a tile")
LAY_TILE = PHASES.word("lay the tile")
TAKE_BACK = PHASES.word("take a tile back")
LIFT_FIGURE = PHASES.word("lift a figure")
SWAP_FIGURE = PHASES.word("swap the figure")
OVER = PHASES.word("over")

# By what the winner was found: the rungs of the ladder.
DECIDERS = Words()
BY_KINDS = DECIDERS.word("most kinds led")
BY_LEAD = DECIDERS.word("the only leader")
BY_OTHERS = DECIDERS.word("figures of other kinds")
BY_TOTAL = DECIDERS.word("figures in all")
SHARED = DECIDERS.word("shared win")

# Values of the options.
CHOSEN, RANDOM_HANDS = 0, 1
PLACED, RANDOM_FIGURES = 0, 1
HIDDEN, OPEN = 0, 1

FOURTH_SET_ASIDE = 1 << len(FIGURES)  # in `ending`, beside one bit per kind that is all gone

Int64 = Annotated[int, np.int64]


class State(Position):
    """The whole table. First index of arrays: player or place; NONE and UNKNOWN as in core."""

    hands: Int8  # options, as numbers of their values
    figures: Int8
    captures: Int8
    phase: Int8
    first: Int8  # the first player
    turn: Int8  # whose turn it is
    played: Int8  # tiles this turn
    normal_used: Int8  # 1 once the turn's normal tile has been played
    ending: Int8
    decider: Int8

    picked: Int8  # the tile taken from the hand, or back from the board, and not yet laid
    lifted: Int8  # the figure taken to be placed or swapped ...
    lifted_from: Int8  # ... and the settlement that it is swapped out of

    standing: Annotated[Ints, np.int8, (SETTLEMENTS,)]  # figures there, as a mask
    left: Annotated[Ints, np.int8, (3,)]  # of each kind, on the board
    stock: Annotated[Ints, np.int8, (3,)]  # of each kind, not yet on the board
    captured: Annotated[Ints, np.int8, (MOST_PLAYERS, 3)]
    set_aside: Annotated[Ints, np.int8, (3,)]

    laid: Annotated[Ints, np.int8, (HEXES,)]  # the tile on a hex: player * KINDS + kind
    normals: Annotated[Ints, np.int8, (MOST_PLAYERS,)]  # normal tiles on the board
    swapped: Annotated[Ints, np.int8, (MOST_PLAYERS,)]  # 1 once the figure exchange is gone
    hand: Annotated[Ints, np.int8, (MOST_PLAYERS, KINDS)]  # how many of each kind
    hand_size: Annotated[Ints, np.int8, (MOST_PLAYERS,)]
    pile: Annotated[Ints, np.int8, (MOST_PLAYERS, PILE)]  # from the bottom to the top
    pile_size: Annotated[Ints, np.int8, (MOST_PLAYERS,)]

    # What follows from the tiles on the board, kept up as they fall.
    strength: Annotated[Ints, np.int8, (SETTLEMENTS, MOST_PLAYERS, 3)]  # for each kind of figure
    gaps: Annotated[Ints, np.int8, (SETTLEMENTS,)]  # empty land hexes around
    closed: Int64  # settlements surrounded this turn, as a mask
    free_land: Annotated[Ints, np.uint8, (LAND,)]  # the empty hexes, in any order
    free_sea: Annotated[Ints, np.uint8, (SEA,)]
    free_at: Annotated[Ints, np.uint8, (HEXES,)]  # where an empty hex stands in its list
    land_count: Int8
    sea_count: Int8


@rule
def owner(tile: int) -> int:
    """Whose a tile on the board is."""
    return tile // KINDS


@rule
def kind(tile: int) -> int:
    """What kind of tile one on the board is."""
    return tile % KINDS


@rule
def figures_in_all(s: State, player: int) -> int:
    """How many figures a player has captured."""
    return s.captured[player, 0] + s.captured[player, 1] + s.captured[player, 2]
