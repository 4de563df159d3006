"""The puzzles that come with the package: each can be played again, and deep search agrees."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import tenka
from tenka.analysis import Judge
from tenka.core import foresight
from tenka.core.errors import RecordError
from tenka.puzzles import DIFFICULTIES, Puzzle, collection, gathering, read, write

EVERY = [puzzle for game in tenka.games() for puzzle in collection(game)]
SAMPLE = 5  # of each game
DRAWS = 800
STILL = 0.02  # of the margin with which a puzzle was made, in chances to win


def numbers(puzzle: Puzzle, match: tenka.Match, line: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(match.read(puzzle.seat, line))


@pytest.mark.parametrize("puzzle", EVERY, ids=lambda puzzle: f"{puzzle.game} {puzzle.name}")
def test_a_puzzle_is_a_position_in_which_its_answers_can_be_played(puzzle):
    match = puzzle.match()
    assert match.to_act == (puzzle.seat,)
    for line in (*puzzle.answers, puzzle.tempting):
        foresight.require(match, puzzle.seat, numbers(puzzle, match, line))
    assert all(puzzle.solved_by(answer) for answer in puzzle.answers)
    assert not puzzle.solved_by(puzzle.tempting)
    assert puzzle.chance > puzzle.tempting_chance
    assert puzzle.difficulty in DIFFICULTIES


def test_no_two_puzzles_are_the_same_and_every_game_has_some():
    assert len({puzzle.name for puzzle in EVERY}) == len(EVERY)
    assert {puzzle.game for puzzle in EVERY} == set(tenka.games())


@pytest.mark.long
@pytest.mark.parametrize("game", tenka.games())
def test_a_deeper_search_still_prefers_the_answer(game):
    kept, judge = collection(game), Judge(game, DRAWS)
    chosen = np.random.default_rng(len(kept)).permutation(len(kept))[:SAMPLE]
    for puzzle in (kept[at] for at in chosen):
        match, seat = puzzle.match(), puzzle.seat
        answers = [numbers(puzzle, match, line) for line in puzzle.answers]
        tempting = numbers(puzzle, match, puzzle.tempting)
        seen, legal = match.redacted(seat), match.legal(seat)
        options = judge.options(seat, seen, legal, seed=len(legal), also=[*answers, tempting])
        chances = {tuple(a.id for a in o.line): o.chances[seat] for o in options}
        assert next(iter(chances)) in answers, puzzle.name
        assert chances[answers[0]] > chances[tempting] + STILL, puzzle.name


def test_a_series_solves_a_puzzle_if_the_answer_is_in_it():
    puzzle = Puzzle("samurai", {}, 1, "", 0, "easy", (("rice2", "c12r15"),), ("end",), 0.6, 0.4)
    assert puzzle.solved_by(["rice2", "c12r15", "end"])
    assert puzzle.solved_by(["ship1", "c13r07", "rice2", "c12r15", "end"])
    assert not puzzle.solved_by(["rice2", "c14r08", "end"])
    assert not puzzle.solved_by(["c12r15", "rice2"])
    assert not puzzle.solved_by([])


def test_an_answer_that_came_up_often_is_left_out():
    one = Puzzle("samurai", {}, 1, "", 0, "easy", (("end",),), ("ship1",), 0.6, 0.4)
    others = [replace(one, seed=seed) for seed in range(9)]
    variety = gathering.Variety([])
    assert list(variety.of(others)) == others[: gathering.SAME_ANSWER]
    assert variety.stale == {("end",)}
    assert list(gathering.Variety(others).of([one])) == []
    assert list(gathering.Variety([one]).of([one, others[2]])) == [others[2]]


def test_a_file_of_puzzles_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "puzzles.json"
    some = list(collection("samurai")[:3])
    write(path, "samurai", some)
    assert read(path) == some
    path.write_text(path.read_text().replace('"version": ', '"version": 9'))
    with pytest.raises(RecordError, match="other rules"):
        read(path)
    path.write_text("{}")
    with pytest.raises(RecordError, match="no puzzles"):
        read(path)
