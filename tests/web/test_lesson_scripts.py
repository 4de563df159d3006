"""The scripts of the guided first games: legal to the last move, explained in every language."""

import json
from pathlib import Path

import pytest

import tenka

SOURCES = Path(__file__).parents[2] / "web" / "src"
GAMES = tenka.games()
LANGUAGES = sorted(path.stem for path in (SOURCES / "messages" / "shell").glob("*.json"))


def script(game):
    return json.loads((SOURCES / "learn" / f"{game}.json").read_text())


@pytest.mark.parametrize("game", GAMES)
def test_a_script_is_a_legal_game_from_its_opening(game):
    lesson = script(game)
    options = dict(lesson["options"])
    match = tenka.new(game, players=options.pop("players"), seed=lesson["seed"], **options)
    assert match.record()["version"] == lesson["version"]
    assert match.record()["steps"] == lesson["opening"]
    for step in lesson["steps"]:
        if "does" in step:  # the page sends it as one series
            match.play(step["seat"], step["does"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_explained_and_no_words_are_left_over(game, language):
    words = json.loads((SOURCES / "messages" / f"learn-{game}" / f"{language}.json").read_text())
    assert list(words) == [step["say"] for step in script(game)["steps"] if "say" in step]


@pytest.mark.parametrize("game", GAMES)
def test_the_learner_is_told_before_every_move(game):
    lesson = script(game)
    own = [step for step in lesson["steps"] if step.get("seat") == lesson["seat"]]
    assert len(own) >= 4
    assert all("say" in step for step in own)
