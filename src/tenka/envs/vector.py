"""The batch environment: thousands of matches in one array, the fast path of learning code.

Every step is one compiled call per core: it makes a decision in each match, starts finished
matches anew in place, and writes who decides next, what is legal and what that player sees into
arrays that stay where they are. PyTorch works on the same memory (`torch.from_numpy`, DLPack).

>>> env = VectorEnv("suntzu", 1000, seed=7)
>>> env.step(env.random_actions())
>>> env.observations.shape, env.masks.shape, env.rewards.shape
((1000, 465), (1000, 143), (1000, 2))
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tenka.core.batch import NOTHING, SHARE, Batch, scale
from tenka.core.chance import MASK, philox
from tenka.core.code import Code
from tenka.core.crew import BUSY, LEAD, WATCH, Crew, add, all_done, offer, stay, take
from tenka.core.engine import ask, choices_at, first_actor, journal_at, start
from tenka.core.errors import IllegalAction
from tenka.core.game import CHOICES, Game
from tenka.core.journal import JOURNAL
from tenka.core.layout import Floats, Ints, copy_bytes, spaced
from tenka.core.registry import find
from tenka.core.rule import rule, unfolded
from tenka.envs.payoff import rewards_of

if TYPE_CHECKING:
    from tenka.core.engine import STATE_SIZE, apply, encode, redact, state_at

WAIT = -1  # instead of a decision: leave this match as it is
RENEW = -2  # likewise: restart this match
BLOCK = 16  # decisions of a mask that are counted at once
STRETCH = 32  # matches that a thread takes at once
REFUSED = 255  # in place of the winners: the decision was not legal
TASK, RESTART, KEY = 0, 1, 2  # places in an order: what is to be done, and what is to be known
ADVANCE, DRAW = range(2)  # tasks
JOURNAL_SIZE, CHOICES_SIZE = JOURNAL.itemsize, CHOICES.itemsize


def begin(state: int, template: int, keys: Ints, i: int, journal: int) -> None:
    """Restart match `i`, with chances of its own."""
    copy_bytes(state, template, STATE_SIZE)
    start(state, journal, keys[i, 0], keys[i, 1])
    keys[i, 1] = (keys[i, 1] + 1) & MASK


def advance(
    state: int,
    template: int,
    keys: Ints,
    actions: Ints,
    winners: Ints,
    restart: int,
    actors: Ints,
    masks: Ints,
    journal: int,
    i: int,
) -> bool:
    """A decision in match `i`, if it goes on; whether there is something new to see.

    The masks are still those of the position that is decided in, and say what is legal. The rules
    stand here once for each purpose: what a GPU's threads do in two places they do in turns.
    """
    s, action = state_at(state), int(actions[i])
    winners[i] = 0
    if action != RENEW:
        if action == WAIT or not s.acting:
            return False
        if action < 0 or action >= masks.shape[1] or not masks[i, action]:
            winners[i] = REFUSED
            return False
        j = journal_at(journal)
        j.count = 0
        apply(s, j, int(actors[i]), action)
        winners[i] = s.winners
    if action == RENEW or (restart and not s.acting):
        begin(state, template, keys, i, journal)
    return True


def mark(mask: Ints, choices: int) -> int:
    """What the player may decide whose the choices are; who it is, or -1 when the match is over.

    The mask comes in as zeros.
    """
    c = choices_at(choices)
    if not c.count:
        return -1
    for k in range(c.count):
        mask[c.ids[k]] = 1
    return int(c.player)


def advance_some(
    states: int,
    template: int,
    keys: Ints,
    actions: Ints,
    winners: Ints,
    restart: int,
    actors: Ints,
    masks: Ints,
    numbers: Ints,
    values: Floats,
    journal: int,
    choices: int,
    scratch: int,
    mine: int,
    first: int,
    last: int,
) -> None:
    """A decision in every match of a stretch that goes on, and all that is to be known after it."""
    for i in range(first, last):
        state = states + i * STATE_SIZE
        if advance(state, template, keys, actions, winners, restart, actors, masks, journal, i):
            ask(state, choices, first_actor(state_at(state)))
            masks[i, :] = 0
            row = numbers[mine if len(values) else i]
            row[:] = 0
            copy_bytes(scratch, state, STATE_SIZE)
            viewer = mark(masks[i], choices)
            if viewer >= 0:
                redact(state_at(scratch), viewer)
                encode(state_at(scratch), viewer, row)
            actors[i] = viewer
            if len(values):
                scale(row, values[i])


@rule
def draw_some(masks: Ints, actions: Ints, key_0: int, key_1: int, first: int, last: int) -> None:
    """A legal decision for each match of a stretch, each as likely as the next; WAIT where it is
    over.

    All random numbers come first: none of them has to wait for another.
    """
    for i in range(first, last):
        actions[i] = philox(i, key_0, key_1)
    for i in range(first, last):
        count = legal_in_all(masks[i])
        if count:
            actions[i] = legal_number(masks[i], (int(actions[i]) * int(count)) >> 32)
        else:
            actions[i] = WAIT


@unfolded
def legal_in_all(row: Ints) -> int:
    """How many decisions of a mask are legal."""
    count, whole = 0, len(row) - len(row) % BLOCK
    for first in range(0, whole, BLOCK):
        count += legal_in(row, first)
    for action in range(whole, len(row)):
        count += row[action]
    return count


@rule
def legal_number(row: Ints, left: int) -> int:
    """The legal decision with so many before it."""
    action = 0
    while action + BLOCK < len(row):
        here = legal_in(row, action)
        if left < here:
            break
        left -= here
        action += BLOCK
    while left or not row[action]:
        left -= row[action]
        action += 1
    return action


@unfolded
def legal_in(row: Ints, first: int) -> int:
    """How many decisions of a block are legal."""
    count = 0
    for k in range(BLOCK):
        count += row[first + k]
    return count


def take_part(
    role: int,
    mine: int,
    cells: Ints,
    order: Ints,
    states: int,
    template: int,
    keys: Ints,
    actions: Ints,
    winners: Ints,
    actors: Ints,
    masks: Ints,
    numbers: Ints,
    values: Floats,
    journals: int,
    many_choices: int,
    scratches: int,
) -> bool:
    """A thread's part in what the order says: stretch by stretch, see `tenka.core.crew`."""
    stretches = (len(actions) + STRETCH - 1) // STRETCH
    journal = journals + mine * spaced(JOURNAL_SIZE)
    choices = many_choices + mine * spaced(CHOICES_SIZE)
    scratch = scratches + mine * spaced(STATE_SIZE)
    if role == LEAD:
        offer(cells, stretches)
    while role != WATCH:
        add(cells, BUSY, 1)
        at = take(cells, stretches, mine)
        while at >= 0:
            first, last = at * STRETCH, min(at * STRETCH + STRETCH, len(actions))
            if order[TASK] == DRAW:
                key_0, key_1 = int(order[KEY]), int(order[KEY + 1])
                draw_some(masks, actions, key_0, key_1, first, last)
            else:
                advance_some(
                    states,
                    template,
                    keys,
                    actions,
                    winners,
                    order[RESTART],
                    actors,
                    masks,
                    numbers,
                    values,
                    journal,
                    choices,
                    scratch,
                    mine,
                    first,
                    last,
                )
            at = take(cells, stretches, mine)
        add(cells, BUSY, -1)
        if role == LEAD:
            break
        if not stay(cells, stretches, mine):
            return True
    return all_done(cells)


TEMPLATES = (begin, advance, mark)


def _code(game: Game) -> Code:
    templates = (*TEMPLATES, advance_some, take_part)
    return game.engine.extend("vector", *templates, only=("take_part",), quick=True)


class VectorEnv(Batch):
    """`size` matches side by side, always ready for the next decision.

    Every step overwrites these arrays in place:

    - `observations` (size, numbers), float32: what the player sees who decides next; compact ones
      are int8, to be multiplied by `game.observation.scale`
    - `masks` (size, decisions), bool: what that player may decide
    - `actors` (size), int8: who that is; where several may, the lowest seat
    - `rewards` (size, players), float32: see `payoff`; not 0 only where a match just ended
    - `ended` (size), bool: the match ended with this step, and a new one stands in its place
    """

    def __new__(cls, game: str, size: int, *, device: str = "cpu", **options: Any) -> Any:
        """With another device than the processor, the same there; see `tenka.envs.cuda`."""
        if device == "cpu":
            return super().__new__(cls)
        from tenka.envs.cuda import CudaEnv

        return CudaEnv(game, size, device=device, **options)

    def __init__(
        self,
        game: str,
        size: int,
        *,
        device: str = "cpu",
        seed: int | None = None,
        players: int | None = None,
        threads: int | None = None,
        compact: bool = False,
        **options: Any,
    ) -> None:
        rules = find(game)
        self._run = _code(rules)
        self._keys = np.zeros((size, 2), dtype=np.int64)
        self._winners = np.zeros(size, dtype=np.uint8)
        self._actions = np.zeros(size, dtype=np.int64)
        self._order = np.zeros(KEY + 2, dtype=np.int64)
        self.ended = np.zeros(size, dtype=np.bool_)
        super().__init__(
            rules, size, seed=seed, players=players, threads=threads, compact=compact, **options
        )
        self.masks = self.masks.view(np.bool_)
        self.rewards = np.zeros((size, self.options["players"]), dtype=np.float32)

    def reset(self, seed: int | None = None) -> None:
        """Restart all matches; the same seed gives the same matches, on any number of cores."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.states["acting"] = 0
        self.reset_finished()

    def reset_finished(self) -> NDArray[np.integer[Any]]:
        """Start a new match wherever one is over; the places."""
        which = np.flatnonzero(self.over)
        if len(which) == len(self):
            self._keys[:] = self.rng.integers(0, 2**32, size=self._keys.shape)
        self._advance(np.where(self.over, RENEW, WAIT))
        return which

    def step(self, actions: Any, *, restart: bool = True) -> None:
        """Make one decision in every match; WAIT (-1) leaves a match as it is, RENEW (-2) gives it
        up for a new one.

        Without `restart` a finished match stays over (its actor is -1) until `reset_finished`. An
        illegal decision changes nothing in its match and, once the others are made, raises
        IllegalAction.
        """
        numbers = np.ascontiguousarray(actions, dtype=np.int64)
        if numbers.shape != (len(self),):
            raise IllegalAction(f"{len(self)} decisions are needed, not {numbers.shape}")
        self._advance(numbers, restart)
        self.rewards.fill(0)
        np.not_equal(self._winners, 0, out=self.ended)
        if self.ended.any():
            self._settle(numbers)

    def _settle(self, actions: NDArray[np.int64]) -> None:
        """Rewards of the matches that ended, or a word on a decision that was refused."""
        refused = np.flatnonzero(self._winners == REFUSED)
        self.ended[refused] = False
        which = np.flatnonzero(self.ended)
        self.rewards[which] = rewards_of(self._winners[which], self.rewards.shape[1])
        if len(refused):
            at = int(refused[0])
            raise IllegalAction(
                f"decision {actions[at]} is not legal in match {at}; {len(refused)} of "
                f"{len(self)} were refused, the others made"
            )

    def legal_masks(self) -> tuple[NDArray[Any], NDArray[np.int8]]:
        """`masks` and `actors`, which are always up to date here."""
        return self.masks, self.actors

    def random_actions(self) -> NDArray[np.int64]:
        """A legal decision for each match, each as likely as the next."""
        self._order[TASK] = DRAW
        self._order[KEY:] = self.rng.integers(0, 2**32, size=2)
        self._crew.run(self._work, self._helpers)
        return self._actions.copy()

    def _advance(self, actions: NDArray[np.int64], restart: bool = True) -> None:
        self._actions[:] = actions
        self._order[TASK], self._order[RESTART] = ADVANCE, restart
        self._crew.run(self._work, self._helpers)

    @cached_property
    def _helpers(self) -> int:
        """How many threads it is worth waking; what is interpreted is done by one."""
        threads = min(self.threads, len(self) // SHARE) if self._run.compiled else 1
        return max(threads, 1) - 1

    @cached_property
    def _crew(self) -> Crew:
        return Crew(self.threads)

    @cached_property
    def _work(self) -> Callable[[int, int], bool]:
        """What each thread of the crew does.

        It keeps the cells, which a helper looks at who is still there when the environment is not
        any more; the rest is touched only while someone leads.
        """
        seen = (self.observations, NOTHING) if self.compact else (self._numbers, self.observations)
        rooms = (self._journals, self._choices, self._scratch)
        arrays = (
            self._crew.cells,
            self._order,
            self.states.ctypes.data,
            self._template.ctypes.data,
            self._keys,
            self._actions,
            self._winners,
            self.actors,
            self.masks.view(np.uint8),
            *seen,
            *(room[0] for room in rooms),
        )
        take_part = self._run["take_part"]
        return lambda role, mine: bool(take_part(role, mine, *arrays))
