"""The board as the tests know it: neighbours by axial coordinates, sums by names of tiles."""

from __future__ import annotations

from tenka.games.samurai import facts

HEXES = list(facts.HEX_NAMES)
LAND = set(facts.LAND_NAMES)
SETTLEMENTS = list(facts.SETTLEMENT_HEXES)
NAMES = list(facts.SETTLEMENT_NAMES)
CLANS = list(facts.CLANS)
FIGURES = ["helmet", "buddha", "rice"]
CITIES = ["Kyoto", "Akita", "Sapporo"]
TILES = [
    *(f"{figure}{value}" for figure in FIGURES for value in (2, 3, 4)),
    *("samurai1", "samurai2", "samurai3", "token exchange"),
    *("ronin1", "ship1", "ship2", "figure exchange"),
]
ALL_TILES = sorted([*TILES, "samurai1", "samurai2", "ship1"])
FAST = ["ronin1", "ship1", "ship2", "figure exchange"]
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


def axial(name: str) -> tuple[int, int]:
    """Column and slanted row: odd columns stand half a hex lower."""
    column, row = int(name[1:3]), int(name[4:6])
    return column, row - (column - column % 2) // 2


_at = {axial(name): name for name in facts.MAP_LETTERS}


def neighbours(name: str) -> list[str]:
    """The hexes that touch one, on the largest board."""
    q, r = axial(name)
    return [_at[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in _at]


AROUND = {name: neighbours(name) for name in SETTLEMENTS}


def has(players: int, name: str) -> bool:
    """Whether the board of that many players has a hex."""
    return facts.smallest_board(name) <= players


def strength_for(tile: str, figure: str) -> int:
    """What a tile is worth to whoever wants a figure."""
    if tile.startswith(figure) or tile.startswith(("samurai", "ronin", "ship")):
        return int(tile[-1])
    return 0
