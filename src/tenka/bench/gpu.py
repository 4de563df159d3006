"""Speeds on a GPU, and those of Pgx beside them in the same run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from tenka.core.errors import TenkaError
from tenka.core.registry import find
from tenka.envs.docs import filled, table

SIZES = tuple(2**n for n in range(10, 21, 2))  # matches side by side
DECISIONS, STEPS = 256, 16  # in each match, in one go of random play and of steps
PGX_GAMES = ("connect_four", "backgammon", "go_9x9", "chess")
PGX_MATCHES, PGX_STEPS = 65536, 64
WAYS = {
    "random play": "random play that stays on the GPU",
    "steps": "a random choice, the step, restarts, masks and float32 observations",
    "compact": "the same with observations of one byte a number",
}
BYTES = {"steps": "bytes of a match, float32", "compact": "bytes of a match, compact"}
LEARNED = "decisions learned from by self-play, all time counted but that of measuring"
LEARNING = ("--matches=65536", "--minibatch=65536", "--minutes=0.5", "--points=1", "--games=60")


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


def measure(
    names: Sequence[str],
    peers: Sequence[str],
    seconds: float,
    console: Console,
    device: str = "cuda",
    learner: Path | None = None,
) -> dict[str, Any]:
    """All speeds of the games and of Pgx on one GPU, telling on `console` what is being measured;
    those of learning too, if there is a file that learns.
    """
    from numba import cuda

    from tenka.core import gpu

    if set(peers) - {"pgx"}:
        raise TenkaError("on a GPU there is only pgx to be measured against")
    with gpu.device(device), console.status("") as status:
        chip = cuda.get_current_device().name
        report: dict[str, Any] = {"gpu": chip if isinstance(chip, str) else chip.decode()}
        report |= {"matches": list(SIZES), "games": {}, "peers": {}}
        for name in names:
            status.update(f"{find(name).title} on the GPU")
            found = measure_game(name, seconds, cuda.synchronize, device)
            if learner:
                status.update(f"learning {find(name).title}")
                found["learned"] = learned(name, learner, device)
            report["games"][name] = found
        for peer in peers:
            status.update(peer)
            report["peers"][peer] = {game: pgx(game, seconds, device) for game in PGX_GAMES}
    return report


def measure_game(
    name: str, seconds: float, wait: Callable[[], Any], device: str = "cuda"
) -> dict[str, Any]:
    """Speeds of one game over batches of many sizes, and what memory a match takes."""
    from tenka.envs.vector import VectorEnv

    found: dict[str, Any] = {way: [] for way in WAYS}
    for size in SIZES:
        for way, speeds in ((way, found[way]) for way in WAYS):
            compact = way == "compact"
            env: Any = VectorEnv(name, size, device=device, seed=0, check=False, compact=compact)
            work = play if way == "random play" else step
            speeds.append(rate(partial(work, env), wait, seconds))
            if way in BYTES:
                found[BYTES[way]] = env.memory // size
    return found


def learned(name: str, file: Path, device: str) -> dict[str, float]:
    """Decisions a second that a file such as `examples/train.py` learns from, in a process of its
    own, and in how many matches.
    """
    kind, _, number = device.partition(":")
    with TemporaryDirectory() as folder:
        out = Path(folder) / "measured.json"
        command = [sys.executable, str(file), name, f"--device={kind}", *LEARNING, f"--json={out}"]
        env = os.environ | ({"CUDA_VISIBLE_DEVICES": shown_as(int(number))} if number else {})
        done = subprocess.run(command, env=env, capture_output=True, text=True)  # noqa: S603  (asked for)
        if done.returncode:
            raise TenkaError(f"{file} could not learn {name}: {done.stderr.strip()[-2000:]}")
        measured = json.loads(out.read_text("utf-8"))
    return {"matches": measured["options"]["matches"], "rate": measured["curve"][-1]["speed"]}


def shown_as(number: int) -> str:
    """What another process calls one of the GPUs that this one sees."""
    seen = os.environ.get("CUDA_VISIBLE_DEVICES")
    return seen.split(",")[number] if seen else str(number)


def play(env: Any) -> int:
    """Random decisions in one go; how many."""
    env.play(DECISIONS)
    return DECISIONS * len(env)


def step(env: Any) -> int:
    """The same a step at a time, with all that is to be known after each."""
    for _ in range(STEPS):
        env.step(env.random_actions())
    return STEPS * len(env)


def pgx(name: str, seconds: float, device: str = "cuda") -> float:
    """Steps a second of one of Pgx's games, with random legal decisions and restarts."""
    try:
        import jax
        import jax.numpy as jnp
        from pgx import make
        from pgx.experimental import auto_reset
    except ImportError as error:
        raise TenkaError("pgx is not installed here: pip install pgx") from error

    if number := int(device.partition(":")[2] or 0):
        jax.config.update("jax_default_device", jax.devices()[number])
    env = make(name)
    advance = jax.vmap(auto_reset(env.step, env.init))

    def once(carry: Any, _: Any) -> Any:
        state, key = carry
        key, first, second = jax.random.split(key, 3)
        odds = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(first, odds, axis=1)
        return (advance(state, actions, jax.random.split(second, PGX_MATCHES)), key), None

    many = jax.jit(lambda carry: jax.lax.scan(once, carry, None, length=PGX_STEPS)[0])
    keys = jax.random.split(jax.random.PRNGKey(0), PGX_MATCHES)
    position = [jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1)]

    def work() -> int:
        position[:] = many(tuple(position))
        return PGX_STEPS * PGX_MATCHES

    return rate(work, lambda: jax.block_until_ready(position), seconds)


def rows_of(report: dict[str, Any]) -> list[tuple[str, ...]]:
    """What, with how many matches, and each game's speed."""
    games = report["games"].values()
    rows: list[tuple[str, ...]] = [
        (way, f"{size:,}", *(shown(found[way][at]) for found in games))
        for way in WAYS
        for at, size in enumerate(report["matches"])
    ]
    if tried := [found["learned"] for found in games if "learned" in found]:
        learned = [found.get("learned") for found in games]
        cells = [shown(each["rate"]) if each else "–" for each in learned]
        rows.append(("learned", f"{tried[0]['matches']:,}", *cells))
    rows += [(way, "", *(f"{found[way]:,}" for found in games)) for way in BYTES.values()]
    return rows


def shown(value: float) -> str:
    """A speed in millions."""
    return f"{value / 1e6:,.0f}" if value >= 1e7 else f"{value / 1e6:.1f}"


def head_of(report: dict[str, Any]) -> tuple[str, ...]:
    """The heads of the columns."""
    return ("", "matches", *(find(name).title for name in report["games"]))


def show(report: dict[str, Any], console: Console) -> None:
    """The report as tables."""
    console.print(f"{report['gpu']}, millions of decisions a second")
    whole = Table(box=None)
    for column in head_of(report):
        whole.add_column(column, justify="right" if column else "left")
    for row in rows_of(report):
        whole.add_row(*row)
    console.print(whole)
    for peer, found in report["peers"].items():
        for game, value in found.items():
            console.print(f"{peer}: {game} {shown(value)}")


def rewrite(page: Path, report: dict[str, Any]) -> None:
    """Put the speeds of a run into the page, in place of the last."""
    rows = rows_of(report)
    told = WAYS | ({"learned": LEARNED} if any(row[0] == "learned" for row in rows) else {})
    parts = [
        f"Measured on one {report['gpu']}; millions of decisions a second.",
        "![How speed grows with the number of matches](gpu.svg)",
        table(head_of(report), rows),
        "\n".join(f"- {way}: {about}" for way, about in told.items()),
    ]
    for peer, found in report["peers"].items():
        rows = [(game, shown(value)) for game, value in found.items()]
        parts += [f"{peer} in the same run, {PGX_MATCHES:,} matches:", table(("game", ""), rows)]
    text = filled(page.read_text(encoding="utf-8"), "speeds on a GPU", "\n\n".join(parts))
    page.write_text(text, encoding="utf-8")
