"""What a player of one match sees, as arrays: shared by PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tenka.core.game import Game
from tenka.core.layout import Floats
from tenka.core.match import Match

EDGE = 10.0  # no number of an observation is further from 0
Mask = NDArray[np.int8]


class Sight:
    """Observations and masks of one game, and the spaces that hold them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.decisions = len(game.actions)
        self._scratch = np.zeros(1, dtype=game.dtype)
        self._eyes = np.zeros(1, dtype=np.int8)
        self._numbers = np.zeros((1, game.observation_size), dtype=np.int8)

    def observation_space(self, count: int = 1) -> spaces.Box:
        """Where observations lie, or so many of them one after another."""
        return spaces.Box(-EDGE, EDGE, (count * self.game.observation_size,), np.float32)

    def mask_space(self) -> spaces.Box:
        """Where masks lie; a Box, because Gymnasium samples with masks of int8."""
        return spaces.Box(0, 1, (self.decisions,), np.int8)

    def observation(self, match: Match, player: int) -> Floats:
        """What a player sees, as a new array."""
        values = np.empty((1, self.game.observation_size), dtype=np.float32)
        self._eyes[0] = player
        # The match's memory itself: `Game.observe` would copy the state twice first.
        state, scratch = match.address, self._scratch.ctypes.data
        self.game.engine.observe_many(state, self._eyes, self._numbers, values, scratch, 0, 1)
        return np.asarray(values[0])

    def mask(self, match: Match, player: int | None) -> Mask:
        """What a player may decide, as ones in a new array; nothing without a player."""
        mask = np.zeros(self.decisions, dtype=np.int8)
        if player is not None:
            mask[[action.id for action in match.legal(player)]] = 1
        return mask
