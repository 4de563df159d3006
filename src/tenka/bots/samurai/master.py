"""Samurai's master: it looks for replies to its moves, and for replies to those."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator

from tenka.bots.samurai.compiled import code
from tenka.bots.samurai.knowledge import Knowledge, knowledge
from tenka.bots.samurai.levels import Ask, Expert
from tenka.bots.samurai.tree import ROOTS, TREE
from tenka.bots.samurai.weights import mind, player
from tenka.bots.searcher import Reals
from tenka.core.game import Action, Game
from tenka.core.layout import NONE, Ints

# By players: how many rounds are played on, and how much of what was tried before a halving counts
# after it. The tree has grown since, but with more players chance has more to say.
FAR = {2: (3, 0.5), 3: (3, 0.5), 4: (2, 1.0)}


class Master(Expert):
    """Tries the best moves as the expert does, but grows a tree of what may follow each."""

    EFFORT = 25_000
    AT_LEAST = 9  # what a decision takes, in settlements looked at, beside those with figures
    learning = f"{__package__}.learning:main"

    def __init__(self, game: Game, think_ms: int) -> None:
        self._explore = code(game)["explore"]
        self._tree = np.zeros(1, dtype=TREE).view(np.recarray)
        self._ready = player()
        super().__init__(game, think_ms)

    def knows(self, players: int) -> Knowledge:
        """What it goes by in games with so many players."""
        return knowledge(players)

    def judging(self, players: int) -> np.recarray[Any, Any]:
        """The mind that tells who will win."""
        return mind(self.knows(players).judge)

    def decide(self, player: int, seen: Any, legal: list[Action], rng: Generator) -> Action:
        """A move, with an effort by how much there is to look at."""
        self._peopled = int(np.count_nonzero(seen.standing))
        return super().decide(player, seen, legal, rng)

    def _decisions(self, players: int) -> float:
        return self.effort / (self.AT_LEAST + self._peopled)

    def _choose(self, count: int, me: int, players: int, ask: Ask, rng: Generator) -> int:
        self.ROUNDS, self.MEMORY = FAR[players]
        known, tree = self.knows(players), self._tree[0]
        tree.heat[0], tree.bias[:] = known.heat, known.bias
        return super()._choose(count, me, players, ask, rng)

    def _trying(self, ask: Ask) -> Callable[[Ints, Reals, int, int], int]:
        tree = self._tree[0]
        tree.count[0] = ROOTS
        tree.child[:ROOTS] = NONE
        tree.tried[:ROOTS] = tree.won[:ROOTS] = 0

        def explore(alive: Ints, tallies: Reals, first: int, last: int) -> int:
            where = self._tree.ctypes.data, self._ready.ctypes.data
            made: int = self._explore(*ask, *where, alive, tallies, first, last, self.ROUNDS)
            return made

        return explore
