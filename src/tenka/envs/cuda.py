"""The batch environment on a GPU: states, observations, masks and rewards that never leave it.

>>> env = VectorEnv("suntzu", 65536, seed=7, device="cuda")  # doctest: +SKIP
>>> env.step(env.random_actions())  # doctest: +SKIP
>>> torch.as_tensor(env.observations)  # doctest: +SKIP

The rules are those of every other interface, compiled for the GPU (see `tenka.core.gpu`); one
thread plays one match. A seed gives the same matches as on the processor, to the last byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda, int8
from numpy.typing import NDArray

from tenka.core import gpu
from tenka.core.chance import MASK, philox, seed
from tenka.core.engine import ask, first_actor, hide, imagine, play_random, start
from tenka.core.errors import IllegalAction
from tenka.core.game import CHOICES, Game
from tenka.core.gpu import room
from tenka.core.journal import JOURNAL
from tenka.core.layout import Floats, Ints, Numbers, copy_bytes
from tenka.core.registry import find
from tenka.core.rule import bind
from tenka.core.tensor import Tensor
from tenka.envs.payoff import rewards_of
from tenka.envs.vector import REFUSED, RENEW, TEMPLATES, WAIT, advance, look

if TYPE_CHECKING:
    from tenka.core.engine import STATE_SIZE, state_at

    CHOICES_SIZE = 0

BLOCK = 32  # threads that are launched together: more would crowd each other from the cache
SQUARE, LINES = (
    32,
    1 if gpu.SIMULATED else 8,
)  # of numbers that a block turns, with so many lines of threads
PITCH = SQUARE + 1  # so that the threads of a warp find its columns in different banks
# Compiled for a GPU, the rules write no more of a journal than its count.
JOURNAL_SIZE = JOURNAL.itemsize if gpu.SIMULATED else 16


# -- kernels: one thread for each match, unless they say otherwise


def advance_all(
    states: int,
    templates: int,
    kinds: Ints,
    keys: Ints,
    actions: Ints,
    winners: Ints,
    restart: int,
    actors: Ints,
    masks: Ints,
    mask_columns: Ints,
    number_columns: Ints,
    size: int,
) -> None:
    """A decision in every match that goes on, and all that is to be known after it.

    A thread works in rooms of its own, and writes masks and observations as columns: so the
    threads of a warp write side by side.
    """
    i = cuda.grid(1)
    if i >= size:
        return
    state, journal, choices = room(STATE_SIZE), room(JOURNAL_SIZE), room(CHOICES_SIZE)
    copy_bytes(state, states + i * STATE_SIZE, STATE_SIZE)
    template = templates + int(kinds[i]) * STATE_SIZE
    if not advance(
        state, template, keys, actions, winners, restart, actors, masks, journal, choices, i
    ):
        ask(state, choices, first_actor(state_at(state)))
    copy_bytes(states + i * STATE_SIZE, state, STATE_SIZE)
    actors[i] = look(state, mask_columns[:, i], number_columns[:, i], choices)


def turn_all(columns: Ints, rows: Numbers, scale: Floats) -> None:
    """Columns into rows, as fractions if there is a scale; the columns are cleared for next time.

    A block of threads turns a square of numbers, by way of the memory that it shares.
    """
    square = cuda.shared.array((SQUARE, PITCH), int8)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    i, k = cuda.blockIdx.x * SQUARE, cuda.blockIdx.y * SQUARE
    for line in range(y, SQUARE, LINES):
        if i + x < len(rows) and k + line < len(columns):
            square[line, x] = columns[k + line, i + x]
            columns[k + line, i + x] = 0
    cuda.syncthreads()
    for line in range(y, SQUARE, LINES):
        if i + line < len(rows) and k + x < len(columns):
            if len(scale):
                rows[i + line, k + x] = np.float32(square[x, line]) * scale[k + x]
            else:
                rows[i + line, k + x] = square[x, line]


def settle_all(
    winners: Ints, kinds: Ints, worth: Floats, rewards: Floats, ended: Ints, refused: Ints
) -> None:
    """Rewards of the matches that ended, and how many decisions were refused."""
    i = cuda.grid(1)
    if i < len(winners):
        won = winners[i]
        if won == REFUSED:
            cuda.atomic.add(refused, 0, 1)
            won = 0
        ended[i] = won != 0
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = worth[kinds[i], won, seat]


def draw_all(words: Ints, actors: Ints, actions: Ints, key_0: int, key_1: int) -> None:
    """A legal decision for each match, each as likely as the next; WAIT where it is over.

    The masks are read eight at a time.
    """
    i = cuda.grid(1)
    if i >= len(actions):
        return
    actions[i] = WAIT
    if actors[i] < 0:
        return
    count = 0
    for word in range(words.shape[1]):
        count += cuda.popc(words[i, word])
    left, word = (philox(i, key_0, key_1) * count) >> 32, 0
    here = cuda.popc(words[i, 0])
    while left >= here:
        left -= here
        word += 1
        here = cuda.popc(words[i, word])
    action = 8 * word
    while True:
        if (words[i, word] >> (8 * (action & 7))) & 1:
            if left == 0:
                break
            left -= 1
        action += 1
    actions[i] = action


def play_all(states: int, templates: int, kinds: Ints, keys: Ints, most: int, size: int) -> None:
    """So many random decisions in each match, and new matches when they end."""
    i = cuda.grid(1)
    if i >= size:
        return
    state, journal, choices = room(STATE_SIZE), room(JOURNAL_SIZE), room(CHOICES_SIZE)
    copy_bytes(state, states + i * STATE_SIZE, STATE_SIZE)
    s, made = state_at(state), 0
    while made < most:
        if not s.acting:
            copy_bytes(state, templates + int(kinds[i]) * STATE_SIZE, STATE_SIZE)
            start(state, journal, int(keys[i, 0]), int(keys[i, 1]))
            keys[i, 1] = (keys[i, 1] + 1) & MASK
        made += play_random(state, journal, choices, most - made)
    copy_bytes(states + i * STATE_SIZE, state, STATE_SIZE)


def play_out_all(
    states: int, viewers: Ints, winners: Ints, key_0: int, key_1: int, most: int
) -> None:
    """From each state, as its viewer imagines it, random games to the end: a thread for each."""
    n = cuda.grid(1)
    times = winners.shape[1]
    i = n // times
    if i >= len(winners):
        return
    state, journal, choices = room(STATE_SIZE), room(JOURNAL_SIZE), room(CHOICES_SIZE)
    copy_bytes(state, states + i * STATE_SIZE, STATE_SIZE)
    if viewers[i] == EVERYTHING:
        seed(state_at(state), philox(n, key_0, key_1), n)
    else:
        hide(state, int(viewers[i]))
        imagine(state, philox(n, key_0, key_1), n)
    play_random(state, journal, choices, most)
    winners[i, n % times] = state_at(state).winners


def imagine_all(states: int, viewers: Ints, key_0: int, key_1: int) -> None:
    """In place of each state, one that its viewer cannot rule out."""
    i = cuda.grid(1)
    if i >= len(viewers):
        return
    state = room(STATE_SIZE)
    copy_bytes(state, states + i * STATE_SIZE, STATE_SIZE)
    hide(state, int(viewers[i]))
    imagine(state, philox(i, key_0, key_1), i)
    copy_bytes(states + i * STATE_SIZE, state, STATE_SIZE)


EVERYTHING = -2  # as a viewer: the state is played on as it is, only its chances are new
KERNELS = (
    advance_all,
    turn_all,
    settle_all,
    draw_all,
    play_all,
    play_out_all,
    imagine_all,
)


@cache
def kernels(game: Game) -> dict[str, Any]:
    """A game's kernels by name; each is compiled when it is first launched."""
    names = game.engine.names | {
        "CHOICES_SIZE": CHOICES.itemsize,
    }
    for template in TEMPLATES:
        names[template.__name__] = bind(template, names)
    return gpu.kernels(game.name, [bind(kernel, names) for kernel in KERNELS])


def choose(game: Game, players: int | None = None, **options: Any) -> dict[str, Any]:
    """A game's options, checked."""
    return game.choose(players, options)


class CudaEnv:
    """`size` matches side by side on a GPU, with the arrays and methods of `VectorEnv`.

    Its arrays are tensors of PyTorch, JAX or CuPy without a copy: `torch.as_tensor(x)`,
    `jax.dlpack.from_dlpack(x)`, `cupy.asarray(x)`; `x.numpy()` is a copy for the processor.

    - `device`: 'cuda', or 'cuda:1' for the second GPU; `stream`: where work is queued, by default
      the one that all libraries share
    - `compact`: observations are int8, to be multiplied by `game.observation.scale`
    - `mix`: several sets of options; the matches take turns at them
    - `check`: whether `step` waits for the GPU, to tell of decisions that were refused; without,
      `refused` counts them
    """

    def __init__(
        self,
        game: str,
        size: int,
        *,
        seed: int | None = None,
        players: int | None = None,
        device: str = "cuda",
        stream: Any = 0,
        compact: bool = False,
        check: bool = True,
        restart: bool = True,
        mix: Sequence[Mapping[str, Any]] = ({},),
        **options: Any,
    ) -> None:
        self.game, self.size = find(game), size
        self.compact, self.check, self.restart = compact, check, restart
        self.gpu = gpu.device(device)
        self.stream = gpu.stream(stream)
        self.rng = np.random.default_rng(seed)
        chosen = {"players": players, **options}
        self.mixed = [choose(self.game, **chosen | dict(more)) for more in mix]
        self.options = self.mixed[0]
        self._run = kernels(self.game)
        self._told = 0  # how many refused decisions were complained of
        with self.gpu:
            self._lay_out()
        self.reset()

    def _lay_out(self) -> None:
        """All arrays, on the GPU."""
        game, size = self.game, self.size
        seats = max(options["players"] for options in self.mixed)
        templates = np.concatenate([game.engine.new_state(options) for options in self.mixed])
        worth = np.zeros((len(self.mixed), 1 << seats, seats), dtype=np.float32)
        for kind, options in enumerate(self.mixed):
            players = options["players"]
            masks = np.arange(1, 1 << players)
            worth[kind, 1 : 1 << players, :players] = rewards_of(masks, players)
        self._templates, self._worth = Tensor.of(templates.view(np.uint8)), Tensor.of(worth)
        self._kinds = Tensor.of(np.arange(size, dtype=np.int32) % len(self.mixed))
        self._keys = Tensor.of(np.zeros((size, 2), dtype=np.int64))
        self._scale = Tensor.of(game.observation.scale)
        self._unscaled = Tensor.of(np.zeros(0, dtype=np.float32))
        self._mask_columns = Tensor.cleared(len(game.actions), size, dtype=np.uint8)
        self._number_columns = Tensor.cleared(game.observation_size, size, dtype=np.int8)
        self._drawn = Tensor.empty(size, dtype=np.int64)
        self._winners = Tensor.empty(size, dtype=np.uint8)
        self._refused = Tensor.of(np.zeros(1, dtype=np.int32))
        self._words = Tensor.cleared(size, gpu.words(len(game.actions)) // 8, dtype=np.int64)
        self.states = Tensor.cleared(size, game.dtype.itemsize, dtype=np.uint8)
        self.actors = Tensor.empty(size, dtype=np.int8)
        self.masks = self._words.rows(np.bool_, len(game.actions))
        self._legal = self._words.rows(np.uint8, len(game.actions))
        self.rewards = Tensor.empty(size, seats, dtype=np.float32)
        self.ended = Tensor.empty(size, dtype=np.bool_)
        number = np.int8 if self.compact else np.float32
        self.observations = Tensor.empty(size, game.observation_size, dtype=number)

    def __len__(self) -> int:
        return self.size

    @property
    def memory(self) -> int:
        """How many bytes of the GPU its arrays take."""
        views = (self.masks, self._legal)
        own = [x for x in vars(self).values() if isinstance(x, Tensor) and x not in views]
        return sum(x.array.size * x.dtype.itemsize for x in own)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which matches are finished; to know, one waits for the GPU."""
        return self.actors.numpy() < 0

    def legal_masks(self) -> tuple[Tensor, Tensor]:
        """`masks` and `actors`, which are always up to date here."""
        return self.masks, self.actors

    def observe(self) -> Tensor:
        """`observations`, likewise."""
        return self.observations

    def reset_finished(self) -> NDArray[np.integer[Any]]:
        """Start a new match wherever one is over; the places."""
        over = self.over
        with self.gpu:
            self._advance(Tensor.of(np.where(over, RENEW, WAIT)), True)
        return np.flatnonzero(over)

    def reset(self, seed: int | None = None) -> None:
        """Restart all matches; the same seed gives the same matches, here and on the processor."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        keys = self.rng.integers(0, 2**32, size=(self.size, 2))
        with self.gpu:
            self._keys.fill(keys)
            self._advance(Tensor.of(np.full(self.size, RENEW, dtype=np.int64)), True)

    def step(self, actions: Any, *, restart: bool | None = None) -> None:
        """Make one decision in every match, as `VectorEnv.step` does; `actions` may be any array
        that lies on the GPU, or one of numpy's.
        """
        with self.gpu:
            numbers = Tensor.taken(actions, np.int64)
            if numbers.shape != (self.size,):
                raise IllegalAction(f"{self.size} decisions are needed, not {numbers.shape}")
            self._advance(numbers, self.restart if restart is None else restart)
            if self.check:
                self._complain(numbers)

    def _advance(self, actions: Tensor, restart: bool) -> None:
        self._launch(
            "advance_all",
            self.states.address,
            self._templates.address,
            self._kinds,
            self._keys,
            actions,
            self._winners,
            int(restart),
            self.actors,
            self._legal,
            self._mask_columns,
            self._number_columns,
            self.size,
        )
        self._turn(self._mask_columns, self._legal, self._unscaled)
        self._turn(
            self._number_columns, self.observations, self._unscaled if self.compact else self._scale
        )
        self._launch(
            "settle_all",
            self._winners,
            self._kinds,
            self._worth,
            self.rewards,
            self.ended,
            self._refused,
        )

    def _turn(self, columns: Tensor, rows: Tensor, scale: Tensor) -> None:
        squares = tuple(-(-n // SQUARE) for n in (self.size, len(columns)))
        run = self._run["turn_all"][squares, (SQUARE, LINES), self.stream]
        run(columns.array, rows.array, scale.array)

    def _complain(self, actions: Tensor) -> None:
        """Tell of decisions that were refused, if there are any."""
        before, self._told = self._told, self.refused
        if self._told == before:
            return
        wrong = np.flatnonzero(self._winners.numpy() == REFUSED)
        at = int(wrong[0])
        raise IllegalAction(
            f"decision {actions.numpy()[at]} is not legal in match {at}; {len(wrong)} of "
            f"{self.size} were refused, the others made"
        )

    @property
    def refused(self) -> int:
        """How many decisions have been refused so far; to know, one waits for the GPU."""
        return int(self._refused.numpy()[0])

    def random_actions(self) -> Tensor:
        """A legal decision for each match, each as likely as the next; overwritten by the next
        call.
        """
        with self.gpu:
            self._launch("draw_all", self._words, self.actors, self._drawn, *self._fresh_key())
        return self._drawn

    def play(self, decisions: int) -> None:
        """So many random decisions in every match, with restarts, in one go.

        Masks and observations are not written meanwhile, and are brought up to date at the end.
        """
        with self.gpu:
            self._launch(
                "play_all",
                self.states.address,
                self._templates.address,
                self._kinds,
                self._keys,
                decisions,
                self.size,
            )
            self._advance(Tensor.of(np.full(self.size, WAIT, dtype=np.int64)), False)

    def play_out(self, times: int, viewers: Any = None) -> Tensor:
        """From every position, `times` random games to the end: their winners (size, times), as
        bits. With `viewers`, each begins from what that seat can know, and imagines the rest.
        """
        with self.gpu:
            seen = np.full(self.size, EVERYTHING) if viewers is None else viewers
            winners = Tensor.empty(self.size, times, dtype=np.uint8)
            self._launch(
                "play_out_all",
                self.states.address,
                Tensor.taken(seen, np.int8),
                winners,
                *self._fresh_key(),
                self.game.longest,
                threads=self.size * times,
            )
        return winners

    def determinise(self, viewers: Any) -> None:
        """Put in place of every position one that its viewer cannot rule out, drawn at random."""
        with self.gpu:
            seats = Tensor.taken(viewers, np.int8)
            self._launch("imagine_all", self.states.address, seats, *self._fresh_key())
            self._advance(Tensor.of(np.full(self.size, WAIT, dtype=np.int64)), False)

    def put(self, states: Any) -> None:
        """Play on from given positions: records of the game, or their bytes on the GPU."""
        with self.gpu:
            self.states.fill(states)
            self._advance(Tensor.of(np.full(self.size, WAIT, dtype=np.int64)), False)

    def _fresh_key(self) -> tuple[int, int]:
        first, second = self.rng.integers(0, 2**32, size=2).tolist()
        return first, second

    def _launch(
        self, name: str, *args: Any, threads: int | None = None, blocks: int | None = None
    ) -> None:
        blocks = blocks or -(-(threads or self.size) // BLOCK)
        given = [arg.array if isinstance(arg, Tensor) else arg for arg in args]
        self._run[name][blocks, BLOCK, self.stream](*given)
