"""Shogun's opponents: each level a step above the last, in time, legal, and without peeping."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from itertools import permutations

import numpy as np
import pytest

import tenka
from tenka.bots.shogun import master
from tenka.bots.shogun.learning import BASE, trial
from tenka.bots.shogun.levels import Expert
from tenka.bots.shogun.master import learned
from tenka.bots.shogun.plans import assign
from tenka.bots.shogun.weights import mind
from tenka.games.shogun.state import PLANNING
from tenka.learn import main
from tests.bots.proofs import LEVELS, patient, prove_no_peeping, times_equal
from tests.games.shogun.invariants import OPTIONS, twin

STYLES = ("builder", "raider")
MORE_OPTIONS = [*OPTIONS, {"players": 4}, {"players": 3, "tower_pass": 0, "tower_release": 1000}]


def test_levels_are_listed_from_the_weakest():
    assert tenka.bots("shogun") == (*LEVELS[:2], *STYLES, *LEVELS[2:])


def test_styles_are_what_they_are_called():
    """At one table the raider attacks more often than the builder, who builds more."""
    bots = [tenka.bot("shogun", name) for name in STYLES]
    did: Counter[tuple[str, str]] = Counter()
    for seed in range(24):
        match, rng = tenka.new("shogun", players=3, seed=seed), np.random.default_rng(seed)
        seats = [(player + seed) % 2 for player in range(3)]
        while match.to_act:
            player = match.to_act[0]
            bot = bots[seats[player]]
            match.play(player, bot.act(player, match.redacted(player), match.legal(player), rng))
        for _, _, entries in match.history:
            for entry in entries:
                if entry.kind.name in ("attack", "built"):
                    did[STYLES[seats[entry.values["player"]]], entry.kind.name] += 1
    assert did["raider", "attack"] > 1.1 * did["builder", "attack"]
    assert did["builder", "built"] > did["raider", "built"]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(
    ("better", "worse", "games", "least"),
    [("novice", "random", 30, 1.5), ("adept", "novice", 60, 1.3)],
)
def test_each_level_is_a_step_above_the_one_below(better, worse, players, games, least):
    assert times_equal("shogun", better, worse, players, games) >= least


@pytest.mark.parametrize("players", [3, 5])
def test_search_is_a_step_above_looking_one_step_ahead(players, monkeypatch):
    monkeypatch.setattr(Expert, "LATEST", 1000.0)  # a busy machine cannot hurry it
    assert times_equal("shogun", "expert", "adept", players, 20) >= 1.1


@pytest.mark.parametrize(("players", "least"), [(3, 1.3), (4, 1.2), (5, 1.1)])
def test_what_was_learned_wins_more_games_than_what_was_set_by_hand(players, least):
    """Without any search, from every seat in turn."""
    weights = learned(players).worth[0]
    assert trial(players, (weights, BASE, 1200, 3))[1] * players >= least


def test_what_a_damaged_file_says_is_not_played(monkeypatch):
    monkeypatch.setattr(master, "DIGEST", "0" * 64)
    with pytest.raises(ValueError, match="damaged"):
        learned(4)


def test_a_run_of_learning_is_kept_and_goes_on(tmp_path, capsys):
    """Two pieces of a generation each, and what comes of them can be played with."""
    about = ["--minutes", "0", "--players", "3", "--pairs", "2", "--games", "6", "--fitted", "9"]
    words = ["shogun", *about, "--processes", "1", "--keep", str(tmp_path)]
    for generation in (1, 2):
        main(words)
        assert json.loads((tmp_path / "3.json").read_text())["generation"] == generation
    found = json.loads((tmp_path / "learned.json").read_text())["3"]
    assert np.shape(found["worth"]) == BASE.shape
    assert np.isfinite(found["outlook"]).all()
    assert (np.array(found["worth"]) != BASE).any()
    digest = sha256((tmp_path / "learned.json").read_bytes()).hexdigest()
    assert capsys.readouterr().out.count(digest) == 1


@pytest.mark.parametrize("options", MORE_OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("level", [*LEVELS[1:], *STYLES])
def test_decisions_are_legal_and_change_nothing_that_is_seen(level, options):
    """Beside random players, who get into positions that better ones avoid."""
    bot, rng = patient("shogun", level, 1), np.random.default_rng(3)
    match = tenka.new("shogun", seed=3, **options)
    number = 0
    while match.to_act:
        player = match.to_act[-1]
        legal = match.legal(player)
        number += 1
        if player % 2 == number // 50 % 2:  # now and then it takes over from the other
            match.play(player, legal[int(rng.integers(len(legal)))])
            continue
        seen = match.redacted(player)
        before = seen.tobytes()
        action = bot.act(player, seen, legal, np.random.default_rng(0))
        assert action in legal
        assert seen.tobytes() == before
        match.play(player, action)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_cannot_peep(level, options):
    prove_no_peeping("shogun", level, options, twin, every=17)


def plans_laid(level, whose_turn):
    """All plans of a first round, card by card in an order that `whose_turn` chooses."""
    match = tenka.new("shogun", players=3, seed=9)
    bot = patient("shogun", level, 2)
    while match.state.phase == PLANNING:
        player = whose_turn(match.to_act)
        action = bot.act(
            player, match.redacted(player), match.legal(player), np.random.default_rng(0)
        )
        match.play(player, action)
    return match.state.plan.tolist()


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_plan_does_not_depend_on_when_others_lay_theirs(level):
    rng = np.random.default_rng(1)
    in_turn = plans_laid(level, min)
    assert plans_laid(level, max) == in_turn
    assert plans_laid(level, rng.choice) == in_turn


def test_the_assignment_of_cards_is_the_best_of_all():
    rng, thoughts = np.random.default_rng(2), mind()
    m = thoughts[0]
    rows, cards = 4, 6
    for _ in range(20):
        m.row[:rows] = rng.permutation(len(m.row))[:rows]
        m.score[:] = rng.normal(size=m.score.shape)
        assign(m, rows, cards)
        found = sum(m.score[m.row[m.holder[k + 1] - 1], k] for k in range(cards) if m.holder[k + 1])
        best = max(
            sum(m.score[m.row[i], k] for i, k in enumerate(order))
            for order in permutations(range(cards), rows)
        )
        assert found == pytest.approx(best)
