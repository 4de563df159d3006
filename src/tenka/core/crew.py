"""Threads that share one piece of compiled work, stretch by stretch.

What a batch has to do in a step is done in less time than it takes to wake a thread. So whoever has
helped looks out for more for a moment before leaving, and nobody waits for a thread that has not
come: each has a share of the stretches, takes them one by one, and then takes from the others'.

Compiled work begins with `offer` (one thread leads) and goes on with `take` until there is nothing
left; see `tenka.envs.vector`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np

from tenka.core.layout import Ints
from tenka.core.rule import primitive, rule

HELP, LEAD, WATCH = range(3)  # what a thread comes for
APART = 16  # cells: what two threads write does not lie in one line of a cache
BUSY = 0  # in this cell: how many threads are at work
SHARES = 1  # from here on, each share's next stretch
NOTHING_LEFT = 1 << 32  # instead of a stretch, before there was work
PATIENCE = 2000  # looks for more, some 100 microseconds, before a thread leaves


@primitive("atomic add")
def add(cells: Ints, at: int, amount: int) -> int:
    """Add to a cell that several threads change at once; what it was before."""
    before = int(cells[at])
    cells[at] += amount
    return before


@primitive("atomic put")
def put(cells: Ints, at: int, value: int) -> None:
    """Set a cell that others look at; they see all that was written before it, too."""
    cells[at] = value


@primitive("atomic look")
def look(cells: Ints, at: int) -> int:
    """What a cell is now that others change."""
    return int(cells[at])


@primitive("pause")
def pause() -> None:
    """Leave the processor to others for a moment, while waiting for them."""


@rule
def shares_in(cells: Ints) -> int:
    """How many shares there are."""
    return len(cells) // APART - SHARES


@rule
def end_of(stretches: int, share: int, shares: int) -> int:
    """Where a share ends and the next one begins."""
    return stretches * (share + 1) // shares


@rule
def offer(cells: Ints, stretches: int) -> None:
    """Lay out new work; all earlier work is done."""
    shares = shares_in(cells)
    for share in range(shares):
        put(cells, (SHARES + share) * APART, end_of(stretches, share - 1, shares))


@rule
def take(cells: Ints, stretches: int, mine: int) -> int:
    """A stretch that nobody else has: of one's own share, then of the others'; or -1."""
    shares = shares_in(cells)
    for step in range(shares):
        share = mine + step if mine + step < shares else mine + step - shares
        at = (SHARES + share) * APART
        if look(cells, at) < end_of(stretches, share, shares):
            stretch = add(cells, at, 1)
            if stretch < end_of(stretches, share, shares):
                return stretch
    return -1


@rule
def stay(cells: Ints, stretches: int, mine: int) -> bool:
    """Look out for more; whether some came while there was patience."""
    shares, at = shares_in(cells), (SHARES + mine) * APART
    for _ in range(PATIENCE):
        if look(cells, at) < end_of(stretches, mine, shares):
            return True
        pause()
    return False


@rule
def all_done(cells: Ints) -> bool:
    """Wait until nobody is at work, as long as there is patience; whether it is so."""
    for _ in range(PATIENCE):
        if look(cells, BUSY) == 0:
            return True
        pause()
    return False


class Crew:
    """`size` threads, of which the caller's own is one, and the cells over which they agree."""

    def __init__(self, size: int) -> None:
        self.cells = np.zeros((SHARES + size) * APART, dtype=np.int64)
        self.cells[SHARES * APART :] = NOTHING_LEFT
        self._pool = ThreadPoolExecutor(size - 1) if size > 1 else None
        self._helpers: dict[int, Future[bool]] = {}

    def run(self, work: Callable[[int, int], bool], helpers: int) -> None:
        """Have work done, which is called with what a thread comes for and which thread it is.

        To whoever leads or waits it tells whether all is done. Helpers who have left are called
        back; each number has one at a time, since each has memory of its own to work with.
        """
        for mine in range(1, helpers + 1):
            here = self._helpers.get(mine)
            if self._pool is not None and (here is None or here.done()):
                self._helpers[mine] = self._pool.submit(work, HELP, mine)
        done = work(LEAD, 0)
        while not done:
            time.sleep(0)
            done = work(WATCH, 0)
