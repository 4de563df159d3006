"""Every pair of cards, and how armies move, pay, fall ill and run short."""

from __future__ import annotations

import pytest

import tenka
from tests.games.suntzu.scene import PROVINCES, Scene

# Sun Tzu's card on the left, Shao's on top: by how much Sun Tzu wins, below zero: Shao; P: Plague.
RESULTS = """
          1   2   3   4   5   6   7   8   9  10  +1  +2  +3  -1 plague
      1   0  -1  -2  -3  -4  -5  -6  -7  -8  -9  -1  -2  -3   1   P
      2   1   0  -1  -2  -3  -4  -5  -6  -7  -8  -1  -2  -3   1   P
      3   2   1   0  -1  -2  -3  -4  -5  -6  -7  -1  -2  -3   1   P
      4   3   2   1   0  -1  -2  -3  -4  -5  -6  -1  -2  -3   1   P
      5   4   3   2   1   0  -1  -2  -3  -4  -5  -1  -2  -3   1   P
      6   5   4   3   2   1   0  -1  -2  -3  -4  -1  -2  -3   1   P
      7   6   5   4   3   2   1   0  -1  -2  -3  -1  -2  -3   1   P
      8   7   6   5   4   3   2   1   0  -1  -2  -1  -2  -3   1   P
      9   8   7   6   5   4   3   2   1   0  -1  -1  -2  -3   1   P
     10   9   8   7   6   5   4   3   2   1   0  -1  -2  -3   1   P
     +1   1   1   1   1   1   1   1   1   1   1   0  -1  -2   1   P
     +2   2   2   2   2   2   2   2   2   2   2   1   0  -1   2   P
     +3   3   3   3   3   3   3   3   3   3   3   2   1   0   3   P
     -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -1  -2  -3   0   P
 plague   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P
"""
_blocks = {block.name: block.size for block in tenka.game("suntzu").observation}
_before = sum(size for at, size in enumerate(_blocks.values()) if at < [*_blocks].index("battle"))
BATTLE = slice(_before, _before + _blocks["battle"])
_top, *_rows = [line.split() for line in RESULTS.strip().splitlines()]
TABLE = {row[0]: dict(zip(_top, row[1:], strict=True)) for row in _rows}


def test_the_table_has_every_pair():
    assert len(TABLE) == len(_top) == 15
    assert list(TABLE) == _top


def effects(scene: Scene) -> list[str]:
    """What each player's card did beside the battle."""
    found = []
    for at, colour in enumerate(("blue", "red")):
        marker = "marker" if "QIN" in scene.of(f"markers {colour}") else ""
        paid = int(scene.of(f"reserve {colour}").split()[-1]) - 3
        draws = "draws" if scene.match.view(at)["players"][at]["draws_three"] else ""
        found.append(" ".join(filter(None, [marker, f"pays {paid}" if paid else "", draws])))
    return found


@pytest.mark.parametrize("blue", TABLE)
def test_every_pair_of_cards_over_a_neutral_province(blue):
    says = {"6": "marker", "1": "draws", "+2": "pays 1", "+3": "pays 2"}
    for red, result in TABLE[blue].items():
        scene = Scene("")
        after = scene.fight("QIN", blue, red)
        expected = [says.get(blue, ""), says.get(red, "")]
        if result == "P" or (blue == red and blue in ("+2", "+3")):
            expected = ["", ""]
        winner = "" if result in ("P", "0") else "blue" if int(result) > 0 else "red"
        assert after == (f"QIN {abs(int(result))} {winner}" if winner else "QIN neutral"), red
        assert effects(scene) == expected, red


@pytest.mark.parametrize("other", TABLE)
def test_a_plague_takes_half_whatever_the_other_card_is(other):
    for blue, red in [("plague", other), (other, "plague")]:
        for before, after in [
            ("QIN 7 red", "QIN 4 red"),
            ("QIN 6 blue", "QIN 3 blue"),
            ("QIN 1 blue", "QIN 1 blue"),
        ]:
            scene = Scene(before)
            assert scene.fight("QIN", blue, red) == after
            assert effects(scene) == ["", ""]


def test_a_6_annulled_by_plague_was_not_used_there():
    scene = Scene("")
    scene.fight("QIN", "plague", "6")
    assert scene.of("markers red") == "no markers red"
    scene.run(lambda scene: scene.phase == "orders")
    assert "QIN=6" in scene.asked.split("red: ")[1]


def test_a_6_goes_only_once_to_a_province():
    scene = Scene("")
    scene.fight("QIN", "2", "6")
    scene.run(lambda scene: scene.phase == "orders")
    blue, red = scene.asked.split(" | ")
    assert "QIN=6" in blue
    assert "QIN=6" not in red
    scene.match.play(1, "QIN=5")
    assert "CHU=6" in scene.asked.split(" | ")[1]


# -- costs


def test_the_cost_is_paid_from_the_pool_or_a_province_as_the_player_likes():
    scene = Scene("WU 2 blue")
    scene.set_out("QIN", "+2", "5").run(lambda scene: scene.phase == "cost")
    assert scene.asked == "blue: from QIN, from WU, from pool"
    scene.settle("QIN", say="from WU")
    assert scene.of("QIN", "WU", "reserve blue") == "QIN 2 blue | WU 1 blue | reserve blue 4"


def test_a_plus_3_is_paid_for_one_army_at_a_time_also_from_what_it_won():
    scene = Scene("WU 1 blue")
    assert scene.fight("QIN", "+3", "5", say="from WU; from QIN") == "QIN 2 blue"
    assert scene.of("WU", "pool blue", "reserve blue") == (
        "WU neutral | pool blue 14 | reserve blue 5"
    )


def test_of_two_different_pluses_each_is_paid_for_sun_tzus_first():
    scene = Scene("WU 1 blue | CHU 1 red").set_out("QIN", "+2", "+3")
    scene.run(lambda scene: scene.phase == "cost")
    assert scene.asked == "blue: from WU, from pool"
    assert scene.of("QIN") == "QIN 1 red"
    scene.match.play(0, "from WU")
    assert scene.asked == "red: from QIN, from CHU, from pool"
    scene.settle("QIN", shao="from CHU; from QIN")
    assert scene.of("QIN", "WU", "CHU", "reserve") == (
        "QIN neutral | WU neutral | CHU neutral | reserve blue 4 | reserve red 5"
    )


def test_a_plus_that_beats_a_minus_is_paid_for():
    scene = Scene("")
    assert scene.fight("QIN", "-1", "+3") == "QIN 3 red"
    assert scene.of("pool red", "reserve red") == "pool red 13 | reserve red 5"


# -- markers


def test_a_marker_comes_from_the_pool_after_armies_have_moved():
    """Shao's last army of the pool goes to QIN, so the marker comes from elsewhere."""
    scene = Scene("pool red 1 | WU 2 red | CHU 1 red")
    scene.set_out("QIN", "5", "6").run(lambda scene: scene.phase == "marker")
    assert scene.asked == "red: from CHU, from WU"
    scene.settle("QIN", shao="from WU")
    assert scene.of("QIN", "WU", "markers red") == "QIN 1 red | WU 1 red | markers red QIN"


def test_with_armies_in_the_pool_the_marker_comes_from_there_without_asking():
    scene = Scene("pool red 1 | WU 2 red | CHU 1 red").set_out("QIN", "6", "6")

    def never(scene: Scene) -> bool:
        assert scene.phase != "marker"
        return scene.phase == "keep"

    scene.run(never)
    assert scene.of("markers red", "pool red") == "markers red QIN | pool red 0"


def test_the_marker_comes_from_that_province_if_armies_are_nowhere_else():
    scene = Scene("pool red 0 | QIN 4 red")
    assert scene.fight("QIN", "6", "6") == "QIN 3 red"
    assert scene.of("markers red", "pool red") == "markers red QIN | pool red 0"


def test_markers_control_nothing():
    scene = Scene("markers blue QIN CHU JIN-YAN HAN-QI WU | round 3")
    assert scene.board == "all neutral"
    scene.lay("1 2 3 4 5", "1 2 3 4 5").run(lambda scene: scene.phase == "keep")
    assert scene.of("track") == "no track"


# -- shortages


def test_missing_armies_come_from_adjacent_provinces_first_then_from_others():
    """WU touches CHU and HAN-QI; QIN and JIN-YAN are far."""
    scene = Scene("pool blue 1 | CHU 2 blue | HAN-QI 1 blue | QIN 2 blue | JIN-YAN 1 blue")
    scene.set_out("WU", "8", "5").run(lambda scene: scene.phase == "fetch")
    assert scene.of("WU") == "WU 1 blue"
    assert scene.asked == "blue: from CHU, from HAN-QI"
    scene.match.play(0, "from HAN-QI")  # CHU is now the only neighbour and needs no asking
    assert scene.board == "QIN 2 blue | CHU 1 blue | JIN-YAN 1 blue | WU 3 blue"
    scene = Scene("pool blue 1 | CHU 1 blue | QIN 2 blue | JIN-YAN 1 blue")
    scene.set_out("WU", "9", "5").run(lambda scene: scene.phase == "fetch")
    assert scene.of("WU") == "WU 2 blue"
    assert scene.asked == "blue: from QIN, from JIN-YAN"
    scene.match.play(0, "from QIN")
    assert scene.asked == "blue: from QIN, from JIN-YAN"
    scene.match.play(0, "from QIN")
    assert scene.board == "JIN-YAN 1 blue | WU 4 blue"


@pytest.mark.parametrize(
    ("position", "province", "blue", "red", "after"),
    [
        # 'Gracz musi przesunąć brakujące oddziały wojska z sąsiadujących prowincji.'
        ("pool red 0 | CHU 2 red | HAN-QI 1 red", "WU", "2", "5", "WU 3 red"),
        (
            "pool red 0 | CHU 1 red | HAN-QI 1 red | QIN 2 red",
            "WU",
            "2",
            "5",
            "QIN 1 red | WU 3 red",
        ),
        ("pool red 0 | QIN 1 red | JIN-YAN 1 red", "WU", "2", "10", "WU 2 red"),
        # 'Dodatkowo gracz musi odłożyć 2 oddziały.'
        ("pool red 1 | QIN 1 red | WU 6 blue", "WU", "5", "+3", "WU 3 blue"),
    ],
)
def test_armies_that_must_all_go_are_not_asked_about(position, province, blue, red, after):
    """There is one answer only: in whatever order, the same armies go."""
    scene = Scene(position).set_out(province, blue, red)

    def never(scene: Scene) -> bool:
        assert "from" not in scene.asked
        return scene.phase == "keep"

    scene.run(never)
    assert scene.board == after


@pytest.mark.parametrize(
    ("province", "neighbours"),
    [
        ("QIN", "CHU JIN-YAN HAN-QI"),
        ("CHU", "QIN HAN-QI WU"),
        ("JIN-YAN", "QIN HAN-QI"),
        ("HAN-QI", "QIN CHU JIN-YAN WU"),
        ("WU", "CHU HAN-QI"),
    ],
)
def test_the_map(province, neighbours):
    others = [p for p in PROVINCES if p != province]
    scene = Scene(" | ".join(["pool red 0", *(f"{other} 2 red" for other in others)]))
    scene.set_out(province, "2", "3").run(lambda scene: scene.phase == "fetch")
    assert scene.asked == f"red: {', '.join(f'from {p}' for p in neighbours.split())}"


def test_with_too_few_armies_what_there_is_is_placed():
    scene = Scene("pool red 1 | CHU 1 red | JIN-YAN 1 red")
    assert scene.fight("WU", "1", "10") == "WU 3 red"
    assert scene.board == "WU 3 red"


def test_armies_are_not_fetched_from_the_province_itself():
    scene = Scene("pool red 0 | WU 3 red | CHU 1 red")
    assert scene.fight("WU", "2", "5") == "WU 4 red"
    assert scene.of("CHU") == "CHU neutral"


def test_the_loser_is_driven_out_even_if_the_winner_has_nothing_to_place():
    scene = Scene("pool red 0 | WU 2 blue | JIN-YAN 0 red")
    assert scene.fight("WU", "2", "7") == "WU neutral"
    assert scene.of("pool blue") == "pool blue 18"


# -- the order of battles


def order_of_battles(scene: Scene) -> list[str]:
    return [e.province for e in scene.match.journal if e.kind.name == "opened"]


@pytest.mark.parametrize("round", [1, 2, 3])
def test_in_rounds_1_to_3_battles_follow_the_edge(round):
    scene = Scene(f"round {round} | QIN 4 blue").lay("1 2 3 4 5", "1 2 3 4 5")
    scene.run(lambda scene: scene.phase == "keep")
    assert order_of_battles(scene) == ["QIN", "CHU", "JIN-YAN", "HAN-QI", "WU"]


def test_from_round_4_a_player_names_each_next_province_and_the_last_needs_no_naming():
    scene = Scene("round 4 | QIN 4 blue | general blue march").lay("1 2 3 4 5", "1 2 3 4 5")
    named = "battle WU; battle CHU; battle QIN; battle JIN-YAN"
    scene.run(lambda scene: scene.phase == "keep", red=named)
    assert order_of_battles(scene) == ["WU", "CHU", "QIN", "JIN-YAN", "HAN-QI"]


def test_a_province_is_named_then_comes_the_window_then_the_cards_are_opened():
    scene = Scene("round 4 | QIN 4 blue").lay("1 2 3 4 5", "1 2 3 4 5")
    scene.match.play(1, "battle WU")
    assert scene.phase == "window before battle"
    view = scene.match.view(0)
    assert view["battle"] == "WU"
    assert view["provinces"][4]["laid"] == ["5", "closed"]


@pytest.mark.parametrize(
    ("position", "namer"),
    [
        ("round 4 | QIN 1 blue | WU 2 red", "blue"),
        ("round 4 | QIN 2 blue | WU 2 red | totals 3:4", "blue"),
        ("round 4 | QIN 2 blue | WU 2 red | totals 4:3", "red"),
        ("round 5 | QIN 2 blue | WU 2 red | totals 4:4 7:2 1:9", "red"),
        ("round 9 | totals 0:0 1:1 2:2 3:3 4:4 5:5 6:6 0:1", "blue"),
        ("round 4 | QIN 3 red | markers red CHU WU JIN-YAN | WU 4 blue", "red"),
    ],
)
def test_who_has_fewer_armies_now_or_in_the_latest_round_that_differs_names(position, namer):
    scene = Scene(position).lay("1 2 3 4 5", "1 2 3 4 5")
    assert scene.asked.startswith(f"{namer}: battle QIN")


def test_with_armies_never_different_the_order_is_fixed():
    scene = Scene("round 6 | QIN 2 blue | WU 2 red").lay("1 2 3 4 5", "1 2 3 4 5")
    scene.run(lambda scene: scene.phase == "window before points")
    assert order_of_battles(scene) == ["QIN", "CHU", "JIN-YAN", "HAN-QI", "WU"]


def test_armies_are_counted_after_orders_so_a_general_used_before_counts():
    """3 blue and 2 red at the end of round 3; Shao removes one: level, so the past decides."""
    scene = Scene("round 3 | QIN 3 blue | WU 2 red | general red remove | reserve red 0")
    scene.lay("1 2 3 4 5", "1 2 3 4 5").run(lambda scene: scene.of("round") == "round 4")
    scene.run(lambda scene: scene.phase == "orders", red="remove QIN")
    scene.lay("1 2 3 4 5", "1 2 3 4 5")
    assert scene.board == "QIN 2 blue | WU 2 red"
    assert scene.asked.startswith("red: battle")


def test_the_end_of_a_round_is_after_its_last_window():
    """2 blue and 2 red fought round 3; before points Shao removes one, so blue had fewer."""
    scene = Scene("round 3 | QIN 2 blue | WU 2 red | general red remove | reserve red 0")
    scene.lay("1 2 3 4 5", "1 2 3 4 5").run(
        lambda scene: scene.phase == "keep", red="window before points: remove QIN"
    )
    assert scene.match.state.totals[3].tolist() == [1, 2]


def test_the_first_battle_does_not_change_who_names():
    """Shao leads 3 armies to none after the first battle and still names the second."""
    scene = Scene("round 4 | QIN 1 blue").lay("1 2 3 4 5", "5 2 3 4 1")
    assert scene.settle("QIN") == "QIN 3 red"
    assert scene.asked.startswith("red: battle CHU")


def test_between_battles_no_battle_is_named():
    """'Następnie przechodzą do kolejnej prowincji': until it is named, none is fought over."""
    scene = Scene("round 4 | QIN 4 blue").lay("1 2 3 4 5", "1 2 3 4 5")
    assert scene.match.view(None)["battle"] is None
    scene.match.play(1, "battle WU")
    assert scene.match.view(None)["battle"] == "WU"
    scene.run(lambda scene: scene.phase == "next battle")
    assert [scene.match.view(viewer)["battle"] for viewer in (0, 1, None)] == [None] * 3
    assert not scene.match.game.observe(scene.match.state, 0)[BATTLE].any()
    scene.run(lambda scene: "end of the round" in scene.phase)
    assert scene.match.view(None)["battle"] is None


def test_after_the_game_no_battle_is_named():
    scene = Scene("events hero | track blue 2").set_out("QIN", "10", "+1")
    scene.run(lambda scene: False)
    assert scene.match.over
    assert scene.match.view(None)["battle"] is None
