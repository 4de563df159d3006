"""The speeds of a run as tables in docs/performance.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tenka.bench.report import SPEEDS, missed, rows_of, scaling_rows, verdicts
from tenka.core.registry import find
from tenka.envs.docs import filled, table


def as_markdown(report: dict[str, Any]) -> str:
    """All tables of a run, and where it took place."""
    where, titles = report["machine"], [find(name).title for name in report["games"]]
    parts = [
        f"Measured on: {where['processor']}, {where['cores']} cores, {where['system']}, "
        f"Python {where['python']}.",
        table(
            ("speed", *titles),
            (
                (name, *(_cell(name, value) for value in values.values()))
                for name, values in rows_of(report)
            ),
        ),
    ]
    if report["peers"]:
        rows = [
            (peer, name, f"{value / 1e6:.3f} M")
            for peer, found in report["peers"].items()
            for name, value in found.items()
        ]
        parts += ["Peers, in the same run:", table(("peer", "game", "decisions/s"), rows)]
        parts += ["\n".join(f"- {line}" for line in verdicts(report))]
    speeds = [
        (str(threads), str(matches), *(f"{value / 1e6:.2f}" for value in values))
        for threads, matches, values in scaling_rows(report)
    ]
    parts += [
        "The batch environment (observations, masks, restarts), M decisions/s:",
        table(("threads", "matches", *titles), speeds),
    ]
    return "\n\n".join(parts)


def _cell(name: str, value: float) -> str:
    write, aim = SPEEDS[name][0], missed(name, value)
    return write(value) if aim is None else f"**{write(value)}** (aim {write(aim)})"


def rewrite(page: Path, report: dict[str, Any]) -> None:
    """Put the speeds of a run into the page, in place of the last."""
    text = filled(page.read_text(encoding="utf-8"), "speeds", as_markdown(report))
    page.write_text(text, encoding="utf-8")
