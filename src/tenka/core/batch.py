"""Thousands of matches in one array, on all cores: the interface that learning code uses."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tenka.core.engine import ask, choices_at, decide, first_actor, journal_at, start
from tenka.core.errors import IllegalAction
from tenka.core.game import CHOICES, Game
from tenka.core.journal import JOURNAL
from tenka.core.layout import Floats, Ints, Numbers, Rooms, copy_bytes, spaced

if TYPE_CHECKING:
    from tenka.core.engine import SCALE, STATE_SIZE, encode, redact, state_at


NOTHING = np.zeros((0, 0), dtype=np.float32)
SHARE = 256  # fewer matches than this are done sooner than a thread is woken for them


def start_many(
    states: int, template: int, which: Ints, keys: Ints, journal: int, first: int, last: int
) -> None:
    """Begin new games in the places that `which` lists."""
    for i in range(first, last):
        state = states + which[i] * STATE_SIZE
        copy_bytes(state, template, STATE_SIZE)
        start(state, journal, keys[i, 0], keys[i, 1])


def mask_many(states: int, masks: Ints, actors: Ints, choices: int, first: int, last: int) -> None:
    """Who acts first in each state (-1: it is over), and that player's decisions as ones."""
    c = choices_at(choices)
    for i in range(first, last):
        s = state_at(states + i * STATE_SIZE)
        masks[i, :] = 0
        actors[i] = -1
        if s.acting:
            actors[i] = first_actor(s)
            ask(states + i * STATE_SIZE, choices, int(actors[i]))
            for k in range(c.count):
                masks[i, c.ids[k]] = 1


def step_many(
    states: int, actions: Ints, refused: Ints, journal: int, choices: int, first: int, last: int
) -> None:
    """One decision in each state by whoever acts first; finished games stay as they are."""
    j = journal_at(journal)
    for i in range(first, last):
        state = states + i * STATE_SIZE
        s = state_at(state)
        j.count = 0
        refused[i] = 0
        if s.acting:
            player = first_actor(s)
            ask(state, choices, player)
            refused[i] = decide(state, journal, choices, player, actions[i]) < 0


def observe(state: int, viewer: int, numbers: Numbers, scratch: int) -> None:
    """What a viewer sees of a state, in whole numbers; `numbers` comes in as zeros."""
    s = state_at(scratch)
    copy_bytes(scratch, state, STATE_SIZE)
    redact(s, viewer)
    encode(s, viewer, numbers)


def scale(numbers: Ints, values: Floats) -> None:
    """Whole numbers into fractions."""
    for k in range(len(SCALE)):
        values[k] = np.float32(numbers[k]) * SCALE[k]


def observe_many(
    states: int,
    viewers: Ints,
    numbers: Ints,
    values: Floats,
    scratch: int,
    first: int,
    last: int,
) -> None:
    """The observation of each state as its viewer sees it.

    `numbers` are all of them, or one row to work on where `values`, the fractions, are wanted.
    """
    for i in range(first, last):
        row = numbers[min(i, len(numbers) - 1)]
        row[:] = 0
        observe(states + i * STATE_SIZE, int(viewers[i]), row, scratch)
        if len(values):
            scale(row, values[i])


TEMPLATES = (start_many, mask_many, step_many, observe, scale, observe_many)
ENTRY_POINTS = (start_many, mask_many, step_many, observe_many)


class Batch:
    """`size` matches of one game side by side.

    >>> import tenka
    >>> batch = tenka.batch("suntzu", 1000, seed=7)
    >>> masks, actors = batch.legal_masks()
    >>> batch.step(masks.argmax(axis=1))
    >>> batch.observe().shape
    (1000, 465)
    """

    def __init__(
        self,
        game: Game,
        size: int,
        *,
        seed: int | None = None,
        players: int | None = None,
        threads: int | None = None,
        compact: bool = False,
        **options: Any,
    ) -> None:
        self.game = game
        self.options = game.choose(players, options)
        self.threads = threads or os.cpu_count() or 1
        self.rng = np.random.default_rng(seed)
        self.states = np.zeros(size, dtype=game.dtype).view(np.recarray)
        self.actors = np.full(size, -1, dtype=np.int8)
        self.masks = np.zeros((size, len(game.actions)), dtype=np.uint8)
        self.compact = compact
        number = np.int8 if compact else np.float32
        self.observations = np.zeros((size, game.observation_size), dtype=number)
        self._template = game.engine.new_state(self.options)
        self._refused = np.zeros(size, dtype=np.int8)
        self._journals = Rooms(self.threads, JOURNAL.itemsize)
        self._choices = Rooms(self.threads, CHOICES.itemsize)
        self._scratch = Rooms(self.threads, game.dtype.itemsize)
        self._numbers = np.zeros((self.threads, spaced(game.observation_size)), dtype=np.int8)
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self.reset_finished()

    def __len__(self) -> int:
        return len(self.states)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which matches are finished."""
        return np.asarray(self.states["acting"] == 0)

    def legal_masks(self) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """For each match, the legal decisions as ones, and who decides (-1: the match is over).

        Where several may decide at once, it is the lowest seat's turn. The next call overwrites
        both arrays.
        """
        base = _address(self.states)
        self._spread(
            len(self),
            lambda t, first, last: self.game.engine.mask_many(
                base, self.masks, self.actors, self._choices[t], first, last
            ),
        )
        return self.masks, self.actors

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Make one decision in every match that is not over; an illegal one raises an error."""
        numbers = np.ascontiguousarray(actions, dtype=np.int64)
        if numbers.shape != (len(self),):
            raise IllegalAction(f"{len(self)} decisions are needed, not {numbers.shape}")
        base = _address(self.states)
        self._spread(
            len(self),
            lambda t, first, last: self.game.engine.step_many(
                base,
                numbers,
                self._refused,
                self._journals[t],
                self._choices[t],
                first,
                last,
            ),
        )
        if self._refused.any():
            at = int(self._refused.argmax())
            raise IllegalAction(
                f"decision {numbers[at]} is not legal in match {at}; the others were made"
            )

    def reset_finished(self) -> NDArray[np.integer[Any]]:
        """Start a new game wherever one is over; returns which."""
        which = np.flatnonzero(self.over)
        keys = self.rng.integers(0, 2**32, size=(len(which), 2), dtype=np.int64)
        base, template = _address(self.states), _address(self._template)
        self._spread(
            len(which),
            lambda t, first, last: self.game.engine.start_many(
                base, template, which, keys, self._journals[t], first, last
            ),
        )
        return which

    def observe(self, viewers: NDArray[np.integer[Any]] | None = None) -> Floats:
        """What each match's viewer sees, as numbers; by default, whoever acts first."""
        if viewers is None:
            viewers = self.legal_masks()[1]
        eyes = np.ascontiguousarray(viewers, dtype=np.int8)
        base = _address(self.states)
        self._spread(
            len(self),
            lambda t, first, last: self.game.engine.observe_many(
                base,
                eyes,
                *self._seen(t),
                self._scratch[t],
                first,
                last,
            ),
        )
        return self.observations

    def returns(self) -> Floats:
        """Each player's share of the win where the match is over: (matches, players)."""
        seats = np.arange(self.options["players"])
        won = (self.states["winners"][:, None] >> seats & 1).astype(np.float32)
        return np.asarray(won / np.maximum(won.sum(axis=1, keepdims=True), 1))

    def _seen(self, thread: int) -> tuple[Ints, Floats]:
        """Where a thread writes observations: as whole numbers, and as fractions if wanted."""
        if self.compact:
            return self.observations, NOTHING
        return self._numbers[thread : thread + 1], self.observations

    def _spread(self, count: int, work: Callable[[int, int, int], None]) -> None:
        """Run `work(thread, first, last)` over stretches of 0 to `count`, on as many threads as
        it is worth waking; the first stretch is done by the caller's own.
        """
        threads = min(self.threads, count // SHARE)
        if self._pool is None or threads < 2:
            work(0, 0, count)
            return
        edges = [count * t // threads for t in range(threads + 1)]
        (first, last), *others = pairwise(edges)
        waiting = [self._pool.submit(work, t, *span) for t, span in enumerate(others, 1)]
        try:
            work(0, first, last)
        finally:
            for done in waiting:
                done.result()


def _address(array: NDArray[Any]) -> int:
    return array.ctypes.data
