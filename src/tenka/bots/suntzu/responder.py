"""A player made to beat one expert, to measure how much there is to exploit.

It knows the expert's program and works out, for each hand that the expert may have, how often the
expert lays what; then it lays what does best against that. It is no level: against anyone else it
is weaker than the expert. `tenka arena` takes it by the path of this file and the class's name.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.bots.suntzu.duel import Reals
from tenka.bots.suntzu.levels import Expert
from tenka.bots.suntzu.mind import Plan, gains, key_of
from tenka.core.game import Game
from tenka.core.layout import NONE, Ints
from tenka.games.suntzu.facts import KINDS

HANDS = 10  # of the expert, imagined
REPLIES = 64  # own assignments tried
SUPPORT = 24  # assignments of the expert taken into account, the most frequent ones


class Responder(Expert):
    """The best reply that can be found to an expert with the same time for a decision."""

    def __init__(self, game: Game, think_ms: int) -> None:
        super().__init__(game, think_ms)
        self.think_ms = 1000 * think_ms  # it may take its time
        self.model = Expert(game, think_ms)

    def plan(self, before: Any, player: int) -> Plan:
        """One assignment: the best of many against what the expert does."""
        states = self.mind.suspects(before, HANDS)
        orders = np.zeros((HANDS, SUPPORT, 5), dtype=np.int64)
        often, counts = np.zeros((HANDS, SUPPORT)), np.zeros(HANDS, dtype=np.int64)
        for n in range(HANDS):
            counts[n] = self._foresee(states[n : n + 1], 1 - player, orders[n], often[n])
        mix = np.zeros((5, KINDS))
        for n, k, province in np.ndindex(HANDS, SUPPORT, 5):
            mix[province, orders[n, k, province]] += often[n, k] / HANDS
        gain = gains(self.mind.tabulate(states), player, mix)
        own = self._replies(before, player, gain)
        payoff = np.zeros((len(own), HANDS, SUPPORT))
        self.mind.confront(states, player, 0, own, orders, counts, payoff)
        best = np.einsum("ank,nk->a", payoff, often).argmax()
        return Plan(own[[best]], np.ones(1), gain)

    def _foresee(self, state: Any, expert: int, orders: Ints, often: Reals) -> int:
        """What the expert would lay with the hand in a state; how many assignments."""
        seen = self.game.redact(state[0], expert)
        plan = self.model.plan(np.array([seen], dtype=self.game.dtype).view(np.recarray), expert)
        kinds, where = np.unique(plan.orders, axis=0, return_inverse=True)
        total = np.bincount(where.ravel(), weights=plan.often)
        most = np.argsort(-total)[:SUPPORT]
        orders[: len(most)], often[: len(most)] = kinds[most], total[most] / total[most].sum()
        return len(most)

    def _replies(self, before: Any, player: int, gain: Reals) -> Ints:
        """The best reply by sums, and best replies to sums a little changed."""
        rng = np.random.default_rng(key_of(before))
        found = np.zeros((REPLIES, 5), dtype=np.int64)
        for n in range(REPLIES):
            error = rng.normal(size=gain.shape) * np.abs(gain).mean() * n / REPLIES
            found[n] = self.mind.reply(before, player, gain + error, np.full(5, NONE))
        return np.unique(found, axis=0)
