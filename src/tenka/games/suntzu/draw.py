"""A view of Sun Tzu as a table for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tenka.games.suntzu.facts import TRACK_END

COLOURS = ("blue", "red")
MARKS = ("B", "R")


def draw(view: Mapping[str, Any]) -> RenderableType:
    """The board above, the players below, as this viewer sees them."""
    return Group(_heading(view), _board(view), _players(view))


def _heading(view: Mapping[str, Any]) -> Text:
    text = Text(f"Sun Tzu · round {view['round']} of 9 · {view['phase']}\n", style="bold")
    text.append(f"King Shao {_track(view['track'])} Sun Tzu", style="not bold")
    if view["options"]["events"]:
        text.append(f" · event: {view['event'] or 'none left'}", style="not bold")
    return text


def _track(track: int) -> str:
    steps = ["·"] * (2 * TRACK_END + 1)
    steps[TRACK_END] = "+"
    steps[TRACK_END + track] = "●"
    return "".join(steps)


def _board(view: Mapping[str, Any]) -> Table:
    table = Table(show_edge=False, pad_edge=False)
    table.add_column("")
    for province in view["provinces"]:
        battle = province["name"] == view["battle"]
        table.add_column(f"[reverse]{province['name']}[/]" if battle else province["name"])
    table.add_row("points 3/6/9", *(_points(p["points"]) for p in view["provinces"]))
    for player in (1, 0):
        side = Text(view["players"][player]["side"], style=COLOURS[player])
        table.add_row(side, *(_armies(p, player) for p in view["provinces"]))
        table.add_row("  card", *(Text(p["laid"][player] or "·") for p in view["provinces"]))
    return table


def _points(points: list[int] | None) -> str:
    return "/".join(map(str, points)) if points else "·"


def _armies(province: Mapping[str, Any], player: int) -> Text:
    armies, markers = province["armies"][player], province["markers"][player]
    text = Text(f"{MARKS[player]}{armies}" if armies else "·", style=COLOURS[player])
    if markers or province["six_used"][player]:
        text.append(f" [6{'*' * markers}]", style="dim")
    elif province["six_played"][player]:  # under a Plague: it counts for War Chariot alone
        text.append(" (6)", style="dim")
    return text


def _players(view: Mapping[str, Any]) -> Text:
    text = Text()
    for at, player in enumerate(view["players"]):
        text.append(player["side"], style=COLOURS[at])
        text.append(
            f": pool {player['pool']}, reinforcements {player['reinforcements']}, "
            f"pile {player['pile_size']}, generals {_generals(player)}\n"
            f"  hand {_hand(player)}\n"
        )
    return text


def _hand(player: Mapping[str, Any]) -> str:
    if player["hand"] is None:
        return "1 card" if player["hand_size"] == 1 else f"{player['hand_size']} cards"
    drawn = f", drawn {' '.join(player['drawn'])}" if player["drawn"] else ""
    return (" ".join(player["hand"]) or "–") + drawn


def _generals(player: Mapping[str, Any]) -> str:
    left = player["generals_left"]
    held = f"{left} closed" if player["generals"] is None else ", ".join(player["generals"]) or "–"
    used = ", ".join(player["generals_used"])
    return f"{held} (used: {used})" if used else held
