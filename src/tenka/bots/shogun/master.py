"""Shogun's master: the expert's search, with weights that were learned by playing.

What cards, armies and provinces are worth, and how likely what one has leads to the win, it learned
from some two million games against itself, apart for each number of players (see `learning`).
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from tenka.bots.shogun.levels import Expert
from tenka.bots.shogun.weights import mind
from tenka.bots.stored import stored
from tenka.core.game import Game
from tenka.core.layout import Ints

FILE = "learned.json"
DIGEST = "a24f0b5d2c5bf82e22c5ecb3b4266cac78d409207b61973276d214fe94364410"


def learned(players: int, error: float = 0.0) -> np.recarray[Any, Any]:
    """A mind that learned to play with so many players, and misjudges worths by about so much."""
    weights = json.loads(stored(__package__, FILE, DIGEST))[str(players)]
    made = mind(error)
    made.worth[0] = weights["worth"]
    made.outlook[0, 1:] = weights["outlook"]
    made.certainty[0, 1:] = 1.0
    return made


class Master(Expert):
    """Searches as the expert does, and knows better what things are worth."""

    EFFORT = 1_500  # per millisecond to think, see `search`
    learning = f"{__package__}.learning:main"

    def __init__(self, game: Game, think_ms: int) -> None:
        self._learned = {
            players: (learned(players), learned(players, self.RIVALS)) for players in game.players
        }
        super().__init__(game, think_ms)

    def _choose(self, state: Any, me: int, keys: Ints) -> Ints:
        self._mind, self._rival = self._learned[int(state[0].players)]
        return super()._choose(state, me, keys)
