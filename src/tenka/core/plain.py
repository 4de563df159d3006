"""What a game has that brings nothing of its own: names, words and a board for any of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tenka.core.reasons import NOT_NOW, Reason

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table


def seats(players: int) -> tuple[str, ...]:
    """Seats by number."""
    return tuple(f"Player {seat}" for seat in range(1, players + 1))


def split(line: str, seen: Any) -> list[str]:
    """A line into decisions, at each ';'."""
    return [part.strip() for part in line.split(";") if part.strip()]


def explain(seen: Any, player: int, action: int) -> Reason:
    """Why a player may not."""
    return NOT_NOW()


def ending(state: Any) -> str:
    """How a finished game ended."""
    return "the end of the game"


def draw(view: Mapping[str, Any]) -> RenderableType:
    """A view as lines of names and values; things of one shape, such as players, as a table."""
    from rich.console import Group
    from rich.table import Table

    lines, tables = Table(box=None, show_header=False), []
    for name, value in view.items():
        if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
            tables.append(_tabulated(name, value))
        else:
            lines.add_row(f"[b]{name}[/]", _told(value))
    return Group(lines, *tables)


def _tabulated(name: str, rows: list[Mapping[str, Any]]) -> Table:
    from rich.table import Table

    table = Table(title=name, title_justify="left", box=None)
    for column in rows[0]:
        table.add_column(column)
    for row in rows:
        table.add_row(*map(_told, row.values()))
    return table


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_told(one)}" for name, one in value.items())
    if isinstance(value, list):
        return " ".join(map(_told, value)) or "–"
    return "–" if value is None else str(value)
