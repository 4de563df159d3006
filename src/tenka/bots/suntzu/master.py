"""Sun Tzu's master: a network that learned by playing against itself, and nothing else.

It says how often each decision is to be made. Against somebody who may guess one's orders that is
worth more than the best orders are: there is no search, and nothing that could be foreseen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.bots.network import Network
from tenka.bots.searcher import Reals
from tenka.core.game import Action, Game
from tenka.core.layout import pointer_to

WEIGHTS = "54a954153284a97530629699b2926c1963afbbaa2328b061defffe40de82b580"


class Master:
    """Makes each decision as often as the network says."""

    learning = f"{__package__}.learning:main"

    def __init__(self, game: Game, think_ms: int) -> None:
        self.game, self.think_ms = game, think_ms
        self._state_at = pointer_to(game.dtype)
        self._network = Network.of(__package__, "master.npz", WEIGHTS)

    def act(self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """One of the legal decisions; where there is but one, without a thought."""
        if len(legal) == 1:
            return legal[0]
        return legal[int(rng.choice(len(legal), p=self.odds(player, seen, legal)))]

    def odds(self, player: int, seen: Any, legal: list[Action]) -> Reals:
        """How often each of the legal decisions is to be made."""
        state = np.frombuffer(bytearray(seen.tobytes()), dtype=self.game.dtype)
        numbers = np.zeros(self.game.observation_size, dtype=np.int8)
        self.game.rules.encode(self._state_at(state.ctypes.data), player, numbers)
        return self._network.odds(numbers, [action.id for action in legal])
