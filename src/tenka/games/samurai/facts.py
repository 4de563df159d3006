"""Samurai's board and tiles, as a map and tables in the rulebook's words."""

from __future__ import annotations

from itertools import product

import numpy as np

CLANS = ("Takeda", "Uesugi", "Shimazu", "Hojo")
MOST_PLAYERS = len(CLANS)

# -- figures

FIGURES = ("helmet", "buddha", "rice")
FIGURES_OF_A_KIND = np.array([0, 0, 7, 10, 13])  # by players
SET_ASIDE_END = 4  # the game ends with the fourth figure set aside
CITY_FIGURES = 2

# -- tiles: alike ones are one kind

_TILES = (
    *((f"{figure}{value}", 1) for figure, value in product(FIGURES, (2, 3, 4))),
    ("samurai1", 2),
    ("samurai2", 2),
    ("samurai3", 1),
    ("token exchange", 1),
    ("ronin1", 1),
    ("ship1", 2),
    ("ship2", 1),
    ("figure exchange", 1),
)
TILES = tuple(name for name, _ in _TILES)
COPIES = np.array([copies for _, copies in _TILES])
KINDS = len(TILES)
TOKEN_EXCHANGE, RONIN, SHIP_1, SHIP_2, FIGURE_EXCHANGE = range(KINDS - 5, KINDS)
FAST = RONIN  # tiles from here on are fast, those before are normal


def _strength(tile: str, figure: str) -> int:
    kind, value = tile[:-1], tile[-1]
    helps = value.isdigit() and (kind == figure or kind not in FIGURES)
    return int(value) if helps else 0


# What a tile adds for each kind of figure.
STRENGTH = np.array([[_strength(tile, figure) for figure in FIGURES] for tile in TILES])
TILES_EACH = 20
HAND = 5
PILE = TILES_EACH - HAND

# -- the map: north is up, a column of hexes is two letters wide and a row two lines high, odd
# columns stand half a row lower. Digits: sea, with the smallest number of players whose board has
# it; letters: land of Honshu, Kyushu, Shikoku or Hokkaido (o), capitals the settlements.

MAP = """
                            4
                          4   4
                            O   4   4
                          4   o   4   4
                            o   4   O
                          4   O   o   4
                        4   o   o   o
                          O   o   O   4
                        4   o   o   4
                          o   O   4
                        4   o   o
                          O   o   4
                        4   2   O
                          2   2   4
                            H   2
                          2   h   2
                            h   H
                          2   h   2
                            H   h
                          2   h   2
                            h   H
                          2   h   2
                        2   H   2
                      2   h   h   2
                    2   H   h   H
                      h   h   h   2
                    2   h   H   h
                  2   H   h   h   2
                2   2   h   h   H
              2   H   h   H   2   2
            2   h   h   h   2   2
          2   h   h   H   2
        2   H   H   h   2
          h   h   2   h
        2   h   2   H   2
      3   H   2   2   2
    3   2   2   S   2
  3   K   2   s   s
3   k   k   S   s   3
  K   k   3   s   S
3   k   K   s   s   3
  3   k   3   S   3
    K   k   3   3
  3   k   3   3
    3   K
      3   3
        3
"""
ISLANDS = {"h": "Honshu", "k": "Kyushu", "s": "Shikoku", "o": "Hokkaido"}
_BOARD_OF = {"h": 2, "k": 3, "s": 3, "o": 4, "2": 2, "3": 3, "4": 4}

EDO = 0
CITIES = ("Kyoto", "Akita", "Sapporo", "Edo")  # which hold several figures, the capital too
_NAMES = {
    "c14r13": "Edo",
    "c11r15": "Kyoto",
    "c14r09": "Akita",
    "c05r17": "Shimonoseki",
    "c06r16": "Hagi",
    "c08r16": "Hiroshima",
    "c09r14": "Matsue",
    "c10r17": "Wakayama",
    "c11r13": "Tsuruga",
    "c12r12": "Kanazawa",
    "c13r14": "Nagoya",
    "c14r07": "Hirosaki",
    "c14r11": "Niigata",
    "c16r08": "Morioka",
    "c16r10": "Sendai",
    "c16r12": "Mito",
    "c16r14": "Tateyama",
    "c01r19": "Nagasaki",
    "c02r21": "Kagoshima",
    "c03r18": "Hakata",
    "c04r20": "Funai",
    "c04r22": "Miyazaki",
    "c06r19": "Matsuyama",
    "c07r20": "Kochi",
    "c08r18": "Takamatsu",
    "c09r19": "Tokushima",
    "c15r04": "Sapporo",
    "c13r03": "Rumoi",
    "c13r05": "Matsumae",
    "c14r01": "Soya",
    "c15r02": "Abashiri",
    "c16r06": "Samani",
    "c17r03": "Kushiro",
    "c18r02": "Nemuro",
}

# -- hexes by name, and numbered so that each board is the beginning of the next larger one


def _name(column: int, line: int) -> str:
    return f"c{column:02}r{line // 2:02}"


_letters = {
    (at // 2, line): letter
    for line, letters in enumerate(MAP.strip("\n").split("\n"))
    for at, letter in enumerate(letters)
    if letter != " "
}
# Each hex by name: its letter of the map, and the names of the hexes that it touches.
MAP_LETTERS = {_name(*place): letter for place, letter in sorted(_letters.items())}
NEIGHBOURS = {
    _name(column, line): tuple(
        _name(column + across, line + down)
        for across, down in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
        if (column + across, line + down) in _letters
    )
    for column, line in sorted(_letters)
}


def smallest_board(hex_name: str) -> int:
    """The smallest number of players whose board has a hex."""
    return _BOARD_OF[MAP_LETTERS[hex_name].lower()]


LAND_NAMES = tuple(
    sorted((n for n, letter in MAP_LETTERS.items() if letter.islower()), key=smallest_board)
)
SEA_NAMES = tuple(
    sorted((n for n, letter in MAP_LETTERS.items() if letter.isdigit()), key=smallest_board)
)
HEX_NAMES = LAND_NAMES + SEA_NAMES  # where tiles may lie
LAND, HEXES = len(LAND_NAMES), len(HEX_NAMES)
SEA = HEXES - LAND
SETTLEMENT_HEXES = tuple(_NAMES)
SETTLEMENT_NAMES = tuple(_NAMES.values())
SETTLEMENTS = len(_NAMES)


def _on_board(names: tuple[str, ...]) -> list[int]:
    return [sum(smallest_board(name) <= players for name in names) for players in range(5)]


# How many there are, by players.
LAND_ON_BOARD = np.array(_on_board(LAND_NAMES))
SEA_ON_BOARD = np.array(_on_board(SEA_NAMES))
SETTLEMENTS_ON_BOARD = np.array(_on_board(SETTLEMENT_HEXES))

CITY = np.array([SETTLEMENT_NAMES.index(name) for name in CITIES])  # the settlement of a city
WHICH_CITY = np.array([CITIES.index(n) if n in CITIES else -1 for n in SETTLEMENT_NAMES])


def slots(settlement: int) -> int:
    """How many figures a settlement is given: Edo three, a city two, a village one."""
    return 3 if settlement == EDO else CITY_FIGURES if WHICH_CITY[settlement] >= 0 else 1


SLOTS = np.array([slots(settlement) for settlement in range(SETTLEMENTS)])

# The settlements that a hex touches: on land always two, at sea two at most, and -1 fills up.
TOUCHES = np.full((HEXES, 2), -1)
for _hex, _hex_name in enumerate(HEX_NAMES):
    _near = sorted(SETTLEMENT_HEXES.index(n) for n in NEIGHBOURS[_hex_name] if n in _NAMES)
    TOUCHES[_hex, : len(_near)] = _near

# How many land hexes surround a settlement.
LAND_AROUND = np.array(
    [sum(n in LAND_NAMES for n in NEIGHBOURS[name]) for name in SETTLEMENT_HEXES]
)
