"""The environment on a GPU beside the one on the processor: every array, byte for byte.

    python -m tests.envs.cuda_equal --size 1024 --steps 60 --ends 60

From the beginning, and then from where half of the matches are about to end, since a match can be
longer than anyone wants to look on. Run where a GPU is, or with NUMBA_ENABLE_CUDASIM=1 in
numba-cuda's simulator.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from itertools import islice
from typing import Any

import numpy as np

import tenka
from tenka.core.chance import MASK
from tenka.core.errors import IllegalAction, OptionError
from tenka.core.game import CHOICES
from tenka.core.gpu import SIMULATED
from tenka.core.journal import JOURNAL
from tenka.envs.vector import WAIT, VectorEnv

SEED = 5
WAITING = 7  # of so many matches one waits, each in its turn
ARRAYS = ("actors", "masks", "observations", "rewards", "ended")


def cases(name: str) -> Iterator[dict[str, Any]]:
    """For every number of players the usual options, also with compact observations, and every
    other value of each of them.
    """
    game = tenka.game(name)
    for players in game.players:
        usual = game.choose(players, {})
        yield {"players": players}
        yield {"players": players, "compact": True}
        for option in game.options:
            for value in tried(option.values):
                with suppress(OptionError):  # not every one goes with every number of players
                    if game.choose(players, {option.name: value}) != usual:
                        yield {"players": players, option.name: value}


def tried(values: Sequence[Any]) -> Sequence[Any]:
    """Which values of an option: all, or of many the ends and the middle."""
    return values if len(values) < 6 else (values[0], values[len(values) // 2], values[-1])


def shown(env: Any) -> dict[str, Any]:
    """All arrays of an environment, for the processor."""
    arrays = {name: getattr(env, name) for name in ("states", *ARRAYS)}
    if isinstance(env, VectorEnv):
        return arrays
    arrays = {name: array.numpy() for name, array in arrays.items()}
    return arrays | {"states": arrays["states"].view(env.game.dtype)[:, 0]}


def same(one: VectorEnv, other: Any, which: slice = slice(None)) -> None:
    """Hold some matches of the two side by side, or all: every array."""
    game = one.game
    here, there = ({name: x[which] for name, x in shown(env).items()} for env in (one, other))
    ours, theirs = here.pop("states"), there.pop("states")
    for name in game.dtype.names:
        differ = np.flatnonzero((ours[name] != theirs[name]).reshape(len(ours), -1).any(axis=1))
        at = differ[0] if len(differ) else 0
        told = f"{name}: {ours[name][at]} on the processor, {theirs[name][at]} on the GPU"
        assert not len(differ), f"{len(differ)} states differ; match {at}, {told}"
    seats = one.rewards.shape[1]  # beside matches of more players there are more columns
    assert not there["rewards"][:, seats:].any(), "somebody who is not there has a reward"
    there["rewards"] = there["rewards"][:, :seats]
    for name in ARRAYS:
        assert here[name].shape == there[name].shape, name
        for at in np.argwhere(here[name] != there[name])[:1]:
            values = here[name][tuple(at)], there[name][tuple(at)]
            told = "{} on the processor, {} on the GPU".format(*values)
            raise AssertionError(f"{name} differ, first at {at.tolist()}: {told}")


def compare(name: str, size: int, steps: int, ends: int = 0, **options: Any) -> int:
    """Play the same matches on both, with restarts, and then `ends` steps where they end; how many
    ended.
    """
    stream = options.pop("stream", 0)
    one = VectorEnv(name, size, seed=SEED, **options)
    other: Any = VectorEnv(name, size, seed=SEED, device="cuda", stream=stream, **options)
    endings = follow(one, other, steps)
    if ends:
        come_close(one, other, ends)
        ended = follow(one, other, ends)
        assert ended, "no match ended"
        endings += ended
    return endings


def follow(one: VectorEnv, other: Any, steps: int) -> int:
    """So many steps on both, in which some matches wait; how many matches ended."""
    endings = 0
    same(one, other)
    for step in range(steps):
        actions, others = one.random_actions(), other.random_actions()
        assert np.array_equal(actions, others.numpy()), "chances differ"
        actions[step % WAITING :: WAITING] = WAIT
        one.step(actions)
        other.step(actions)
        endings += int(one.ended.sum())
        same(one, other)
    return endings


def come_close(one: VectorEnv, other: Any, steps: int) -> None:
    """Play on the processor until in half so many steps half of the matches will have ended once,
    and go on from there on both.
    """
    ended, made = np.zeros(len(one), dtype=bool), 0
    one.reset(SEED)
    while 2 * ended.sum() < len(one):
        one.step(one.random_actions())
        ended, made = ended | one.ended, made + 1
    one.reset(SEED)
    for _ in range(made - (steps + 1) // 2):
        one.step(one.random_actions())
    one.step(np.full(len(one), WAIT))  # no rewards are left of the step before
    other._keys.fill(one._keys)
    other.rng = deepcopy(one.rng)
    other.put(one.states)


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


def check_mix(name: str, size: int, steps: int) -> None:
    """Matches with all sets of options in one environment are those of separate ones."""
    mix = [options for options in cases(name) if "compact" not in options]
    size = max(size, len(mix))
    mixed: Any = VectorEnv(name, size, seed=9, device="cuda", mix=mix)
    apart = [VectorEnv(name, size, seed=9, **options) for options in mix]
    for step in range(steps + 1):
        if step:
            drawn = mixed.random_actions()
            mixed.step(drawn)
            for number, one in enumerate(apart):
                actions, here = one.random_actions(), slice(number, None, len(mix))
                assert np.array_equal(actions[here], drawn.numpy()[here]), "chances differ"
                one.step(actions)
        for number, one in enumerate(apart):
            same(one, mixed, slice(number, None, len(mix)))
    mixed.play(10)
    states = mixed.states.numpy().view(mixed.game.dtype)[:, 0]
    counts = [options["players"] for options in mix]
    assert states["players"].tolist() == [counts[i % len(counts)] for i in range(size)]


def check_stream(name: str, size: int, steps: int, ends: int) -> None:
    """On a stream that does not wait for the one that all share, everything is as ever."""
    from cuda.bindings import driver
    from numba import cuda

    with cuda.gpus[0]:
        cuda.synchronize()
        error, made = driver.cuStreamCreate(driver.CUstream_flags.CU_STREAM_NON_BLOCKING)
    assert error == driver.CUresult.CUDA_SUCCESS, error
    compare(name, size, steps, ends, stream=int(made))


def main() -> None:
    """Compare the named games, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=tenka.games())
    parser.add_argument("--size", type=int, default=3, help="how many matches of each kind")
    parser.add_argument("--steps", type=int, default=4, help="from the beginning")
    parser.add_argument("--ends", type=int, default=0, help="steps where matches end; some must")
    parser.add_argument("--brief", action="store_true", help="only one set of options")
    given = parser.parse_args()
    for name in given.games:
        check_refusals(name, given.size)
        check_play(name, given.size, 2 * given.steps)
        if not given.brief:
            check_search(name, given.size)
            check_mix(name, given.size, given.steps)
            if not SIMULATED:
                check_stream(name, given.size, given.steps, given.ends)
        for options in islice(cases(name), 1 if given.brief else None):
            ended = compare(name, given.size, given.steps, given.ends, **options)
            print(f"{name} {options}: {given.size} equal, {ended} ended", flush=True)


if __name__ == "__main__":
    main()
