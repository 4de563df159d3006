"""Turns: the rulebook's examples and the rulings, as positions that a player could set up."""

from __future__ import annotations

import pytest

import tenka
from tests.games.samurai.positions import describe, options, position, standing, taken

TAKEDA, UESUGI, SHIMAZU, HOJO = range(4)


def tile_on(match: tenka.Match, hex_name: str) -> str | None:
    lying = {tile["hex"]: tile for tile in match.view(None)["tiles"]}
    tile = lying.get(hex_name)
    return tile and f"{match.seats[tile['player']]} {tile['tile']}"


# -- examples of the rulebook


def test_helmet_3_against_samurai_2():
    """The helmet's owner takes the helmet."""
    match = position("""
        2 players, Takeda to play
        Tateyama: helmet
        c16r13: Uesugi helmet3
        Takeda: hand samurai2 ship1
    """)
    match.play(TAKEDA, "samurai2 @ c15r13; end")
    assert taken(match) == ["Uesugi: helmet of Tateyama"]
    assert match.scores == (0, 1)
    assert standing(match, "Tateyama") == ""


def test_ronin_and_samurai_2_close_several_settlements():
    """Three players take four figures, two of them the player whose turn it is; one takes none."""
    match = position("""
        4 players, Takeda to play
        Matsuyama: buddha
        Kochi: rice
        Takamatsu: helmet
        Tokushima: buddha
        c06r20: Hojo buddha4
        c07r19: Shimazu rice4
        c09r18: Uesugi samurai1
        c08r19: Takeda helmet2
        Takeda: hand ronin1 samurai2 ship2
    """)
    match.play(TAKEDA, "ronin1 @ c07r18; samurai2 @ c08r20; end")
    assert taken(match) == [
        "Hojo: buddha of Matsuyama",
        "Shimazu: rice of Kochi",
        "Takeda: buddha of Tokushima",
        "Takeda: helmet of Takamatsu",
    ]


def test_samurai_1_and_two_ships_1_in_one_turn():
    match = position("""
        2 players, Takeda to play
        Takeda: hand samurai1 ship1 ship1 rice2
    """)
    match.play(TAKEDA, "samurai1 @ c14r08; ship1 @ c13r07; ship1 @ c13r08; end")
    lying = [tile_on(match, name) for name in ("c14r08", "c13r07", "c13r08")]
    assert lying == ["Takeda samurai1", "Takeda ship1", "Takeda ship1"]
    assert match.to_act == (UESUGI,)


def test_helmet_4_moved_by_the_token_exchange():
    """The 0 stays in its place and counts for nothing: a ronin is all that Takeda has there."""
    match = position("""
        2 players, Takeda to play
        Tateyama: helmet
        c16r13: Takeda helmet4
        c16r15: Uesugi ship2
        Takeda: hand token exchange ship1 ronin1 samurai2
    """)
    match.play(TAKEDA, "token exchange @ c16r13 > c12r13")
    assert tile_on(match, "c16r13") == "Takeda token exchange"
    assert tile_on(match, "c12r13") == "Takeda helmet4"
    assert options(match) == ["end", "ronin1", "ship1"]
    match.play(TAKEDA, "ronin1 @ c15r13; end")
    assert taken(match) == ["Uesugi: helmet of Tateyama"]


# -- what may be played


def test_one_normal_tile_a_turn_and_any_number_of_fast_ones():
    match = position("""
        2 players, Takeda to play
        Takeda: hand rice2 samurai1 ship1 ship2 ronin1
    """)
    assert options(match) == ["rice2", "ronin1", "samurai1", "ship1", "ship2"]
    match.play(TAKEDA, "ship1 @ c13r07; rice2 @ c14r08")
    assert options(match) == ["end", "ronin1", "ship2"]
    match.play(TAKEDA, "ronin1 @ c14r10; ship2 @ c13r08")
    assert options(match) == ["end"], (
        "not ending by itself: it would tell that a normal tile is left"
    )
    match.play(TAKEDA, "end")
    assert match.to_act == (UESUGI,)


def test_a_fast_tile_alone_is_enough():
    match = position("2 players, Takeda to play\nTakeda: hand ship1 rice2")
    with pytest.raises(tenka.IllegalAction, match="at least one tile must be played"):
        match.play(TAKEDA, "end")
    match.play(TAKEDA, "ship1 @ c13r07; end")
    assert match.to_act == (UESUGI,)


def test_the_figure_exchange_alone_is_enough():
    match = position("""
        2 players, Takeda to play
        Mito: rice
        Sendai: helmet
        Takeda: hand figure exchange rice2
    """)
    match.play(TAKEDA, "figure exchange @ Mito <> Sendai; end")
    assert (standing(match, "Mito"), standing(match, "Sendai")) == ("helmet", "rice")
    assert match.to_act == (UESUGI,)
    assert match.view(None)["players"][TAKEDA]["figure_exchange_used"]


def test_an_unwanted_exchange_must_be_played():
    """With nothing else in hand; the hand is empty then, and the turn ends by itself."""
    match = position("2 players, Takeda to play\nTakeda: hand figure exchange | pile -")
    assert options(match) == ["figure exchange"]
    match.play(TAKEDA, "figure exchange @ Mito <> Sendai")
    assert match.to_act == (UESUGI,)


def test_a_player_with_no_legal_swap_passes():
    """Figures stand in one settlement only."""
    match = position("""
        2 players, Takeda to play
        Edo: helmet buddha rice
        others: -
        Takeda: hand figure exchange | pile -
    """)
    assert options(match) == ["end"]
    match.play(TAKEDA, "end")
    assert match.to_act == (UESUGI,)
    assert [str(e) for e in match.journal[-2:]] == ["passed: player 0", "turn: player 1"]


def test_a_player_with_an_empty_hand_is_passed_over():
    match = position("""
        3 players, Takeda to play
        Takeda: hand ship1 rice2
        Uesugi: hand - | pile -
    """)
    match.play(TAKEDA, "ship1 @ c13r07; end")
    assert match.to_act == (SHIMAZU,)
    assert "passed: player 1" in [str(e) for e in match.journal]


def test_tiles_go_on_empty_hexes_of_their_kind_and_never_on_a_settlement():
    match = position("""
        2 players, Takeda to play
        c14r08: Uesugi ronin1
        c13r07: Uesugi ship2
        Takeda: hand ship1 rice2
    """)
    land, sea = match.clone(), match.clone()
    land.play(TAKEDA, "rice2")
    sea.play(TAKEDA, "ship1")
    assert len(options(land)) == 29
    assert len(options(sea)) == 43
    for place, reason in (("c14r08", "not empty"), ("c13r08", "rice2 goes on land"),
                          ("c13r03", "no notation"), ("c15r03", "not on the board of 2"),
                          ("Mito", "empty hex")):  # fmt: skip
        with pytest.raises(tenka.IllegalAction, match=reason):
            land.play(TAKEDA, place)
    with pytest.raises(tenka.IllegalAction, match="ships go to sea"):
        sea.play(TAKEDA, "c14r10")


# -- captures


def test_a_ship_after_the_closing_tile_still_counts():
    match = position("""
        2 players, Takeda to play
        Tateyama: helmet
        c16r13: Uesugi helmet3
        Takeda: hand samurai2 ship2 ship1
    """)
    match.play(TAKEDA, "samurai2 @ c15r13; ship2 @ c16r15; end")
    assert taken(match) == ["Takeda: helmet of Tateyama"]


def test_sea_hexes_need_not_be_filled_and_land_hexes_must_be():
    match = position("""
        2 players, Takeda to play
        Tateyama: helmet
        c16r15: Uesugi ship2
        c15r14: Uesugi ship1
        c17r14: Takeda ship1
        c17r13: Takeda ship2
        c16r13: Takeda helmet4
        Takeda: hand samurai1 rice2
        Uesugi: hand samurai3 rice2
    """)
    match.play(TAKEDA, "rice2 @ c14r08; end")
    assert taken(match) == []
    match.play(UESUGI, "samurai3 @ c15r13; end")
    assert taken(match) == ["Takeda: helmet of Tateyama"], "7 against 6"


def test_tied_for_highest_is_set_aside_for_each_figure_apart():
    match = position("""
        3 players, Takeda to play
        Akita: helmet buddha
        c14r10: Takeda samurai2
        c14r08: Uesugi helmet2
        c15r09: Shimazu rice4
        Takeda: hand rice3 rice2
    """)
    match.play(TAKEDA, "rice3 @ c15r08; end")
    assert taken(match) == ["Takeda: buddha of Akita", "set aside: helmet of Akita"]
    assert match.view(None)["set_aside"] == {"helmet": 1, "buddha": 0, "rice": 0}


def test_a_lower_tie_does_not_matter():
    match = position("""
        3 players, Takeda to play
        Mito: helmet
        c15r11: Uesugi samurai2
        c16r13: Shimazu samurai2
        Takeda: hand samurai3 rice2
    """)
    match.play(TAKEDA, "samurai3 @ c15r12; end")
    assert taken(match) == ["Takeda: helmet of Mito"]


def test_with_nobody_above_zero_it_is_set_aside():
    match = position("""
        2 players, Takeda to play
        Tateyama: helmet
        c16r13: Uesugi rice4
        Takeda: hand buddha3 rice2
    """)
    match.play(TAKEDA, "buddha3 @ c15r13; end")
    assert taken(match) == ["set aside: helmet of Tateyama"]


# -- the end of a turn and of the game


def test_draws_to_five_while_the_pile_lasts():
    match = position("""
        2 players, Takeda to play
        Takeda: hand rice2 ship1 ship1 ship2 | pile buddha2 rice4
    """)
    match.play(TAKEDA, "rice2 @ c14r08; ship1 @ c13r07; end")
    assert "Takeda: hand buddha2 rice4 ship1 ship2 | pile -" in describe(match)
    drawn = [entry for entry in match.journal if entry.kind.name == "drawn"]
    assert [entry.tiles for entry in drawn] == [["rice4", "buddha2"]], "from the top"


LAST_HELMET = """
    2 players, Takeda to play
    Edo: -
    Tateyama: helmet
    Mito: buddha
    Sendai: rice
    others: -
    c16r13: Uesugi helmet3
    Takeda: hand samurai2 rice2 samurai3 | captured rice 3
    Uesugi: captured buddha 1
"""


def test_the_last_figure_of_a_kind_ends_the_game_and_nothing_is_drawn():
    match = position(LAST_HELMET)
    match.play(TAKEDA, "samurai2 @ c15r13; end")
    assert match.over
    assert match.game.ending(match.state) == "last helmet gone"
    assert match.view(None)["players"][TAKEDA]["hand_size"] == 2
    assert match.scores == (3, 2), "figures still on the board belong to nobody"
    with pytest.raises(tenka.IllegalAction, match="the game is over"):
        match.play(UESUGI, "end")


def test_the_fourth_figure_set_aside_ends_the_game():
    match = position("""
        2 players, Takeda to play
        Tateyama: helmet
        c16r13: Uesugi samurai2
        Takeda: hand samurai2 rice2
        set aside: helmet 1, rice 2
    """)
    match.play(TAKEDA, "samurai2 @ c15r13; end")
    assert match.over
    assert match.game.ending(match.state) == "fourth figure set aside"


def test_both_ends_at_once_are_both_named():
    match = position(LAST_HELMET + "set aside: buddha 3")
    match.play(TAKEDA, "samurai3 @ c15r13; end")
    assert match.over
    assert match.game.ending(match.state) == "last helmet gone, fourth figure set aside"
    assert match.view(None)["ending"] == "last helmet gone, fourth figure set aside"


def test_more_than_four_may_be_set_aside_at_once():
    match = position("""
        2 players, Takeda to play
        Tateyama: helmet
        Edo: helmet buddha rice
        c15r12: Uesugi samurai1
        c13r12: Uesugi samurai1
        c14r14: Takeda samurai2
        c14r12: Takeda token exchange
        c13r13: Uesugi token exchange
        c16r13: Uesugi rice2
        Takeda: hand buddha2 rice2
        set aside: rice 2
    """)
    match.play(TAKEDA, "rice2 @ c15r13; end")
    assert taken(match) == [
        "Takeda: rice of Edo", "set aside: buddha of Edo", "set aside: helmet of Edo",
        "set aside: helmet of Tateyama",
    ]  # fmt: skip
    assert match.game.ending(match.state) == "fourth figure set aside"


# -- the text language itself


def test_positions_are_read_as_they_are_written():
    for players in (2, 3, 4):
        match = tenka.new("samurai", players=players, seed=5, hands="random", figures="random")
        for _ in range(60):
            if match.view(None)["phase"] == "play a tile":
                again = position(describe(match))
                assert describe(again) == describe(match)
                if not match.view(None)["tiles_played"]:
                    assert options(again) == options(match)
            match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
