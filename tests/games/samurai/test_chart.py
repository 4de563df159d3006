"""The board drawn as text, and read back."""

from __future__ import annotations

import random
from io import StringIO

import pytest
from rich.console import Console

import tenka
from tenka.games.samurai.chart import LAND_SIGN, MARGIN, SEA_SIGN, TILE_OF_SIGN, WIDTH, chart
from tests.games.samurai.board import FIGURES, HEXES, LAND, NAMES, SETTLEMENTS
from tests.games.samurai.positions import position

EXPECTED = """
    c04   c06   c08   c10   c12   c14   c16
r06                               ~
                               ~     ~
r07                               B     ~
                               ~     .     ~
r08                               .     H
                               ~     .     ~
r09                               HR    .
                               Tv1   .     ~
r10                               .     B
                               ~     .     ~
r11                         ~     R     ~
                         ~     .     .     ~
r12                   ~     R     .     R
                         .     .     .     ~
r13                   ~     Tx0   o     Uh3
                   ~     B     .     Ts2   ~
r14             ~     ~     .     .     o
             ~     R     .     H     ~     ~
r15       ~     .     .     .     ~     ~
       ~     .     Un1   HB    ~
r16 ~     H     B     .     ~
       .     .     ~     .
r17 ~     .     ~     H     ~
       R     ~     ~     ~
r18 ~     ~           ~
       ~
"""


def read_chart(text: str) -> dict:
    """The tiles and figures of a drawn board, as lists like those of a view."""
    rows = text.strip("\n").split("\n")
    first_column = int(rows[0].split()[0][1:])
    first_line = 2 * int(rows[1][1:3]) if rows[1][0] == "r" else 2 * int(rows[2][1:3]) - 1
    found: dict = {"tiles": [], "figures": {}}
    for line, row in enumerate(rows[1:], start=first_line):
        for at in range(MARGIN, len(row), WIDTH):
            sign = row[at : at + WIDTH].strip()
            if sign:
                column = first_column + (at - MARGIN) // WIDTH
                _read_sign(f"c{column:02}r{line // 2:02}", sign, found)
    found["tiles"].sort(key=lambda tile: HEXES.index(tile["hex"]))
    return found


def _read_sign(hex_name: str, sign: str, found: dict) -> None:
    if hex_name in SETTLEMENTS:
        name = NAMES[SETTLEMENTS.index(hex_name)]
        found["figures"][name] = [f for f in FIGURES if f[0].upper() in sign]
    elif sign in TILE_OF_SIGN:
        player, tile = TILE_OF_SIGN[sign]
        found["tiles"].append({"hex": hex_name, "player": player, "tile": tile})
    elif sign != (LAND_SIGN if hex_name in LAND else SEA_SIGN):
        raise ValueError(f"{sign!r} cannot stand on {hex_name}")


def test_a_position_as_it_is_drawn():
    """Tateyama lies between Uesugi's helmet 3 and Takeda's samurai 2; Edo has been taken."""
    match = position("""
        2 players, Takeda to play
        Edo: -
        Tateyama: -
        Akita: helmet rice
        c16r13: Uesugi helmet3
        c15r13: Takeda samurai2
        c12r13: Takeda token exchange
        c09r15: Uesugi ronin1
        c13r09: Takeda ship1
    """)
    assert chart(match.view(None)) == EXPECTED.strip("\n")


def test_what_is_drawn_is_read_back():
    """In every position of random games of all boards."""
    for players in (2, 3, 4):
        rng = random.Random(players)
        match = tenka.new("samurai", players=players, seed=players)
        while not match.over:
            seen = match.view(None)
            read = read_chart(chart(seen))
            assert read["tiles"] == seen["tiles"]
            assert read["figures"] == {s["name"]: s["figures"] for s in seen["settlements"]}
            match.play(match.to_act[0], rng.choice(match.legal(match.to_act[0])))


def test_a_drawing_that_cannot_be_is_refused():
    text = EXPECTED.replace("Uh3", "~  ")
    with pytest.raises(ValueError, match="'~' cannot stand on c16r13"):
        read_chart(text)


def test_the_terminal_shows_board_names_and_players():
    match = position("""
        3 players, Takeda to play
        c16r13: Uesugi helmet3
        Takeda: hand samurai2 ship1 rice2
    """)
    match.play(0, "samurai2")
    console = Console(width=100, record=True, file=StringIO())
    console.print(match.game.draw(match.view(0)))
    shown = console.export_text()
    for words in (
        "Takeda's turn · lay the tile: samurai2",
        "Uh3",
        "c16r12 Mito",
        "hand rice2, ship1",
        "hand 5 tiles, pile 14",
        "helmet 0, buddha 0, rice 0",
        "set aside",
    ):
        assert words in shown
