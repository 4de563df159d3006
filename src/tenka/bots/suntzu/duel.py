"""The duel of orders as a game of its own, compiled.

Each side assigns five of its cards to five provinces, in secret. The other side may have any of
several hands; of the own hand it is taken to know all, which errs on the safe side. Where gains are
sums over provinces, `duel` finds an equilibrium by fictitious play: a best reply is the best of
30,240 assignments, found in a microsecond. The assignments that come up (`favourites`) are the
moves of a smaller game whose payoffs need not be sums; `settle_duel` finds its equilibrium by
regret matching.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tenka.core.layout import Ints
from tenka.core.rule import rule
from tenka.games.suntzu.facts import KINDS, SUN_TZU

Reals = NDArray[np.float64]

IMPOSSIBLE = -1e9


@rule
def best_orders(
    gain: Reals, allowed: Reals, cards: Ints, count: int, best: Reals, came: Ints, orders: Ints
) -> None:
    """The assignment of the greatest sum: card by card, over sets of provinces served."""
    best[:] = IMPOSSIBLE * 10
    best[0] = 0
    for i in range(count):
        kind = cards[i]
        for served in range(31, 0, -1):
            came[i, served] = -1
            for province in range(5):
                if (served >> province) & 1:
                    value = best[served ^ (1 << province)]
                    value += gain[province, kind] + allowed[province, kind]
                    if value > best[served]:
                        best[served] = value
                        came[i, served] = province
    served = 31
    for i in range(count - 1, -1, -1):
        if served and came[i, served] >= 0:
            province = came[i, served]
            orders[province] = cards[i]
            served ^= 1 << province


@rule
def expect(table: Reals, side: int, mix: Reals, gain: Reals) -> None:
    """What each card of a side gains in each province against the other side's mixture."""
    for province in range(5):
        for own in range(KINDS):
            total = 0.0
            for other in range(KINDS):
                if side == SUN_TZU:
                    total += mix[province, other] * table[province, own, other]
                else:
                    total -= mix[province, other] * table[province, other, own]
            gain[province, own] = total


def duel(
    table: Reals, side: int, cards: Ints, counts: Ints, allowed: Reals, plays: Ints, mix: Reals
) -> None:
    """Fictitious play of a side's first hand against all hands that the other side may have.

    plays[side, hand, turn] are the best replies, later ones weigh more; `mix` becomes what each
    side lays where.
    """
    _, hands, turns, _ = plays.shape
    gain, best = np.zeros((2, 5, KINDS)), np.empty(32)
    came = np.empty((cards.shape[2], 32), dtype=np.int64)
    mix[:] = 1 / KINDS
    for turn in range(turns):
        expect(table, 0, mix[1], gain[0])
        expect(table, 1, mix[0], gain[1])
        step = 2 / (turn + 2)
        mix *= 1 - step
        for one in range(2):
            count = 1 if one == side else hands
            for hand in range(count):
                orders, hers = plays[one, hand, turn], cards[one, hand]
                where, size = allowed[one, hand], counts[one, hand]
                best_orders(gain[one], where, hers, size, best, came, orders)
                for province in range(5):
                    mix[one, province, orders[province]] += step / count


def favourites(plays: Ints, picked: Ints) -> int:
    """The assignments that weigh most among the best replies of one hand; how many there are."""
    turns = len(plays)
    weight = np.zeros(turns)
    for turn in range(turns):
        first = 0
        while not (plays[first] == plays[turn]).all():
            first += 1
        weight[first] += turn + 1
    for n in range(len(picked)):
        best = weight.argmax()
        if weight[best] <= 0:
            return n
        picked[n] = plays[best]
        weight[best] = 0
    return len(picked)


@rule
def match_regrets(regret: Reals, count: int, strategy: Reals) -> None:
    """Play each assignment in proportion to the regret for it."""
    total = 0.0
    for i in range(count):
        total += regret[i]
    for i in range(count):
        strategy[i] = regret[i] / total if total > 0 else 1 / count


@rule
def regret_more(regret: Reals, count: int, strategy: Reals, gains: Reals) -> None:
    """Add what each assignment would have gained more; what is below zero is forgotten."""
    mean = 0.0
    for i in range(count):
        mean += strategy[i] * gains[i]
    for i in range(count):
        regret[i] = max(0.0, regret[i] + gains[i] - mean)


def settle_duel(payoff: Reals, counts: Ints, turns: int, average: Reals) -> None:
    """Regret matching on payoff[own, hand, other's]; `average` becomes how often to lay which."""
    size, hands, most = payoff.shape
    own, own_regret, own_gains = np.zeros(size), np.zeros(size), np.zeros(size)
    other, other_regret = np.zeros((hands, most)), np.zeros((hands, most))
    other_gains = np.zeros((hands, most))
    for hand in range(hands):
        match_regrets(other_regret[hand], counts[hand], other[hand])
    average[:] = 0
    for turn in range(turns):
        own_gains[:] = 0
        other_gains[:] = 0
        for i in range(size):
            for hand in range(hands):
                for k in range(counts[hand]):
                    own_gains[i] += payoff[i, hand, k] * other[hand, k] / hands
        regret_more(own_regret, size, own, own_gains)
        match_regrets(own_regret, size, own)
        for i in range(size):
            average[i] += own[i] * (turn + 1)
            if own[i] > 0:
                for hand in range(hands):
                    for k in range(counts[hand]):
                        other_gains[hand, k] -= payoff[i, hand, k] * own[i]
        for hand in range(hands):
            regret_more(other_regret[hand], counts[hand], other[hand], other_gains[hand])
            match_regrets(other_regret[hand], counts[hand], other[hand])
    average /= average.sum()


def reply(gain: Reals, allowed: Reals, cards: Ints, count: int, orders: Ints) -> None:
    """The assignment that gains most."""
    best = np.empty(32)
    came = np.empty((len(cards), 32), dtype=np.int64)
    best_orders(gain, allowed, cards, count, best, came, orders)
