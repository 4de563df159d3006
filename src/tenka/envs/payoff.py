"""What the end of a match is worth: the one definition for all interfaces."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def rewards_of(winners: NDArray[np.integer[Any]], players: int) -> NDArray[np.float64]:
    """Rewards (matches, players) of matches whose winners are bits: they sum to 0.

    A sole winner gets 1 and each of the n - 1 others -1 / (n - 1); those who share a win share
    what it brings, and if all players do, everyone gets 0.

    >>> rewards_of(np.array([0b001, 0b011, 0b111]), 3).tolist()
    [[1.0, -0.5, -0.5], [0.25, 0.25, -0.5], [0.0, 0.0, 0.0]]
    """
    won = (winners[:, None] >> np.arange(players) & 1).astype(np.float64)
    shares = won / won.sum(axis=1, keepdims=True)
    return np.asarray((players * shares - 1) / (players - 1))
