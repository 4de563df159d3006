"""Points, the track, and how a game ends."""

from __future__ import annotations

import pytest

import tenka
from tests.games.suntzu.scene import Scene

EVEN = "2 3 4 5 1"
DISPLAYS = "displays 1/2/4 1/3/5 1/4/3 2/3/2 4/3/2"


def play_out(text: str, **answers: str) -> Scene:
    """The position after a round in which no battle moves an army."""
    scene = Scene(f"{text} | {DISPLAYS}").lay(EVEN, EVEN)
    return scene.run(lambda scene: scene.phase == "keep", **answers)


@pytest.mark.parametrize(
    ("round", "board", "track"),
    [
        (3, "QIN 1 blue", "track blue 1"),
        (3, "WU 9 red", "track red 4"),
        (3, "WU 1 red | HAN-QI 1 blue | CHU 5 blue", "track red 1"),
        (3, "QIN 1 red | CHU 1 blue", "no track"),
        (6, "QIN 1 blue | CHU 1 red", "track red 1"),
        (6, "JIN-YAN 2 blue | HAN-QI 3 blue", "track blue 7"),
        (3, "", "no track"),
        (1, "WU 3 red", "no track"),
        (4, "WU 3 red", "no track"),
        (5, "WU 3 red", "no track"),
    ],
)
def test_controlled_provinces_give_their_points_of_the_round(round, board, track):
    assert play_out(f"round {round} | {board}").of("track") == track


def test_points_add_to_the_track():
    assert play_out("round 6 | track red 3 | WU 1 blue").of("track") == "no track"


def test_the_points_are_noted():
    scene = play_out("round 3 | QIN 1 blue | WU 1 red")
    assert "points: sun_tzu 1, shao 4, track -3" in [str(entry) for entry in scene.match.journal]


def test_a_general_used_before_points_counts():
    scene = play_out(
        "round 3 | QIN 1 blue | general red remove", red="window before points: remove QIN"
    )
    assert scene.of("track") == "no track"


@pytest.mark.parametrize("round", [3, 6])
@pytest.mark.parametrize(("colour", "player"), [("blue", 0), ("red", 1)])
def test_reaching_an_end_of_the_track_wins_at_once(round, colour, player):
    scene = play_out(f"round {round} | track {colour} 7 | WU 1 {colour}")
    assert scene.match.over
    assert scene.match.winners == (player,)
    assert scene.match.scores[player] == 9  # the marker stops there
    assert scene.match.game.ending(scene.match.state) == f"end of the track in round {round}"
    assert scene.match.journal[-1].kind.name == "over"


def test_one_step_before_the_end_the_game_goes_on():
    scene = play_out("round 3 | track blue 4 | WU 1 blue")
    assert scene.of("track") == "track blue 8"
    assert not scene.match.over


@pytest.mark.parametrize(
    ("position", "winners", "ending"),
    [
        ("track blue 1", (0,), "round 9"),
        ("QIN 1 red", (1,), "round 9"),
        ("track blue 8 | WU 1 blue | QIN 1 blue", (0,), "round 9"),
        ("track blue 4 | QIN 1 red", (0,), "round 9, armies in the pool"),
        ("track red 4 | QIN 1 blue", (1,), "round 9, armies in the pool"),
        ("reserve red 2", (1,), "round 9, armies in the pool"),
        ("QIN 2 blue | JIN-YAN 1 red | track red 1 | reserve red 4", (0, 1), "round 9, draw"),
        ("", (0, 1), "round 9, draw"),
    ],
)
def test_after_round_9_the_track_decides_then_the_pool_then_nobody(position, winners, ending):
    scene = play_out(f"round 9 | {position}")
    assert scene.match.over
    assert scene.match.winners == winners
    assert scene.match.game.ending(scene.match.state) == ending
    assert scene.match.to_act == ()


def test_markers_and_reinforcements_are_not_in_the_pool():
    scene = play_out("round 9 | markers blue QIN CHU | reserve blue 1 | reserve red 3")
    assert scene.of("pool") == "pool blue 18 | pool red 18"
    assert scene.match.winners == (0, 1)


def test_after_the_last_round_no_card_is_drawn():
    scene = play_out("round 9")
    assert "drawn" not in [entry.kind.name for entry in scene.match.journal]


def test_reinforcements_moved_in_the_last_window_count_for_the_tie():
    scene = play_out("round 9 | hand red 7", red="window before points: reinforce -7")
    assert scene.match.winners == (1,)


@pytest.mark.parametrize(("round", "left"), [(1, 1), (2, 0), (3, 2), (5, 0), (6, 2)])
def test_the_displays_show_the_next_round_of_points(round, left):
    """'Wskaźnik punktów zawsze musi wskazywać najbliższą rundę punktowania'."""
    scene = Scene(f"round {round} | displays 1/4/3 2/3/2 1/2/4 2/5/2 3/1/5")
    before = scene.match.view(None)
    assert before["provinces"][0]["worth"] == (1 if round <= 3 else 4)
    assert before["rounds_to_points"] == 2 - (round - 1) % 3
    scene.lay("1 2 3 4 5", "1 2 3 4 5").run(lambda scene: "end of the round" in scene.phase)
    for phase in ("window at the end of the round", "keep"):
        scene.run(lambda scene, phase=phase: scene.phase == phase)
        after = scene.match.view(None)
        assert after["rounds_to_points"] == left + 1
        assert after["provinces"][0]["worth"] == (1 if round < 3 else 4 if round < 6 else 3)


@pytest.mark.parametrize(
    ("position", "sun_tzu", "shao", "track"),
    [
        ("round 1 | WU 9 red | QIN 2 blue", 1, 4, -3),
        ("round 4 | WU 9 red | QIN 2 blue | track red 1", 2, 3, -2),
        ("round 7 | JIN-YAN 1 blue", 3, 0, 3),
        ("round 3 | track blue 7 | WU 1 blue", 4, 0, 9),
        ("round 2", 0, 0, 0),
    ],
)
def test_a_view_tells_what_points_would_bring_now(position, sun_tzu, shao, track):
    """Also long before they are counted; where the marker would stop, it stops."""
    match = Scene(f"{position} | {DISPLAYS}").match
    expected = {"sun_tzu": sun_tzu, "shao": shao, "track": track}
    assert {str(match.view(viewer)["if_scored"]) for viewer in (0, 1, None)} == {str(expected)}


def test_it_is_what_the_points_then_are():
    scene = Scene(f"round 3 | track blue 2 | QIN 1 blue | WU 1 red | {DISPLAYS}").lay(EVEN, EVEN)
    foreseen = scene.match.view(None)["if_scored"]["track"]
    scene.run(lambda scene: scene.phase == "keep")
    assert scene.match.view(None)["track"] == foreseen == -1


def test_who_does_nothing_any_more_is_too_late():
    assert tenka.new("suntzu", seed=1).view(0)["too_late"] == []
    late = {r: Scene(f"round {r}").match.view(None)["too_late"] for r in (1, 6, 7)}
    assert late[1] == late[6] == ["head start"]
    assert late[7] == ["head start", "march", "reinforce", "remove"]


def test_before_the_displays_lie_and_after_the_end_there_is_nothing_to_score():
    assert tenka.new("suntzu", seed=1).view(0)["if_scored"] is None
    assert play_out("round 9").match.view(0)["if_scored"] is None
