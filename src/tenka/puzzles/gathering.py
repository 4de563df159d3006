"""Many puzzles: from many games, by many processes, each written down as it is found."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import chain, islice
from itertools import count as counting
from typing import Any, TypeVar

from tenka.core import apart, code
from tenka.core.code import Way
from tenka.puzzles.collection import Notation, Puzzle
from tenka.puzzles.making import DEFAULTS, puzzles_in, puzzles_of, told_again
from tenka.puzzles.played import Played

SAME_ANSWER = 4  # puzzles of one answer at the most, so that they differ
Found = TypeVar("Found")


class Variety:
    """Which puzzles are new: an answer that has come up often is no riddle any more."""

    def __init__(self, kept: Sequence[Puzzle]) -> None:
        self._often = Counter(puzzle.answers[0] for puzzle in kept)
        self._known = {puzzle.name for puzzle in kept}

    @property
    def stale(self) -> frozenset[Notation]:
        """The answers that have come up often."""
        return frozenset(answer for answer, often in self._often.items() if often >= SAME_ANSWER)

    def of(self, puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
        """Those that are new."""
        for puzzle in puzzles:
            if puzzle.answers[0] not in self.stale and puzzle.name not in self._known:
                self._often[puzzle.answers[0]] += 1
                yield puzzle


def make(
    name: str,
    count: int,
    seed: int,
    kept: Sequence[Puzzle] = (),
    workers: int | None = None,
    options: Mapping[str, Any] = DEFAULTS,
) -> Iterator[list[Puzzle]]:
    """What is kept and so many puzzles more, one by one, from games of bots.

    The first of them has that seed, unless something that is kept has a later one.
    """
    # The seeds of a server's games are larger by far than those of games played for this.
    first = max([seed, *(puzzle.seed + 1 for puzzle in kept if puzzle.seed < 2**32)])
    variety = Variety(kept)
    games = ((name, seed, variety.stale, dict(options)) for seed in counting(first))
    return _grown(kept, count, variety, _searched(puzzles_in, games, workers))


def make_of(
    name: str,
    count: int,
    games: Sequence[Played],
    kept: Sequence[Puzzle] = (),
    workers: int | None = None,
) -> Iterator[list[Puzzle]]:
    """What is kept and so many puzzles more, or fewer, one by one, from games that were played."""
    variety = Variety(kept)
    asked = ((name, game, variety.stale) for game in games)
    return _grown(kept, count, variety, _searched(puzzles_of, asked, workers))


def _grown(
    kept: Sequence[Puzzle], count: int, variety: Variety, found: Iterable[list[Puzzle]]
) -> Iterator[list[Puzzle]]:
    for puzzle in islice(variety.of(chain.from_iterable(found)), max(0, count)):
        kept = [*kept, puzzle]
        yield kept


def tell_again(kept: Sequence[Puzzle], workers: int | None = None) -> Iterator[list[Puzzle]]:
    """What is kept, after each puzzle that the judge of today has told anew or dropped.

    Those that it has told come last.
    """
    left, told = {puzzle.name: puzzle for puzzle in kept}, list[Puzzle]()
    for name, again in _searched(_named_again, ((puzzle,) for puzzle in kept), workers):
        del left[name]
        told += again
        yield [*left.values(), *told]


def _named_again(puzzle: Puzzle) -> tuple[str, list[Puzzle]]:
    return puzzle.name, told_again(puzzle)


def _searched(
    search: Callable[..., Found], games: Iterator[tuple[Any, ...]], workers: int | None
) -> Iterator[Found]:
    """What is found in each game, as it comes, from as many processes as cores."""
    processes = workers or os.cpu_count() or 1
    running = set[Future[Found]]()
    with ProcessPoolExecutor(processes, apart.processes(), code.go, (Way.NOW,)) as pool:
        try:
            while True:
                few = islice(games, 2 * processes - len(running))
                running |= {pool.submit(search, *game) for game in few}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(cancel_futures=True)
