"""How speed on a GPU grows with the number of matches, as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

from tenka.bench.plot import COLOURS, FAINT, INK
from tenka.core.registry import find

WIDTH, HEIGHT, LEFT, TOP, GAP = 340, 260, 60, 40, 70  # of a panel, and around it
LOWEST, HIGHEST = 6, 10  # powers of ten: decisions a second
PANELS = {"random play": "random play", "steps": "steps with masks and observations"}


def as_svg(report: Mapping[str, Any]) -> str:
    """Random play and steps side by side: a line for each game, both axes by powers."""
    width, height = LEFT + 2 * WIDTH + GAP + 100, TOP + HEIGHT + 60
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#fbf6ea"/>',
    ]
    for at, (way, title) in enumerate(PANELS.items()):
        left = LEFT + at * (WIDTH + GAP)
        parts += _frame(f"{title}: decisions a second by matches", report["matches"], left)
        for colour, (game, found) in zip(COLOURS, report["games"].items(), strict=False):
            points = [
                f"{_across(left, n, len(found[way])):.1f} {_down(speed):.1f}"
                for n, speed in enumerate(found[way])
            ]
            parts.append(
                f'<path d="M{"L".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>'
            )
            if at == len(PANELS) - 1:
                x, y = points[-1].split()
                parts.append(
                    f'<text x="{float(x) + 8:.0f}" y="{float(y) + 4:.0f}" fill="{colour}">'
                    f"{find(game).title}</text>"
                )
    return "\n".join([*parts, "</svg>", ""])


def _frame(title: str, sizes: Sequence[int], left: int) -> list[str]:
    """Lines for powers of ten, and the numbers of matches below."""
    parts = [f'<text x="{left}" y="22" font-weight="bold" fill="{INK}">{title}</text>']
    for power in range(LOWEST, HIGHEST + 1):
        y, name = _down(10**power), f"{10**power // 10**6:,} M"
        parts.append(f'<path d="M{left} {y:.0f}h{WIDTH}" stroke="{FAINT}"/>')
        parts.append(
            f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end" fill="{INK}">{name}</text>'
        )
    for n, size in enumerate(sizes):
        parts.append(
            f'<text x="{_across(left, n, len(sizes)):.0f}" y="{TOP + HEIGHT + 22}" '
            f'text-anchor="middle" fill="{INK}">{size // 1024:,} K</text>'
        )
    return parts


def _across(left: int, number: int, count: int) -> float:
    return left + WIDTH * number / max(1, count - 1)


def _down(speed: float) -> float:
    power = min(max(log10(speed), LOWEST), HIGHEST)
    return TOP + HEIGHT * (HIGHEST - power) / (HIGHEST - LOWEST)
