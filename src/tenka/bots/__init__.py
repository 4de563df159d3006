"""Opponents. They get the redacted state and the legal decisions, never the state itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka import games as _games  # noqa: F401  (the games come first)
from tenka.core.game import Action, Game
from tenka.core.registry import games, register_bot


class RandomBot:
    """Any legal decision, each as likely as the next."""

    def __init__(self, game: Game, think_ms: int) -> None:
        self.game = game
        self.think_ms = think_ms

    def act(self, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """One of the legal decisions."""
        return legal[int(rng.integers(len(legal)))]


for _name in games():
    register_bot(_name, "random", RandomBot)

from tenka.bots import samurai as _samurai  # noqa: E402, F401  (after `random`, the weakest)
from tenka.bots import shogun as _shogun  # noqa: E402, F401  (after `random`, the weakest)
from tenka.bots import suntzu as _suntzu  # noqa: E402, F401  (after `random`, the weakest)
