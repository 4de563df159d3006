"""The board as text.

    r07          ~   B
                   .

North is up. Columns bear their numbers above, rows theirs at the left; odd columns stand a line
lower, so that every hex is found by its name. Signs on empty hexes: `~` sea, `.` land, `o` a
settlement without figures. Figures are H, B and R. A tile is its clan's first letter, its kind
(h b r, s samurai, n ronin, v ship, x token exchange) and its strength: `Ts3`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenka.games.samurai.facts import CLANS, MAP_LETTERS, TILES, smallest_board

SEA_SIGN, LAND_SIGN, BARE_SIGN = "~", ".", "o"
MARGIN, WIDTH = 4, 3  # of the rows' numbers, of a column

_KIND_LETTERS = {"samurai": "s", "ronin": "n", "ship": "v", "token exchange": "x"}


def tile_sign(player: int, tile: str) -> str:
    """A tile as it is drawn."""
    name, value = (tile[:-1], tile[-1]) if tile[-1].isdigit() else (tile, "0")
    return CLANS[player][0] + _KIND_LETTERS.get(name, name[0]) + value


TILE_OF_SIGN = {
    tile_sign(player, tile): (player, tile) for player in range(len(CLANS)) for tile in TILES[:-1]
}


def signs(view: Mapping[str, Any]) -> dict[str, str]:
    """What is drawn on each hex of the board, by the hex's name."""
    board = {
        name: SEA_SIGN if letter.isdigit() else LAND_SIGN
        for name, letter in MAP_LETTERS.items()
        if smallest_board(name) <= view["options"]["players"]
    }
    for tile in view["tiles"]:
        board[tile["hex"]] = tile_sign(tile["player"], tile["tile"])
    for settlement in view["settlements"]:
        figures = "".join(figure[0].upper() for figure in settlement["figures"])
        board[settlement["hex"]] = figures or BARE_SIGN
    return board


def place(hex_name: str) -> tuple[int, int]:
    """The line and the column of a hex on the whole map."""
    column, row = int(hex_name[1:3]), int(hex_name[4:6])
    return 2 * row + column % 2, column


def chart(view: Mapping[str, Any]) -> str:
    """The board of a view as lines of text."""
    board = {place(name): sign for name, sign in signs(view).items()}
    lines = sorted({line for line, _ in board})
    columns = range(min(c for _, c in board), max(c for _, c in board) + 1)
    head = " " * MARGIN + "".join(f"{f'c{c:02}':<{2 * WIDTH}}" for c in columns[::2])
    drawn = [head.rstrip()]
    for line in range(lines[0], lines[-1] + 1):
        label = f"r{line // 2:02}" if line % 2 == 0 else ""
        cells = "".join(f"{board.get((line, column), ''):<{WIDTH}}" for column in columns)
        drawn.append(f"{label:<{MARGIN}}{cells}".rstrip())
    return "\n".join(drawn)
