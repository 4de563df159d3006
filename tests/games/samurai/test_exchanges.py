"""The two exchanges: what may change places, and what becomes of the tile."""

from __future__ import annotations

import pytest

import tenka
from tests.games.samurai.board import ALL_TILES, HEXES
from tests.games.samurai.positions import describe, options, position, standing, taken

TAKEDA, UESUGI, SHIMAZU, HOJO = range(4)


# -- the figure exchange


SWAPS = """
    2 players, Takeda to play
    Edo: helmet buddha rice
    Kyoto: helmet buddha
    Akita: buddha rice
    Mito: rice
    Sendai: helmet
    Morioka: rice
    others: -
    Takeda: hand figure exchange ship1
"""


def test_which_figures_can_be_lifted():
    """'... może zamienić miejscami dwie figurki dowolnego rodzaju stojące na planszy': all of
    them, Edo's too, for each has its like elsewhere.
    """
    match = position(SWAPS)
    match.play(TAKEDA, "figure exchange")
    assert options(match) == [
        "Akita buddha", "Akita rice", "Edo buddha", "Edo helmet", "Edo rice",
        "Kyoto buddha", "Kyoto helmet", "Mito", "Morioka", "Sendai",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "others"),
    [
        ("Kyoto helmet", ["Akita rice", "Edo helmet", "Mito", "Morioka", "Sendai"]),
        ("Kyoto buddha", ["Akita buddha", "Edo buddha", "Mito", "Morioka"]),
        ("Mito", ["Akita rice", "Edo rice", "Kyoto buddha", "Kyoto helmet", "Morioka", "Sendai"]),
        ("Sendai", ["Akita buddha", "Akita rice", "Edo helmet", "Kyoto helmet", "Mito", "Morioka"]),
        ("Edo rice", ["Akita rice", "Mito", "Morioka"]),
    ],
)
def test_any_two_figures_unless_a_city_ends_with_two_alike(first, others):
    """'Nie można jednak zamienić miejscami figurek, jeśli w wyniku tej akcji w choć jednym mieście
    miałyby się znaleźć dwie figurki tego samego rodzaju.' Kyoto's helmet and Akita's buddha may
    not: Kyoto would hold two buddhas. Two alike may, for nothing changes.
    """
    match = position(SWAPS)
    match.play(TAKEDA, f"figure exchange @ {first}")
    assert options(match) == others


@pytest.mark.parametrize(
    ("line", "places"),
    [("Mito <> Morioka", ("Mito", "Morioka")), ("Kyoto helmet <> Edo helmet", ("Kyoto", "Edo"))],
)
def test_two_alike_change_places_and_nothing_else_changes(line, places):
    """'Dwie figurki dowolnego rodzaju': the tile is used, and the board stays as it was."""
    match = position(SWAPS)
    before = [standing(match, place) for place in places]
    match.play(TAKEDA, f"figure exchange @ {line}; end")
    assert [standing(match, place) for place in places] == before
    assert match.view(None)["players"][TAKEDA]["figure_exchange_used"]
    assert match.to_act == (UESUGI,)


def test_the_last_of_a_kind_in_edo_has_nothing_to_change_with():
    """Mito's rice would be Edo's second; only the two rice can change places."""
    match = position("""
        2 players, Takeda to play
        Edo: helmet buddha rice
        Mito: rice
        others: -
        Takeda: hand figure exchange ship1
    """)
    match.play(TAKEDA, "figure exchange")
    assert options(match) == ["Edo rice", "Mito"]
    with pytest.raises(tenka.IllegalAction, match="no figure elsewhere can change places with it"):
        match.play(TAKEDA, "Edo helmet")
    match.play(TAKEDA, "Edo rice")
    assert options(match) == ["Mito"]


def test_the_swap_and_the_tile_leaves_the_game():
    match = position(SWAPS)
    match.play(TAKEDA, "figure exchange @ Kyoto helmet <> Akita rice; ship1 @ c13r07")
    assert (standing(match, "Kyoto"), standing(match, "Akita")) == ("buddha rice", "helmet buddha")
    assert describe(match).count("figure exchange") == 1 + 1  # Uesugi's, and Takeda's as used
    assert "Takeda: hand" in describe(match)
    assert "used figure exchange" in describe(match)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("figure exchange @ Edo", "the figure must be named, such as 'Edo helmet'"),
        ("figure exchange @ Kyoto", "the figure must be named, such as 'Kyoto helmet'"),
        ("figure exchange @ Kyoto rice", "no rice stands in Kyoto"),
        ("figure exchange @ Tateyama", "no figure stands in Tateyama"),
        ("figure exchange @ Mito <> Edo helmet", "no city may end with two alike"),
        ("figure exchange @ Kyoto helmet <> Kyoto buddha", "another settlement"),
        ("figure exchange @ Mito <> Akita buddha", "no city may end with two alike"),
    ],
)
def test_swaps_that_are_refused(line, reason):
    match = position(SWAPS)
    with pytest.raises(tenka.IllegalAction, match=reason):
        match.play(TAKEDA, line)
    assert options(match) == ["figure exchange", "ship1"], "nothing has happened"


def test_a_figure_of_a_closed_settlement_can_still_be_swapped():
    """Nothing is taken before the end of the turn."""
    match = position("""
        2 players, Takeda to play
        Tateyama: helmet
        Sendai: rice
        c16r13: Takeda rice3
        Takeda: hand rice2 figure exchange ship1
    """)
    match.play(TAKEDA, "rice2 @ c15r13; figure exchange @ Sendai <> Tateyama; end")
    assert taken(match) == ["Takeda: rice of Tateyama"]
    assert standing(match, "Sendai") == "helmet"


# -- the token exchange


def test_the_token_exchange_needs_an_own_normal_tile_on_the_board():
    match = position("""
        2 players, Takeda to play
        c14r08: Takeda ronin1
        c14r10: Uesugi rice3
        c13r07: Takeda ship1
        Takeda: hand token exchange rice2
    """)
    assert options(match) == ["rice2"]
    with pytest.raises(tenka.IllegalAction, match="none of your normal tiles"):
        match.play(TAKEDA, "token exchange @ c14r10 > c14r12")


def test_only_normal_tiles_are_taken_back_and_the_moved_one_is_not_counted():
    match = position("""
        2 players, Takeda to play
        c14r08: Takeda ronin1
        c14r10: Takeda rice3
        c14r12: Takeda samurai1
        c13r07: Takeda ship1
        Takeda: hand token exchange rice2 ship2
    """)
    match.play(TAKEDA, "token exchange")
    assert options(match) == ["c14r10", "c14r12"]
    with pytest.raises(tenka.IllegalAction, match="fast"):
        match.play(TAKEDA, "c14r08")
    match.play(TAKEDA, "c14r10")
    with pytest.raises(tenka.IllegalAction, match="not empty"):
        match.play(TAKEDA, "c14r10")
    match.play(TAKEDA, "c15r12")
    assert options(match) == ["end", "ship2"], "it was the turn's normal tile"


def almost_full(hand: str) -> tenka.Match:
    """One land hex is empty, beside Edo and Tateyama; most other settlements have been taken."""
    kept = ("ship1", "ship2", "token exchange", "figure exchange")
    normal = [tile for tile in ALL_TILES if tile not in kept]
    tiles = iter(
        [f"Uesugi {tile}" for tile in normal]
        + [f"Takeda {tile}" for tile in normal if tile not in ("samurai3", "ronin1")]
    )
    lines = [f"{name}: {next(tiles)}" for name in HEXES[:30] if name not in ("c15r13", "c15r07")]
    return position(
        "2 players, Takeda to play\nothers: -\nEdo: helmet buddha rice\nTateyama: helmet\n"
        "Hirosaki: rice\nc15r07: Uesugi token exchange\n"
        + "\n".join(lines)
        + f"\nTakeda: hand {hand} | pile -"
    )


def test_without_an_empty_land_hex_only_ships_are_left():
    match = almost_full("samurai3 ronin1 ship1 token exchange")
    assert options(match) == ["ronin1", "samurai3", "ship1", "token exchange"]
    match.play(TAKEDA, "ronin1 @ c15r13")
    assert options(match) == ["end", "ship1"], "no land for the others, the token exchange neither"
    for tile, reason in (("token exchange", "no land hex is empty"), ("samurai3", "no land hex")):
        with pytest.raises(tenka.IllegalAction, match=reason):
            match.play(TAKEDA, tile)
