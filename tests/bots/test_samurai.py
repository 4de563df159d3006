"""Samurai's opponents: each level a step above the last, in time, legal, and without peeping."""

from __future__ import annotations

import time

import numpy as np
import pytest

import tenka
from tenka.arena.lineup import line_up, pairings
from tenka.arena.tournament import play
from tenka.bots.samurai.levels import Expert
from tenka.core.registry import find
from tests.games.samurai.invariants import OPTIONS, twin

THINK_MS = 20
LEVELS = ("random", "novice", "adept", "expert")
SAMURAI = find("samurai")


def patient(level, think_ms=THINK_MS):
    """A bot with the effort of THINK_MS whom a busy machine cannot hurry."""
    bot = tenka.bot("samurai", level, think_ms=think_ms)
    bot.think_ms = 600_000
    return bot


def times_equal(better, worse, players, games):
    """How often one bot wins against a field of the other, by the share of equal play."""
    options = SAMURAI.choose(players, {})
    bots = line_up([better, worse], players)
    todo = pairings("samurai", options, bots, games, seed=1, think_ms=THINK_MS)
    return sum(play(pairing).shares[0] for pairing in todo) / games * players


def positions(options, seed, every):
    """Decisions of a game between adepts, now and then one: the match and who decides."""
    match = tenka.new("samurai", seed=seed, **options)
    bot, rng = tenka.bot("samurai", "adept"), np.random.default_rng(seed)
    number = 0
    while match.to_act:
        player = match.to_act[-1]
        if number % every == 0:
            yield match, player
        number += 1
        match.play(player, bot.act(match.redacted(player), match.legal(player), rng))


def test_levels_are_listed_from_the_weakest():
    assert tenka.bots("samurai") == LEVELS


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("better", "worse", "games", "least"),
    [("novice", "random", 36, 1.5), ("adept", "novice", 36, 1.4)],
)
def test_each_level_is_a_step_above_the_one_below(better, worse, players, games, least):
    assert times_equal(better, worse, players, games) >= least


@pytest.mark.parametrize("players", [2, 4])
def test_search_is_a_step_above_looking_one_step_ahead(players, monkeypatch):
    monkeypatch.setattr(Expert, "LATEST", 1000.0)  # a busy machine cannot hurry it
    assert times_equal("expert", "adept", players, 24) >= 1.1


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("level", LEVELS[1:])
def test_decisions_are_legal_and_change_nothing_that_is_seen(level, options):
    bot = patient(level, 1)
    match = tenka.new("samurai", seed=3, **options)
    while match.to_act:
        player = match.to_act[-1]
        seen, legal = match.redacted(player), match.legal(player)
        before = seen.tobytes()
        action = bot.act(seen, legal, np.random.default_rng(0))
        assert action in legal
        assert seen.tobytes() == before
        match.play(player, action)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_cannot_peep(level, options):
    """Other secrets, same move: from the same bytes, by another bot that has seen other games."""
    one, other = patient(level, 2), patient(level, 2)
    rng = np.random.default_rng(5)
    for match, player in positions(options, seed=8, every=7):
        hidden = twin(match.state, player, rng)
        seen, seen_too = match.redacted(player), SAMURAI.redact(hidden, player)
        assert seen.tobytes() == seen_too.tobytes()
        legal = match.legal(player)
        moves = [
            bot.act(view, legal, np.random.default_rng(11))
            for bot, view in ((one, seen), (other, seen_too))
        ]
        assert moves[0] == moves[1]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_move_comes_in_time(level, players):
    """In the processor's time, which others on the machine slow down least."""
    bot = tenka.bot("samurai", level, think_ms=THINK_MS)
    times = []
    for match, player in positions({"players": players}, seed=4, every=3):
        seen, legal = match.redacted(player), match.legal(player)
        start = time.process_time()
        bot.act(seen, legal, np.random.default_rng(0))
        times.append(1000 * (time.process_time() - start))
    assert np.quantile(times, 0.9) <= 1.1 * THINK_MS


def test_the_clock_stops_a_search_that_takes_too_long():
    bot = tenka.bot("samurai", "expert", think_ms=THINK_MS)
    bot.effort = 10**9
    match, player = next(at for at in positions({"players": 3}, 6, 1) if at[0].state.phase == 3)
    bot.act(match.redacted(player), match.legal(player), np.random.default_rng(0))
    start = time.perf_counter()
    bot.act(match.redacted(player), match.legal(player), np.random.default_rng(0))
    assert time.perf_counter() - start < 10 * THINK_MS / 1000
