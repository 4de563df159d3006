"""The kernels on a GPU: first that they are right, then how fast they are in several ways.

    python -m benchmarks.gpu_tuning --out results

Every job is a process of its own, so that all compile at once; to measure, they take turns. What is
found is printed as it comes, written to results.jsonl as it comes, and shown as a table at the end:

- `prove` holds every array of the environment against the processor's (`tests.envs.cuda_equal`),
  and tries what search needs
- `tune` measures random play and steps with several numbers of threads in a block and on a match,
  with kernels that are compiled in several ways
- `profile` has Nsight Compute, where it is installed, look at one launch of each kernel
- `growth` is `tenka bench --device cuda`, beside Pgx where it is installed
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks numpy 2.5 for it
    np.row_stack = np.vstack

GAMES = ("suntzu", "samurai", "shogun")
PROVED = (*GAMES, "goofspiel")
PHASES = ("prove", "tune", "profile", "growth")
WAYS = ("chosen", "plain", "apart", "lean")  # of compiling, see `compile_as`
FEW, MANY = 65536, 262144  # matches: to try all launches with, and the best
BLOCKS = (8, 16, 32, 64, 128)  # threads that play at random
STEPPING = (32, 64, 128)  # threads that step
TOGETHER = (4, 8, 16, 32)  # matches whose observations one block writes
REGISTERS = 32  # the fewest that allow all warps which a multiprocessor has places for
LAUNCHES = ("block", "stepping", "together")  # as the environment calls these numbers
SECTIONS = ("SpeedOfLight", "LaunchStats", "Occupancy", "WarpStateStats", "MemoryWorkloadAnalysis")


# -- one job


def compile_as(way: str) -> None:
    """Have kernels compiled in another way than they are by default.

    plain: everything is copied to where it is called, if the compiler likes; apart: random numbers
    are a function that is called; lean: with few registers.
    """
    from numba import cuda

    from tenka.core import gpu

    if way == "lean":
        gpu.cuda = Narrow(cuda)  # type: ignore[attr-defined]  # in place of a module
    gpu.COPIES = {"plain": sys.maxsize, "apart": 0}.get(way, gpu.COPIES)


class Narrow:
    """Numba's compiler, told to use few registers for kernels."""

    def __init__(self, cuda: Any) -> None:
        self.cuda = cuda

    def __getattr__(self, name: str) -> Any:
        return getattr(self.cuda, name)

    def jit(self, *args: Any, **options: Any) -> Any:
        """As `cuda.jit`."""
        few = {} if options.get("device") else {"max_registers": REGISTERS}
        return self.cuda.jit(*args, **{**options, **few})


def prove(game: str, tell: Callable[..., None], matches: int, steps: int) -> None:
    """Equality with the processor: all options and player counts, also where matches end."""
    from tests.envs import cuda_equal

    cuda_equal.check_refusals(game, matches)
    cuda_equal.check_play(game, matches, 4 * steps)
    for options in cuda_equal.cases(game):
        ended = cuda_equal.compare(game, matches, steps, steps, **options)
        tell(options=str(options), matches=matches, steps=2 * steps, ended=ended)


def search(game: str, matches: int, steps: int) -> None:
    """The kernels that search needs, different options side by side, and a stream of one's own."""
    from tests.envs import cuda_equal

    cuda_equal.check_search(game, matches)
    cuda_equal.check_mix(game, matches, steps)
    cuda_equal.check_stream(game, matches, steps, steps)


def tune(game: str, tell: Callable[..., None], turn: Callable[[], Any]) -> None:
    """Speeds with several launches, and those of the best with more matches."""
    env = environment(game, FEW)
    env.play(1)
    with turn():
        for size in (FEW, MANY):
            env = environment(game, size)
            for block in BLOCKS:
                measured(env, tell, "random play", block=block)
        for stepping in STEPPING:
            measured(env, tell, "steps", stepping=stepping)
        fit = [n for n in TOGETHER if n * env._row <= 48 << 10]
        best = max(fit, key=lambda n: measured(env, tell, "steps", together=n))
        for size in (1024, FEW):
            measured(environment(game, size), tell, "steps", together=best)
        measured(environment(game, MANY, compact=True), tell, "compact", together=best)
        tell(kernels=resources(env))


def environment(game: str, size: int, *, compact: bool = False) -> Any:
    """Matches on the GPU that have got some way."""
    from tenka.envs.vector import VectorEnv

    env = VectorEnv(game, size, seed=0, device="cuda", check=False, compact=compact)
    for _ in range(2):  # now also what only a step needs is compiled
        env.step(env.random_actions())
    return env


def measured(env: Any, tell: Callable[..., None], work: str, **launch: int) -> float:
    """Decisions a second of one kind of work with one launch."""
    from numba import cuda

    from tenka.bench import gpu

    vars(env).update(launch)
    done = partial(gpu.play if work == "random play" else gpu.step, env)
    speed = gpu.rate(done, cuda.synchronize, 0.2)
    start = time.perf_counter()
    count = gpu.DECISIONS if work == "random play" else gpu.STEPS
    done()
    queued = (time.perf_counter() - start) / count
    cuda.synchronize()
    tell(
        work=work, matches=len(env), million=round(speed / 1e6, 1), queued_us=queued * 1e6, **launch
    )
    return speed


def resources(env: Any) -> dict[str, Any]:
    """Registers of a thread and bytes of its own memory, by kernel; once for each set of types."""
    return {
        name: [
            (made.regs_per_thread, made.local_mem_per_thread) for made in kernel.overloads.values()
        ]
        for name, kernel in env._run.items()
        if kernel.overloads
    }


def once(game: str) -> None:
    """One launch of each kernel, for a profiler."""
    env = environment(game, FEW)
    env.play(32)
    env.step(env.random_actions())


def growth(tell: Callable[..., None], out: Path) -> None:
    """What docs/performance.md tells."""
    from importlib.util import find_spec

    from rich.console import Console

    from tenka.bench import gpu

    console = Console(width=100)
    report = gpu.measure((), (), 0, console)

    def keep(**found: Any) -> None:  # as it comes: there may be no time for the rest
        (out / "growth.json").write_text(json.dumps(report, indent=1))
        tell(**found)

    for name in GAMES:
        report["games"] |= gpu.measure([name], (), 0.2, console)["games"]
        keep(speeds={name: report["games"][name]})
    for name in gpu.PGX_GAMES if find_spec("pgx") else ():
        report["peers"].setdefault("pgx", {})[name] = gpu.pgx(name, 0.3)
        keep(pgx={name: report["peers"]["pgx"][name]})


def job(phase: str, game: str, way: str, given: argparse.Namespace) -> None:
    """What a process of its own does."""
    out: Path = given.out
    compile_as(way)
    tell = partial(told, out, phase=phase, game=game, way=way)
    if phase == "once":
        once(game)
        return
    try:
        if phase == "prove":
            with turn(out, alone=False):
                prove(game, tell, given.matches, given.steps)
        elif phase == "search":
            search(game, given.matches, given.steps // 10)
        elif phase == "tune":
            tune(game, tell, partial(turn, out, alone=True))
        else:
            growth(tell, out)
        tell(done=True)
    except Exception as error:
        tell(failed=f"{type(error).__name__}: {error}"[:1500])
        raise


@contextmanager
def turn(out: Path, *, alone: bool) -> Iterator[None]:
    """Have the GPU for a while, with those who prove or all alone."""
    with (out / "turn").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield


def told(out: Path, **found: Any) -> None:
    """Print what was found, and keep it."""
    line = json.dumps(found | {"at": round(time.time())}, default=str)
    print(line, flush=True)
    with (out / "results.jsonl").open("a") as file:
        file.write(line + "\n")


# -- all jobs


def run(out: Path, ends: float, *jobs: tuple[str, str, str]) -> None:
    """Jobs side by side, until all are done or the time is over."""
    started = []
    for phase, game, way in jobs:
        command = [sys.executable, "-m", "benchmarks.gpu_tuning", *sys.argv[1:]]
        env = os.environ | {"TENKA_CACHE_DIR": str(Path.home() / f".cache/tenka-tuning/{way}")}
        command += ["--job", phase, game, way]
        started.append((phase, game, way, subprocess.Popen(command, env=env)))
    for phase, game, way, process in started:
        try:
            process.wait(max(1.0, ends - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            told(out, phase=phase, game=game, way=way, failed="out of time")


def profile(out: Path, ends: float) -> None:
    """Nsight Compute's words on each game's kernels."""
    ncu = shutil.which("ncu")
    if not ncu:
        return
    sections = [word for name in SECTIONS for word in ("--section", name)]
    env = os.environ | {"TENKA_CACHE_DIR": str(Path.home() / ".cache/tenka-tuning/chosen")}
    for game in reversed(GAMES):
        for kernel, skipped in (("play_all", 0), ("advance_all", 3), ("see_all", 3)):
            which = ["--kernel-name-base", "demangled", "-k", f"regex:{kernel}", "-c", "1"]
            command = [ncu, "--clock-control", "none", *which, "-s", str(skipped), *sections]
            command += ["--print-details", "all", sys.executable, "-m", "benchmarks.gpu_tuning"]
            command += ["--out", str(out), "--job", "once", game, "chosen"]
            left = min(60.0, ends - time.monotonic())
            with (out / "profile.txt").open("a") as file:
                print(f"== {game} {kernel}", file=file, flush=True)
                if left > 5:
                    subprocess.run(["timeout", str(int(left)), *command], env=env, stdout=file)


def table(out: Path) -> None:
    """The speeds, and whatever was wrong, in lines that fit a screen."""
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    speeds: dict[str, list[str]] = {}
    for found in lines:
        if "million" in found:
            what = f"{found['game']} {found['way']}, {found['work']}, {found['matches']:,}:"
            launch = next(f"{k} {found[k]}" for k in LAUNCHES if k in found)
            speeds.setdefault(what, []).append(f"{launch}: {found['million']:,.0f}")
    print("millions of decisions a second, by threads or matches of a block:")
    for what, values in sorted(speeds.items()):
        print(what, ", ".join(values))
    for found in lines:
        if "kernels" in found:
            print(found["game"], found["way"], "registers, own bytes:", found["kernels"])
        if found["phase"] in ("prove", "search") and "done" in found:
            print(found["phase"], found["game"], "is as it should be")
        if "failed" in found:
            print(found["phase"], found["game"], found["way"], "FAILED:", found["failed"])


def main() -> None:
    """All phases, or one job of one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("gpu-tuning"))
    parser.add_argument("--limit", type=float, default=280, help="seconds for everything")
    parser.add_argument("--phases", default="prove,tune,profile", help=", ".join(PHASES))
    parser.add_argument("--games", default=",".join(PROVED))
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--matches", type=int, default=500, help="to prove with")
    parser.add_argument("--steps", type=int, default=300, help="the same")
    parser.add_argument("--job", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if given.job:
        job(*given.job, given)
        return
    ends = time.monotonic() + given.limit
    games, phases = given.games.split(","), given.phases.split(",")
    proofs = [("prove", game, "chosen") for game in games if "prove" in phases]
    tried = [game for game in GAMES if game in games and "tune" in phases]
    tunes = [("tune", game, way) for way in given.ways.split(",") for game in tried]
    searches = [("search", game, "chosen") for _, game, _ in proofs]
    run(given.out, ends, *proofs, *tunes, *searches)
    if "profile" in phases:
        profile(given.out, ends)
    if "growth" in phases:
        run(given.out, ends, ("growth", "all", "chosen"))
    table(given.out)


if __name__ == "__main__":
    main()
