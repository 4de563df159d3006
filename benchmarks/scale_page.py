"""The reports of benchmarks.scale as a table and a plot, for a page that has their marks."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
INK, FAINT, PAPER = "#2b2620", "#d9cfba", "#fbf6ea"
COLOURS = ("#b0302a", "#2a5db0", "#4f7f4a", "#7a3d94")
WIDTH, HEIGHT, LEFT, TOP, GAP = 330, 210, 58, 40, 40
DECADES = 3  # of milliseconds, where a few moves that wait stand out
HELD = 0.95  # of the moves that were asked for: a queue that grows tells nothing of its server

Point = tuple[float, float]
Curve = tuple[str, list[Point]]


def rewrite(page: Path, reports: Path) -> None:
    """Put what was measured into the page, and the plot beside it."""
    measured = [json.loads(line) for line in reports.read_text(encoding="utf-8").splitlines()]
    measured.sort(key=lambda report: report["tables"])
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n\n{as_tables(measured)}\n{END}{after}", encoding="utf-8")
    page.with_suffix(".svg").write_text(as_svg(measured), encoding="utf-8")


def as_tables(measured: list[dict[str, Any]]) -> str:
    """What a table costs, and what a move costs at each pace."""
    return "\n".join([*_of_tables(measured), "", *_of_moves(measured)]) + "\n"


def _of_tables(measured: list[dict[str, Any]]) -> list[str]:
    rows = [
        "| tables | streams | streams opened a second | KiB a table with its streams "
        "| idle: cores in use | microseconds of processor a second: a table | a stream | faults |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for report in measured:
        idle = sum(report["idle_cpu"].values())
        rows.append(
            f"| {report['tables']:,} | {report['streams']:,} "
            f"| {report['streams_opened_per_second']:.0f} | {report['kib_per_table']:.0f} "
            f"| {idle:.2f} | {1e6 * idle / report['tables']:.0f} "
            f"| {1e6 * idle / report['streams']:.0f} | {report['faults']} |"
        )
    return rows


def _of_moves(measured: list[dict[str, Any]]) -> list[str]:
    rows = [
        "| tables | moves a second, asked · made | seen by the other: p50 ms | p99 ms "
        "| servers, ms of processor a move | of them beyond what idling takes | PostgreSQL "
        "| cores in use |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for report in measured:
        for pace in report["paces"]:
            rows.append(
                f"| {report['tables']:,} | {pace['asked']:.0f} · {pace['moves_per_second']:.0f} "
                f"| {pace['seen_ms']['p50']:.0f} | {pace['seen_ms']['p99']:.0f} "
                f"| {pace['servers_ms_per_move']:.1f} | {own_cost(report, pace):.1f} "
                f"| {pace['database_ms_per_move']:.1f} "
                f"| {pace['cores']:.2f} |"
            )
    return rows


def own_cost(report: dict[str, Any], pace: dict[str, Any]) -> float:
    """What a move costs the servers, without what tables and streams cost when nothing happens."""
    idle = 1000 * report["idle_cpu"]["servers"] / pace["moves_per_second"]
    return float(pace["servers_ms_per_move"] - idle)


def as_svg(measured: list[dict[str, Any]]) -> str:
    """How soon moves are seen, and what they cost, as tables grow; at paces that were held."""
    held = {
        (report["tables"], pace["asked"])
        for report in measured
        for pace in report["paces"]
        if pace["moves_per_second"] > HELD * pace["asked"]
    }
    paces = sorted({pace for _, pace in held})

    def curves(value: Any) -> list[Curve]:
        return [
            (
                f"{rate:.0f} a second",
                [
                    (report["tables"], value(report, pace))
                    for report in measured
                    for pace in report["paces"]
                    if pace["asked"] == rate and (report["tables"], rate) in held
                ],
            )
            for rate in paces
        ]

    shown: tuple[tuple[str, Any], ...] = (
        ("seen by the other: p50, ms", lambda _, pace: pace["seen_ms"]["p50"]),
        ("seen by the other: p99, ms", lambda _, pace: pace["seen_ms"]["p99"]),
        (
            "processor of a move beyond idling, ms",
            lambda report, pace: own_cost(report, pace) + pace["database_ms_per_move"],
        ),
    )
    plots = [
        plot(title, curves(value), place, DECADES if "p99" in title else 0)
        for place, (title, value) in enumerate(shown)
    ]
    width, height = len(shown) * (WIDTH + LEFT) + GAP, HEIGHT + 2 * TOP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12"><rect width="{width}" height="{height}" '
        f'fill="{PAPER}"/>\n' + "\n".join(plots) + "\n</svg>\n"
    )


@dataclass(frozen=True)
class Frame:
    """Where the points of a plot are."""

    left: int
    most_x: float
    most_y: float
    decades: int = 0  # powers of ten from 1, if a few stand out; otherwise from nothing to the most

    def at(self, x: float, y: float) -> Point:
        """The place of a point."""
        part = math.log10(y) / self.decades if self.decades else y / self.most_y
        return self.left + (WIDTH - 40) * x / self.most_x, TOP + HEIGHT * (1 - part)

    def lines(self) -> list[float]:
        """The values at which there is a line."""
        if self.decades:
            return [10.0**power for power in range(self.decades + 1)]
        step = next(s for s in (0.5, 1, 2, 5, 10, 25, 50, 100, 250) if self.most_y / s < 6)
        return [step * number for number in range(int(self.most_y / step) + 1)]


def plot(title: str, curves: list[Curve], place: int, decades: int = 0) -> str:
    """Curves over the number of tables."""
    left = LEFT + place * (WIDTH + LEFT)
    all_ = [point for _, points in curves for point in points]
    most_x, most_y = max(x for x, _ in all_), 1.15 * max(y for _, y in all_)
    frame = Frame(left, most_x, most_y, decades)
    parts = [f'<text x="{left}" y="{TOP - 16}" font-weight="bold" fill="{INK}">{title}</text>']
    for value in frame.lines():
        x, y = frame.at(0, value)
        parts.append(
            f'<path d="M{x:.0f} {y:.0f}h{WIDTH - 40}" stroke="{FAINT}"/>'
            f'<text x="{x - 6:.0f}" y="{y + 4:.0f}" text-anchor="end" fill="{INK}">'
            f"{value:,g}</text>"
        )
    for tables in sorted({x for x, _ in all_}):
        parts.append(
            f'<text x="{frame.at(tables, 1)[0]:.0f}" y="{TOP + HEIGHT + 16}" '
            f'text-anchor="middle" fill="{INK}">{tables:,.0f}</text>'
        )
    parts += [curve(frame, number, *one) for number, one in enumerate(curves)]
    return "\n".join(parts)


def curve(frame: Frame, number: int, name: str, points: list[Point]) -> str:
    """A line with its points, and its name below."""
    colour = COLOURS[number % len(COLOURS)]
    line = " ".join("{:.1f},{:.1f}".format(*frame.at(*point)) for point in points)
    dots = (
        '<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>'.format(*frame.at(*point), colour)
        for point in points
    )
    x, y = frame.left + 95 * number, TOP + HEIGHT + 34
    parts = [
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>',
        *dots,
        f'<text x="{x}" y="{y}" fill="{colour}">{name}</text>',
    ]
    return "\n".join(parts)
