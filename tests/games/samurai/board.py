"""The board as docs/record.md draws it, and nothing of the engine: neighbours by axial coordinates,
sums by names of tiles.
"""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "record.md"
CLANS = ["Takeda", "Uesugi", "Shimazu", "Hojo"]
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


def board_of(letter: str) -> int:
    """The smallest number of players whose board has a hex with that letter."""
    return int(letter) if letter.isdigit() else {"h": 2, "k": 3, "s": 3, "o": 4}[letter.lower()]


_map, _list, *_ = re.findall(
    r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8").split("\n## Samurai\n")[1], re.DOTALL
)
LETTERS = {
    f"c{x // 2:02}r{y // 2:02}": letter
    for y, line in enumerate(_map.splitlines())
    for x, letter in enumerate(line)
    if letter != " "
}
_places = re.findall(r"(\w+) (c\d\dr\d\d)", _list)
NAMES, SETTLEMENTS = [name for name, _ in _places], [place for _, place in _places]
LAND = {name for name, letter in LETTERS.items() if letter.islower()}
HEXES = sorted(  # where tiles may lie
    (name for name, letter in LETTERS.items() if not letter.isupper()),
    key=lambda name: (name not in LAND, board_of(LETTERS[name]), name),
)
_at = {axial(name): name for name in LETTERS}


def neighbours(name: str) -> list[str]:
    """The hexes that touch one, on the largest board."""
    q, r = axial(name)
    return [_at[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in _at]


AROUND = {name: neighbours(name) for name in SETTLEMENTS}


def has(players: int, name: str) -> bool:
    """Whether the board of that many players has a hex."""
    return board_of(LETTERS[name]) <= players


def strength_for(tile: str, figure: str) -> int:
    """What a tile is worth to whoever wants a figure."""
    if tile.startswith(figure) or tile.startswith(("samurai", "ronin", "ship")):
        return int(tile[-1])
    return 0
