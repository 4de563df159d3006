"""The weakest opponent, which every game has."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.core.game import Action, Game


class RandomBot:
    """Any legal decision, each as likely as the next."""

    def __init__(self, game: Game, think_ms: int) -> None:
        self.game = game
        self.think_ms = think_ms

    def act(self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """One of the legal decisions."""
        return legal[int(rng.integers(len(legal)))]


LEVELS = {"random": RandomBot}
