"""Who wins: every rung, from figures as the rulebook writes them, helmet/buddha/rice."""

from __future__ import annotations

import pytest

from tests.games.samurai.board import CLANS
from tests.games.samurai.positions import position
from tests.games.samurai.referee import winners

# The last helmet is set aside in a tie, so that the figures below are those at the end.
LAST_TURN = """
    {players} players, Takeda to play
    Edo: -
    Tateyama: helmet
    Mito: buddha
    Sendai: rice
    others: -
    c16r13: Uesugi samurai2
"""


def finish(figures: str) -> tuple[str, str]:
    """The winners of a game that ends with these figures, and the rung that decided."""
    rows = [row.split("/") for row in figures.split(", ")]
    text = LAST_TURN.format(players=len(rows))
    for clan, (helmet, buddha, rice) in zip(CLANS, rows, strict=False):
        hand = "hand samurai2 rice2 | " if clan == "Takeda" else ""
        text += f"    {clan}: {hand}captured helmet {helmet}, buddha {buddha}, rice {rice}\n"
    match = position(text)
    match.play(0, "samurai2 @ c15r13; end")
    assert match.over
    assert list(match.winners) == winners([list(map(int, row)) for row in rows])
    return ", ".join(match.seats[p] for p in match.winners), match.view(None)["decided_by"]


@pytest.mark.parametrize(
    ("figures", "who", "why"),
    [
        # rung 1
        ("3/3/0, 2/2/7", "Takeda", "most kinds led"),
        ("1/1/1, 0/0/0", "Takeda", "most kinds led"),
        ("0/0/4, 1/1/9, 2/2/3, 0/0/0", "Shimazu", "most kinds led"),
        # rung 2: other figures; a player without a lead cannot win
        ("3/5/3, 3/1/4, 3/4/3", "Takeda", "figures of other kinds"),
        ("1/0/0, 0/4/4, 0/4/4", "Takeda", "the only leader"),
        # rung 2, tied: figures in all, of those tied there only
        ("5/2/1, 2/4/1, 0/1/9", "Takeda", "figures in all"),
        ("4/1/1, 1/4/1", "Takeda, Uesugi", "shared win"),
        ("4/2/2, 2/4/2, 2/2/4", "Takeda, Uesugi, Shimazu", "shared win"),
        ("4/2/2, 2/4/2, 2/1/4", "Takeda, Uesugi", "shared win"),
        # rung 3: nobody leads
        ("4/4/0, 4/0/4, 0/4/4, 3/3/3", "Hojo", "figures in all"),
        ("2/2/2, 2/2/2", "Takeda, Uesugi", "shared win"),
        ("0/0/0, 0/0/0, 0/0/0", "Takeda, Uesugi, Shimazu", "shared win"),
        ("3/3/0, 3/0/3, 0/3/3, 1/1/1", "Takeda, Uesugi, Shimazu", "shared win"),
    ],
)
def test_the_ladder(figures, who, why):
    assert finish(figures) == (who, why)


def test_the_rulebooks_first_example():
    """Three leaders with 6, 5 and 4 other figures; the fourth player leads nothing."""
    assert finish("5/3/3, 4/5/1, 2/2/5, 4/4/4") == ("Takeda", "figures of other kinds")


def test_the_rulebooks_second_example():
    """Two tied in rice lead nothing, though they have most in all; 3:3, then 9 against 8."""
    assert finish("6/2/1, 2/5/1, 5/4/4, 4/4/4") == ("Takeda", "figures in all")
