"""Answers in advance: which windows are passed, what is asked all the same, and when it ends."""

from __future__ import annotations

import pytest

import tenka
from tests.games.suntzu.scene import Scene

LAID = ("1 2 3 4 5", "1 2 3 4 5")
BLUE, RED = 0, 1
KNOWN = {answer.name: answer for answer in tenka.game("suntzu").answers}
BATTLES = [f"battle {name}" for name in ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")]


def seen(scene: Scene):
    """What everybody sees."""
    return scene.match.redacted(None)


def offered(scene: Scene, player: int = RED) -> list[str]:
    """The answers that a player can give now."""
    return [name for name, one in KNOWN.items() if one.begin(seen(scene), player) is not None]


def place(scene: Scene) -> str:
    """Round, and the battle or the window."""
    state = scene.match.state
    battles = scene.phase == "window before battle"
    where = BATTLES[state.battle].split()[1] if battles else scene.phase.removeprefix("window ")
    return f"{state.round_number} {where}"


def passed(scene: Scene, name: str, player: int = RED) -> list[str]:
    """The questions that an answer given now decides until its end; then, what is asked next."""
    answer, told = KNOWN[name], []
    until = answer.begin(seen(scene), player)
    while not scene.match.over and not answer.over(seen(scene), player, until):
        number = answer.decide(seen(scene), player)
        if player in scene.match.to_act and number is not None:
            assert number in scene.match.offered(player)
            told.append(place(scene))
        here = scene.match.state_bytes()
        if scene.phase == "orders":
            scene.lay(*LAID)
        else:
            scene.run(lambda scene, here=here: scene.match.state_bytes() != here)
    return [*told, f"then {place(scene)}"]


def at_battle(text: str = "round 1", province: str = "QIN") -> Scene:
    """Red is asked before a battle."""
    scene = Scene(text).run(lambda scene: scene.phase == "orders").lay(*LAID)
    return scene.run(lambda scene: place(scene).endswith(province) and RED in scene.match.to_act)


def test_until_the_round_ends():
    assert passed(at_battle(province="JIN-YAN"), "round") == [
        *("1 JIN-YAN", "1 HAN-QI", "1 WU", "1 at the end of the round"),
        "then 2 before orders",
    ]


def test_until_the_next_orders():
    """The window before them is passed as well, in which Great Plague would be used."""
    assert passed(at_battle(province="WU"), "orders") == [
        *("1 WU", "1 at the end of the round", "2 before orders"),
        "then 2 orders",
    ]
    before = Scene("round 4").run(lambda scene: RED in scene.match.to_act)
    assert passed(before, "orders") == ["4 before orders", "then 4 orders"]


def test_until_a_battle_which_is_this_rounds_or_after_the_last_the_next_rounds():
    assert passed(at_battle(), "battle JIN-YAN") == ["1 QIN", "1 CHU", "then 1 JIN-YAN"]
    scene = at_battle(province="WU")
    scene.run(lambda scene: scene.phase == "window at the end of the round")
    assert passed(scene, "battle CHU") == [
        *("1 at the end of the round", "2 before orders", "2 QIN"),
        "then 2 CHU",
    ]


def test_until_points_are_counted():
    told = passed(at_battle("round 2", "WU"), "points")
    assert told[:3] == ["2 WU", "2 at the end of the round", "3 before orders"]
    assert told[3:] == ["3 QIN", "3 CHU", "3 JIN-YAN", "3 HAN-QI", "3 WU", "then 3 before points"]


def test_until_the_game_ends():
    told = passed(at_battle("round 9", "HAN-QI"), "game")
    assert told == ["9 HAN-QI", "9 WU", "9 before points", "then 9 over"]


def test_whoever_has_nothing_left_for_windows_is_not_asked_and_has_nothing_to_answer():
    scene = at_battle("round 5 | reserve red 0 | general red remove | QIN 3 blue")
    assert {*BATTLES[1:], "round", "game", "decline"} <= {*offered(scene)}
    until = KNOWN["game"].begin(seen(scene), RED)
    scene.match.play(RED, "remove QIN")
    assert offered(scene) == []
    assert KNOWN["game"].over(seen(scene), RED, until)
    assert offered(Scene("round 1 | beginner")) == []


def test_what_is_offered_makes_sense():
    scene = at_battle(province="JIN-YAN")
    asked = ["round", "orders", "battle HAN-QI", "battle WU", "points", "game"]
    assert offered(scene) == asked
    scene = at_battle("round 9", "WU").run(lambda scene: scene.phase == "window before points")
    assert offered(scene) == ["round", "orders", "game"]
    scene = at_battle("round 4", "WU").run(lambda scene: scene.phase == "keep")
    assert offered(scene) == ["orders", *BATTLES, "points", "game"]
    assert offered(Scene("round 1 | general red immune")).count("decline") == 1
    assert offered(Scene("round 1")).count("decline") == 0


@pytest.mark.parametrize("general", ["immune", "remove"])
def test_whoever_declines_at_reveal_declines_whatever_is_held(general):
    """So that the answer does not tell which general it is."""
    scene = Scene(f"round 2 | general red {general}")
    until = KNOWN["decline"].begin(seen(scene), RED)
    scene.run(lambda scene: scene.phase == "orders").lay("plague 2 3 4 5", "1 2 3 4 5")
    scene.run(lambda scene: scene.phase == "reveal")
    assert not KNOWN["decline"].over(seen(scene), RED, until)
    number = KNOWN["decline"].decide(seen(scene), RED)
    assert str(scene.match.game.actions[number]) == "pass"
    assert KNOWN["game"].decide(seen(scene), RED) is None


def test_debts_orders_and_cards_are_asked_about_all_the_same():
    answered = {"window before orders", "window before battle", "window before points"}
    answered |= {"window at the end of the round", "reveal"}
    scene = Scene("round 1")
    for number, phase in enumerate(scene.match.game.phases):
        state = seen(scene)
        state.phase = number
        decided = [one.decide(state, RED) for one in KNOWN.values()]
        assert any(number is not None for number in decided) == (phase in answered), phase
