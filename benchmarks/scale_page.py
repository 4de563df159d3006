"""The reports of benchmarks.scale as a table and a plot, for a page that has their marks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
INK, FAINT, PAPER = "#2b2620", "#d9cfba", "#fbf6ea"
COLOURS = ("#b0302a", "#2a5db0", "#4f7f4a", "#7a3d94")
WIDTH, HEIGHT, LEFT, TOP, GAP = 330, 210, 58, 40, 40
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
    rows = [
        "| tables | streams | streams opened a second | KiB a table with its streams "
        "| idle: cores in use | faults |",
        "|---|---|---|---|---|---|",
    ]
    for report in measured:
        idle = sum(report["idle_cpu"].values())
        rows.append(
            f"| {report['tables']:,} | {report['streams']:,} "
            f"| {report['streams_opened_per_second']:.0f} | {report['kib_per_table']:.0f} "
            f"| {idle:.2f} | {report['faults']} |"
        )
    rows += [
        "",
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
    return "\n".join(rows) + "\n"


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

    plots = [
        plot("seen by the other: p50, ms", curves(lambda _, p: p["seen_ms"]["p50"]), 0),
        plot(
            "processor of a move beyond idling, ms",
            curves(lambda report, p: own_cost(report, p) + p["database_ms_per_move"]),
            1,
        ),
    ]
    width, height = 2 * (WIDTH + LEFT) + GAP, HEIGHT + 2 * TOP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12"><rect width="{width}" height="{height}" '
        f'fill="{PAPER}"/>\n' + "\n".join(plots) + "\n</svg>\n"
    )


def plot(title: str, curves: list[Curve], place: int) -> str:
    """Curves over the number of tables."""
    left = LEFT + place * (WIDTH + LEFT)
    most_x = max(x for _, points in curves for x, _ in points)
    most_y = 1.15 * max(y for _, points in curves for _, y in points)

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (WIDTH - 40) * x / most_x, TOP + HEIGHT * (1 - y / most_y)

    parts = [f'<text x="{left}" y="{TOP - 16}" font-weight="bold" fill="{INK}">{title}</text>']
    for step in range(5):
        value = most_y * step / 4
        x, y = at(0, value)
        parts.append(
            f'<path d="M{x:.0f} {y:.0f}h{WIDTH - 40}" stroke="{FAINT}"/>'
            f'<text x="{x - 6:.0f}" y="{y + 4:.0f}" text-anchor="end" fill="{INK}">'
            f"{value:.3g}</text>"
        )
    for x in sorted({x for _, points in curves for x, _ in points}):
        where, foot = at(x, 0)
        parts.append(
            f'<text x="{where:.0f}" y="{foot + 16:.0f}" text-anchor="middle" fill="{INK}">'
            f"{x:,.0f}</text>"
        )
    for number, (name, points) in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        line = " ".join("{:.1f},{:.1f}".format(*at(*point)) for point in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            '<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>'.format(*at(*point), colour)
            for point in points
        ]
        parts.append(
            f'<text x="{left + WIDTH - 120}" y="{TOP + 12 + 15 * number}" fill="{colour}">'
            f"{name}</text>"
        )
    return "\n".join(parts)
