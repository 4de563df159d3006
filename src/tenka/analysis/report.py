"""A review for people: in the terminal, and as a picture (SVG)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any

from rich.console import Console
from rich.markup import escape as plain
from rich.table import Table

from tenka.analysis.review import MARKS
from tenka.core.match import Match

WIDTH, LEFT, RIGHT, HEIGHT, GAP = 760, 50, 120, 200, 46
COLOURS = ("#b0302a", "#2a5db0", "#4f7f4a", "#7a3d94", "#8a6d1d")
INK, FAINT, PAPER = "#2b2620", "#d9cfba", "#fbf6ea"


def show(match: Match, review: dict[str, Any], console: Console) -> None:
    """What each player's decisions cost and what luck gave, then the costly decisions."""
    console.print(_players(match, review))
    costly = [step for step in review["steps"] if step["mark"]]
    if not costly:
        console.print("No decision cost much.")
    for step in costly:
        name, mark = match.seats[step["player"]], step["mark"]
        console.print(
            f"{step['begins']:5}  [b]{plain(name)}[/] {plain(' '.join(step['did']))}  "
            f"[b]{mark}[/], {step['cost']:.0%} of a win; better {plain(' '.join(step['better']))}",
            highlight=False,
        )


def _players(match: Match, review: dict[str, Any]) -> Table:
    table = Table(box=None)
    for column in ("player", "result", "decisions cost", "luck", *MARKS):
        table.add_column(column, justify="left" if column == "player" else "right")
    last = review["steps"][-1]["after"] if review["steps"] else review["start"]
    for seat, name in enumerate(match.seats):
        marks = Counter(step["mark"] for step in review["steps"] if step["player"] == seat)
        table.add_row(
            plain(name),
            f"{last['known'][seat]:.0%}",
            f"{review['costs'][seat]:.0%}",
            f"{review['luck']['known'][seat]:+.0%}",
            *(str(marks[mark]) for mark in MARKS),
        )
    return table


def as_svg(match: Match, review: dict[str, Any]) -> str:
    """Chances and luck over the game, as each player could know them and with all cards up."""
    steps = review["steps"]
    last = steps[-1]["ends"] if steps else 1
    parts: list[str] = []
    y = 30
    for kind, words in (("known", "as each player could know it"), ("up", "with all cards up")):
        chances = [(0, review["start"][kind])] + [(s["ends"], s["after"][kind]) for s in steps]
        luck = [(0, [0.0] * len(match.seats))] + [(s["ends"], s["luck"][kind]) for s in steps]
        for title, points in ((f"chance to win, {words}", chances), (f"luck, {words}", luck)):
            parts += _panel(match, title, points, last, y)
            y += HEIGHT + GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDTH}" height="{y}" fill="{PAPER}"/>'
    )
    return "\n".join([head, *parts, "</svg>", ""])


def _panel(
    match: Match, title: str, points: Sequence[tuple[int, list[float]]], last: int, top: int
) -> list[str]:
    """One line for each player, with the player's name at its end."""
    values = [value for _, row in points for value in row]
    low, high = min(0.0, *values), max(1.0, *values) if min(values) >= 0 else max(values)

    def at(position: int, value: float) -> str:
        x = LEFT + (WIDTH - LEFT - RIGHT) * position / max(1, last)
        return f"{x:.1f} {top + HEIGHT * (high - value) / max(high - low, 0.01):.1f}"

    parts = [f'<text x="12" y="{top - 8}" font-weight="bold" fill="{INK}">{escape(title)}</text>']
    for tick in (-1.0, -0.5, 0.0, 0.5, 1.0):
        if low <= tick <= high:
            x, y = at(0, tick).split()
            parts += [
                f'<path d="M{x} {y}H{WIDTH - RIGHT}" stroke="{FAINT}"/>',
                f'<text x="{LEFT - 8}" y="{float(y) + 4:.1f}" text-anchor="end">{tick:.0%}</text>',
            ]
    for seat, name in enumerate(match.seats):
        way = "L".join(at(position, row[seat]) for position, row in points)
        x, y = at(last, points[-1][1][seat]).split()
        colour = COLOURS[seat % len(COLOURS)]
        parts += [
            f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="2"/>',
            f'<text x="{float(x) + 6:.1f}" y="{float(y) + 4 + 3 * seat:.1f}" fill="{colour}">'
            f"{escape(name)}</text>",
        ]
    return parts
