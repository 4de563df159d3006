"""What Samurai's opponents weigh: found by playing against each other, not by hand.

The player's weights won the most games of the quick policy against itself; the judges' weights
tell best who won, from positions of such games, one for each number of players. What the master
goes by beside these can be learned from its own games, see `learning`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tenka.bots.samurai.judgement import MIND, MOST_GAPS, MOST_STRENGTH


@dataclass(frozen=True)
class Weights:
    """How a position is weighed, see `judgement`."""

    heat: tuple[float, ...]  # by gaps from one: how much strength it takes to be ahead
    tempo: tuple[float, float, float]  # for the next to move, with one, two, and more gaps
    nobody: tuple[float, float]  # with up to two gaps, and more
    ladder: tuple[float, float, float, float]
    thrift: float


PLAYER = Weights(
    heat=(1.928, 2.766, 3.657, 3.917, 3.782, 4.811),
    tempo=(1.817, 0.922, 1.022),
    nobody=(0.282, 0.389),
    ladder=(0.487, 2.418, 0.097, 0.23),
    thrift=0.0,
)
# What tiles are worth kept, in figures, in the order of the tiles.
COSTS = (
    *(0.115, 0.111, 0.249) * 3,
    *(0.054, 0.178, 0.211, 0.589),
    *(0.351, 0.183, 0.33, 0.993),
)
NO_NORMAL_TILE = -0.322  # what ending a turn without one is worth
JUDGES = {
    2: Weights(
        heat=(2.794, 3.032, 4.832, 3.879, 2.503, 4.811),
        tempo=(1.499, 1.051, 1.063),
        nobody=(0.385, 0.416),
        ladder=(0.071, 0.799, 0.097, 0.23),
        thrift=0.01,
    ),
    3: Weights(
        heat=(2.389, 3.337, 3.094, 2.424, 2.181, 4.811),
        tempo=(1.562, 1.037, 1.006),
        nobody=(0.375, 0.433),
        ladder=(0.001, 1.245, 0.076, 1.037),
        thrift=0.032,
    ),
    4: Weights(
        heat=(2.396, 3.034, 3.362, 3.028, 2.648, 4.811),
        tempo=(1.455, 1.044, 1.024),
        nobody=(0.14, 0.147),
        ladder=(0.001, 1.192, 0.0, 0.724),
        thrift=0.016,
    ),
}


def player() -> np.recarray[Any, Any]:
    """A mind that plays."""
    return mind(PLAYER)


def judge(players: int) -> np.recarray[Any, Any]:
    """A mind that tells who will win."""
    return mind(JUDGES[players])


def mind(weights: Weights) -> np.recarray[Any, Any]:
    """A mind with these weights."""
    made = np.zeros(1, dtype=MIND).view(np.recarray)
    heat = np.array((1.0, *weights.heat))  # without gaps nothing is left to chance
    made.grip[0] = np.exp(np.arange(MOST_STRENGTH) / heat[:, None])
    made.tempo[0] = (1, *weights.tempo, *weights.tempo[-1:] * (MOST_GAPS - 4))
    made.nobody[0] = (*weights.nobody[:1] * 3, *weights.nobody[1:] * (MOST_GAPS - 3))
    made.cost[0] = COSTS
    made.ladder[0] = (*weights.ladder, NO_NORMAL_TILE)
    made.thrift[0] = weights.thrift
    return made
