"""Opponents that do not search by the clock make the same moves on a slow machine."""

from __future__ import annotations

import itertools
import time
from unittest.mock import patch

import numpy as np
import pytest

import tenka

HOUR = 3600.0


def moves(game: str, level: str, most: int = 150) -> list[str]:
    """What a table of such bots decides from a seed."""
    match, rng = tenka.new(game, seed=5), np.random.default_rng(5)
    bot = tenka.bot(game, level, think_ms=20)
    made = []
    while not match.over and len(made) < most:
        player = match.to_act[0]
        action = bot.act(match.redacted(player), match.legal(player), rng)
        match.play(player, action)
        made.append(f"{player}: {action}")
    return made


@pytest.mark.parametrize("game", tenka.games())
@pytest.mark.parametrize("level", ["random", "novice", "adept"])
def test_moves_repeat_from_a_seed_however_slow_the_machine_is(game, level):
    """On the slow machine an hour goes by between any two looks at the clock."""
    usual = moves(game, level)
    looks = itertools.count()
    with patch.object(time, "perf_counter", lambda: HOUR * next(looks)):
        assert moves(game, level) == usual
