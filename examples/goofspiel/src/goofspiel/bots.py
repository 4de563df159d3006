"""Goofspiel's opponents, beside `random`, which every game has."""

from typing import Any

import numpy as np

from goofspiel.facts import BID
from tenka.core.game import Action


class Matcher:
    """Bids the card of the prize's own worth: the best answer to bids at random."""

    def act(self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """The card that fits or, where somebody else has bid for this seat before, the nearest."""
        wanted = BID + int(seen.prizes[seen.turn - 1])
        return min(legal, key=lambda action: abs(action.id - wanted))


LEVELS = {"matcher": lambda game, think_ms: Matcher()}
