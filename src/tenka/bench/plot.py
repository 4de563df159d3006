"""The speeds of a run as a picture (SVG): bars beside the peers, and how speed grows."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log10
from typing import Any

from tenka.bench.report import COMPARED
from tenka.core.registry import find

WIDTH, LEFT, RIGHT, ROW = 760, 250, 90, 22
INK, OURS, THEIRS, FAINT = "#2b2620", "#b0302a", "#8f8675", "#d9cfba"
COLOURS = ("#b0302a", "#2a5db0", "#4f7f4a", "#7a3d94")
CURVES = 220  # pixels high

Bar = tuple[str, float, bool]  # what, decisions a second, whether it is ours


def as_svg(report: dict[str, Any]) -> str:
    """Decisions a second on a scale of powers of ten."""
    parts: list[str] = []
    y = 16
    for title, bars in _groups(report):
        parts += _bars(title, bars, y)
        y += ROW * (len(bars) + 1) + 20
    parts += _curves(report["scaling"], y)
    height = y + CURVES + 70
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="13">'
        f'<rect width="{WIDTH}" height="{height}" fill="#fbf6ea"/>'
    )
    return "\n".join([head, *parts, "</svg>", ""])


def _groups(report: dict[str, Any]) -> list[tuple[str, list[Bar]]]:
    """Bars that belong together: compiled, Python, PettingZoo."""
    groups = []
    for speed, ending, peers in COMPARED:
        bars: list[Bar] = [
            (find(game).title, found[speed], True)
            for game, found in report["games"].items()
            if speed in found
        ]
        bars += [
            (f"{peer}: {name.removesuffix(ending)}", value, False)
            for peer in peers
            for name, value in report["peers"].get(peer, {}).items()
            if name.endswith(ending)
        ]
        if bars:
            groups.append((f"random play, {speed}: decisions a second (powers of ten)", bars))
    return groups


def _bars(title: str, bars: Sequence[Bar], top: int) -> list[str]:
    """One row each."""
    parts = [f'<text x="12" y="{top + 14}" font-weight="bold" fill="{INK}">{escape(title)}</text>']
    span, lowest, highest = WIDTH - LEFT - RIGHT, 3.0, 7.5
    for at, (name, value, ours) in enumerate(bars, start=1):
        y = top + ROW * at
        length = span * (min(max(log10(value), lowest), highest) - lowest) / (highest - lowest)
        parts += [
            f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end" fill="{INK}">'
            f"{escape(name)}</text>",
            f'<rect x="{LEFT}" y="{y + 3}" width="{length:.1f}" height="{ROW - 6}" '
            f'fill="{OURS if ours else THEIRS}"/>',
            f'<text x="{LEFT + length + 6:.1f}" y="{y + 15}" fill="{INK}">{_short(value)}</text>',
        ]
    return parts


def _short(value: float) -> str:
    if value == 0:
        return "0"
    return f"{value / 1e6:.2f} M" if value >= 1e5 else f"{value / 1e3:.1f} k"


def _curves(scaling: dict[str, Any], top: int) -> list[str]:
    """Speed over the size of the batch: a line per game, dashed with one core."""
    title = "batch environment: decisions a second by matches in the batch (dashed: one core)"
    parts = [f'<text x="12" y="{top + 14}" font-weight="bold" fill="{INK}">{title}</text>']
    rows = [row for found in scaling.values() for row in found]
    most, sizes = max(row["rate"] for row in rows), sorted({row["matches"] for row in rows})
    left, bottom, span = 60, top + CURVES + 30, WIDTH - 60 - RIGHT - 60
    for step in range(5):
        y = bottom - CURVES * step / 4
        parts.append(f'<path d="M{left} {y:.0f}h{span}" stroke="{FAINT}"/>')
        parts.append(
            f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end" fill="{INK}">'
            f"{_short(most * step / 4)}</text>"
        )
    across = {n: left + span * at / max(1, len(sizes) - 1) for at, n in enumerate(sizes)}
    for n, x in across.items():
        parts.append(
            f'<text x="{x:.0f}" y="{bottom + 20}" text-anchor="middle" fill="{INK}">{n}</text>'
        )
    for (game, found), colour in zip(scaling.items(), COLOURS, strict=False):
        parts += _lines(game, found, colour, across, bottom, most)
    return parts


def _lines(
    game: str,
    found: Sequence[dict[str, float]],
    colour: str,
    across: dict[float, float],
    bottom: float,
    most: float,
) -> list[str]:
    """The lines of one game, from one core to all; the last has the game's name."""
    parts = []
    threads = sorted({row["threads"] for row in found})
    for count in threads:
        points = [
            (across[row["matches"]], bottom - CURVES * row["rate"] / most)
            for row in found
            if row["threads"] == count
        ]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        dash = ' stroke-dasharray="5 4"' if count == 1 and len(threads) > 1 else ""
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
    x, y = points[-1]
    parts.append(f'<text x="{x + 8:.0f}" y="{y + 4:.0f}" fill="{colour}">{find(game).title}</text>')
    return parts
