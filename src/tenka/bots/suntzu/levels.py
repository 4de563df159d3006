"""The levels of Sun Tzu's opponents."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from tenka.bots.searcher import Searcher
from tenka.bots.suntzu.beliefs import PLAIN, TUNED
from tenka.bots.suntzu.duel import gains
from tenka.bots.suntzu.judging import SunTzuJudge
from tenka.bots.suntzu.mind import Beliefs, Effort, Mind, Plan, before_orders, code, key_of, warm_up
from tenka.core.game import Action, Game
from tenka.core.layout import NONE
from tenka.games.suntzu.actions import LAY, PASS
from tenka.games.suntzu.facts import DISPLAYS, KINDS
from tenka.games.suntzu.state import CHOOSE_GENERALS, ORDERS


class Novice:
    """Lays strong cards where the next points are many, roughly; uses nothing else."""

    STRENGTH = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 5.5, 6.5, 7, 2.5, 4])
    MISJUDGES = 1.0  # points

    def __init__(self, game: Game, think_ms: int) -> None:
        self.game = game
        self.think_ms = think_ms

    def act(self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """One of the legal decisions."""
        if seen.phase == ORDERS:
            return self._lay(seen, player, legal, rng)
        if legal[0].id == PASS:
            return legal[0]
        return legal[int(rng.integers(len(legal)))]

    def _lay(self, seen: Any, player: int, legal: list[Action], rng: np.random.Generator) -> Action:
        """Of the strongest cards that are needed, the one of the province's rank."""
        province = int((seen.laid[player] != NONE).sum())
        points = DISPLAYS[seen.displays, (seen.round_number - 1) // 3]
        points = (points + self.MISJUDGES * rng.normal(size=5))[province:]
        hand = np.repeat(np.arange(KINDS), seen.hand[player])
        strongest = hand[np.argsort(self.STRENGTH[hand])][-len(points) :]
        wanted = LAY + province * KINDS + strongest[(points < points[0]).sum()]
        return next((action for action in legal if action.id == wanted), legal[-1])


class SunTzuBot(Searcher):
    """Weighs decisions by where they lead by the end of the round; lays orders by a plan."""

    code = staticmethod(code)
    BELIEFS: ClassVar[Beliefs] = PLAIN
    DRAWS = 24  # imagined states in which a decision is tried
    GENERALS = ((0, 0, 1, 0, 0), (0, 1, 0, 0, 0))  # how often each is chosen
    LATEST = float("inf")  # the clock stops nobody who tries little anyhow

    def __init__(self, game: Game, think_ms: int) -> None:
        super().__init__(game, think_ms)
        if code(game).get_ready():
            warm_up(game)
        self.mind = Mind(game, self.BELIEFS, self.late)
        self.planned: tuple[bytes, Plan] | None = None
        self.draws = self.DRAWS

    def decide(
        self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator
    ) -> Action:
        """A general, the next order, or what leads furthest."""
        if seen.phase == CHOOSE_GENERALS:
            return legal[rng.choice(5, p=self.GENERALS[player])]
        if seen.phase == ORDERS:
            return self._lay(seen, player, rng)
        chances = self.mind.weigh(seen, player, [action.id for action in legal], self.draws)
        return legal[int(chances.argmax())]

    def _lay(self, seen: Any, player: int, rng: np.random.Generator) -> Action:
        """The next order, of a plan that is the same for all five of a round."""
        before = before_orders(self.game, seen)
        key = before.tobytes()
        if self.planned is None or self.planned[0] != key:
            self.planned = key, self.plan(before, player)
        plan, laid = self.planned[1], seen.laid[player]
        province = int((laid != NONE).sum())
        fits = (plan.orders[:, :province] == laid[:province]).all(axis=1) * plan.often
        if fits.sum() > 0:
            orders = plan.orders[rng.choice(len(fits), p=fits / fits.sum())]
        else:
            orders = self.mind.reply(before, player, plan.gain, laid)
        number: int = LAY + province * KINDS + int(orders[province])
        return self.game.actions[number]

    @abstractmethod
    def plan(self, before: Any, player: int) -> Plan:
        """How to lay the orders of this round."""


class Adept(SunTzuBot):
    """Looks one round ahead, against an opponent who lays any card anywhere."""

    SUSPECTED = 8
    MISJUDGES = 0.65  # of a usual gain
    MOODS = 8  # in which it may be, and misjudges something else in each

    def plan(self, before: Any, player: int) -> Plan:
        """The orders that gain most on average, but for some misjudgement: in each mood others."""
        states = self.mind.suspects(before, self.SUSPECTED)
        cards = states["hand"][:, 1 - player].sum(axis=0)
        anywhere = np.repeat([cards / cards.sum()], 5, axis=0)
        gain = gains(self.mind.tabulate(states), player, anywhere)
        errors = np.random.default_rng(key_of(before)).normal(size=(self.MOODS, *gain.shape))
        errors *= self.MISJUDGES * np.abs(gain).mean()
        orders = [self.mind.reply(before, player, gain + e, np.full(5, NONE)) for e in errors]
        return Plan(np.array(orders), np.ones(self.MOODS), gain)


class Expert(SunTzuBot):
    """Plays an equilibrium of each round's duel of orders, whatever hand the other has."""

    BELIEFS = TUNED
    NEEDS_SPEED = True
    judge = SunTzuJudge
    LATEST = 0.6

    def __init__(self, game: Game, think_ms: int) -> None:
        super().__init__(game, think_ms)
        self.duelling = effort_within(think_ms)
        self.draws = max(4, min(400, think_ms))

    def plan(self, before: Any, player: int) -> Plan:
        """An equilibrium over assignments."""
        return self.mind.orders(before, player, self.duelling)


def effort_within(think_ms: int) -> Effort:
    """An effort that takes a part of the time on a machine of today."""
    if think_ms < 10:
        return Effort(hands=3, turns=max(10, 10 * think_ms))
    if think_ms < 60:
        return Effort(hands=8, turns=60, options=32, regrets=100, explored=2)
    if think_ms < 150:
        return Effort(hands=14, turns=100, options=100, regrets=200, explored=6)
    if think_ms < 400:
        return Effort(hands=18, turns=150, options=150, regrets=300, explored=10)
    return Effort(hands=24, turns=300, options=380, regrets=600, explored=12)
