"""docs/research.md says what the code does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tenka
from tenka.envs import docs
from tests.envs.cases import every_game

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_page_is_up_to_date():
    page = PAGE.read_text(encoding="utf-8")
    assert docs.filled(page, "layouts", docs.layouts()) == page, "run: python -m tenka.envs.docs"


@every_game
def test_the_layouts_cover_every_number_once(name):
    game = tenka.game(name)
    for text, size in (
        (docs.observations(game), game.observation_size),
        (docs.decisions(game), len(game.actions)),
    ):
        spans = [line.split("|")[1].strip().split(" to ") for line in text.splitlines()[2:]]
        numbers = [n for s in spans for n in range(int(s[0]), int(s[-1]) + 1)]
        assert numbers == list(range(size))


def test_a_block_is_where_the_page_says():
    """Sun Tzu's hand, read off an observation by the numbers of the page."""
    row = next(
        line for line in docs.observations(tenka.game("suntzu")).splitlines() if "`hand`" in line
    )
    first, last = map(int, row.split("|")[1].split(" to "))
    match = tenka.new("suntzu", seed=4)
    seen = match.game.observe(match.state, 1)
    assert np.array_equal(seen[first : last + 1], match.state.hand[1])


def test_a_page_without_the_marks_is_not_touched(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("nothing here", encoding="utf-8")
    with pytest.raises(ValueError, match="no place for layouts"):
        docs.main(page)
    page.write_text("a\n<!-- layouts -->\nold\n<!-- end of layouts -->\nb\n", encoding="utf-8")
    docs.main(page)
    assert page.read_text(encoding="utf-8").startswith("a\n<!-- layouts -->\n\n### Samurai")
    assert page.read_text(encoding="utf-8").endswith("<!-- end of layouts -->\nb\n")
