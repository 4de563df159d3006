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

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tenka.core.batch import Batch, scale
from tenka.core.chance import MASK, philox
from tenka.core.code import Code
from tenka.core.engine import ask, choices_at, first_actor, journal_at, start
from tenka.core.errors import IllegalAction
from tenka.core.game import Game
from tenka.core.layout import Floats, Ints, copy_bytes
from tenka.core.registry import find
from tenka.core.rule import rule
from tenka.envs.payoff import rewards_of

if TYPE_CHECKING:
    from tenka.core.engine import STATE_SIZE, apply, encode, redact, state_at

WAIT = -1  # instead of a decision: leave this match as it is
RENEW = -2  # likewise: restart this match
BLOCK = 16  # decisions of a mask that are counted at once
REFUSED = 255  # in place of the winners: the decision was not legal


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


def show(state: int, mask: Ints, choices: int) -> int:
    """What the player may decide whose the choices are; who it is.

    The mask comes in as zeros, and stays so when the match is over. The state is left redacted.
    """
    c = choices_at(choices)
    if not c.count:
        return -1
    for k in range(c.count):
        mask[c.ids[k]] = 1
    redact(state_at(state), int(c.player))
    return int(c.player)


def advance_many(
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
    first: int,
    last: int,
) -> None:
    """A decision in every match that goes on, and all that is to be known after it."""
    for i in range(first, last):
        state = states + i * STATE_SIZE
        if advance(state, template, keys, actions, winners, restart, actors, masks, journal, i):
            ask(state, choices, first_actor(state_at(state)))
            masks[i, :] = 0
            row = numbers[min(i, len(numbers) - 1)]
            row[:] = 0
            copy_bytes(scratch, state, STATE_SIZE)
            viewer = show(scratch, masks[i], choices)
            if viewer >= 0:
                encode(state_at(scratch), viewer, row)
            actors[i] = viewer
            if len(values):
                scale(row, values[i])


def draw_many(
    masks: Ints, actors: Ints, actions: Ints, key_0: int, key_1: int, first: int, last: int
) -> None:
    """A legal decision for each match, each as likely as the next; WAIT where it is over."""
    for i in range(first, last):
        actions[i] = WAIT
        if actors[i] >= 0:
            row = masks[i]
            left = (philox(i, key_0, key_1) * legal_in(row, 0, len(row))) >> 32
            action = 0
            here = legal_in(row, 0, min(BLOCK, len(row)))
            while left >= here:
                left -= here
                action += BLOCK
                here = legal_in(row, action, min(action + BLOCK, len(row)))
            while left or not row[action]:
                left -= row[action]
                action += 1
            actions[i] = action


@rule
def legal_in(row: Ints, first: int, last: int) -> int:
    """How many decisions of a stretch are legal."""
    count = 0
    for action in range(first, last):
        count += row[action]
    return count


TEMPLATES = (begin, advance, show)


def _code(game: Game) -> Code:
    which = ("advance_many", "draw_many")
    templates = (*TEMPLATES, advance_many, draw_many)
    return game.engine.extend("vector", *templates, only=which, quick=True)


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
        actions = np.empty(len(self), dtype=np.int64)
        key_0, key_1 = self.rng.integers(0, 2**32, size=2).tolist()
        self._spread(
            len(self),
            lambda thread, first, last: self._run["draw_many"](
                self.masks, self.actors, actions, key_0, key_1, first, last
            ),
        )
        return actions

    def _advance(self, actions: NDArray[np.int64], restart: bool = True) -> None:
        base, template = self.states.ctypes.data, self._template.ctypes.data
        rooms = (self._journals, self._choices, self._scratch)
        self._spread(
            len(self),
            lambda thread, first, last: self._run["advance_many"](
                base,
                template,
                self._keys,
                actions,
                self._winners,
                int(restart),
                self.actors,
                self.masks.view(np.uint8),
                *self._seen(thread),
                *(room[thread:].ctypes.data for room in rooms),
                first,
                last,
            ),
        )
