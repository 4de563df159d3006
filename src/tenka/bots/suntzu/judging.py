"""What positions, orders and decisions of Sun Tzu are worth, by the search of its expert."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenka.bots.suntzu.beliefs import TUNED
from tenka.bots.suntzu.contest import Contest
from tenka.bots.suntzu.hands import Options
from tenka.bots.suntzu.mind import Effort, Mind, before_orders, copy_of
from tenka.core.game import Action, Game
from tenka.core.judging import Line, Reals, keys_of
from tenka.core.layout import NONE, Ints
from tenka.games.suntzu.actions import LAY
from tenka.games.suntzu.facts import KINDS, PROVINCES, ROUNDS, SUN_TZU
from tenka.games.suntzu.state import ORDERS

EFFORT = Effort(hands=12, turns=80, options=80, regrets=200, explored=4)
ORDERS_SHOWN = 16  # that deserve a thought
MOST_DUELS = 4  # remembered: the same one is asked about again and again


@dataclass(frozen=True)
class Duel:
    """A round's orders as one side sees them: mine with how often, and the other side's."""

    contest: Contest
    hand: int  # which of the hands that I may have is true
    often: Reals
    other_often: Reals

    def worth(self, orders: Ints) -> Reals:
        """My chance with each of these orders, against what the other side may lay."""
        own = Options(orders, np.full(len(orders), self.hand))
        c = self.contest
        return c.mind.confront(c.mine, own, c.theirs, c.other) @ self.other_often

    def favourites(self) -> Ints:
        """The orders of the true hand that are worth most."""
        at = self.contest.own.of_hand(self.hand)
        best = np.argsort(-(self.contest.payoff[at] @ self.other_often), kind="stable")
        return np.asarray(self.contest.own.orders[at][best])

    def value(self) -> float:
        """My chance before a card is laid."""
        at = self.contest.own.of_hand(self.hand)
        return float((self.contest.payoff[at] @ self.other_often).max())


class SunTzuJudge:
    """Solves the duel of orders, and plays battles on to the end of the round."""

    SHARPNESS = (1.4, 0.67)

    def __init__(self, game: Game) -> None:
        self.game = game
        self.mind = Mind(game, TUNED)
        self._duels: dict[bytes, Duel] = {}

    def progress(self, seen: Any) -> float:
        """The part of the rounds that is over."""
        return max(0, int(seen.round_number) - 1) / ROUNDS

    def chances(self, viewer: int | None, seen: Any, seed: int, draws: int) -> Reals:
        """Both players' chances if it goes on from here."""
        if seen.phase != ORDERS:
            return np.asarray(self._try(seen, [NONE], seed, draws)[0])
        if viewer is None:
            return np.asarray(self._try(before_orders(self.game, seen)[0], [NONE], seed, draws)[0])
        duel = self._duel(viewer, seen)
        laid = seen.laid[viewer].astype(np.int64)
        mine = duel.value() if NONE in laid else duel.worth(laid[None])[0]
        return np.asarray(both(viewer, np.array([mine]))[0])

    def cut(self, seen: Any, coming: Sequence[int]) -> int:
        """The orders of a round are one choice."""
        if seen.phase != ORDERS:
            return 1
        return len(PROVINCES) - (coming[0] - LAY) // KINDS

    def lines(self, player: int, seen: Any, legal: Sequence[Action], seed: int) -> list[Line]:
        """Orders of an equilibrium, or all decisions."""
        if seen.phase != ORDERS:
            return [(action.id,) for action in legal]
        duel, laid = self._duel(player, seen), seen.laid[player]
        count = int((laid != NONE).sum())
        found = duel.favourites()
        found = found[(found[:, :count] == laid[:count]).all(axis=1)][:ORDERS_SHOWN]
        if not len(found):
            gain = duel.contest.card_gains(duel.often, duel.other_often)[0]
            found = self.mind.reply(before_orders(self.game, seen), player, gain, laid)[None]
        return [laying(orders)[count:] for orders in found]

    def weigh(self, player: int, seen: Any, lines: Sequence[Line], seed: int, draws: int) -> Reals:
        """Both players' chances after each choice."""
        if seen.phase != ORDERS:
            return self._try(seen, [line[0] for line in lines], seed, draws, player)
        laid = seen.laid[player].astype(np.int64)
        orders = np.repeat(laid[None], len(lines), axis=0)
        for row, line in zip(orders, lines, strict=True):
            row[len(row) - len(line) :] = [(number - LAY) % KINDS for number in line]
        return both(player, self._duel(player, seen).worth(orders))

    def _try(self, seen: Any, actions: list[int], seed: int, draws: int, player: int = 0) -> Reals:
        state, sums = copy_of(self.game, seen), np.zeros(len(actions))
        numbers, key = np.array(actions, dtype=np.int64), int(keys_of(seed)[0])
        desk = state.ctypes.data, *self.mind.desk
        self.mind.do["weigh"](*desk, player, numbers, sums, draws, key, *self.mind.beliefs)
        return both(SUN_TZU, sums / draws)

    def _duel(self, player: int, seen: Any) -> Duel:
        """The duel of this round's orders, solved once."""
        before = before_orders(self.game, seen)
        key = before.tobytes() + bytes([player])
        if key not in self._duels:
            while len(self._duels) >= MOST_DUELS:
                self._duels.pop(next(iter(self._duels)))
            self._duels[key] = self._solve(before, player)
        return self._duels[key]

    def _solve(self, before: Any, player: int) -> Duel:
        mine, theirs, true = self.mind.both_hands(before, player, EFFORT.hands)
        contest = self.mind.contest(mine, theirs, EFFORT)
        return Duel(contest, true, *contest.settle(EFFORT.regrets))


def both(player: int, chances: Reals) -> Reals:
    """Rows of both players' chances, from those of one."""
    rows = np.stack([chances, 1 - chances], axis=1)
    return rows if player == 0 else rows[:, ::-1]


def laying(orders: Ints) -> Line:
    """The decisions that lay all five orders."""
    return tuple(LAY + province * KINDS + int(card) for province, card in enumerate(orders))
