"""Shogun's opponents: one way to judge, and three ways to use it.

`novice` errs about what cards are worth, `adept` does not, `expert` tries the most promising plans
and decisions in many states that may be the true one. `builder` and `raider` are adepts of a taste.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from tenka.bots.searcher import Reals, Searcher
from tenka.bots.shogun.judging import ShogunJudge
from tenka.bots.shogun.policy import LAYING
from tenka.bots.shogun.search import code
from tenka.bots.shogun.weights import mind
from tenka.core.game import CHOICES, Action, Game
from tenka.core.journal import JOURNAL
from tenka.core.layout import NONE, Ints
from tenka.games.shogun.facts import BID, FIELDS
from tenka.games.shogun.planning import IDLE
from tenka.games.shogun.state import MARCH, PLACING, PLANNING, REVOLTING, TARGET

MOST_OPTIONS = 64
SEARCHED = (PLANNING, PLACING, TARGET, MARCH, REVOLTING)  # others are done by the quick policy
MOST_PLANS = 64  # remembered: what they are is found again from the position
# Errors in points that vary a plan and cost next to nothing.
MOODS = np.array((0.0, 0.05, 0.05, 0.05))


class ShogunBot(Searcher):
    """What all levels share: room to think in, and plans that stay the same while they are laid.

    Of plans that are as good one is drawn, card by card: those that begin otherwise fall away.
    """

    code = staticmethod(code)
    ERROR = 0.0  # in points
    STYLE = "balanced"

    def __init__(self, game: Game, think_ms: int) -> None:
        super().__init__(game, think_ms)
        self._propose, self._ponder = code(game)["propose"], code(game)["ponder"]
        self._state, self._choices = np.zeros(1, dtype=game.dtype), np.zeros(1, dtype=CHOICES)
        self._mind = mind(self.ERROR, self.STYLE)
        self._plans: dict[bytes, Ints] = {}
        self.warm_up()

    def decide(
        self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator
    ) -> Action:
        """The next card of a plan, or a decision of its own."""
        state = np.frombuffer(bytearray(seen.tobytes()), dtype=self.game.dtype).view(np.recarray)
        if seen.phase != PLANNING:
            found = self._choose(state, player, rng.integers(0, 2**31, size=2))
            return self.game.actions[int(found[0, 0])]
        laid = seen.plan[player].copy()
        forget_plans(state[0])
        plans = self._plans_of(state, player)
        field = int((laid != NONE).argmin())
        fits = (plans[:, :field] == laid[:field]).all(axis=1)
        if not fits.any():  # somebody else began this plan
            state[0].plan[player] = laid
            plans = self._plans_of(state, player)
            fits = np.ones(len(plans), dtype=np.bool_)
        plan = plans[rng.choice(np.flatnonzero(fits))]
        return self.game.actions[int(LAYING[int(field == BID), plan[field]])]

    def _plans_of(self, state: Any, me: int) -> Ints:
        """The plans for a position, found once."""
        key = state.tobytes() + bytes([me])
        if key not in self._plans:
            while len(self._plans) >= MOST_PLANS:
                self._plans.pop(next(iter(self._plans)))
            keys = np.frombuffer(hashlib.blake2b(key, digest_size=8).digest(), dtype=np.uint32)
            self._plans[key] = self._choose(state, me, keys.astype(np.int64))
        return self._plans[key]

    def _list(self, state: Any, me: int, keys: Ints, errors: Reals) -> Ints:
        """Plans made with these errors, or decisions; the first is the quick policy's."""
        options = np.zeros((MOST_OPTIONS, len(FIELDS)), dtype=np.int64)
        desk = (part.ctypes.data for part in (state, self._state, self._choices, self._mind))
        count = self._propose(*desk, me, keys, errors, options)
        return np.asarray(options[:count])

    def _choose(self, state: Any, me: int, keys: Ints) -> Ints:
        """Plans, each as good as the next, or a row that begins with a decision."""
        found = self._list(state, me, keys, np.maximum(self.ERROR, MOODS))
        return np.asarray(found if state[0].phase == PLANNING else found[:1])


class Novice(ShogunBot):
    """Has the right ideas, but errs about what they are worth."""

    ERROR = 1.0


class Adept(ShogunBot):
    """Weighs every card on every field, every attack by its odds, and takes what gains most."""


class Builder(Adept):
    """An adept who would rather build than fight."""

    STYLE = "builder"


class Raider(Adept):
    """An adept who would rather fight than build, and likes what hurts others."""

    STYLE = "raider"


class Expert(ShogunBot):
    """Tries plans and decisions in drawn states to the end of the round, and halves them."""

    NEEDS_SPEED = True
    judge = ShogunJudge
    PLANS = 48  # to begin with, at most; fewer when there is less than twice as much time in ms
    SPREAD = 1.2  # the largest error, in points, with which they are made
    RIVALS = 0.5  # in points: the error with which the others are taken to plan
    EFFORT = 800  # per millisecond to think, see `search`
    LATEST = 0.9
    NEAR = 0.01

    def __init__(self, game: Game, think_ms: int) -> None:
        self.plans = min(self.PLANS, max(4, think_ms // 2))
        self._world, self._journal = np.zeros(1, dtype=game.dtype), np.zeros(1, dtype=JOURNAL)
        self._rival = mind(self.RIVALS)
        super().__init__(game, think_ms)
        self._plans.clear()
        self.effort = think_ms * self.EFFORT

    def _choose(self, state: Any, me: int, keys: Ints) -> Ints:
        options = self._list(state, me, keys, np.linspace(0.0, self.SPREAD, self.plans))
        if len(options) == 1 or state[0].phase not in SEARCHED:
            return np.asarray(options[:1])
        desk = (state, self._world, self._state, self._journal, self._choices, self._mind)
        ask = *(part.ctypes.data for part in (*desk, self._rival)), me, keys, options

        def ponder(alive: Ints, tallies: Reals, first: int, last: int) -> int:
            made: int = self._ponder(*ask, alive, tallies, first)
            return made

        everything, nothing = np.arange(len(options)), np.zeros(len(options))
        self.halve(me, everything, nothing, self.effort, ponder)
        return np.asarray(options[self.finalists])


def forget_plans(s: Any) -> None:
    """As if nobody had laid a card yet."""
    s.acting = (1 << int(s.players)) - 1
    s.plan[: s.players] = NONE
    s.plan[: s.players, :BID][s.hand_size[: s.players] == 0] = IDLE
