"""A player made to beat one expert, to measure how much there is to exploit.

It knows the expert's program and works out, for each hand that the expert may have, how often the
expert lays what; then it lays what does best against that. It is no level: it is made for that one
opponent. `tenka arena` takes it by the path of this file and the class's name.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.bots.suntzu.duel import Reals, gains
from tenka.bots.suntzu.hands import Options
from tenka.bots.suntzu.levels import Expert
from tenka.bots.suntzu.mind import Plan, copy_of, key_of
from tenka.core.game import Game
from tenka.core.layout import NONE, Ints

HANDS = 24  # of the expert, imagined
REPLIES = 128  # own assignments tried, at most, each time
SUPPORT = 32  # assignments of the expert taken into account, the most frequent ones
NO_ORDERS = np.zeros((0, 5), dtype=np.int64)


class Responder(Expert):
    """The best reply that can be found to an expert with the same time for a decision."""

    def __init__(self, game: Game, think_ms: int) -> None:
        super().__init__(game, think_ms)
        self.think_ms = 1000 * think_ms  # it may take its time
        self.model = Expert(game, think_ms)

    def plan(self, before: Any, player: int) -> Plan:
        """One assignment: the best of many against what the expert does."""
        states = self.mind.suspects(before, HANDS)
        mine, theirs = (self.mind.hands_of(states, side) for side in (player, 1 - player))
        foreseen = [self._foresee(state, 1 - player) for state in theirs.states]
        expected = Options.of([orders for orders, _ in foreseen])
        often = np.concatenate(
            [weight * often for weight, (_, often) in zip(theirs.weights, foreseen, strict=True)]
        )
        gain = gains(self.mind.tabulate(states), player, expected.mix(often))
        tried, chances = NO_ORDERS, np.zeros(0)
        for _ in range(2):  # the second time by what was seen the first time
            new = Options.of([self._replies(before, player, gain)])
            worth = self.mind.confront(mine, new, theirs, expected) @ often
            tried, chances = np.concatenate([tried, new.orders]), np.append(chances, worth)
            gain = self.mind.fitted(new, worth, gain)
        return Plan(tried[[chances.argmax()]], np.ones(1), gain)

    def _foresee(self, state: Any, expert: int) -> tuple[Ints, Reals]:
        """What the expert would lay with the hand in a state, and how often."""
        plan = self.model.plan(copy_of(self.game, self.game.redact(state, expert)), expert)
        orders, where = np.unique(plan.orders, axis=0, return_inverse=True)
        often = np.bincount(where.ravel(), weights=plan.often)
        most = np.argsort(-often)[:SUPPORT]
        return orders[most], often[most] / often[most].sum()

    def _replies(self, before: Any, player: int, gain: Reals) -> Ints:
        """The best reply by sums, and best replies to sums a little changed."""
        rng = np.random.default_rng(key_of(before))
        found = np.zeros((REPLIES, 5), dtype=np.int64)
        for n in range(REPLIES):
            error = rng.normal(size=gain.shape) * np.abs(gain).mean() * n / REPLIES
            found[n] = self.mind.reply(before, player, gain + error, np.full(5, NONE))
        return np.unique(found, axis=0)
