"""The golden playthroughs are as they were; a wanted change is made anew and read as a diff."""

import pytest

import tenka
from tests.playthrough import FIXTURES, playthrough


@pytest.mark.parametrize("name", tenka.games())
def test_playthrough(name):
    golden = (FIXTURES / name / "playthrough.txt").read_text(encoding="utf-8")
    assert playthrough(name) == golden, f"if this is meant: python -m tests.playthrough {name}"
