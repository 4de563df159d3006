"""Samurai's opponents: one way to judge a position, and three ways to use it.

`novice` takes a move that looks good but errs about how good, `adept` the move with the best
position after it, `expert` plays the most promising moves on, in many states that may be the true
one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator

from tenka.bots.samurai.compiled import code
from tenka.bots.samurai.judging import SamuraiJudge
from tenka.bots.samurai.weights import judge, player
from tenka.bots.searcher import Reals, Searcher
from tenka.core.game import CHOICES, Action, Game
from tenka.core.journal import JOURNAL
from tenka.core.layout import Ints
from tenka.games.samurai.actions import TILE
from tenka.games.samurai.facts import SETTLEMENTS_ON_BOARD, TILES
from tenka.games.samurai.state import CHOOSE_HANDS, PLAY_TILE

MOST_MOVES = 512
Ask = tuple[Any, ...]  # what every question to compiled search begins with


class SamuraiBot(Searcher):
    """What all three share: room to think in, and the moves with the positions after them."""

    code = staticmethod(code)
    # Those who began with these won most often; there are two of one kind.
    FIRST_HAND = tuple(TILES.index(name) for name in ("samurai2", "samurai3", "ronin1", "ship2"))

    def __init__(self, game: Game, think_ms: int) -> None:
        super().__init__(game, think_ms)
        self._propose, self._ponder = code(game)["propose"], code(game)["ponder"]
        self._room = [
            np.zeros(1, dtype=kind) for kind in (game.dtype, game.dtype, JOURNAL, CHOICES)
        ]
        self._minds = {players: (player(), self.judging(players)) for players in game.players}
        self._moves = np.zeros((MOST_MOVES, 2), dtype=np.int64)
        self._values, self._costs = np.zeros(MOST_MOVES), np.zeros(MOST_MOVES)
        self.warm_up(hands="random", figures="random")

    def judging(self, players: int) -> np.recarray[Any, Any]:
        """The mind that tells who will win."""
        return judge(players)

    def decide(
        self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator
    ) -> Action:
        """A move that is listed by compiled search, or one before the first turn."""
        if seen.phase < PLAY_TILE:
            return self._prepare(seen, legal, rng)
        state = np.frombuffer(bytearray(seen.tobytes()), dtype=self.game.dtype)
        mine, judges = self._minds[int(seen.players)]
        keys = rng.integers(0, 2**31, size=2)
        desk = [part.ctypes.data for part in (state, *self._room, mine)]
        about = (player, keys, self._moves)
        count = self._propose(*desk, *about, self._values, self._costs)
        ask = (*desk, judges.ctypes.data, *about)
        players = int(seen.players)
        chosen = self._choose(count, player, players, ask, rng) if count > 1 else 0
        return self.game.actions[int(self._moves[chosen, 0])]

    def _prepare(self, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """Before the first turn: the first hand, and figures wherever it may be."""
        if seen.phase == CHOOSE_HANDS:
            for action in legal:
                if action.id - TILE in self.FIRST_HAND:
                    return action
        return legal[int(rng.integers(len(legal)))]

    @abstractmethod
    def _choose(self, count: int, me: int, players: int, ask: Ask, rng: Generator) -> int:
        """Which of the first `count` moves."""


class Novice(SamuraiBot):
    """Sees what a move does, but not how much that is worth."""

    FIRST_HAND = ()
    ERROR = 0.03  # in chances of the win

    def _choose(self, count: int, me: int, players: int, ask: Ask, rng: Generator) -> int:
        return int((self._values[:count] + rng.normal(scale=self.ERROR, size=count)).argmax())


class Adept(SamuraiBot):
    """Takes the move with the best position after it, or one that is as good."""

    NEAR = 0.002

    def _choose(self, count: int, me: int, players: int, ask: Ask, rng: Generator) -> int:
        values = self._values[:count]
        return int(rng.choice(np.flatnonzero(values >= values.max() - self.NEAR)))


class Expert(SamuraiBot):
    """Tries the best moves in drawn states, and halves them until one is left."""

    NEEDS_SPEED = True
    judge = SamuraiJudge
    MOVES = AT_ONCE = 16  # to begin with
    ROUNDS = 2  # of turns, to be played on
    EFFORT = 5_400  # settlements looked at, in decisions played on, per millisecond to think
    TRUST = 0.5  # in the position after the move, beside those further on
    THRIFT = 1.0  # how much of a tile's worth kept counts against playing it

    def __init__(self, game: Game, think_ms: int) -> None:
        super().__init__(game, think_ms)
        self.effort = think_ms * self.EFFORT

    def _choose(self, count: int, me: int, players: int, ask: Ask, rng: Generator) -> int:
        prior = self.TRUST * self._values[:count] - self.THRIFT * self._costs[:count]
        best = np.argsort(-self._values[:count], kind="stable")[: self.MOVES]
        return self.halve(me, best, prior, self._decisions(players), self._trying(ask))

    def _decisions(self, players: int) -> float:
        """How many decisions may be played on."""
        return float(self.effort / SETTLEMENTS_ON_BOARD[players])

    def _trying(self, ask: Ask) -> Callable[[Ints, Reals, int, int], int]:
        """What tries moves, see `halve`."""

        def ponder(alive: Ints, tallies: Reals, first: int, last: int) -> int:
            made: int = self._ponder(*ask, alive, tallies, first, last, self.ROUNDS)
            return made

        return ponder
