"""A view of Samurai for the terminal: the map, the settlements' names, the players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tenka.games.samurai.chart import SEA_SIGN, TILE_OF_SIGN, chart

COLOURS = ("red", "blue", "green", "yellow")  # of the clans


def draw(view: Mapping[str, Any]) -> RenderableType:
    """The board above, the players below, as this viewer sees them."""
    return Group(_heading(view), _map(view), _settlements(view), _players(view))


def _heading(view: Mapping[str, Any]) -> Text:
    clan = view["players"][view["turn"]]["clan"]
    text = Text("Samurai · ", style="bold")
    text.append(view["ending"] or f"{clan}'s turn · {view['phase']}")
    if view["tile_picked"]:
        text.append(f": {view['tile_picked']}")
    if view["figure_lifted"]:
        place = f" of {view['lifted_from']}" if view["lifted_from"] else ""
        text.append(f": {view['figure_lifted']}{place}")
    return text.append(f"\nset aside: {_counts(view['set_aside'])}", style="not bold")


def _map(view: Mapping[str, Any]) -> Text:
    text = Text(chart(view))
    text.highlight_regex(rf"c\d\d|r\d\d|{SEA_SIGN}", "dim")
    text.highlight_regex(r"\b[HBR]{1,3}\b", "bold")
    for sign, (player, _) in TILE_OF_SIGN.items():
        text.highlight_words([sign], COLOURS[player])
    return text


def _settlements(view: Mapping[str, Any]) -> Columns:
    names = (
        Text.assemble((s["hex"], "dim"), f" {s['name']}")
        for s in view["settlements"]
        if s["figures"]
    )
    return Columns(names, padding=(0, 2), column_first=True)


def _players(view: Mapping[str, Any]) -> Table:
    table = Table(show_edge=False, pad_edge=False, show_header=False)
    for at, player in enumerate(view["players"]):
        won = " wins" if at in view["winners"] else ""
        captured = player["captured"]
        table.add_row(
            Text(player["clan"] + won, style=COLOURS[at]),
            "behind the screen" if captured is None else _counts(captured),
            f"hand {_hand(player)}, pile {player['pile_size']}",
        )
    return table


def _counts(figures: Mapping[str, int]) -> str:
    return ", ".join(f"{figure} {count}" for figure, count in figures.items())


def _hand(player: Mapping[str, Any]) -> str:
    if player["hand"] is None:
        return "1 tile" if player["hand_size"] == 1 else f"{player['hand_size']} tiles"
    return ", ".join(player["hand"]) or "–"
