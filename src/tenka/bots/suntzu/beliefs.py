"""What the opponents believe: how firmly armies hold a province, and what else is worth points.

The columns of `worth` are in `search`. Its numbers are given here in points of the track; how much
a point tells about the winner grows from round to round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tenka.bots.suntzu.search import (
    CARDS,
    DRAWS,
    FEATURES,
    HELD,
    POOLS,
    REACH,
    RESERVES,
    SCORING,
    SHORT,
    SIXES,
    TRACK,
    Reals,
)
from tenka.games.suntzu.facts import LAST_ROUND_OF_MARCHES, MARCH, REINFORCE, REMOVE, ROUNDS

LOGIT_OF_A_POINT = (0.16, 0.17, 0.19, 0.22, 0.23, 0.25, 0.33, 0.35, 0.4, 1.5)  # by rounds played
FADING = (1, 1, 1, 1, 1, 1, 0.95, 0.9, 0.7, 0)  # what cards are still good for
TIE_BREAK = 0.02  # an army in the pool after the last round
ONLY_UNTIL_SIX = [HELD + MARCH, HELD + REINFORCE, HELD + 5 + REMOVE]

# How often the holder of 0, 1, 2 ... armies holds the province some rounds later, less how often
# the other does; seen in games between strong players.
SEEN_TO_HOLD = np.array(
    [
        [0, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        [0, 0.42, 0.56, 0.69, 0.75, 0.85, 0.90, 0.94, 0.95, 1],
        [0, 0.25, 0.37, 0.51, 0.66, 0.75, 0.79, 0.79, 0.84, 0.91],
        [0, 0.24, 0.38, 0.48, 0.58, 0.74, 0.77, 0.83, 0.91, 0.96],
        [0, 0.17, 0.30, 0.43, 0.51, 0.66, 0.76, 0.85, 0.87, 0.95],
        [0, 0.11, 0.16, 0.29, 0.43, 0.53, 0.65, 0.69, 0.75, 0.84],
        [0, 0.11, 0.16, 0.27, 0.40, 0.43, 0.55, 0.55, 0.71, 0.71],
        [0, 0.03, 0.11, 0.26, 0.26, 0.47, 0.49, 0.53, 0.53, 0.83],
        [0, 0.04, 0.04, 0.20, 0.29, 0.30, 0.30, 0.51, 0.51, 0.71],
        [0, 0.04, 0.04, 0.20, 0.29, 0.30, 0.30, 0.51, 0.51, 0.60],
    ]
)


@dataclass(frozen=True)
class Points:
    """What things are worth, in points of the track."""

    cards: tuple[float, ...]  # 7 8 9 10 +1 +2 +3 -1 plague
    early: float = 1  # times a card's worth in rounds 1 to 3 ...
    late: float = 1  # ... and in rounds 7 to 9
    later: float = 1  # a point in the scoring after the next ...
    last: float = 1  # ... and in the one after that
    draw: float = 0.8  # a third card to draw
    six: float = 0.5  # a province where the 6 can still be used
    short: float = -0.3  # an army that a small pool lacks
    pool: float = 0  # any army in the pool
    reserve: float = 0.05  # a reinforcement
    general: float = 0.8  # one not yet used

    def table(self) -> Reals:
        """The weights of all features after 0 to 9 rounds."""
        worth = np.zeros((ROUNDS + 1, FEATURES))
        for done, row in enumerate(worth):
            self._fill(row, done)
            row *= LOGIT_OF_A_POINT[done]
        worth[ROUNDS, POOLS] = TIE_BREAK
        return worth

    def _fill(self, row: Any, done: int) -> None:
        row[TRACK], row[SCORING : SCORING + 3] = 1, (1, self.later, self.last)
        if done == ROUNDS:
            return
        phase = (self.early, 1, self.late)[done // 3]
        row[CARDS:HELD] = np.array(self.cards) * phase * FADING[done]
        row[DRAWS], row[SIXES] = self.draw * FADING[done], self.six
        row[SHORT], row[POOLS], row[RESERVES] = self.short, self.pool, self.reserve
        row[HELD:] = self.general
        if done >= LAST_ROUND_OF_MARCHES:
            row[ONLY_UNTIL_SIX] = 0


def plain_hold() -> Reals:
    """A rule of thumb: the more armies and the fewer rounds, the firmer."""
    rounds, armies = np.mgrid[0 : ROUNDS + 1, 0 : REACH + 1]
    firm = np.tanh(armies / (2.2 * rounds**0.6 + 1)) * np.where(rounds < 4, 1, 0.8)
    return np.asarray(np.where(rounds == 0, armies > 0, firm), dtype=np.float64)


def tuned_hold(next_round: float, second: float, farther: float) -> Reals:
    """What was seen, bent: a power below zero makes the first army count for more."""
    bends = np.array([0, next_round, second] + [farther] * (ROUNDS - 2))
    return np.asarray(SEEN_TO_HOLD ** np.exp(bends)[:, None])


PLAIN = plain_hold(), Points(cards=(0.6, 0.8, 1, 1.2, 0.6, 0.9, 1, 0.4, 0.8)).table()
TUNED = (
    tuned_hold(-0.43, -0.13, -0.25),
    Points(
        cards=(1.02, 1.03, 1.1, 1.26, 1.27, 1.04, 0.92, 0.71, 1.12),
        early=1.72,
        late=1.92,
        later=0.47,
        last=0.88,
        draw=0.83,
        six=0.73,
        short=-0.37,
        pool=0.1,
        reserve=0.49,
        general=0.77,
    ).table(),
)
