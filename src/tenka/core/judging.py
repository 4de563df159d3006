"""What a level offers that can tell who will win: the raw material of all analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tenka.core.game import Action
from tenka.core.layout import Ints

Reals = NDArray[np.float64]
Line = tuple[int, ...]  # decisions of one player that are one choice, such as a tile and its hex


class Judging(Protocol):
    """Judges positions by drawing states that may be the true one and playing them on.

    Chances are of all players to win, from 0 to 1, and depend on what is seen and on the seed
    alone; the same seed draws the same states, so that what is compared meets the same luck.
    """

    # How far chances are to be sharpened at the beginning and at the end of a game to be true:
    # found by `benchmarks.calibration` from games of all levels.
    SHARPNESS: tuple[float, float]

    def progress(self, seen: Any) -> float:
        """How much of the game is over, from 0 to 1."""

    def chances(self, viewer: int | None, seen: Any, seed: int, draws: int) -> Reals:
        """Everyone's chance, as the viewer knows the position; None knows all that anybody does."""

    def cut(self, seen: Any, coming: Sequence[int]) -> int:
        """How many of the next decisions of the player who sees this are one choice."""

    def lines(self, player: int, seen: Any, legal: Sequence[Action], seed: int) -> list[Line]:
        """The choices that deserve a thought, the most promising first."""

    def weigh(self, player: int, seen: Any, lines: Sequence[Line], seed: int, draws: int) -> Reals:
        """Everyone's chance after each choice: one row a line."""


def keys_of(seed: int) -> Ints:
    """The keys of drawn states, by a seed."""
    return np.random.default_rng(seed).integers(0, 2**31, size=2)
