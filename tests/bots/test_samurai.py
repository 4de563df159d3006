"""Samurai's opponents: each level a step above the last, in time, legal, and without peeping."""

from __future__ import annotations

import numpy as np
import pytest

import tenka
from tenka.bots.samurai.levels import Expert
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
