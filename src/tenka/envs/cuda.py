"""The batch environment on a GPU: states, observations, masks and rewards that never leave it.

>>> env = VectorEnv("suntzu", 65536, seed=7, device="cuda")  # doctest: +SKIP
>>> env.step(env.random_actions())  # doctest: +SKIP
>>> torch.as_tensor(env.observations)  # doctest: +SKIP

The rules are those of every other interface, compiled for the GPU (see `tenka.core.gpu`); one
thread plays one match. A seed gives the same matches as on the processor, to the last byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tenka.core import gpu
from tenka.core.errors import IllegalAction
from tenka.core.game import Game
from tenka.core.registry import find
from tenka.core.tensor import Launch, Place, Tensor
from tenka.envs.kernels import EVERYTHING, is_small, kernels, row_of
from tenka.envs.payoff import rewards_of
from tenka.envs.vector import REFUSED, RENEW, WAIT

WARP = 32  # threads that go together, as long as they do the same
WIDEST = 128  # threads in a block of small states, with which more warps pay
PLACES = 4096  # blocks that a large GPU works on at once
TOGETHER = 16  # matches whose observations a block writes
SHARE, SHARES = 32, 16  # numbers of an observation that are worth a thread; threads at the most
WITHOUT_END = 1 << 30


def choose(game: Game, players: int | None = None, **options: Any) -> dict[str, Any]:
    """A game's options, checked."""
    return game.choose(players, options)


def power(number: int) -> int:
    """The greatest power of two that is no more than a number."""
    return 1 << max(number, 1).bit_length() - 1


def threads_on(game: Game) -> int:
    """How many threads write the observation of a match."""
    return min(SHARES, power(game.observation_size // SHARE))


def side_by_side(game: Game, size: int) -> int:
    """How many threads that play at random are a block.

    A warp, whose threads wait for each other. Where states are small, blocks of several warps keep
    a GPU busier, and where not all places are taken, half warps do.
    """
    return min(max(WARP // 2, power(size // PLACES)), WIDEST) if is_small(game) else WARP


class CudaEnv:
    """`size` matches side by side on a GPU, with the arrays and methods of `VectorEnv`.

    Its arrays are tensors of PyTorch, JAX or CuPy without a copy: `torch.as_tensor(x)`,
    `jax.dlpack.from_dlpack(x)`, `cupy.asarray(x)`; `x.numpy()` is a copy for the processor.

    - `mask_rows`: `masks` with the gaps between its rows, in which nothing is legal, for libraries
      that take only arrays without gaps (`jax.dlpack.from_dlpack`)
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
        with self.gpu:
            self.stream = gpu.stream(stream)
        self.place = Place(self.gpu.id, self.stream)
        self.rng = np.random.default_rng(seed)
        chosen = {"players": players, **options}
        self.mixed = [choose(self.game, **chosen | dict(more)) for more in mix]
        self.options = self.mixed[0]
        self._run = kernels(self.game)
        self._launches: dict[tuple[Any, ...], Launch] = {}
        row = row_of(self.game)
        self._row = row["STATE_PITCH"] + 4 * row["PITCH"]  # bytes of a match in shared memory
        self.block, self.stepping = side_by_side(self.game, size), WARP
        small = is_small(self.game)  # then looking for each other takes longer than it gains
        self.stride, self.gather = (WITHOUT_END, 0) if small else (1, 1)
        self.together, self.seeing = TOGETHER, TOGETHER * threads_on(self.game)
        self._told = 0  # how many refused decisions were complained of
        with self.gpu:
            self._lay_out()
        self.reset()

    def _lay_out(self) -> None:
        """All arrays, on the GPU."""
        game, size, make = self.game, self.size, self.place
        seats = max(options["players"] for options in self.mixed)
        templates = np.concatenate([game.engine.new_state(options) for options in self.mixed])
        worth = np.zeros((len(self.mixed), 1 << seats, seats), dtype=np.float32)
        for kind, options in enumerate(self.mixed):
            players = options["players"]
            masks = np.arange(1, 1 << players)
            worth[kind, 1 : 1 << players, :players] = rewards_of(masks, players)
        self._templates, self._worth = make.of(templates.view(np.uint8)), make.of(worth)
        self._kinds = make.of(np.arange(size, dtype=np.int32) % len(self.mixed))
        self._keys = make.of(np.zeros((size, 2), dtype=np.int64))
        self._scale = make.of(game.observation.scale)
        self._drawn = make.empty(size, dtype=np.int64)
        self._winners = make.empty(size, dtype=np.uint8)
        self._refused = make.of(np.zeros(1, dtype=np.int32))
        self._words = make.cleared(size, gpu.words(len(game.actions)) // 8, dtype=np.int64)
        self.states = make.cleared(size, game.dtype.itemsize, dtype=np.uint8)
        self._state_words = self.states.flat(np.int32)
        self.actors = make.empty(size, dtype=np.int8)
        self.mask_rows = self._words.rows(np.bool_, gpu.words(len(game.actions)))
        self.masks = self._words.rows(np.bool_, len(game.actions))
        self._legal = self._words.rows(np.uint8, len(game.actions))
        self.rewards = make.empty(size, seats, dtype=np.float32)
        self.ended = make.empty(size, dtype=np.bool_)
        seen = game.observation_size
        written, unused = (np.int8, np.float32) if self.compact else (np.float32, np.int8)
        self.observations = make.empty(size, seen, dtype=written)
        rows = self.observations.flat(written), make.empty(0, dtype=unused)
        self._numbers, self._values = rows if self.compact else rows[::-1]

    def __len__(self) -> int:
        return self.size

    @property
    def memory(self) -> int:
        """How many bytes of the GPU its arrays take."""
        whole: dict[int, int] = {}  # by address: others are views of the same memory
        for x in vars(self).values():
            if isinstance(x, Tensor) and x.array.size:
                whole[x.address] = max(whole.get(x.address, 0), x.array.size * x.dtype.itemsize)
        return sum(whole.values())

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
            self._advance(self.place.of(np.where(over, RENEW, WAIT)), True)
        return np.flatnonzero(over)

    def reset(self, seed: int | None = None) -> None:
        """Restart all matches; the same seed gives the same matches, here and on the processor."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        keys = self.rng.integers(0, 2**32, size=(self.size, 2))
        with self.gpu:
            self._keys.fill(keys)
            self._advance(self._everywhere(RENEW), True)

    def step(self, actions: Any, *, restart: bool | None = None) -> None:
        """Make one decision in every match, as `VectorEnv.step` does; `actions` may be any array
        that lies on the GPU, or one of numpy's.
        """
        with self.gpu:
            numbers = self.place.taken(actions, np.int64)
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
            self._words,
            self._worth,
            self.rewards,
            self.ended,
            self._refused,
            block=self.stepping,
        )
        args = (self._state_words, self.actors, self._numbers, self._values, self._scale)
        blocks, shared = -(-self.size // self.together), self.together * self._row
        self._queue("see_all", (*args, self.together), blocks, self.seeing, shared)

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
                self.stride,
                self.gather,
            )
            self._advance(self._waiting, False)

    def play_out(self, times: int, viewers: Any = None) -> Tensor:
        """From every position, `times` random games to the end: their winners (size, times), as
        bits. With `viewers`, each begins from what that seat can know, and imagines the rest.
        """
        with self.gpu:
            seen = np.full(self.size, EVERYTHING) if viewers is None else viewers
            winners = self.place.empty(self.size, times, dtype=np.uint8)
            self._launch(
                "play_out_all",
                self.states.address,
                self.place.taken(seen, np.int8),
                winners,
                *self._fresh_key(),
                self.game.longest,
                threads=self.size * times,
            )
        return winners

    def determinise(self, viewers: Any) -> None:
        """Put in place of every position one that its viewer cannot rule out, drawn at random."""
        with self.gpu:
            seats = self.place.taken(viewers, np.int8)
            self._launch("imagine_all", self.states.address, seats, *self._fresh_key())
            self._advance(self._waiting, False)

    def put(self, states: Any) -> None:
        """Play on from given positions: records of the game, or their bytes on the GPU."""
        with self.gpu:
            self.states.fill(states)
            self._advance(self._waiting, False)

    def _everywhere(self, decision: int) -> Tensor:
        return self.place.of(np.full(self.size, decision, dtype=np.int64))

    @cached_property
    def _waiting(self) -> Tensor:
        return self._everywhere(WAIT)

    def _fresh_key(self) -> tuple[int, int]:
        first, second = self.rng.integers(0, 2**32, size=2).tolist()
        return first, second

    def _launch(
        self, name: str, *args: Any, threads: int | None = None, block: int | None = None
    ) -> None:
        block = block or self.block
        self._queue(name, args, -(-(threads or self.size) // block), block)

    def _queue(
        self, name: str, args: tuple[Any, ...], blocks: int, threads: int, shared: int = 0
    ) -> None:
        key = (name, blocks, threads, shared)
        if key not in self._launches:
            self._launches[key] = Launch(self._run[name], blocks, threads, self.stream, shared)
        self._launches[key](args)
