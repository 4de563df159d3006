"""The board and the tiles: what the facts must satisfy, whatever they are made of."""

from __future__ import annotations

from collections import Counter

import pytest

from tenka.games.samurai import facts
from tests.games.samurai import board

COUNTS = {
    2: {"land": 30, "sea": 44, "village": 14, "city": 2, "Edo": 1},
    3: {"land": 43, "sea": 64, "village": 23, "city": 2, "Edo": 1},
    4: {"land": 56, "sea": 84, "village": 30, "city": 3, "Edo": 1},
}


def kind(name: str) -> str:
    letter = facts.MAP_LETTERS[name]
    if not letter.isupper():
        return "sea" if letter.isdigit() else "land"
    settlement = facts.SETTLEMENT_NAMES[facts.SETTLEMENT_HEXES.index(name)]
    if settlement == "Edo":
        return settlement
    return "city" if settlement in ("Kyoto", "Akita", "Sapporo") else "village"


def hexes(players: int) -> list[str]:
    return [name for name in facts.MAP_LETTERS if board.has(players, name)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_counts_of_each_board(players):
    names = hexes(players)
    assert Counter(map(kind, names)) == COUNTS[players]
    assert facts.LAND_ON_BOARD[players] == COUNTS[players]["land"]
    assert facts.SEA_ON_BOARD[players] == COUNTS[players]["sea"]
    slots = sum(facts.SLOTS[: facts.SETTLEMENTS_ON_BOARD[players]])
    assert slots == 3 * facts.FIGURES_OF_A_KIND[players]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sea_is_exactly_the_ring_around_the_land(players):
    names = hexes(players)
    dry = {name for name in names if kind(name) != "sea"}
    ring = {n for name in dry for n in facts.NEIGHBOURS[name]} - dry
    assert ring == set(names) - dry
    assert all(len(facts.NEIGHBOURS[name]) == 6 for name in dry)


def test_neighbours_are_symmetric_and_those_of_the_axial_grid():
    for name, near in facts.NEIGHBOURS.items():
        assert sorted(near) == sorted(board.neighbours(name))
        assert all(name in facts.NEIGHBOURS[other] for other in near)


def test_no_two_settlements_touch_and_every_land_hex_touches_two():
    settlements = set(facts.SETTLEMENT_HEXES)
    for name, near in facts.NEIGHBOURS.items():
        if name in settlements:
            assert not settlements & set(near)
        elif name in facts.LAND_NAMES:
            assert len(settlements & set(near)) == 2


def test_islands_and_names():
    islands = Counter(
        (facts.ISLANDS[letter.lower()], letter.isupper())
        for letter in facts.MAP_LETTERS.values()
        if letter.isalpha()
    )
    assert islands == {
        ("Honshu", False): 30, ("Honshu", True): 17,
        ("Kyushu", False): 7, ("Kyushu", True): 5,
        ("Shikoku", False): 6, ("Shikoku", True): 4,
        ("Hokkaido", False): 13, ("Hokkaido", True): 8,
    }  # fmt: skip
    assert len(set(facts.SETTLEMENT_NAMES)) == 34
    where = dict(zip(facts.SETTLEMENT_NAMES, facts.SETTLEMENT_HEXES, strict=True))
    assert (where["Edo"], where["Kyoto"]) == ("c14r13", "c11r15")
    assert (where["Akita"], where["Sapporo"]) == ("c14r09", "c15r04")
    assert set(facts.SETTLEMENT_HEXES) == {n for n, x in facts.MAP_LETTERS.items() if x.isupper()}


def test_each_board_is_the_beginning_of_the_next_one():
    for names in (facts.LAND_NAMES, facts.SEA_NAMES, facts.SETTLEMENT_HEXES):
        smallest = [facts.smallest_board(name) for name in names]
        assert smallest == sorted(smallest)


def test_twenty_tiles_five_of_them_fast():
    copies = dict(zip(facts.TILES, facts.COPIES.tolist(), strict=True))
    assert sum(copies.values()) == 20
    assert {name: n for name, n in copies.items() if n > 1} == {
        "samurai1": 2, "samurai2": 2, "ship1": 2,
    }  # fmt: skip
    fast = facts.TILES[facts.FAST :]
    assert fast == ("ronin1", "ship1", "ship2", "figure exchange")
    assert sum(copies[name] for name in fast) == 5


def test_strength_of_each_tile():
    for tile, name in enumerate(facts.TILES):
        told = [board.strength_for(name, figure) for figure in ("helmet", "buddha", "rice")]
        assert facts.STRENGTH[tile].tolist() == told
    assert facts.STRENGTH[facts.TILES.index("rice3")].tolist() == [0, 0, 3]
    assert facts.STRENGTH[facts.TILES.index("ship2")].tolist() == [2, 2, 2]


def test_every_land_hex_touches_two_settlements():
    """The rules keep count of the gaps around settlements without asking whether there are two."""
    for name in facts.LAND_NAMES:
        assert sum(near in facts.SETTLEMENT_HEXES for near in facts.NEIGHBOURS[name]) == 2


def test_the_page_about_record_files_shows_this_board():
    """Whoever referees a game without our code finds the map and the settlements there."""
    assert board.LETTERS == facts.MAP_LETTERS
    assert list(facts.HEX_NAMES) == board.HEXES
    assert list(facts.SETTLEMENT_NAMES) == board.NAMES
    assert list(facts.SETTLEMENT_HEXES) == board.SETTLEMENTS
    assert set(facts.NEIGHBOURS["c14r08"]) == {
        "c14r07", "c14r09", "c13r07", "c13r08", "c15r07", "c15r08",
    }  # fmt: skip
