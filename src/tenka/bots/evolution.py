"""Weights that win: varied a little back and forth, and drawn towards what does better.

Evolution strategies: each generation tries pairs of opposite changes of all weights at once against
the weights of some generations ago, in quick games, and takes a step along the mean of what helped
(the step of Adam). A run is kept in a file, generation by generation, and goes on from there.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tenka.bots.stored import tell_digest
from tenka.core import apart, code
from tenka.core.layout import Ints
from tenka.core.registry import find

Reals = NDArray[np.float64]
# A candidate's weights, those of the field, how many games, a seed: how well it does, and wins.
Trial = Callable[[tuple[Reals, Reals, int, int]], tuple[float, float]]

SIGMA = 0.12  # how far weights are varied, in logarithms
RATE = 0.025  # how far a generation goes
RENEWED = 20  # generations after which the field plays with the new weights
TOLD = 10  # generations between two looks at how far it has come
TESTS = 8  # how many times as many games such a look takes as a trial


@dataclass
class Run:
    """How far the weights have come, in logarithms, and what the step needs."""

    change: list[float]
    field: list[float]
    slope: list[float]
    square: list[float]
    generation: int = 0
    # By generation, the share of the win against the first weights.
    curve: list[tuple[int, float]] = dataclasses.field(default_factory=list)

    @classmethod
    def begun(cls, size: int) -> Run:
        """One that has not changed anything yet."""
        return cls([0.0] * size, [0.0] * size, [0.0] * size, [0.0] * size)

    @classmethod
    def of(cls, file: Path, size: int) -> Run:
        """The one that was kept, or a new one."""
        return cls(**json.loads(file.read_text())) if file.exists() else cls.begun(size)

    def keep(self, file: Path) -> None:
        """Write it down."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(self)))

    def step(self, slope: Reals) -> None:
        """Go along a slope."""
        self.generation += 1
        mean = 0.9 * np.array(self.slope) + 0.1 * slope
        square = 0.95 * np.array(self.square) + 0.05 * slope**2
        whole_mean = mean / (1 - 0.9**self.generation)
        whole_square = square / (1 - 0.95**self.generation)
        step = RATE * whole_mean / (np.sqrt(whole_square) + 1e-3)
        self.change = (np.array(self.change) + step).tolist()
        self.slope, self.square = mean.tolist(), square.tolist()


def evolve(
    trial: Trial, base: Reals, file: Path, pool: Executor, options: argparse.Namespace
) -> Iterator[Run]:
    """Better weights than `base`, a generation at a time, at least one; zeros stay zeros."""
    run = Run.of(file, base.size)
    rng = np.random.default_rng(run.generation)
    end = time.monotonic() + 60 * options.minutes
    while True:
        ways = rng.normal(size=(options.pairs, base.size))
        jobs = list(trials(run, base, ways, rng, options.games))
        scores = np.array([score for score, _ in pool.map(trial, jobs)]).reshape(-1, 2)
        gains = (scores[:, 0] - scores[:, 1]) / 2 / SIGMA
        run.step((gains[:, None] * ways).mean(axis=0))
        if run.generation % RENEWED == 0:
            run.field = run.change
        if run.generation % TOLD == 0:
            now = changed(base, np.array(run.change))
            tests = [(now, base, options.games, n) for n in range(TESTS)]
            share = float(np.mean([won for _, won in pool.map(trial, tests)]))
            run.curve.append((run.generation, share))
            print(f"{file.stem}, generation {run.generation}: {share:.1%} of the win", flush=True)
        run.keep(file)
        yield run
        if time.monotonic() > end:
            return


def trials(
    run: Run, base: Reals, ways: Reals, rng: np.random.Generator, games: int
) -> Iterator[tuple[Reals, Reals, int, int]]:
    """What is to be tried in a generation: each way and its opposite, in the same games."""
    field = changed(base, np.array(run.field))
    for way in ways:
        seed = int(rng.integers(2**31))
        for sign in (SIGMA, -SIGMA):
            yield changed(base, np.array(run.change) + sign * way), field, games, seed


def changed(base: Reals, change: Reals) -> Reals:
    """Weights that have come so far, in logarithms."""
    return np.asarray(base * np.exp(change.reshape(base.shape)))


def shares_of(winners: Ints, players: int) -> Reals:
    """Each player's share of the win, from bits."""
    won = (winners[:, None] >> np.arange(players)) & 1
    return np.asarray(won / won.sum(axis=1, keepdims=True))


def evolving(parser: argparse.ArgumentParser) -> None:
    """How a generation is tried."""
    add = parser.add_argument
    add("--pairs", type=int, default=24, help="of opposite changes in a generation")
    add("--games", type=int, default=240, help="for each change")
    add("--fitted", type=int, default=30_000, help="games that the outlook is fitted to, if any")


def command(
    about: str,
    game: str,
    learn: Callable[[Sequence[int], argparse.Namespace, Executor], None],
    words: Sequence[str] | None = None,
    more: Callable[[argparse.ArgumentParser], None] = evolving,
) -> None:
    """The command line of what learns on the processor, with a run that is kept."""
    known = sorted(find(game).players)
    parser = argparse.ArgumentParser(
        prog=f"python -m tenka.learn {game}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--minutes", type=float, default=5.0, help="for each number of players")
    add("--players", type=int, nargs="+", choices=known, default=known)
    add("--processes", type=int, default=os.cpu_count(), help="default: one per core")
    add("--keep", type=Path, default=Path("build") / game, help="where the run is kept")
    more(parser)
    options = parser.parse_args(words)
    code.go(code.Way.NOW)
    with ProcessPoolExecutor(options.processes, apart.processes()) as pool:
        learn(options.players, options, pool)


def export(learned: dict[str, Any], file: Path) -> None:
    """Write down what was learned, and say its digest, which the bot that reads it must know."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(learned) + "\n", encoding="utf-8")
    tell_digest(file)
