"""Refusals of the server: the page has words for each of their codes, in every language."""

import json
from pathlib import Path

import pytest

from tenka.server.problems import codes

MESSAGES = Path(__file__).parents[2] / "web" / "src" / "messages" / "shell"


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_every_code_has_words(language):
    words = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))
    assert [code for code in codes() if f"error.{code}" not in words] == []
