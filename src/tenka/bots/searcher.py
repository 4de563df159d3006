"""What opponents that search have in common: warming up, keeping time, and halving."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tenka.core.code import Code
from tenka.core.game import Action, Game
from tenka.core.layout import Ints
from tenka.core.match import Match
from tenka.core.players import MOST_PLAYERS

Reals = NDArray[np.float64]


class Searcher(ABC):
    """An opponent that looks ahead.

    Its effort is fixed by the time to think, so that a decision depends on nothing but what is
    seen; the clock stops it only on a machine that is far slower than expected.
    """

    NEEDS_SPEED = False  # whether it tries too little to be itself while that is interpreted
    LATEST = 0.8  # of the time to think: what is left of a search then is left out
    MEMORY = 1.0  # how much of what was tried before a halving counts after it
    AT_ONCE = 1  # options that are tried in drawn states between two looks at the clock
    NEAR = 0.0  # in chances of the win: what is no worse than that is as good
    effort = 1  # until it has warmed up

    def __init__(self, game: Game, think_ms: int) -> None:
        self.game = game
        self.think_ms = think_ms
        self._deadline = float("inf")
        self.finalists = np.zeros(0, dtype=np.int64)

    @staticmethod
    @abstractmethod
    def code(game: Game) -> Code:
        """What it searches with."""

    @staticmethod
    def clock() -> float:
        """Seconds by which time is kept; an arena on a busy machine puts another clock here."""
        return time.perf_counter()

    def warm_up(self, **options: Any) -> None:
        """Decide once, so that nothing is left to compile when time counts."""
        if not self.code(self.game).get_ready():
            return  # interpreted: there is nothing to wait for
        match = Match(self.game, self.game.choose(None, options), 0)
        player = match.to_act[0]
        rng = np.random.default_rng(0)
        self.act(player, match.redacted(player), match.legal(player), rng)

    def act(self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """One of the legal decisions; where there is but one, without a thought."""
        if len(legal) == 1:
            return legal[0]
        self._deadline = self.clock() + self.LATEST * self.think_ms / 1000
        return self.decide(player, seen, legal, rng)

    @abstractmethod
    def decide(
        self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator
    ) -> Action:
        """One of several legal decisions."""

    def late(self) -> bool:
        """Whether the rest of a search must be left out."""
        return self.clock() > self._deadline

    def halve(
        self,
        me: int,
        alive: Ints,
        prior: Reals,
        effort: float,
        ponder: Callable[[Ints, Reals, int, int], int],
    ) -> int:
        """Try the options that are alive, and halve them again and again until one is left.

        `ponder` tries them in the drawn states of some numbers, tallies for each how often and how
        well everyone did, and says what effort that took. `prior` is what an option has to begin
        with. Those of the last to be compared that are as good as the best go to `finalists`.
        """
        tallies = np.zeros((len(prior), 1 + MOST_PLAYERS))
        halvings = max(1, int(np.ceil(np.log2(len(alive)))))
        made = worlds = 0
        for halving in range(1, halvings + 1):
            while made < effort * halving / halvings and not (made and self.late()):
                more = max(1, self.AT_ONCE // len(alive))
                made += ponder(alive, tallies, worlds, worlds + more)
                worlds += more
            means = tallies[alive, 1 + me] / np.maximum(tallies[alive, 0], 1)
            worth = means + prior[alive]
            order = np.argsort(-worth, kind="stable")
            self.finalists = alive[order[worth[order] >= worth.max() - self.NEAR]]
            alive = alive[order[: (len(alive) + 1) // 2]]
            tallies *= self.MEMORY
        return int(alive[0])
