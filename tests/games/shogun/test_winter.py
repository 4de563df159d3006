"""Winter: rice, the supply table, revolts, points, the new year, the end."""

from __future__ import annotations

import pytest

import tenka
from tenka.games.shogun.facts import EVENT_WORDS
from tests.games.shogun.scene import Scene

NINE = "Aki 4, Bingo 4, Bitchu 4, Bizen 4, Hoki 4, Iwami 4, Izumo 4, Mimasaka 4, Tajima 4"


def test_nine_provinces_and_six_rice_mean_two_revolts_with_two_more_peasants():
    scene = Scene(f"autumn | loss 0 | red {NINE} | rice red 6").act()
    assert scene.journal("rice short") == ["rice short: player 0, short 3, revolts 2, peasants 2"]
    first, second = scene.asked.removeprefix("red: ").split(", ")
    scene.play("red", second)
    assert scene.journal("revolt") == [
        f"revolt: player 0, province {second}, peasants 2",
        f"revolt: player 0, province {first}, peasants 2",
    ]


def test_two_short_and_kai_with_one_marker_bring_three_peasants():
    scene = Scene("autumn | loss 0 | red Kai 5 !, Mino 5 !").act()
    assert scene.journal("rice short") == ["rice short: player 0, short 2, revolts 1, peasants 2"]
    assert scene.journal("thrown")[0].endswith("cubes 5 0 0 0 0 3")


@pytest.mark.parametrize(
    ("short", "revolts", "peasants"),
    [
        (0, 0, 0),
        (1, 1, 1),
        (2, 1, 2),
        (3, 2, 2),
        (4, 2, 2),
        (5, 2, 3),
        (6, 2, 3),
        (7, 3, 3),
        (9, 3, 3),
    ],
)
def test_the_supply_table(short, revolts, peasants):
    scene = Scene(f"autumn | loss 0 | red {NINE} | rice red {9 - short}").act()
    while "red: Aki" not in scene.asked and scene.match.to_act == (0,):
        scene.play("red", scene.asked.removeprefix("red: ").split(", ")[0])
    while scene.match.to_act == (0,):
        scene.play("red", "Aki")
    fought = scene.journal("revolt")
    assert len(fought) == revolts
    assert all(entry.endswith(f"peasants {peasants}") for entry in fought)
    assert len(set(fought)) == revolts


@pytest.mark.parametrize(("rice", "loss", "left"), [(9, 3, 6), (3, 3, 0), (2, 7, 0), (4, 0, 4)])
def test_everyone_loses_the_rice_of_the_years_last_event_but_not_below_zero(rice, loss, left):
    scene = Scene(f"autumn | year 2 | loss {loss} | red Kai 9 | rice red {rice} | rice blue {rice}")
    scene.act()
    assert scene.rice == f"{left} {left} 0 0"


def test_players_suffer_in_autumns_order():
    scene = Scene("autumn | loss 0 | red Kai 5 | blue Mino 5 | yellow Aki 5")
    scene.act(order="yellow black blue red")
    assert [e.split(",")[0] for e in scene.journal("revolt")] == [
        "revolt: player 3",
        "revolt: player 1",
        "revolt: player 0",
    ]


def test_a_winter_revolt_put_down_adds_no_marker_and_in_the_next_year_there_are_none():
    text = "autumn | year 2 | loss 0 | red Kai 5 !"
    assert str(Scene(text).act()) == "red Kai 3 !"
    assert str(Scene(text.replace("year 2", "year 1")).act()) == "red Kai 3"


def test_the_player_names_the_next_province_knowing_how_the_last_revolt_went():
    scene = Scene(f"autumn | loss 0 | red {NINE}").act()
    left = scene.asked.removeprefix("red: ").split(", ")
    assert len(left) == 3
    scene.play("red", left[1])
    assert len(scene.journal("battle result")) == 1
    assert scene.asked == f"red: {left[0]}, {left[2]}"
    with pytest.raises(tenka.IllegalAction, match="does not revolt this winter"):
        scene.play("red", left[1])
    scene.play("red", left[2])
    assert len(scene.journal("battle result")) == 3  # the last one needs no naming


def test_a_lost_winter_revolt_costs_the_province_before_points_are_counted():
    scene = Scene("autumn | loss 0 | red Kai 1 castle | blue Mino 3 | rice blue 1").act()
    assert str(scene) == "blue Mino 3"
    assert scene.points == "0 1 0 0"


# -- points


FED = "autumn | loss 0 | rice red 9 | rice blue 9 | rice black 9 | rice yellow 9"


@pytest.mark.parametrize(
    ("position", "points"),
    [
        ("red Kai 1, Mino 1", "2 0 0 0"),
        # 1 province, 1 castle, 3 for the most castles in the region
        ("red Mino 1 castle", "5 0 0 0"),
        ("red Mino 1 temple", "4 0 0 0"),
        ("red Mino 1 theatre", "3 0 0 0"),
        ("red Omi 1 castle temple theatre", "10 0 0 0"),
        # Mino and Omi are both in the red region of the sun side: tied, one point less each
        ("red Mino 1 castle | blue Omi 1 castle", "4 4 0 0"),
        ("red Mino 1 temple | blue Omi 1 temple", "3 3 0 0"),
        ("red Mino 1 theatre | blue Omi 1 theatre", "2 2 0 0"),
        ("red Mino 1 castle | blue Omi 1 castle | black Hida 1 castle", "4 4 4 0"),
        ("red Mino 1 castle, Hida 1 castle | blue Omi 1 castle", "7 2 0 0"),
        # Kai is in the yellow region
        ("red Mino 1 castle | blue Kai 1 castle", "5 5 0 0"),
    ],
)
def test_points(position, points):
    assert Scene(f"{FED} | {position}").act().points == points


def test_on_the_moon_side_shinano_and_mino_are_in_one_region():
    position = "red Mino 1 castle | blue Shinano 1 castle"
    assert Scene(f"{FED} | {position}").act().points == "5 5 0 0"
    assert Scene(f"{FED} | moon | {position}").act().points == "4 4 0 0"


def test_a_new_year_begins_with_no_rice_no_markers_and_four_new_events():
    scene = Scene(f"{FED} | red Kai 3 castle !!, Mino 2 ! | tray blue 2")
    old, new = scene.state.event_pile[:4].tolist(), scene.state.event_pile[4:8].tolist()
    scene.act()
    seen = scene.match.view(None)
    assert str(scene) == "red Kai 3 castle, Mino 2 | tray blue 2"
    assert scene.rice == "0 0 0 0"
    assert (seen["year"], seen["season"], seen["phase"]) == (2, "spring", "planning")
    assert not any(e["over"] for e in seen["events"])
    assert [e["event"] for e in seen["events"]] == [EVENT_WORDS[card] for card in new]
    assert not set(old) & set(new)
    assert scene.points == "6 0 0 0"


# -- the end


def ended(text: str) -> tuple[tuple[int, ...], str]:
    match = Scene(f"{FED} | year 2 | {text}").act().match
    assert match.over
    return match.winners, match.game.ending(match.state)


def test_most_points_win():
    assert ended("red Kai 1 | blue Mino 1, Omi 1") == ((1,), "points")
    assert ended("red Kai 1 | blue Mino 1 | points red 1") == ((0,), "points")


def test_tied_on_points_more_chests_win():
    assert ended("red Kai 1 | blue Mino 1 | chests red 3 | chests blue 4") == ((1,), "chests")
    assert ended("red Kai 1 | blue Mino 1 | chests black 90") == ((0, 1), "shared win")


def test_still_tied_they_share_the_win():
    tied = "red Kai 1 | blue Mino 1 | black Aki 1"
    assert ended(f"{tied} | chests black 14") == ((0, 1), "shared win")
    assert ended(tied) == ((0, 1, 2), "shared win")


def test_a_clan_without_provinces_plays_on():
    scene = Scene(f"{FED} | red Kai 3 | blue Mino 1 | points blue 7").act()
    assert "bid=chest4" in [str(a) for a in scene.match.legal(2)]
    assert len(scene.match.legal(2)) == 6  # chest cards 0 to 4, or nothing
    scene.match.play(2, "bid=chest4")
    assert 2 not in scene.match.to_act
