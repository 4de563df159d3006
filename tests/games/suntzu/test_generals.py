"""The ten generals, and who is asked about them when cards are opened."""

from __future__ import annotations

import pytest

from tests.games.suntzu.scene import Scene


def at_reveal(scene: Scene, province: str, blue: str, red: str) -> list[str]:
    """What is asked when these cards are opened, everyone declining."""
    seen = []

    def look(scene: Scene) -> bool:
        if scene.phase == "reveal" and scene.match.view(0)["battle"] == province:
            seen.append(scene.asked)
        return scene.phase == "keep"

    scene.set_out(province, blue, red).run(look)
    return seen


# -- Shao's


def test_double_six_lays_the_6_where_it_was_used_and_leaves_a_second_marker():
    scene = Scene("markers red QIN | general red double six")
    assert scene.fight("QIN", "5", "6") == "QIN 1 red"
    assert scene.of("markers red", "general red", "used red") == (
        "markers red QIN QIN | no general red | used red double six"
    )


def test_only_whoever_holds_double_six_may_lay_it_there():
    scene = Scene("markers red QIN | general red immune | reserve blue 0 | reserve red 0")
    scene.run(lambda scene: scene.phase == "orders")
    assert "QIN=6" not in scene.asked.split("red: ")[1]


def test_sun_tzu_never_lays_the_6_where_it_was_used():
    scene = Scene("markers blue QIN | general red double six | reserve blue 0 | reserve red 0")
    scene.run(lambda scene: scene.phase == "orders")
    assert "QIN=6" not in scene.asked.split("red: ")[0]


def test_double_six_is_spent_without_asking_even_if_a_plague_annuls_it():
    scene = Scene("markers red QIN | general red double six")
    assert at_reveal(scene, "QIN", "plague", "6") == []
    assert scene.of("markers red", "general red") == "markers red QIN | no general red"


def test_a_6_elsewhere_does_not_spend_double_six():
    scene = Scene("markers red WU | general red double six")
    scene.fight("QIN", "5", "6")
    assert scene.of("general red") == "general red double six"


def test_a_double_six_with_immune_too_wins_against_a_plague():
    scene = Scene("markers red QIN | general red double six, immune")
    assert scene.fight("QIN", "plague", "6", shao="immune") == "QIN 6 red"
    assert scene.of("markers red", "general red") == "markers red QIN QIN | no general red"


def test_remove_takes_one_enemy_army_to_its_pool():
    scene = Scene("general red remove | CHU 1 blue | WU 3 blue | QIN 2 red | markers blue HAN-QI")
    scene.match.play(0, "pass")
    assert scene.asked == "red: pass, remove CHU, remove WU"
    scene.match.play(1, "remove CHU")
    assert scene.of("CHU", "WU", "pool blue", "general red") == (
        "CHU neutral | WU 3 blue | pool blue 14 | no general red"
    )


def test_immune_makes_the_enemys_plague_count_0():
    for red, after in [
        ("7", "QIN 7 red"),
        ("+1", "QIN 1 red"),
        ("+3", "QIN 3 red"),
        ("-1", "QIN 1 blue"),
    ]:
        scene = Scene("general red immune")
        assert scene.fight("QIN", "plague", red, shao="immune") == after
        assert scene.of("used red") == "used red immune"


def test_a_card_under_immune_has_its_effects():
    scene = Scene("general red immune")
    scene.fight("QIN", "plague", "6", shao="immune")
    assert scene.of("markers red") == "markers red QIN"
    scene = Scene("general red immune")
    scene.fight("QIN", "plague", "+3", shao="immune")
    assert scene.of("reserve red") == "reserve red 5"
    scene = Scene("general red immune")
    scene.fight("QIN", "plague", "1", shao="immune")
    assert scene.match.view(0)["players"][1]["draws_three"]


def test_under_immune_no_army_falls_ill():
    scene = Scene("general red immune | QIN 5 red")
    assert scene.fight("QIN", "plague", "2", shao="immune") == "QIN 7 red"


def test_immune_declined_lets_the_plague_act():
    scene = Scene("general red immune | QIN 5 red")
    assert scene.fight("QIN", "plague", "2") == "QIN 3 red"
    assert scene.of("general red") == "general red immune"


def test_immune_does_not_serve_against_the_own_plague_or_with_it():
    assert (
        at_reveal(Scene("general red immune | used red recall plague"), "QIN", "5", "plague") == []
    )
    both = Scene("general red immune | used red recall plague")
    assert at_reveal(both, "QIN", "plague", "plague") == []


def test_great_plague_leaves_one_army_in_every_plague_of_the_round():
    scene = Scene("general red great plague | QIN 7 red | WU 6 blue | CHU 1 blue")
    scene.match.play(0, "pass")
    assert scene.asked == "red: pass, great plague"
    scene.match.play(1, "great plague")
    scene.lay("plague plague 3 4 5", "1 2 3 4 plague")
    scene.run(lambda scene: scene.phase == "keep")
    assert scene.board == "QIN 1 red | CHU 1 blue | WU 1 blue"
    assert scene.of("pool") == "pool blue 16 | pool red 17"


def test_great_plague_is_over_with_its_round():
    scene = Scene("general red great plague | QIN 6 red")
    scene.match.play(0, "pass")
    scene.match.play(1, "great plague")
    scene.lay("1 2 3 4 5", "1 2 3 4 5").run(lambda scene: scene.of("round") == "round 2")
    assert scene.fight("QIN", "plague", "2") == "QIN 3 red"


def test_great_plague_is_only_for_the_window_before_orders():
    scene = Scene("general red great plague").set_out("QIN", "7", "8")
    scene.run(lambda scene: scene.asked.startswith("red"))
    assert scene.phase == "window before battle"
    assert scene.asked == "red: pass"


def test_recall_plague_puts_the_plague_under_the_pile_and_removes_its_top_card():
    scene = Scene("general red recall plague | pile red 9 +1 8 | QIN 4 blue")
    assert scene.fight("QIN", "2", "plague", shao="recall") == "QIN 2 blue"
    assert scene.of("pile red", "general red") == "pile red +1 8 plague | no general red"
    assert "9" in scene.of("gone red").split()
    assert [str(e.seen_by(0)) for e in scene.match.journal if e.kind.name == "pile top"] == [
        "pile top: player 1, card 9"
    ]


def test_a_recalled_plague_does_not_leave_the_game_at_the_end_of_the_round():
    scene = Scene("general red recall plague | pile red 9 +1 8 7 10")
    scene.fight("QIN", "2", "plague", shao="recall")
    scene.run(lambda scene: scene.phase == "keep")
    assert scene.of("pile red") == "pile red 7 10 plague"
    assert scene.of("gone red").split().count("plague") == 1  # the one that this pile lacked


def test_a_recall_from_a_pile_of_one_leaves_the_recalled_card():
    scene = Scene("general red recall plague | pile red 9")
    scene.fight("QIN", "2", "plague", shao="recall")
    assert scene.of("pile red") == "pile red plague"


def test_with_an_empty_pile_nobody_is_asked_to_recall():
    assert at_reveal(Scene("general red recall plague | pile red"), "QIN", "2", "plague") == []
    assert at_reveal(Scene("general blue recall -1 | pile blue"), "QIN", "-1", "2") == []


# -- Sun Tzu's


def test_march_moves_one_army_to_an_adjacent_own_or_neutral_province():
    scene = Scene("general blue march | QIN 2 blue | WU 1 blue | CHU 1 red | JIN-YAN 1 blue")
    assert scene.asked == (
        "blue: pass, march QIN>JIN-YAN, march QIN>HAN-QI, march JIN-YAN>QIN, "
        "march JIN-YAN>HAN-QI, march WU>HAN-QI"
    )
    scene.match.play(0, "march WU>HAN-QI")
    assert (
        scene.of("WU", "HAN-QI", "general blue") == "WU neutral | HAN-QI 1 blue | no general blue"
    )


def test_ruse_makes_a_7_to_10_count_6_without_a_marker():
    for card in ("7", "8", "9", "10"):
        scene = Scene("general blue ruse | markers blue QIN")
        assert scene.fight("QIN", card, "4", say="ruse") == "QIN 2 blue"
        assert scene.of("markers blue", "used blue") == "markers blue QIN | used blue ruse"


def test_ruse_can_turn_a_win_into_a_tie_or_a_loss():
    assert Scene("general blue ruse").fight("QIN", "9", "6", say="ruse") == "QIN neutral"
    assert Scene("general blue ruse").fight("QIN", "9", "8", say="ruse") == "QIN 2 red"


def test_ruse_is_not_asked_of_other_cards_or_under_a_plague():
    for blue, red in [("6", "2"), ("+1", "2"), ("1", "2"), ("9", "plague"), ("plague", "2")]:
        assert at_reveal(Scene("general blue ruse"), "QIN", blue, red) == []


def test_recall_minus_one_works_as_recall_plague_does():
    scene = Scene("general blue recall -1 | pile blue 9 +1 8")
    assert scene.fight("QIN", "-1", "5", say="recall") == "QIN 1 red"
    assert scene.of("pile blue", "general blue") == "pile blue +1 8 -1 | no general blue"
    assert "9" in scene.of("gone blue").split()


def test_an_annulled_minus_one_can_be_recalled():
    scene = Scene("general blue recall -1 | pile blue 9 +1 8 | WU 1 blue")
    scene.fight("QIN", "-1", "plague", say="recall")
    assert scene.of("pile blue") == "pile blue +1 8 -1"


def test_reinforce_brings_one_army_from_the_pool_where_sun_tzu_has_some():
    scene = Scene("general blue reinforce | CHU 1 blue | WU 3 blue | QIN 2 red")
    assert scene.asked == "blue: pass, reinforce CHU, reinforce WU"
    scene.match.play(0, "reinforce CHU")
    assert scene.of("CHU", "pool blue", "reserve blue", "general blue") == (
        "CHU 2 blue | pool blue 13 | reserve blue 3 | no general blue"
    )


def test_reinforce_needs_an_army_in_the_pool():
    assert Scene("general blue reinforce | CHU 1 blue | pool blue 0").asked == "blue: pass"


# -- when


@pytest.mark.parametrize(
    ("general", "action"),
    [
        ("blue march", "march WU>CHU"),
        ("blue reinforce", "reinforce WU"),
        ("red remove", "remove QIN"),
    ],
)
def test_march_reinforce_and_remove_serve_in_any_window_up_to_round_6(general, action):
    """'W dowolnej fazie gry, do 6 rundy włącznie': the last time is after the points of round 6."""

    def offered(scene: Scene) -> bool:
        return action in scene.asked

    board = f"general {general} | QIN 1 blue | WU 2 blue"
    for round in range(1, 7):
        scene = Scene(f"round {round} | {board}").run(offered)
        assert scene.phase == "window before orders"
        scene.set_out("HAN-QI", "7", "7").run(offered)
        assert scene.phase == "window before battle"
        if round % 3 == 0:
            scene.run(lambda scene: scene.phase == "window before points").run(offered)
            assert scene.phase == "window before points"
        scene.run(lambda scene: "end of the round" in scene.phase).run(offered)
        assert scene.phase == "window at the end of the round"
        points = [entry for entry in scene.match.journal if entry.kind.name == "points"]
        assert bool(points) == (round % 3 == 0)
    colour = general.split()[0]
    for round in (7, 8, 9):
        scene = Scene(f"round {round} | {board}")
        scene.run(lambda scene: scene.asked.startswith(colour))
        assert scene.asked == f"{colour}: pass"


def test_a_general_is_used_once():
    scene = Scene("general blue march | WU 2 blue")
    scene.match.play(0, "march WU>CHU")
    assert "march" not in scene.asked


# -- at reveal, by public facts


@pytest.mark.parametrize(
    ("generals", "blue", "red", "asked"),
    [
        ("general blue march", "9", "2", ["blue: pass"]),  # Ruse would apply
        ("general blue ruse", "-1", "2", ["blue: pass"]),  # Recall −1 would
        ("general blue ruse", "9", "2", ["blue: pass, ruse"]),
        ("general blue recall -1", "-1", "2", ["blue: pass, recall"]),
        ("general red remove", "plague", "2", ["red: pass"]),  # Immune would apply
        ("general red immune", "2", "plague", ["red: pass"]),  # Recall Plague would
        ("general red immune", "plague", "2", ["red: pass, immune"]),
        ("general red recall plague", "plague", "plague", ["red: pass, recall"]),
        ("general blue march | used blue ruse", "9", "2", []),  # everyone knows it is spent
        ("general red remove | used red immune", "plague", "2", []),
        ("used blue march | used red remove", "9", "plague", []),  # none unused
        ("", "-1", "plague", []),
        (
            "general blue march | general red remove",
            "-1",
            "plague",
            ["blue: pass", "red: pass"],
        ),
    ],
)
def test_whoever_could_hold_a_fitting_general_is_asked(generals, blue, red, asked):
    assert at_reveal(Scene(generals), "QIN", blue, red) == asked
