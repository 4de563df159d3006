"""The duel of orders as a game of its own, compiled.

Each side assigns five of its cards to five provinces, in secret, and may have any of several hands.
Where gains are sums over provinces, `duel` finds an equilibrium by fictitious play: a best reply is
the best of 30,240 assignments, found in a microsecond. The assignments that come up (`favourites`)
are the moves of a smaller game whose payoffs need not be sums; `settle_duel` finds its equilibrium
by regret matching, and `explore` finds replies to that which are worth a try, by gains that `fit`
corrects.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tenka.core.layout import Ints
from tenka.core.rule import rule
from tenka.games.suntzu.facts import KINDS, SUN_TZU

Reals = NDArray[np.float64]

IMPOSSIBLE = -1e9
SWEEPS = 20  # of the regression
RIDGE = 0.3


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
    table: Reals, weights: Reals, cards: Ints, counts: Ints, allowed: Reals, plays: Ints, mix: Reals
) -> None:
    """Fictitious play between the hands of both sides, weights[side, hand] being how likely.

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
        for side in range(2):
            for hand in range(hands):
                weight = weights[side, hand]
                if weight > 0:
                    orders, hers = plays[side, hand, turn], cards[side, hand]
                    where, size = allowed[side, hand], counts[side, hand]
                    best_orders(gain[side], where, hers, size, best, came, orders)
                    for province in range(5):
                        mix[side, province, orders[province]] += step * weight


def favourites(plays: Ints, picked: Ints) -> int:
    """The assignments that weigh most among the best replies of one hand; how many there are."""
    turns = len(plays)
    first, weight, count = np.zeros(turns, dtype=np.int64), np.zeros(turns), 0
    for turn in range(turns):
        n = index_of(plays[turn], plays, first, count)
        if n == count:
            first[n] = turn
            count += 1
        weight[n] += turn + 1
    for n in range(min(count, len(picked))):
        best = weight.argmax()
        picked[n] = plays[first[best]]
        weight[best] = 0
    return min(count, len(picked))


@rule
def index_of(orders: Ints, plays: Ints, rows: Ints, count: int) -> int:
    """Which of some rows of plays are these orders; `count` if none is."""
    for n in range(count):
        same = True
        for province in range(5):
            same = same and plays[rows[n], province] == orders[province]
        if same:
            return n
    return count


def explore(
    gain: Reals, errors: Reals, allowed: Reals, cards: Ints, size: int, picked: Ints, count: int
) -> int:
    """Add best replies, by gains that are a little wrong, to those picked; how many there are."""
    best, came = np.empty(32), np.empty((len(cards), 32), dtype=np.int64)
    rows = np.arange(len(picked))
    for n in range(len(errors)):
        if count < len(picked):
            best_orders(gain + errors[n], allowed, cards, size, best, came, picked[count])
            if index_of(picked[count], picked, rows, count) == count:
                count += 1
    return count


@rule
def average(left: Reals, group: Ints, groups: int, ridge: float, level: Reals) -> None:
    """Move to each group's level what its members have left on average, but for the ridge."""
    total, count = np.zeros(groups), np.full(groups, ridge)
    for i in range(len(left)):
        total[group[i]] += left[i] + level[group[i]]
        count[group[i]] += 1
    for i in range(len(left)):
        at = group[i]
        left[i] += level[at] - total[at] / count[at]
    for at in range(groups):
        if count[at] > ridge:
            level[at] = total[at] / count[at]


def fit(orders: Ints, hands: Ints, chances: Reals, gain: Reals) -> Reals:
    """What cards gain in provinces, corrected by the chances that some assignments have.

    Gains are sums over provinces and chances are not: armies run short, and the track has ends. So
    this finds the sums that come nearest to the chances: a level for each hand, a scale for the
    gains, and what is to be added to each (ridge regression, one kind of coefficient at a time).
    """
    count, many = len(orders), hands.max() + 1
    sums = np.zeros(count)
    for province in range(5):
        for i in range(count):
            sums[i] += gain[province, orders[i, province]]
    sums -= sums.mean()
    left, level, extra, scale = chances.copy(), np.zeros(many), np.zeros((5, KINDS)), 0.0
    for _ in range(SWEEPS):
        average(left, hands, many, 0.0, level)
        step = (left * sums).sum() / ((sums * sums).sum() + 1e-9)
        scale += step
        left -= step * sums
        for province in range(5):
            average(left, orders[:, province], KINDS, RIDGE, extra[province])
    return scale * gain + extra


@rule
def match_regrets(regret: Reals, hands: Ints, weights: Reals, strategy: Reals) -> None:
    """Let each hand lay an assignment in proportion to the regret for it."""
    total, count = np.zeros(len(weights)), np.zeros(len(weights))
    for i in range(len(regret)):
        total[hands[i]] += regret[i]
        count[hands[i]] += 1
    for i in range(len(regret)):
        hand = hands[i]
        share = regret[i] / total[hand] if total[hand] > 0 else 1 / count[hand]
        strategy[i] = share * weights[hand]


@rule
def regret_more(regret: Reals, hands: Ints, weights: Reals, strategy: Reals, gains: Reals) -> None:
    """Add what each assignment would have gained more; what is below zero is forgotten."""
    mean = np.zeros(len(weights))
    for i in range(len(regret)):
        mean[hands[i]] += strategy[i] * gains[i]
    mean /= weights
    for i in range(len(regret)):
        regret[i] = max(0.0, regret[i] + gains[i] - mean[hands[i]])


@rule
def expect_of(payoff: Reals, strategy: Reals, sign: int, gains: Reals) -> None:
    """The sum of the payoff's rows, each times how often it is played; many are not."""
    gains[:] = 0
    for i in range(len(strategy)):
        if strategy[i] > 0:
            for k in range(len(gains)):
                gains[k] += sign * strategy[i] * payoff[i, k]


def settle_duel(
    payoff: Reals,
    own_hands: Ints,
    own_weights: Reals,
    other_hands: Ints,
    other_weights: Reals,
    turns: int,
    own_often: Reals,
    other_often: Reals,
) -> None:
    """Regret matching on payoff[own, other's], each assignment being of one hand of its side.

    How often each is laid goes into own_often and other_often.
    """
    rows, columns = payoff.shape
    payoff_by_column = np.ascontiguousarray(payoff.T)
    own, own_regret, own_gains = np.zeros(rows), np.zeros(rows), np.zeros(rows)
    other, other_regret, other_gains = np.zeros(columns), np.zeros(columns), np.zeros(columns)
    match_regrets(own_regret, own_hands, own_weights, own)
    match_regrets(other_regret, other_hands, other_weights, other)
    for turn in range(turns):
        expect_of(payoff_by_column, other, 1, own_gains)
        regret_more(own_regret, own_hands, own_weights, own, own_gains)
        match_regrets(own_regret, own_hands, own_weights, own)
        expect_of(payoff, own, -1, other_gains)
        regret_more(other_regret, other_hands, other_weights, other, other_gains)
        match_regrets(other_regret, other_hands, other_weights, other)
        step = 2 / (turn + 2)  # later turns weigh more
        own_often += step * (own - own_often)
        other_often += step * (other - other_often)


def reply(gain: Reals, allowed: Reals, cards: Ints, count: int, orders: Ints) -> None:
    """The assignment that gains most."""
    best = np.empty(32)
    came = np.empty((len(cards), 32), dtype=np.int64)
    best_orders(gain, allowed, cards, count, best, came, orders)


def gains(table: Reals, player: int, mix: Reals) -> Reals:
    """What each card of a player gains in each province, when the other lays by a mixture."""
    if player == SUN_TZU:
        return np.asarray(np.einsum("pxy,py->px", table, mix))
    return np.asarray(-np.einsum("pxy,px->py", table, mix))
