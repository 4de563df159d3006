"""What networks can learn from the quick policy of Samurai: positions as they were seen."""

from __future__ import annotations

import numpy as np
import pytest

import tenka
from tenka.bots.samurai.lessons import lessons

pytestmark = pytest.mark.long


@pytest.mark.parametrize("players", [2, 4])
def test_lessons_show_choices_and_how_the_game_ended(players):
    game = tenka.game("samurai")
    options = game.choose(players, {"hands": "random", "figures": "random"})
    told = lessons(game, 3000, 5, options)
    rows = np.arange(len(told.actions))
    assert len(rows) > 2000
    assert (told.masks.sum(axis=1) > 1).all()
    assert told.masks[rows, told.actions].all()
    assert (told.seats < players).all()
    assert ((told.winners > 0) & (told.winners < 1 << players)).all()
    again = lessons(game, 3000, 5, options)
    assert (again.numbers == told.numbers).all()
    assert (again.actions == told.actions).all()
    other = lessons(game, 3000, 6, options)
    assert (other.numbers[:2000] != told.numbers[:2000]).any()


def test_who_won_fits_the_seat_of_the_decider():
    """Whoever has captured more than the other is mostly the winner."""
    game = tenka.game("samurai")
    told = lessons(game, 6000, 7, game.choose(2, {}))
    names = [block.name for block in game.observation]
    at = sum(block.size for block in game.observation[: names.index("captured")])
    lead = told.numbers[:, at : at + 3].sum(axis=1) - told.numbers[:, at + 3 : at + 6].sum(axis=1)
    assert np.corrcoef(lead, told.winners >> told.seats & 1)[0, 1] > 0.2
