"""Orders, and what becomes of the cards at the end of a round."""

from __future__ import annotations

import pytest

import tenka
from tests.games.suntzu.scene import Scene

LAID = ("2 3 4 5 +1", "2 3 4 5 +1")
QUIET = "reserve blue 0 | reserve red 0"


def kept(scene: Scene, blue: str = LAID[0], red: str = LAID[1]) -> Scene:
    """The end of the round, when drawn cards are to be kept or the next orders to be given."""
    scene.lay(blue, red)
    return scene.run(lambda scene: scene.phase == "keep" or scene.match.state.round_number > 1)


def test_orders_are_five_cards_from_the_hand_given_at_the_same_time():
    scene = Scene(f"{QUIET} | hand blue 9")
    assert scene.asked == (
        "blue: QIN=1, QIN=2, QIN=3, QIN=4, QIN=5, QIN=6, QIN=9 | "
        "red: QIN=1, QIN=2, QIN=3, QIN=4, QIN=5, QIN=6"
    )
    scene.match.play(0, "QIN=9 CHU=1 JIN-YAN=2 HAN-QI=3 WU=4")
    assert scene.asked == "red: QIN=1, QIN=2, QIN=3, QIN=4, QIN=5, QIN=6"


def test_a_card_is_laid_only_once():
    scene = Scene(QUIET)
    scene.match.play(0, "QIN=3")
    assert "CHU=3" not in scene.asked
    with pytest.raises(tenka.IllegalAction, match="no 3 is in hand"):
        scene.match.play(0, "CHU=3")


def test_the_reason_is_told_when_a_6_was_used_before():
    scene = Scene(f"{QUIET} | markers blue QIN")
    with pytest.raises(tenka.IllegalAction, match="the 6 was used in QIN before"):
        scene.match.play(0, "QIN=6")


def test_a_line_of_orders_may_stand_in_any_order_and_counts_whole_or_not_at_all():
    scene = Scene(QUIET)
    with pytest.raises(tenka.IllegalAction):
        scene.match.play(0, "QIN=1 CHU=2 JIN-YAN=3 HAN-QI=4 WU=4")
    assert scene.asked.startswith("blue: QIN=1")
    scene.match.play(0, "WU=1 CHU=2 QIN=3 HAN-QI=4 JIN-YAN=5")
    laid = [p["laid"][0] for p in scene.match.view(0)["provinces"]]
    assert laid == ["3", "2", "5", "4", "1"]


def test_with_every_6_used_there_are_still_five_cards_to_lay():
    scene = Scene(f"{QUIET} | markers blue QIN CHU JIN-YAN HAN-QI WU | pile blue")
    assert scene.asked.startswith("blue: QIN=1, QIN=2, QIN=3, QIN=4, QIN=5 |")
    scene.match.play(0, "QIN=1 CHU=2 JIN-YAN=3 HAN-QI=4 WU=5")


def test_framed_cards_come_back_and_others_leave_the_game():
    scene = Scene("pile blue | pile red | hand blue 7 9")
    kept(scene, "9 2 3 +1 6", "9 2 3 +1 6")
    assert scene.of("hand blue") == "hand blue 7"
    assert "9" in scene.of("gone blue").split()
    assert scene.match.view(0)["players"][0]["hand"] == ["1", "2", "3", "4", "5", "6", "7"]


def test_each_draws_two_keeps_one_and_puts_the_other_under_the_pile():
    scene = kept(Scene("pile blue 9 +1 8 | pile red 7 10 -1"))
    assert scene.asked == "blue: under 9, under +1 | red: under 7, under 10"
    scene.match.play(1, "under 7")
    scene.match.play(0, "under +1")
    assert scene.of("hand", "pile") == (
        "hand blue 9 | hand red 10 | pile blue 8 +1 | pile red -1 7"
    )


def test_with_the_1_three_are_drawn_and_two_kept():
    scene = kept(Scene("pile blue 9 +1 8 7 | pile red 7 10 -1"), blue="1 2 3 4 5")
    assert scene.asked.split(" | ")[0] == "blue: under 9, under +1, under 8"
    scene.match.play(0, "under 9")
    assert scene.of("hand blue", "pile blue") == "hand blue 8 +1 | pile blue 7 9"


def test_the_1_serves_for_its_round_only():
    scene = kept(Scene("pile blue 9 +1 8 7 -1 10 | pile red"), blue="1 2 3 4 5")
    scene.match.play(0, "under 8")
    scene.lay(*LAID).run(lambda scene: scene.phase == "keep")
    assert scene.asked == "blue: under 7, under -1"


@pytest.mark.parametrize(
    ("pile", "cards", "asked", "hand"),
    [
        ("", LAID[0], False, "hand blue"),
        ("9", LAID[0], False, "hand blue 9"),
        ("9 8", LAID[0], True, None),
        ("", "1 2 3 4 5", False, "hand blue"),
        ("9", "1 2 3 4 5", False, "hand blue 9"),
        ("9 8", "1 2 3 4 5", False, "hand blue 8 9"),
        ("9 8 7", "1 2 3 4 5", True, None),
    ],
)
def test_from_a_short_pile_what_there_is_is_drawn(pile, cards, asked, hand):
    scene = kept(Scene(f"pile blue {pile} | pile red"), blue=cards)
    if asked:
        assert scene.asked.startswith("blue: under 9, under 8")
    else:
        assert scene.of("hand blue", "pile blue") == f"{hand} | pile blue"
        assert scene.of("round") == "round 2"


def test_whoever_drew_two_alike_is_asked_all_the_same():
    scene = kept(Scene("pile blue -1 -1 | pile red"))
    assert scene.asked == "blue: under -1"


def test_a_card_put_under_the_pile_comes_up_last():
    scene = kept(Scene("pile blue 9 +1 8 | pile red"))
    scene.match.play(0, "under 9")
    scene.lay("2 3 4 5 -1", "2 3 4 5 -1").run(lambda scene: scene.phase == "keep")
    assert scene.asked == "blue: under 8, under 9"


def test_the_round_marker_moves_on():
    scene = kept(Scene("pile blue | pile red"))
    assert scene.of("round") == "round 2"
    assert [e.round for e in scene.match.journal if e.kind.name == "round"][-1] == 2
