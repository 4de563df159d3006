"""What games of Samurai's master teach it: which moves its search chooses, and who wins.

How far the quick policy is to be trusted is a multinomial logit: the odds of a branch are to be
those by which search chooses it. The sixteen numbers of the judge are fitted to who won and to what
search said of the position, half and half, by the slope of the surprise (Fisher's scoring).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tenka.bots.samurai.pupil import Thoughts
from tenka.bots.samurai.tree import KINDS_OF_MOVES
from tenka.bots.samurai.weights import Weights
from tenka.bots.searcher import Reals
from tenka.core.layout import Ints

Appraise = Callable[[Weights], Reals]  # everyone's chances in all positions, by a judge

STEPS = 8
LITTLE = 1e-3  # a step that leads nowhere
NEVER = 1e-6  # hardly any chance
NUDGE = 0.01  # in logarithms, by which slopes are found
FURTHEST = 0.5  # in logarithms, that a step changes a number at most
LENGTHS = {"heat": 6, "tempo": 3, "nobody": 2, "ladder": 4, "thrift": 1}
LEAST = np.log(np.repeat([0.3, 1e-3], [LENGTHS["heat"], 10]))  # of the judge's numbers
MOST = np.log(50.0)
BELIEF = 1.0  # how many rows it takes to move a number away from where it was
HALF = 0.5  # how much who won counts, beside what search said


def branches_of(seen: Thoughts) -> tuple[Reals, Reals]:
    """What there is to know of each branch (liking, kind), and whether there is such a branch."""
    x = np.zeros((*seen.kinds.shape, 1 + KINDS_OF_MOVES))
    x[:, :, 0] = seen.likings - seen.likings[:, :1]
    x[:, :, 1:] = seen.kinds[:, :, None] == np.arange(KINDS_OF_MOVES)
    return x, np.asarray(seen.kinds >= 0)


def odds_of(x: Reals, there: Reals, weights: Reals) -> Reals:
    """How likely each branch is to be chosen."""
    told = np.where(there, x @ weights, -np.inf)
    odds = np.exp(told - told.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def surprises(odds: Reals, chosen: Ints) -> Reals:
    """How much each choice surprises somebody with these odds, in nats."""
    return np.asarray(-np.log(np.maximum(odds[np.arange(len(odds)), chosen], NEVER)))


def choosing_surprise(seen: Thoughts, heat: float, bias: tuple[float, ...]) -> float:
    """By how much the choices of search surprise, in nats a choice."""
    odds = odds_of(*branches_of(seen), np.array((1 / heat, *bias)))
    return float(surprises(odds, seen.chosen).mean())


def fit_choosing(seen: Thoughts, heat: float) -> tuple[float, tuple[float, ...]]:
    """The heat and the biases by which search's choices surprise least, by Newton's method.

    The heat is liked to be what it was, the biases zero, if there is little that says otherwise.
    """
    x, there = branches_of(seen)
    x[:, :, 0] /= heat  # so that all weights are about one
    usual = np.array((1.0, *(0.0,) * KINDS_OF_MOVES))
    weights, little = usual, BELIEF * np.eye(len(usual))
    made = np.zeros(there.shape)
    made[np.arange(len(made)), seen.chosen] = 1

    def loss(weights: Reals) -> float:
        away = float(((weights - usual) ** 2).sum())
        odds = odds_of(x, there, weights)
        return float(surprises(odds, seen.chosen).sum()) + BELIEF * away / 2

    for _ in range(STEPS):
        odds = odds_of(x, there, weights)
        slope = np.einsum("nb,nbf->f", made - odds, x) - little @ (weights - usual)
        mean = np.einsum("nb,nbf->nf", odds, x)
        bend = np.einsum("nb,nbf,nbg->fg", odds, x, x) - mean.T @ mean + little
        step = np.linalg.solve(bend, slope)
        while loss(weights + step) > loss(weights) and np.abs(step).max() > LITTLE:
            step /= 2
        weights = weights + step
    learned = heat / max(float(weights[0]), 0.1)
    return float(f"{learned:.4g}"), tuple(round(float(one), 3) for one in weights[1:])


def judge_of(numbers: Reals) -> Weights:
    """The judge that goes by these numbers, given in logarithms."""
    rest = [float(f"{one:.4g}") for one in np.exp(numbers)]
    told: dict[str, Any] = {}
    for name, length in LENGTHS.items():
        told[name] = rest[0] if length == 1 else tuple(rest[:length])
        rest = rest[length:]
    return Weights(**told)


def numbers_of(judge: Weights) -> Reals:
    """The numbers of a judge, in logarithms."""
    values = np.concatenate([np.atleast_1d(getattr(judge, name)) for name in LENGTHS])
    return np.asarray(np.clip(np.log(np.maximum(values, 1e-9)), LEAST, MOST))


def surprise(chances: Reals, told: Reals) -> float:
    """By how much what came surprises somebody with these chances, in nats."""
    return float(-(told * np.log(np.maximum(chances, NEVER))).sum(axis=1).mean())


def fit_judge(appraise: Appraise, seen: Thoughts, judge: Weights) -> Weights:
    """The judge that who won, and what search said, surprise least; begun from another."""
    told = HALF * seen.won + (1 - HALF) * seen.searched
    numbers = numbers_of(judge)
    chances = appraise(judge_of(numbers))
    for _ in range(STEPS):
        nudged = numbers + NUDGE * np.eye(len(numbers))
        slopes = np.array([appraise(judge_of(one)) - chances for one in nudged]) / NUDGE
        sure = np.maximum(chances, 1e-3)
        slope = np.einsum("np,fnp->f", told / sure, slopes)
        bend = np.einsum("fnp,gnp->fg", slopes / sure, slopes)
        step = np.linalg.solve(bend + BELIEF * np.eye(len(numbers)), slope)
        step *= min(1.0, FURTHEST / np.abs(step).max())
        before = surprise(chances, told)
        while np.abs(step).max() > LITTLE:
            after = np.clip(numbers + step, LEAST, MOST)
            better = appraise(judge_of(after))
            if surprise(better, told) < before:
                break
            step /= 2
        else:
            break
        numbers, chances = after, better
    return judge_of(numbers)
