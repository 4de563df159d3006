"""One function per speed, each over a game's default options."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tenka.core.batch import Batch
from tenka.core.game import CHOICES, Game
from tenka.core.journal import JOURNAL
from tenka.core.match import Match
from tenka.core.recordfile import read
from tenka.envs.vector import VectorEnv

BATCH = 8192
VECTOR = 1024  # matches of the batch environment
SIZES = (16, 64, 256, 1024, 4096, 16384)  # of batches, to see how speed grows
WARM_UP = 20
ON_THEIR_WAY = 60  # decisions of each match before observations are measured
GAMES = 20  # in a round of single games


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many units of work a second: the best of several rounds that together take `seconds`."""
    best, ends = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < ends or not best:
        start = time.perf_counter()
        best = max(best, work() / (time.perf_counter() - start))
    return best


def compiled(game: Game, seconds: float) -> float:
    """Decisions a second of random play inside compiled code, one core."""
    template = game.engine.new_state(game.choose(None, {}))
    room = [np.zeros(1, dtype=kind) for kind in (game.dtype, JOURNAL, CHOICES)]
    addresses = [part.ctypes.data for part in (template, *room)]

    def games() -> int:
        made: int = game.engine.play_games(*addresses, 200_000)
        return made

    games()
    return rate(games, seconds)


def python(game: Game, seconds: float) -> float:
    """Decisions a second through `to_act`, `legal` and `play`."""
    options, choice = game.choose(None, {}), random.choice

    def games() -> int:
        made = 0
        for seed in range(GAMES):
            match = Match(game, options, seed)
            while players := match.to_act:
                player = players[0]
                match.play(player, choice(match.legal(player)))
                made += 1
        return made

    games()
    return rate(games, seconds)


def batch(game: Game, seconds: float) -> float:
    """Decisions a second of the batch interface on all cores: masks, a choice by taste, a step."""
    step = _stepping(Batch(game, BATCH, seed=0))
    step()
    return rate(step, seconds)


def _stepping(many: Batch) -> Callable[[], int]:
    likes = np.random.default_rng(0).integers(1, 256, size=many.masks.shape, dtype=np.uint8)
    wanted = np.empty_like(likes)

    def step() -> int:
        masks, _ = many.legal_masks()
        many.step(np.multiply(masks, likes, out=wanted).argmax(axis=1))
        many.reset_finished()
        return len(many)

    return step


def observed(game: Game, seconds: float) -> float:
    """Observations a second of the batch interface on all cores, of matches on their way."""
    many = Batch(game, BATCH, seed=0)
    step = _stepping(many)
    for _ in range(ON_THEIR_WAY):
        step()
    viewers = np.zeros(BATCH, dtype=np.int8)
    many.observe(viewers)
    return rate(lambda: len(many.observe(viewers)), seconds)


def vector(game: Game, seconds: float, matches: int = VECTOR, threads: int | None = None) -> float:
    """Decisions a second of the batch environment: observations, masks, restarts and all."""
    env = VectorEnv(game.name, matches, seed=0, threads=threads)

    def step() -> int:
        env.step(env.random_actions())
        return matches

    for _ in range(WARM_UP):
        step()
    return rate(step, seconds)


def scaling(game: Game, seconds: float) -> list[dict[str, float]]:
    """The same with one core and with all, over batches of many sizes."""
    cores = os.cpu_count() or 1
    threads = sorted({1, cores} | {2**n for n in range(1, 12) if 2**n < cores})
    return [
        {"threads": t, "matches": n, "rate": vector(game, seconds / 4, n, t)}
        for t in threads
        for n in SIZES
    ]


def pettingzoo(game: Game, seconds: float) -> float:
    """Decisions a second of random play through PettingZoo, with its own guards around."""
    from tenka.envs import pettingzoo as zoo

    env = zoo.env(game.name)
    walk(env)
    return rate(lambda: walk(env), seconds)


def walk(env: Any) -> int:
    """A random game in a PettingZoo environment; how many decisions it took."""
    env.reset()
    made = 0
    while env.agents:
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        env.step(random.choice(np.flatnonzero(seen["action_mask"])))
        made += 1
    return made


def clone_compiled(game: Game, seconds: float) -> float:
    """Microseconds to copy a state inside compiled code."""
    source, target = (game.engine.new_state(game.choose(None, {})) for _ in range(2))
    times = 100_000

    def copies() -> int:
        game.engine.copy_many(target.ctypes.data, source.ctypes.data, times)
        return times

    copies()
    return 1e6 / rate(copies, seconds / 2)


def _finished(game: Game) -> Match:
    match, rng = Match(game, game.choose(None, {}), 0), random.Random(0)
    while players := match.to_act:
        match.play(players[0], rng.choice(match.legal(players[0])))
    return match


def clone_python(game: Game, seconds: float) -> float:
    """Microseconds of `Match.clone`, of a finished game with its whole journal."""
    match = _finished(game)

    def copies() -> int:
        for _ in range(1000):
            match.clone()
        return 1000

    return 1e6 / rate(copies, seconds / 2)


def replay(game: Game, seconds: float) -> float:
    """Milliseconds to load a stored game, which plays and checks every step."""
    record = _finished(game).record()
    read(record)

    def loads() -> int:
        for _ in range(10):
            read(record)
        return 10

    return 1e3 / rate(loads, seconds / 2)


_START = """
import json, sys, time
import numba, tenka
start = time.perf_counter()
match = tenka.new(sys.argv[1], seed=1)
match.play(match.to_act[0], match.legal(match.to_act[0])[0])
match.view(0)
took = time.perf_counter() - start
assert not isinstance(match.game.engine.play_at, tenka.core.code.EntryPoint)  # it is compiled
print(json.dumps(took))
"""


def starts(game: Game) -> tuple[float, float]:
    """Seconds from the imports to the first decision and view: with nothing compiled, and again."""
    with tempfile.TemporaryDirectory() as cache:
        env = os.environ | {"XDG_CACHE_HOME": cache, "TENKA_COMPILE": "now"}
        command = [sys.executable, "-c", _START, game.name]
        cold, warm = (
            subprocess.run(command, env=env, capture_output=True, check=True).stdout  # noqa: S603  (our own words)
            for _ in range(2)
        )
    return json.loads(cold), json.loads(warm)
