"""The page has words for what the server tells by name, in every language: refusals, statistics."""

import json
import re
from pathlib import Path

import pytest

import tenka
from tenka.core.reasons import REASONS
from tenka.server import reasons
from tenka.server.problems import codes

MESSAGES = Path(__file__).parents[2] / "web" / "src" / "messages"
LANGUAGES = sorted(path.stem for path in (MESSAGES / "shell").glob("*.json"))


def words_for(prefix, area, language):
    """The messages of an area that begin so."""
    words = json.loads((MESSAGES / area / f"{language}.json").read_text(encoding="utf-8"))
    return {k.removeprefix(prefix): v for k, v in words.items() if k.startswith(prefix)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words(language):
    assert set(codes()) <= words_for("error.", "shell", language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("area", ["shell", *tenka.games()])
def test_every_reason_has_words_and_every_word_a_reason(area, language):
    """The words may speak of the reason's values, and of nothing else."""
    game = area != "shell"
    known = tenka.game(area).reasons if game else {**REASONS, **reasons.REASONS}
    words = words_for("reason.", area, language)
    assert words.keys() == {code.split(".")[-1] for code in known}
    for code, names in known.items():
        assert code.startswith(f"{area}.") == game
        text = words[code.split(".")[-1]]
        assert set(re.findall(r"\{(\w+)[,}]", text)) <= names, (code, text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", tenka.games())
def test_all_that_is_counted_has_words_and_every_word_is_of_something_counted(game, language):
    counted = {name.replace(" ", "_") for name in tenka.game(game).statistics.names()}
    assert words_for("counted.", game, language).keys() == counted
