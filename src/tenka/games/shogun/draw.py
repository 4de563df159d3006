"""A view of Shogun as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tenka.games.shogun.facts import FIELDS, REGIONS

STYLES = {
    "red": "red",
    "blue": "blue",
    "black": "bright_black",
    "yellow": "yellow",
    "purple": "magenta",
    "green": "green",
}
MARKS = {"castle": "C", "temple": "T", "theatre": "N"}


def draw(view: Mapping[str, Any]) -> RenderableType:
    """Round, map by region, players, boards and the last battle, as this viewer sees them."""
    parts: list[RenderableType] = [_heading(view), _map(view), _players(view)]
    if view["draft"]:
        parts.append(_draft(view))
    if any(any(player["plan"].values()) for player in view["players"]):
        parts.append(_boards(view))
    if view["march"]:
        parts.append(_march(view["march"]))
    if view["six_armies"]:
        six = view["six_armies"]
        parts.append(Text(f"deploy: {six['armies']} armies instead of {six['instead_of']}?"))
    parts.append(_tower(view))
    if view["battle"]:
        parts.append(_battle(view))
    return Group(*parts)


def _heading(view: Mapping[str, Any]) -> Text:
    text = Text(f"Shogun · year {view['year']}, {view['season']} · {view['phase']}\n", style="bold")
    events = (f"({e['event']})" if e["over"] else e["event"] for e in view["events"])
    _line(text, "events", events)
    _line(text, "this round", [view["event"]] if view["event"] else [])
    actions = [f"{at + 1} {card or '?'}" for at, card in enumerate(view["actions"])]
    if actions and view["actions_done"] < len(actions):
        actions[view["actions_done"]] = f"→{actions[view['actions_done']]}"
    _line(text, "actions", actions)
    places = (
        f"{at} {p['special']}"
        + (f" = {_clan(view, p['player'])}" if p["player"] is not None else "")
        for at, p in enumerate(view["places"], start=1)
    )
    _line(text, "places", places)
    text.rstrip()
    return text


def _line(text: Text, name: str, items: Iterable[str]) -> None:
    told = " · ".join(items)
    if told:
        text.append(f"{name}: {told}\n", style="not bold")


def _clan(view: Mapping[str, Any], player: int) -> str:
    return str(view["players"][player]["clan"])


def _map(view: Mapping[str, Any]) -> Columns:
    return Columns([_region(view, region) for region in REGIONS], padding=(0, 2))


def _region(view: Mapping[str, Any], region: str) -> Table:
    """Provinces with armies, buildings on their spaces, markers, chests and rice."""
    table = Table(title=region, show_edge=False, pad_edge=False, title_justify="left")
    for name in ("province", "armies", "built", "!", "¤", "rice"):
        table.add_column(name, justify="left" if name in ("province", "built") else "right")
    for p in view["provinces"]:
        if p["region"] == region:
            style = STYLES[view["players"][p["owner"]]["colour"]] if p["owner"] is not None else ""
            built = "".join(MARKS[b] for b in p["buildings"]).ljust(p["spaces"], "·")
            table.add_row(
                Text(p["name"], style=style),
                Text(_armies(view, p), style=style),
                built,
                str(p["markers"] or ""),
                str(p["chests"]),
                str(p["rice"]),
            )
    return table


def _armies(view: Mapping[str, Any], province: Mapping[str, Any]) -> str:
    if province["owner"] is None:
        return "–"
    return f"{_clan(view, province['owner'])[0]}{province['armies']}"


def _players(view: Mapping[str, Any]) -> Table:
    table = Table(show_edge=False, pad_edge=False)
    for name in ("clan", "points", "provinces", "chests", "rice", "reserve", "place", "special"):
        table.add_column(name, justify="left" if name in ("clan", "special") else "right")
    for at, player in enumerate(view["players"]):
        asked = " ←" if at in view["to_act"] else " ♛" if at in view["winners"] else ""
        numbers = ("points", "provinces", "chests", "rice", "reserve")
        table.add_row(
            Text(player["clan"] + asked, style=STYLES[player["colour"]]),
            *(str(player[name]) for name in numbers),
            str(player["place"] or ""),
            player["special"] or "",
        )
    return table


def _boards(view: Mapping[str, Any]) -> Table:
    """The personal boards: a row for each field, a column for each clan."""
    table = Table(show_edge=False, pad_edge=False)
    table.add_column("field")
    for player in view["players"]:
        table.add_column(Text(player["clan"], style=STYLES[player["colour"]]))
    for field in FIELDS:
        cards = (player["plan"][field] for player in view["players"])
        table.add_row(field, *("▒▒" if c == "closed" else c or "" for c in cards))
    return table


def _draft(view: Mapping[str, Any]) -> Text:
    draft = view["draft"]
    text = Text(f"open: {' · '.join(draft['open'])} · pile of {draft['pile_size']}")
    if draft["taken"]:
        text.append(f" · taken: {draft['taken']}")
    for player, groups in zip(view["players"], draft["groups"], strict=True):
        text.append(f"\n{player['clan']}: {' '.join(map(str, groups))}", STYLES[player["colour"]])
    return text


def _march(march: Mapping[str, Any]) -> Text:
    return Text(f"march: {march['source']}>{march['target'] or '?'} {march['armies'] or ''}")


def _tower(view: Mapping[str, Any]) -> Text:
    text = Text("tower:")
    _cubes(text, view["tower"])
    text.append(" · tray:")
    _cubes(text, view["tray"])
    text.append(f" · peasants left: {view['peasants']}")
    return text


def _cubes(text: Text, cubes: Mapping[str, int]) -> None:
    for colour, count in cubes.items():
        if count:
            text.append(f" {count} {colour}", STYLES[colour])
    if not any(cubes.values()):
        text.append(" –")


def _battle(view: Mapping[str, Any]) -> Text:
    """Who fought whom, what went in, what came out."""
    battle = view["battle"]
    sides = ["peasants" if p is None else _clan(view, p) for p in _sides(battle)]
    text = Text(f"last battle: {battle['province']}, {sides[0]} against {sides[1]}\n  in:")
    _cubes(text, battle["thrown"])
    text.append(" · out:")
    _cubes(text, battle["fell"])
    text.append(f" · {battle['result']}")
    return text


def _sides(battle: Mapping[str, Any]) -> tuple[int | None, int | None]:
    return battle["attacker"], battle["defender"]
