"""All speeds of a run, and how they are shown."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.status import Status
from rich.table import Table

from tenka.bench import speeds
from tenka.bench.peers import PEERS, load
from tenka.core import code
from tenka.core.code import Way
from tenka.core.game import Game
from tenka.core.registry import find

# Name, how it is written, whether more is better, and what must be reached in every game.
SPEEDS: dict[str, tuple[Callable[[float], str], bool, float | None]] = {
    "compiled": (lambda x: f"{x / 1e6:.1f} M decisions/s", True, 5e6),
    "python": (lambda x: f"{x / 1e6:.2f} M decisions/s", True, None),
    "batch, all cores": (lambda x: f"{x / 1e6:.1f} M decisions/s", True, None),
    "observations, all cores": (lambda x: f"{x / 1e6:.1f} M/s", True, None),
    "vector, all cores": (lambda x: f"{x / 1e6:.2f} M decisions/s", True, None),
    "pettingzoo": (lambda x: f"{x / 1e6:.3f} M decisions/s", True, None),
    "clone compiled": (lambda x: f"{x:.3f} µs", False, 2.0),
    "clone python": (lambda x: f"{x:.1f} µs", False, 10.0),
    "replay": (lambda x: f"{x:.1f} ms", False, 20.0),
    "compile from nothing": (lambda x: f"{x:.1f} s", False, 30.0),
    "start with the cache": (lambda x: f"{x:.2f} s", False, 1.0),
}


# Which of our speeds stands beside which of the peers': speed, ending of their name, peers.
COMPARED = (
    ("compiled", " compiled", ("open_spiel",)),
    ("python", " python", ("open_spiel", "catanatron")),
    ("pettingzoo", " python", ("pettingzoo",)),
)


def measure(
    names: Sequence[str], peers: Sequence[str], seconds: float, console: Console
) -> dict[str, Any]:
    """All speeds of the games and peers, telling on `console` what is being measured."""
    code.go(Way.NOW)
    games = [find(name) for name in names]
    for peer in peers:
        load(peer)
    report: dict[str, Any] = {"machine": machine(), "games": {}, "peers": {}, "scaling": {}}
    with console.status("") as status:
        for game in games:
            found = _measure_game(game, seconds, status)
            if "pettingzoo" in peers:
                status.update(f"{game.title}: pettingzoo")
                found["pettingzoo"] = speeds.pettingzoo(game, seconds)
            report["games"][game.name] = found
            status.update(f"{game.title}: cores and batches")
            report["scaling"][game.name] = speeds.scaling(game, seconds)
        for peer in peers:
            status.update(peer)
            report["peers"][peer] = PEERS[peer](seconds)
    return report


def _measure_game(game: Game, seconds: float, status: Status) -> dict[str, float]:
    timed = {
        "compiled": speeds.compiled,
        "python": speeds.python,
        "batch, all cores": speeds.batch,
        "observations, all cores": speeds.observed,
        "vector, all cores": speeds.vector,
        "clone compiled": speeds.clone_compiled,
        "clone python": speeds.clone_python,
        "replay": speeds.replay,
    }
    found = {}
    for name, work in timed.items():
        status.update(f"{game.title}: {name}")
        found[name] = work(game, seconds)
    status.update(f"{game.title}: compile from nothing")
    found["compile from nothing"], found["start with the cache"] = speeds.starts(game)
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


def rows_of(report: dict[str, Any]) -> list[tuple[str, dict[str, float]]]:
    """The speeds that were measured: what, and by game."""
    games = report["games"]
    return [
        (name, {game: found[name] for game, found in games.items()})
        for name in SPEEDS
        if all(name in found for found in games.values())
    ]


def show(report: dict[str, Any], console: Console) -> None:
    """The report as tables; speeds that miss their aim are marked."""
    where = report["machine"]
    console.print(f"{where['processor']}, {where['cores']} cores, Python {where['python']}")
    titles = [find(name).title for name in report["games"]]
    table = _table("", "speed", *titles)
    for name, values in rows_of(report):
        table.add_row(name, *(_cell(name, value) for value in values.values()))
    console.print(table)
    for peer, found in report["peers"].items():
        table = _table(peer, "game", "decisions/s")
        for name, value in found.items():
            table.add_row(name, f"{value / 1e6:.3f} M")
        console.print(table)
    table = _table("batch environment, M decisions/s", "threads", "matches", *titles)
    for threads, matches, rates in scaling_rows(report):
        table.add_row(str(threads), str(matches), *(f"{rate / 1e6:.2f}" for rate in rates))
    console.print(table)
    for line in verdicts(report):
        console.print(line)


def scaling_rows(report: dict[str, Any]) -> list[tuple[int, int, list[float]]]:
    """Threads, matches, and the speed of each game with them."""
    by_game = list(report["scaling"].values())
    return [
        (row[0]["threads"], row[0]["matches"], [cell["rate"] for cell in row])
        for row in zip(*by_game, strict=True)
    ]


def verdicts(report: dict[str, Any]) -> list[str]:
    """How our slowest game stands beside each peer's fastest, speed by speed."""
    lines = []
    for speed, ending, peers in COMPARED:
        for peer in peers:
            found = report["peers"].get(peer, {})
            theirs = [value for name, value in found.items() if name.endswith(ending)]
            ours = {game: row[speed] for game, row in report["games"].items() if speed in row}
            if theirs and ours:
                game = min(ours, key=ours.__getitem__)
                lines.append(
                    f"{speed}: {find(game).title}, our slowest, makes "
                    f"{ours[game] / max(theirs):.2f} times as many decisions as {peer}'s fastest"
                )
    return lines


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title or None, title_justify="left", box=None)
    for column in columns:
        table.add_column(column, justify="left" if column == columns[0] else "right")
    return table


def missed(name: str, value: float) -> float | None:
    """The aim of a speed, if it is not reached."""
    _, more, aim = SPEEDS[name]
    return aim if aim is not None and (value < aim if more else value > aim) else None


def _cell(name: str, value: float) -> str:
    write, aim = SPEEDS[name][0], missed(name, value)
    return write(value) if aim is None else f"[red]{write(value)} (aim {write(aim)})[/]"
