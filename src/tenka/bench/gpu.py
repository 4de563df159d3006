"""Speeds on a GPU, and those of Pgx beside them in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tenka.core.game import Game

SIZES = tuple(2**n for n in range(10, 21, 2))
MOST = 65536  # matches of the table; the growth goes on to the last of SIZES
DECISIONS = 256  # in each match, in one go of random play
PGX_GAMES = ("connect_four", "hex", "othello", "backgammon", "go_9x9", "chess")
PGX_STEPS = 64


def rate(work: Callable[[], int], wait: Callable[[], Any], seconds: float) -> float:
    """How many units of work a second: the best of several rounds that together take `seconds`."""
    work()
    wait()
    best, ends = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < ends or not best:
        start = time.perf_counter()
        done = work()
        wait()
        best = max(best, done / (time.perf_counter() - start))
    return best


def measure(game: Game, seconds: float, sizes: tuple[int, ...] = SIZES) -> dict[str, Any]:
    """Random play and steps with masks and observations, over batches of many sizes."""
    from numba import cuda

    from tenka.envs.vector import VectorEnv

    found: dict[str, Any] = {"matches": list(sizes), "random play": [], "steps": [], "compact": []}
    for size in sizes:
        env: Any = VectorEnv(game.name, size, seed=0, device="cuda", check=False)
        small: Any = VectorEnv(game.name, size, seed=0, device="cuda", check=False, compact=True)

        def play(env: Any = env, size: int = size) -> int:
            env.play(DECISIONS)
            return DECISIONS * size

        def steps(env: Any, size: int = size) -> int:
            for _ in range(16):
                env.step(env.random_actions())
            return 16 * size

        found["random play"].append(rate(play, cuda.synchronize, seconds))
        found["steps"].append(rate(lambda env=env: steps(env), cuda.synchronize, seconds))
        found["compact"].append(rate(lambda env=small: steps(env), cuda.synchronize, seconds))
        found["bytes of a match"] = env.memory // size
    return found


def pgx(seconds: float, size: int = MOST) -> dict[str, float]:
    """Steps a second of Pgx's games, with random legal decisions and restarts."""
    import jax
    import jax.numpy as jnp
    import pgx as peer
    from pgx.experimental import auto_reset

    speeds = {}
    for name in PGX_GAMES:
        env = peer.make(name)
        step = auto_reset(env.step, env.init)

        def one(carry: Any, _: Any, step: Any = step) -> Any:
            state, key = carry
            key, first, second = jax.random.split(key, 3)
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            action = jax.random.categorical(first, logits, axis=1)
            keys = jax.random.split(second, size)
            return (jax.vmap(step)(state, action, keys), key), None

        def many(carry: Any, one: Any = one) -> Any:
            return jax.lax.scan(one, carry, None, length=PGX_STEPS)[0]

        keys = jax.random.split(jax.random.PRNGKey(0), size)
        carry = [jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1)]
        run = jax.jit(many)

        def work(run: Any = run, carry: list[Any] = carry) -> int:
            carry[:] = run(tuple(carry))
            return PGX_STEPS * size

        speeds[name] = rate(work, lambda c=carry: jax.block_until_ready(c), seconds)
    return speeds


def gpu() -> str:
    """Which GPU this is."""
    from numba import cuda

    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def as_millions(values: list[float]) -> list[str]:
    """Speeds, as they are shown."""
    return [f"{value / 1e6:,.0f}" if value >= 1e7 else f"{value / 1e6:.1f}" for value in values]


def peak(values: list[float]) -> float:
    """The best of a row."""
    return float(np.max(values))
