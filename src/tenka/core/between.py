"""Strengths between two levels: by less time to think, or by noise.

`expert/10` is an expert with a tenth of the time; `novice~adept` makes each decision as one of the
two would, by the toss of a coin. `tenka.ratings` knows how strong each of them is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tenka.core.game import Action

if TYPE_CHECKING:
    from tenka.core.registry import Bot

NOISE, TIME = "~", "/"
LEAST_MS = 1


@dataclass(frozen=True)
class Strength:
    """A level, or what makes it weaker."""

    level: str
    weaker: str | None = None  # who makes every other decision
    part: int = 1  # of the time to think: one in so many

    @classmethod
    def named(cls, name: str) -> Strength:
        """What the name of a strength says; any other name is that of a level."""
        weaker, noise, level = name.partition(NOISE)
        if noise:
            return cls(level, weaker)
        level, _, part = name.partition(TIME)
        return cls(level, part=int(part)) if part.isdecimal() and int(part) else cls(name)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that it is made of."""
        return (self.level,) if self.weaker is None else (self.weaker, self.level)

    def time(self, think_ms: int) -> int:
        """How much of the time to think it takes."""
        return max(LEAST_MS, think_ms // self.part)


class Wavering:
    """Two bots of whom now one decides, now the other."""

    def __init__(self, weaker: Bot, stronger: Bot) -> None:
        self._two = (weaker, stronger)

    def act(self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """As one of the two would decide."""
        return self._two[int(rng.integers(2))].act(player, seen, legal, rng)
