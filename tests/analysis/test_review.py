"""Reviews: what a choice is, what it cost, and luck as what is left."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tenka
from tenka import cli
from tenka.analysis import Reviewer, assembled, report, review
from tenka.analysis.review import MARKS, Moment, Step

FIXTURES = Path(__file__).parent.parent / "fixtures"
GAMES = {
    "samurai": "2-players-99.json",
    "shogun": "war-0.json",
    "suntzu": "track-end-round-6-shao.json",
}


@pytest.fixture(scope="module", params=GAMES)
def reviewed(request):
    """A finished game and its review."""
    match = tenka.load(FIXTURES / request.param / GAMES[request.param])
    return match, review(match, draws=4)


def test_every_decision_belongs_to_one_choice(reviewed):
    match, _ = reviewed
    choices = Reviewer(match, draws=1).choices
    numbers = sorted(number for choice in choices for number in choice.numbers)
    assert numbers == list(range(len(match.history)))
    for choice in choices:
        made = [match.history[number] for number in choice.numbers]
        assert {player for player, _, _ in made} == {choice.player}
        assert tuple(action.id for _, action, _ in made) == choice.line


def test_the_last_chances_are_the_result(reviewed):
    match, found = reviewed
    after = max(found["steps"], key=lambda step: step["ends"])["after"]
    shares = [(p in match.winners) / len(match.winners) for p in range(match.options["players"])]
    assert after["known"] == after["up"] == pytest.approx(shares, abs=1e-4)


def test_choices_and_luck_make_up_all_that_changes(reviewed):
    _, found = reviewed
    given = np.sum([step["given"] for step in found["steps"]], axis=0)
    last = found["steps"][-1]["after"]
    for kind in ("known", "up"):
        change = np.subtract(last[kind], found["start"][kind])
        assert given + found["luck"][kind] == pytest.approx(change, abs=1e-3)


def test_what_is_better_can_be_played_and_nothing_costs_less_than_nothing(reviewed):
    match, found = reviewed
    reviewer = Reviewer(match, draws=1)
    for step in found["steps"]:
        assert step["cost"] >= 0
        assert step["better"] != step["did"]
        assert step["better"] or step["cost"] == 0
        if step["better"]:
            twin = reviewer._at(step["begins"]).clone()
            for text in step["better"]:
                twin.play(step["player"], text)


def test_a_review_is_the_same_again_from_any_step_on(reviewed):
    match, found = reviewed
    reviewer = Reviewer(match, draws=4)
    last = len(reviewer.choices) - 1
    steps = [reviewer.step(number) for number in (last, 0)]
    again = assembled(reviewer.begin(), [steps[1]])["steps"][0]
    assert again == found["steps"][0]
    assert steps[0].cost == found["steps"][-1]["cost"]
    assert steps[0].given == found["steps"][-1]["given"]


def test_what_the_others_hold_does_not_change_what_a_choice_cost():
    """The cost of a choice is found from the redacted state: other secrets, same cost."""
    match = tenka.load(FIXTURES / "samurai" / GAMES["samurai"])
    reviewer = Reviewer(match, draws=4)
    choice = reviewer.choices[len(reviewer.choices) // 2]
    before = reviewer._at(choice.numbers[0]).clone()
    drawn = match.game.determinise(before.redacted(choice.player), np.random.default_rng(3))
    assert drawn.tobytes() != before.state_bytes()
    twin = before.clone(drawn)
    (better, given), (same, as_given) = (
        reviewer._compare(position, choice) for position in (before, twin)
    )
    assert better == same
    assert (given == as_given).all()


def test_a_blunder_is_found():
    """Of a move that gives the game away at its very end."""
    match = tenka.load(FIXTURES / "samurai" / "3-players-12.json")
    reviewer = Reviewer(match, draws=16)
    player, number = next(
        (choice.player, n)
        for n, choice in reversed(list(enumerate(reviewer.choices)))
        if len(choice.line) > 1
    )
    step = reviewer.step(number)
    assert player not in match.winners
    assert step.mark == "blunder"
    assert len(step.better) == 2


def test_marks_go_by_what_was_lost():
    moment = Moment([0.5, 0.5], [0.5, 0.5])
    marks = [
        Step(0, 0, 1, ["a"], ["b"], cost, [-cost, cost], moment).mark
        for cost in (0.0, *sorted(MARKS.values()))
    ]
    assert marks == [None, "slip", "mistake", "blunder"]


def test_the_command_writes_json_and_a_picture(tmp_path, capsys):
    file, plot = FIXTURES / "suntzu" / GAMES["suntzu"], tmp_path / "game.svg"
    cli.review(file, draws=2, plot=plot, as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert found == json.loads(json.dumps(review(tenka.load(file), draws=2)))
    assert plot.read_text(encoding="utf-8").startswith("<svg")


def test_people_can_read_it(reviewed, capsys):
    from rich.console import Console

    match, found = reviewed
    report.show(match, found, Console(width=200))
    told = capsys.readouterr().out
    for name in match.seats:
        assert name in told
    drawn = report.as_svg(match, found)
    assert drawn.count("chance to win") == drawn.count("luck,") == 2
    json.dumps(found)
