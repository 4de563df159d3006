"""Making puzzles: what made a position a puzzle is found again, and a file is continued."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from tenka.cli import app
from tenka.puzzles import collection, gathering, making, read, write
from tenka.puzzles.played import in_files

KEPT = collection("samurai")
CLEAREST = max(KEPT, key=lambda puzzle: puzzle.chance - puzzle.tempting_chance)


@pytest.mark.long
def test_a_puzzle_is_found_again_at_its_position_and_none_after_its_answer():
    puzzle, own = CLEAREST, making.maker("samurai")
    match, rng = puzzle.match(), np.random.default_rng(1)
    made = bytes.fromhex(puzzle.decisions)
    (again,) = making.puzzle_at(own, match, puzzle.seat, made, rng)
    assert again.name == puzzle.name
    assert again.answers == puzzle.answers
    match.play(puzzle.seat, list(puzzle.answers[0]))
    after = making.puzzle_at(own, match, puzzle.seat, made, rng)
    assert not any(one.like(puzzle) for one in after)


@pytest.mark.long
def test_a_puzzle_is_told_again_as_it_is_and_dropped_where_something_else_is_best():
    (again,) = making.told_again(CLEAREST)
    assert again.name == CLEAREST.name
    assert again.answers[0] in CLEAREST.answers
    assert making.told_again(again) == [again]
    wrong = replace(CLEAREST, answers=(CLEAREST.tempting,), tempting=CLEAREST.answers[0])
    assert making.told_again(wrong) == []


@pytest.mark.parametrize(
    ("best", "tempting", "games"), [(1.0, 0.0, 30), (0.0, 1.0, 30), (0.5, 0.5, 45)]
)
def test_no_more_games_are_played_out_than_it_takes_to_be_clear(monkeypatch, best, tempting, games):
    own, match, player = making.maker("samurai"), CLEAREST.match(), CLEAREST.seat
    played = []

    def share_won(own, match, player, line, world):
        played.append(world)
        return best if line == (1,) else tempting

    monkeypatch.setattr(making, "share_won", share_won)
    more = making.won_more(own, match, player, (1,), (2,))
    assert more == best - tempting
    assert played == [world for world in range(games) for _ in range(2)]


def make(*words: object) -> str:
    done = CliRunner().invoke(app, ["puzzles", *map(str, words)])
    return done.output if done.exit_code == 0 else f"refused: {done.exception}"


def test_a_file_that_has_enough_puzzles_stays_as_it_is(tmp_path):
    path = tmp_path / "samurai.json"
    write(path, "samurai", KEPT[:2])
    before = path.read_text()
    assert "2 puzzles of Samurai" in make("samurai", "--count", 2, "--out", path)
    assert path.read_text() == before
    assert read(path) == list(KEPT[:2])


def test_puzzles_are_told_again_one_by_one_and_those_that_are_none_any_more_go(monkeypatch):
    """After each the file is whole: it may be stopped there."""
    told = [("c", [replace(KEPT[2], chance=0.5)]), ("a", []), ("b", [KEPT[1]])]
    names = {"a": KEPT[0].name, "b": KEPT[1].name, "c": KEPT[2].name}
    found = [(names[letter], again) for letter, again in told]
    monkeypatch.setattr(gathering, "_searched", lambda *_: iter(found))
    steps = list(gathering.tell_again(KEPT[:3]))
    assert [[p.name for p in step] for step in steps] == [
        [names["a"], names["b"], names["c"]],
        [names["b"], names["c"]],
        [names["c"], names["b"]],
    ]
    assert steps[-1][0].chance == 0.5


def test_games_for_puzzles_go_on_after_the_last_and_have_the_options_that_were_chosen(monkeypatch):
    asked = []

    def searched(search, games, workers):
        for _ in range(2):
            asked.append(next(games))
            yield [replace(KEPT[3], seed=len(asked), answers=(("end",),))]

    monkeypatch.setattr(gathering, "_searched", searched)
    last = max(puzzle.seed for puzzle in KEPT[:2])
    steps = list(gathering.make("samurai", 2, 1, KEPT[:2], None, {"hands": "random"}))
    assert [len(step) for step in steps] == [3, 4]
    assert [game[1] for game in asked] == [last + 1, last + 2]
    assert all(game[3] == {"hands": "random"} for game in asked)
    assert "has no option" in make("samurai", "--out", "none.json", "-o", "moon=1")


def test_a_file_of_another_game_is_not_continued(tmp_path):
    path = tmp_path / "samurai.json"
    write(path, "samurai", KEPT[:2])
    assert "has puzzles of samurai" in make("suntzu", "--count", 3, "--out", path)


@pytest.mark.long
def test_a_puzzle_is_found_in_a_game_that_was_played_and_read_from_a_record(tmp_path, monkeypatch):
    """The game of a kept puzzle up to its answer, as people would have played it."""
    match = CLEAREST.match()
    before = len(match.history)
    match.play(CLEAREST.seat, list(CLEAREST.answers[0]))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(match.record()))
    (other,) = in_files(tmp_path, "samurai")
    assert in_files(file, "suntzu") == []
    assert other.decisions == tuple((p, a.id) for p, a, _ in match.history)
    near = making.puzzle_at  # every position before would take minutes

    def only_late(own, match, player, made, rng, stale):
        late = len(made) >= 2 * before
        return near(own, match, player, made, rng, stale) if late else []

    monkeypatch.setattr(making, "puzzle_at", only_late)
    assert CLEAREST.name in {puzzle.name for puzzle in making.puzzles_of("samurai", other)}
