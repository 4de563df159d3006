"""The environment on a GPU beside the one on the processor: every array, byte for byte.

    python -m tests.envs.cuda_equal --size 4096 --steps 500

Run where a GPU is, or with NUMBA_ENABLE_CUDASIM=1 in numba-cuda's simulator.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

import tenka
from tenka.core.chance import MASK
from tenka.core.errors import IllegalAction, OptionError
from tenka.core.game import CHOICES
from tenka.core.journal import JOURNAL
from tenka.envs.vector import WAIT, VectorEnv

ARRAYS = ("actors", "masks", "observations", "rewards", "ended")


def cases(name: str) -> Iterator[dict[str, Any]]:
    """Every number of players, and every option once at each of its values."""
    game = tenka.game(name)
    for players in game.players:
        yield {"players": players}
    for option in game.options:
        for value in option.values if len(option.values) < 6 else option.values[::500]:
            try:
                game.choose(None, {option.name: value})
            except OptionError:
                continue
            yield {option.name: value}


def same(one: VectorEnv, other: Any) -> None:
    """Hold all arrays of the two side by side."""
    ours, theirs = one.states, other.states.numpy().view(one.game.dtype)[:, 0]
    for name in one.game.dtype.names:
        differ = np.flatnonzero((ours[name] != theirs[name]).reshape(len(one), -1).any(axis=1))
        at = differ[0] if len(differ) else 0
        told = f"{name}: {ours[name][at]} on the processor, {theirs[name][at]} on the GPU"
        assert not len(differ), f"{len(differ)} states differ; match {at}, {told}"
    for name in ARRAYS:
        here, there = getattr(one, name), getattr(other, name).numpy()
        assert here.shape == there.shape, name
        for at in np.argwhere(here != there)[:1]:
            told = f"{here[tuple(at)]} on the processor, {there[tuple(at)]} on the GPU"
            raise AssertionError(f"{name} differ, first at {at.tolist()}: {told}")


def compare(name: str, size: int, steps: int, **options: Any) -> int:
    """Play the same matches on both, with restarts; how many ended."""
    one, other = (VectorEnv(name, size, seed=5, device=d, **options) for d in ("cpu", "cuda"))
    endings = 0
    same(one, other)
    for _ in range(steps):
        actions, others = one.random_actions(), other.random_actions()
        assert np.array_equal(actions, others.numpy()), "chances differ"
        actions[::7] = WAIT
        one.step(actions)
        other.step(actions)
        endings += int(one.ended.sum())
        same(one, other)
    return endings


def check_search(name: str, size: int) -> None:
    """Games that are played on from given positions, known and imagined."""
    env = VectorEnv(name, size, seed=2, device="cuda")
    env.play(20)
    before = env.states.numpy()
    actors = env.actors.numpy()
    for viewers in (None, env.actors):
        winners = env.play_out(3, viewers).numpy()
        assert winners.all(), "a game has no winner"
        assert winners.max() < 1 << env.options["players"]
    assert np.array_equal(env.states.numpy(), before), "playing on changed the positions"
    env.determinise(actors)
    game = env.game
    for was, now, viewer in zip(before, env.states.numpy(), actors.tolist(), strict=True):
        seen = [game.redact(state.view(game.dtype)[0], viewer).tobytes() for state in (was, now)]
        assert seen[0] == seen[1], "what was imagined is not what the viewer sees"
    env.put(before)
    assert np.array_equal(env.states.numpy(), before)


def check_play(name: str, size: int, decisions: int) -> None:
    """Random play of the first matches is what the rules do here, interpreted, with restarts."""
    env: Any = VectorEnv(name, size, seed=4, device="cuda")
    engine, keys, states = env.game.engine, env._keys.numpy(), env.states.numpy()
    template = engine.new_state(env.options).view(np.uint8)
    journal, choices = (np.zeros(x.itemsize, dtype=np.uint8) for x in (JOURNAL, CHOICES))
    env.play(decisions)
    for state, key, played in islice(zip(states, keys, env.states.numpy(), strict=True), 4):
        desk = (state.ctypes.data, journal.ctypes.data)
        made = engine.names["play_random"](*desk, choices.ctypes.data, decisions)
        while made < decisions:
            state[:] = template
            engine.names["start"](*desk, *key.tolist())
            key[1] = (key[1] + 1) & MASK
            made += engine.names["play_random"](*desk, choices.ctypes.data, decisions - made)
        assert np.array_equal(state, played), "random play differs"


def check_refusals(name: str, size: int) -> None:
    """A decision that is not legal is told, changes nothing, and the others are made."""
    one, other = (VectorEnv(name, size, seed=1, device=d) for d in ("cpu", "cuda"))
    actions = one.random_actions()
    other.random_actions()
    wrong = np.append(~one.masks[size // 2], True)  # or no decision of the game at all
    actions[size // 2] = np.flatnonzero(wrong)[0]
    told = []
    for env in (one, other):
        try:
            env.step(actions)
        except IllegalAction as error:
            told.append(str(error))
    assert len(told) == 2, "a refused decision was not told"
    assert told[0] == told[1]
    same(one, other)


def check_mix(name: str, size: int) -> None:
    """Matches of several player counts in one environment are those of separate ones."""
    counts = tenka.game(name).players
    mixed = VectorEnv(name, size, seed=9, device="cuda", mix=[{"players": n} for n in counts])
    mixed.play(10)
    states = mixed.states.numpy().view(mixed.game.dtype)[:, 0]
    assert states["players"].tolist() == [counts[i % len(counts)] for i in range(size)]


def main() -> None:
    """Compare the named games, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=tenka.games())
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--brief", action="store_true", help="only one set of options")
    given = parser.parse_args()
    for name in given.games:
        check_refusals(name, given.size)
        check_play(name, given.size, 2 * given.steps)
        if not given.brief:
            check_search(name, given.size)
            check_mix(name, given.size)
        for options in islice(cases(name), 1 if given.brief else None):
            ended = compare(name, given.size, given.steps, **options)
            print(f"{name} {options}: equal, {ended} matches ended", flush=True)


if __name__ == "__main__":
    main()
