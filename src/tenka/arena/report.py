"""A tournament's table for people, and its plot as a picture that any browser shows."""

from __future__ import annotations

from html import escape
from typing import Any

from rich.table import Table

WIDTH, ROW, LEFT = 640, 34, 140


def as_table(rows: list[dict[str, Any]]) -> Table:
    """One line per bot."""
    table = Table(box=None)
    for column in ("bot", "games", "win share", "95% interval", "x equal", "rating", "margin"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    table.add_column("ms/move", justify="right")
    for row in rows:
        low, high = row["interval"]
        table.add_row(
            row["bot"].rpartition("/")[2],
            str(row["games"]),
            f"{row['share']:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{row['times_equal']:.2f}",
            f"{row['rating']:.1f} ± {row['rating_spread']:.1f}",
            f"{row['margin']:+.1f}",
            f"{row['ms_per_move']:.1f}",
        )
    return table


def as_svg(title: str, rows: list[dict[str, Any]]) -> str:
    """Win shares as bars with their intervals."""
    height = ROW * (len(rows) + 1) + 16
    span = WIDTH - LEFT - 90
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fbf6ea"/>',
        f'<text x="12" y="24" font-weight="bold">{escape(title)}</text>',
    ]
    for number, row in enumerate(rows):
        y = ROW * (number + 1) + 6
        low, high = (LEFT + span * edge for edge in row["interval"])
        middle = y + 10
        parts += [
            f'<text x="12" y="{y + 15}">{escape(row["bot"])}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{span * row["share"]:.1f}" height="20" '
            'fill="#b0302a"/>',
            f'<path d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {y + 4}v12M{high:.1f} {y + 4}v12" '
            'stroke="#2b2620" stroke-width="2"/>',
            f'<text x="{WIDTH - 80}" y="{y + 15}">{row["share"]:.1%}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])
