"""Samurai in a picture: the map of hexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenka.core.sheet import LAND, PAPER, SEA, SEATS, Sheet
from tenka.games.samurai.facts import HEX_NAMES, MAP_LETTERS, smallest_board

FIGURES = {"helmet": "#8c5a2b", "buddha": "#4f7f4a", "rice": "#c2a83e"}


def paint(view: Mapping[str, Any]) -> Sheet:
    """The hexes of the board with tiles, settlements and figures; clans at the right."""
    sheet, players = Sheet(760, 560), len(view["players"])
    tiles = {tile["hex"]: tile for tile in view["tiles"]}
    for name, letter in MAP_LETTERS.items():
        if smallest_board(name) <= players:
            x, y = _middle(name)
            ground = SEA if letter.isdigit() else LAND if name in HEX_NAMES else "#d9c48f"
            tile = tiles.get(name)
            sheet.polygon(_hex(x, y), SEATS[tile["player"]] if tile else ground)
            if tile:
                kind, value = tile["tile"].rstrip("0123456789"), tile["tile"][-1]
                sheet.text(x, y, kind[0].upper() + (value if value.isdigit() else ""), 10, PAPER)
    for settlement in view["settlements"]:
        x, y = _middle(settlement["hex"])
        for at, figure in enumerate(settlement["figures"]):
            sheet.disc(x - 5 * (len(settlement["figures"]) - 1) + 10 * at, y, 6, FIGURES[figure])
    for seat, player in enumerate(view["players"]):
        captured = player["captured"]
        told = "hidden" if captured is None else " ".join(map(str, captured.values()))
        mark = "> " if seat == view["turn"] else ""
        sheet.text(520, 40 + 46 * seat, mark + player["clan"], 15, SEATS[seat], "lm")
        sheet.text(520, 60 + 46 * seat, f"captured: {told}", 11, anchor="lm")
    for at, (figure, colour) in enumerate(FIGURES.items()):
        sheet.disc(526, 260 + 22 * at, 6, colour)
        sheet.text(540, 260 + 22 * at, figure, 11, anchor="lm")
    sheet.text(520, 340, view["ending"] or view["phase"], 12, anchor="lm")
    return sheet


def _middle(name: str) -> tuple[float, float]:
    """Where a hex is drawn; odd columns stand half a row lower."""
    column, row = int(name[1:3]), int(name[4:6])
    return 30 + 24 * column, 20 + 22 * (row + (column % 2) / 2)


def _hex(x: float, y: float) -> list[tuple[float, float]]:
    return [(x + 15 * dx, y + 11 * dy) for dx, dy in _CORNERS]


_CORNERS = ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
