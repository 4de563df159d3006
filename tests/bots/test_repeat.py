"""Opponents that do not search by the clock make the same moves on a slow machine."""

from __future__ import annotations

import itertools
import time
from unittest.mock import patch

import numpy as np
import pytest

import tenka

OPTIONS = {"samurai": {}, "shogun": {}, "suntzu": {"events": True}}
SEEDS = range(4)
HOUR = 3600.0


def moves(game: str, level: str) -> list[str]:
    """What tables of such bots decide from their seeds."""
    bot, made = tenka.bot(game, level, think_ms=20), []
    for seed in SEEDS:
        match, rng = tenka.new(game, seed=seed, **OPTIONS[game]), np.random.default_rng(seed)
        while not match.over:
            player = match.to_act[0]
            action = bot.act(player, match.redacted(player), match.legal(player), rng)
            match.play(player, action)
            made.append(f"{player}: {action}")
    return made


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("level", ["random", "novice", "adept"])
def test_moves_repeat_from_a_seed_however_slow_the_machine_is(game, level):
    """On the slow machine an hour goes by between any two looks at the clock."""
    usual = moves(game, level)
    looks = itertools.count()
    with patch.object(time, "perf_counter", lambda: HOUR * next(looks)):
        assert moves(game, level) == usual
