"""Goofspiel's state record."""

from typing import Annotated

import numpy as np

from goofspiel.facts import MOST, MOST_PLAYERS
from tenka.core.layout import Int8, Int16, Ints, Position


class State(Position):
    """The whole table; first index of arrays: the player. NONE and UNKNOWN as in Tenka's core."""

    ties: Int8  # options
    cards: Int8
    turn: Int8  # how many prizes have been turned up; the last of them is bid for
    carried: Int16  # points that earlier ties left
    prizes: Annotated[Ints, np.int8, (MOST,)]  # those turned up, then the others in no order
    bids: Annotated[Ints, np.int8, (MOST_PLAYERS,)]
    hand: Annotated[Ints, np.int8, (MOST_PLAYERS, MOST)]  # 1 for each card not yet opened
    points: Annotated[Ints, np.int16, (MOST_PLAYERS,)]
