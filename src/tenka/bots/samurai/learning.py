"""How Samurai's master learns by playing against itself: whom to believe in its tree.

    python -m tenka.learn samurai --minutes 10 --keep build/samurai
    python -m tenka.learn samurai --minutes 0 --match 400 --keep build/samurai

It begins with nothing but the quick policy: all kinds of tiles are liked by what they gain alone,
and the judge is the same, and plain, for any number of players. Round by round it plays against
itself with little effort, then learns from the last games which branches its search chooses, and
who wins from where (see `fitting`). A run goes on where it was stopped; with `--match` what was
learned meets the master that goes by hand, at equal effort. `learned.json` in the folder has all.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tenka.bots.evolution import command, export
from tenka.bots.samurai.fitting import (
    Appraise,
    choosing_surprise,
    fit_choosing,
    fit_judge,
    surprise,
)
from tenka.bots.samurai.knowledge import Knowledge, by_hand
from tenka.bots.samurai.pupil import Pupil, Thoughts, code, play, share_of, thoughts
from tenka.bots.samurai.tree import HEAT, KINDS_OF_MOVES
from tenka.bots.samurai.weights import Weights, mind
from tenka.bots.searcher import Reals
from tenka.core.registry import find

PLAIN = Knowledge(
    HEAT,
    (0.0,) * KINDS_OF_MOVES,
    Weights(
        heat=(3.0,) * 6,
        tempo=(1.0,) * 3,
        nobody=(0.5, 0.5),
        ladder=(0.3, 1.0, 0.1, 0.2),
        thrift=0.01,
    ),
)
MOST = 60_000  # decisions, and positions, of the last games that are learned from
AT_ONCE = 4  # games that one process plays before it is asked again


@dataclass
class Run:
    """How far it has come: what it knows, and how much the games of each round surprised it."""

    knowledge: dict[str, Any]
    rounds: int = 0
    games: int = 0
    minutes: float = 0.0
    # By round, in nats: who won, to its judge and to that by hand; search's choices, to both.
    curve: list[dict[str, float]] = dataclasses.field(default_factory=list)
    match: list[float] = dataclasses.field(default_factory=list)  # shares against the one by hand

    @classmethod
    def of(cls, file: Path) -> Run:
        """The one that was kept, or a new one."""
        return cls(**json.loads(file.read_text())) if file.exists() else cls(PLAIN.told())

    def keep(self, file: Path) -> None:
        """Write it down; what was there stays until that is done."""
        new = file.with_suffix(".new")
        new.write_text(json.dumps(asdict(self)))
        new.replace(file)


@cache
def _pupil(told: str, think_ms: int) -> Pupil:
    return Pupil(find("samurai"), think_ms, Knowledge.of(json.loads(told)))


def games(job: tuple[str, int, int, int, int]) -> Thoughts:
    """Play some games of a pupil with itself: what it knows, effort, players, seed, how many."""
    told, think_ms, players, seed, count = job
    pupil = _pupil(told, think_ms)
    played = (play([pupil], (0,) * players, seed + number) for number in range(count))
    return Thoughts.together([thoughts(*game, players) for game in played], MOST)


def meeting(job: tuple[str, str, int, int, int]) -> float:
    """The share of the win of the first of two who know different things, in one game; games with
    neighbouring numbers are the same for each seat in turn.
    """
    told, field, think_ms, players, number = job
    seats = [1] * players
    seats[number % players] = 0
    pupils = [_pupil(told, think_ms), _pupil(field, think_ms)]
    match, _ = play(pupils, seats, 1_000_000_007 + number // players)
    return share_of(match, number % players)


def appraiser(seen: Thoughts) -> Appraise:
    """What tells everyone's chances in the positions, by any judge."""
    states, players = np.ascontiguousarray(seen.states), seen.won.shape[1]
    run, chances = code(find("samurai"))["appraise"], np.zeros((len(states), players))

    def appraise(judge: Weights) -> Reals:
        thinking = mind(judge)
        run(states.ctypes.data, thinking.ctypes.data, chances)
        return chances.copy()

    return appraise


def learned_from(seen: Thoughts, known: Knowledge) -> Knowledge:
    """What the games teach somebody who knew so much."""
    heat, bias = fit_choosing(seen, HEAT)
    return Knowledge(heat, bias, fit_judge(appraiser(seen), seen, known.judge))


def told_by(seen: Thoughts, known: Knowledge, players: int) -> dict[str, float]:
    """How much new games surprise somebody, and somebody who goes by hand."""
    hand, appraise = by_hand(players), appraiser(seen)
    numbers = {
        "wins": surprise(appraise(known.judge), seen.won),
        "wins by hand": surprise(appraise(hand.judge), seen.won),
        "choices": choosing_surprise(seen, known.heat, known.bias),
        "choices by hand": choosing_surprise(seen, hand.heat, hand.bias),
    }
    return {name: round(number, 4) for name, number in numbers.items()}


def rounds(
    players: int, run: Run, file: Path, pool: Executor, options: argparse.Namespace
) -> Iterator[Run]:
    """Play and learn, a round at a time, until the time is up; at least once."""
    notes, end = file.with_suffix(".npz"), time.monotonic() + 60 * options.minutes
    seen = []
    if notes.exists():
        with np.load(notes) as kept:
            seen = [Thoughts(**kept)]
    while True:
        start, known = time.monotonic(), Knowledge.of(run.knowledge)
        told, seed = json.dumps(run.knowledge), 1 + run.games
        jobs = [
            (told, options.think_ms, players, seed + at, min(AT_ONCE, options.games - at))
            for at in range(0, options.games, AT_ONCE)
        ]
        fresh = Thoughts.together(list(pool.map(games, jobs)), MOST)
        point = told_by(fresh, known, players)
        seen = [Thoughts.together([*seen, fresh], MOST)]
        run.knowledge = learned_from(seen[0], known).told()
        run.rounds, run.games, run.match = run.rounds + 1, run.games + options.games, []
        run.minutes += (time.monotonic() - start) / 60
        run.curve.append({"games": run.games, **point})
        np.savez_compressed(notes, **vars(seen[0]))
        run.keep(file)
        print(f"{players} players, {run.games} games: {point}", flush=True)
        yield run
        if time.monotonic() > end:
            return


def meet(players: int, run: Run, file: Path, pool: Executor, options: argparse.Namespace) -> None:
    """Games of what was learned against what goes by hand, as many as are asked for in all."""
    told, field = json.dumps(run.knowledge), json.dumps(by_hand(players).told())
    todo = range(len(run.match), options.match)
    jobs = [(told, field, options.match_ms, players, number) for number in todo]
    for share in pool.map(meeting, jobs):
        run.match.append(share)
        run.keep(file)
    if run.match:
        mean, count = float(np.mean(run.match)), len(run.match)
        error = float(np.std(run.match)) / count**0.5
        print(f"{players} players: {mean:.1%} ± {error:.1%} of {count} games", flush=True)


def learn(players: Sequence[int], options: argparse.Namespace, pool: Executor) -> None:
    """Learn for each number of players, in turn."""
    options.keep.mkdir(parents=True, exist_ok=True)
    learned = {}
    for count in players:
        file = options.keep / f"{count}.json"
        run = Run.of(file)
        if options.minutes > 0:
            *_, run = rounds(count, run, file, pool, options)
        meet(count, run, file, pool, options)
    for count in sorted(find("samurai").players):
        if (file := options.keep / f"{count}.json").exists():
            learned[str(count)] = Run.of(file).knowledge
    export(learned, options.keep / "learned.json")


def more(parser: argparse.ArgumentParser) -> None:
    """How games are played."""
    add = parser.add_argument
    add("--games", type=int, default=96, help="of a round")
    add("--think-ms", type=int, default=5, help="whose effort they are played with, by no clock")
    add("--match", type=int, default=0, help="games against the master that goes by hand, in all")
    add("--match-ms", type=int, default=10, help="whose effort these are played with")


def main(words: Sequence[str] | None = None) -> None:
    """Learn, as the words say."""
    command(__doc__ or "", "samurai", learn, words, more)


if __name__ == "__main__":
    main()
