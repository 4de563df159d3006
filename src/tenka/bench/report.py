"""All figures of a run, and how they are shown."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.status import Status
from rich.table import Table

from tenka.bench import figures
from tenka.bench.peers import PEERS, load
from tenka.core.game import Game
from tenka.core.registry import find

# Name, how it is written, whether more is better, and what must be reached, by game if it differs.
FIGURES: dict[str, tuple[Callable[[float], str], bool, float | dict[str, float] | None]] = {
    "compiled": (
        lambda x: f"{x / 1e6:.1f} M decisions/s",
        True,
        {"suntzu": 5e6, "samurai": 5e6, "shogun": 3e6},
    ),
    "python": (lambda x: f"{x / 1e6:.2f} M decisions/s", True, None),
    "batch, all cores": (lambda x: f"{x / 1e6:.1f} M decisions/s", True, None),
    "observations, all cores": (lambda x: f"{x / 1e6:.1f} M/s", True, None),
    "clone compiled": (lambda x: f"{x:.3f} µs", False, 2.0),
    "clone python": (lambda x: f"{x:.1f} µs", False, 10.0),
    "replay": (lambda x: f"{x:.1f} ms", False, 20.0),
    "compile from nothing": (
        lambda x: f"{x:.1f} s",
        False,
        {"suntzu": 30.0, "samurai": 30.0, "shogun": 60.0},
    ),
    "start with the cache": (lambda x: f"{x:.2f} s", False, 1.0),
}


def measure(
    names: Sequence[str], peers: Sequence[str], seconds: float, console: Console
) -> dict[str, Any]:
    """All figures of the games and peers, telling on `console` what is being measured."""
    games = [find(name) for name in names]
    for peer in peers:
        load(peer)
    report: dict[str, Any] = {"machine": machine(), "games": {}, "peers": {}}
    with console.status("") as status:
        for game in games:
            report["games"][game.name] = _measure_game(game, seconds, status)
        for peer in peers:
            status.update(peer)
            report["peers"][peer] = PEERS[peer](seconds)
    return report


def _measure_game(game: Game, seconds: float, status: Status) -> dict[str, float]:
    timed = {
        "compiled": figures.compiled,
        "python": figures.python,
        "batch, all cores": figures.batch,
        "observations, all cores": figures.observed,
        "clone compiled": figures.clone_compiled,
        "clone python": figures.clone_python,
        "replay": figures.replay,
    }
    found = {}
    for name, work in timed.items():
        status.update(f"{game.title}: {name}")
        found[name] = work(game, seconds)
    status.update(f"{game.title}: compile from nothing")
    found["compile from nothing"], found["start with the cache"] = figures.starts(game)
    return found


def machine() -> dict[str, Any]:
    """Where a run took place."""
    names = Path("/proc/cpuinfo")
    lines = names.read_text().splitlines() if names.exists() else []
    models = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def show(report: dict[str, Any], console: Console) -> None:
    """The report as tables; figures that miss their aim are marked."""
    where = report["machine"]
    console.print(f"{where['processor']}, {where['cores']} cores, Python {where['python']}")
    table = Table(box=None)
    table.add_column("figure")
    for name in report["games"]:
        table.add_column(find(name).title, justify="right")
    for name in FIGURES:
        row = [_cell(game, name, figures[name]) for game, figures in report["games"].items()]
        table.add_row(name, *row)
    console.print(table)
    for peer, found in report["peers"].items():
        table = Table(title=peer, title_justify="left", box=None)
        table.add_column("game")
        table.add_column("decisions/s", justify="right")
        for name, value in found.items():
            table.add_row(name, f"{value / 1e6:.3f} M")
        console.print(table)


def _cell(game: str, name: str, value: float) -> str:
    write, more, aim = FIGURES[name]
    if isinstance(aim, dict):
        aim = aim.get(game)
    missed = aim is not None and (value < aim if more else value > aim)
    return f"[red]{write(value)} (aim {write(aim)})[/]" if missed and aim else write(value)
