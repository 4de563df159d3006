"""The rulebook's examples, in its order."""

from __future__ import annotations

import pytest

import tenka
from tests.games.suntzu.scene import Scene


def test_each_begins_with_ten_cards_six_framed_and_four_from_the_pile():
    match = tenka.new("suntzu", seed=3, beginner=True)
    for player in (0, 1):
        me = match.view(player)["players"][player]
        assert me["hand"][:6] == ["1", "2", "3", "4", "5", "6"]
        assert len(me["hand"]) == me["hand_size"] == 10


def test_nobody_knows_which_orders_the_rival_gave():
    scene = Scene("reserve blue 0 | reserve red 0 | general red remove")
    scene.lay("1 2 3 4 5", "5 4 3 2 1")
    seen = [[p["laid"] for p in scene.match.view(viewer)["provinces"]] for viewer in (0, 1)]
    assert seen[0] == [[card, "closed"] for card in "12345"]
    assert seen[1] == [["closed", card] for card in "54321"]


def test_in_round_5_four_blue_against_two_red_shao_names_the_order():
    scene = Scene("round 5 | QIN 1 blue | CHU 3 blue | WU 2 red").lay("1 2 3 4 5", "1 2 3 4 5")
    assert scene.asked == "red: battle QIN, battle CHU, battle JIN-YAN, battle HAN-QI, battle WU"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "WU 4 red"),
        ("WU 2 red", "WU 6 red"),
        ("WU 6 blue", "WU 2 blue"),
        ("WU 4 blue", "WU neutral"),
        ("WU 2 blue", "WU 2 red"),
    ],
)
def test_sun_tzus_5_against_shaos_9_in_wu(before, after):
    scene = Scene(before)
    assert scene.fight("WU", "5", "9") == after
    blue = 2 if after == "WU 2 blue" else 0
    red = int(after.split()[1]) if "red" in after else 0
    assert scene.of("pool") == f"pool blue {18 - blue} | pool red {18 - red}"


def test_points_in_round_3_two_against_five_move_the_marker_three_towards_shao():
    scene = Scene(
        "round 3 | displays 1/2/4 1/4/3 2/3/2 2/3/4 1/3/5"
        "| QIN 1 blue | WU 5 blue | CHU 1 red | JIN-YAN 2 red | HAN-QI 1 red"
    )
    scene.lay("2 3 4 5 1", "2 3 4 5 1").run(lambda scene: scene.phase == "keep")
    assert scene.of("track") == "track red 3"
    assert scene.match.scores == (-3, 3)


@pytest.mark.parametrize(("round", "points"), [(3, 1), (6, 4), (9, 3)])
def test_qins_display_1_4_3_gives_its_value_of_the_round(round, points):
    scene = Scene(f"round {round} | displays 1/4/3 1/2/4 1/3/5 2/3/2 2/3/4 | QIN 7 red")
    scene.lay("2 3 4 5 1", "2 3 4 5 1").run(lambda scene: scene.phase == "keep")
    assert scene.of("track") == f"track red {points}"


def test_shaos_6_in_chu_leaves_one_red_army_on_its_name():
    scene = Scene("")
    assert scene.fight("CHU", "6", "6") == "CHU neutral"
    assert scene.of("markers red", "pool red") == "markers red CHU | pool red 17"


def test_plague_in_wu_with_five_red_armies_takes_two():
    scene = Scene("WU 5 red")
    assert scene.fight("WU", "plague", "3") == "WU 3 red"
    assert scene.of("pool red") == "pool red 15"
