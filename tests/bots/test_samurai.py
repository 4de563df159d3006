"""Samurai's opponents: each level a step above the last, in time, legal, and without peeping."""

from __future__ import annotations

import numpy as np
import pytest

import tenka
from tenka.bots.samurai.judgement import ALL, forget, wish
from tenka.bots.samurai.levels import Expert
from tenka.bots.samurai.policy import find_gains, step, survey
from tenka.bots.samurai.weights import player
from tenka.core.engine import first_actor
from tenka.core.game import CHOICES
from tenka.core.journal import JOURNAL
from tests.bots.proofs import LEVELS, patient, prove_no_peeping, times_equal
from tests.games.samurai.invariants import OPTIONS, twin
from tests.games.samurai.positions import position


def test_levels_are_listed_from_the_weakest():
    assert tenka.bots("samurai") == LEVELS


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("better", "worse", "games", "least"),
    [("novice", "random", 36, 1.5), ("adept", "novice", 36, 1.4)],
)
def test_each_level_is_a_step_above_the_one_below(better, worse, players, games, least):
    assert times_equal("samurai", better, worse, players, games) >= least


@pytest.mark.parametrize("players", [2, 4])
def test_search_is_a_step_above_looking_one_step_ahead(players, monkeypatch):
    monkeypatch.setattr(Expert, "LATEST", 1000.0)  # a busy machine cannot hurry it
    assert times_equal("samurai", "expert", "adept", players, 24) >= 1.1


def test_looking_for_replies_is_a_step_above_search_without(monkeypatch):
    monkeypatch.setattr(Expert, "LATEST", 1000.0)
    assert times_equal("samurai", "master", "expert", 2, 40) >= 1.1


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("level", LEVELS[1:])
def test_decisions_are_legal_and_change_nothing_that_is_seen(level, options):
    bot = patient("samurai", level, 1)
    match = tenka.new("samurai", seed=3, **options)
    while match.to_act:
        player = match.to_act[-1]
        seen, legal = match.redacted(player), match.legal(player)
        before = seen.tobytes()
        action = bot.act(player, seen, legal, np.random.default_rng(0))
        assert action in legal
        assert seen.tobytes() == before
        match.play(player, action)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_cannot_peep(level, options):
    prove_no_peeping("samurai", level, options, twin, every=7)


@pytest.mark.parametrize("level", LEVELS)
def test_an_exchange_of_two_alike_is_played_where_nothing_else_can_be(level):
    """Of the figures that are left only the two rice can change places, and one must."""
    match = position("""
        2 players, Takeda to play
        Edo: helmet buddha rice
        Mito: rice
        others: -
        Takeda: hand figure exchange samurai2 | pile -
    """)
    match.play(0, "figure exchange")
    bot = tenka.bot("samurai", level, think_ms=2)
    for _ in range(2):
        action = bot.act(0, match.redacted(0), match.legal(0), np.random.default_rng(0))
        match.play(0, action)
    swapped = [entry for entry in match.journal if entry.kind.name == "figures swapped"]
    assert [(e.figure, e.other_figure) for e in swapped] == [("rice", "rice")]


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_remembered_of_settlements_is_what_would_be_found_anew(players):
    """Through a game of the quick policy, whatever is laid, captured, moved back and exchanged."""
    match = tenka.new("samurai", players=players, seed=5, hands="random", figures="random")
    state = np.frombuffer(bytearray(match.state.tobytes()), dtype=match.game.dtype)
    s = state.view(np.recarray)[0]
    j, c = (np.zeros(1, dtype=kind).view(np.recarray)[0] for kind in (JOURNAL, CHOICES))
    thoughts = player()
    m = thoughts[0]
    forget(m)
    compared = 0
    while s.acting:
        me = first_actor(s)
        wish(m, s, me)
        survey(m, s, me)
        fresh = thoughts.copy().view(np.recarray)[0]
        fresh.stale[:] = ALL
        fresh.gains[:] = fresh.claims[:] = np.nan
        survey(fresh, s, me)
        for tile in np.flatnonzero(s.hand[me]):
            find_gains(m, s, me, tile)
            find_gains(fresh, s, me, tile)
            assert (m.gains[me, tile] == fresh.gains[me, tile]).all()
            compared += 1
        known = ~np.isnan(fresh.claims[me])
        assert (m.claims[me][known] == fresh.claims[me][known]).all()
        step(m, s, j, c)
    assert compared > 100
