"""Opponents and the clock: it stops a search, and changes no move of those who do not search."""

from __future__ import annotations

import itertools
import time
from unittest.mock import patch

import numpy as np
import pytest

import tenka
from tests.bots.proofs import THINK_MS, positions

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


@pytest.mark.parametrize(
    ("game", "options"),
    [("samurai", {"hands": "random", "figures": "random"}), ("shogun", {"players": 3})],
)
def test_the_clock_stops_a_search_that_would_go_on_for_ever(game, options):
    """A look at the clock takes a millisecond here: no more looks than fit the time to think."""
    bot, looks, used = tenka.bot(game, "expert", think_ms=THINK_MS), itertools.count(), []
    bot.effort = 10**9
    with patch.object(time, "perf_counter", lambda: next(looks) / 1000):
        for match, player in itertools.islice(positions(game, options, 6, 5), 12):
            before = next(looks)
            seen, legal = match.redacted(player), match.legal(player)
            assert bot.act(player, seen, legal, np.random.default_rng(0)) in legal
            used.append(next(looks) - before)
    assert THINK_MS / 2 < max(used) < 2 * THINK_MS
