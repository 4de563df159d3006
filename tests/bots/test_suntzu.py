"""Sun Tzu's opponents: each level a step above the last, in time, legal, and without peeping."""

from __future__ import annotations

import numpy as np
import pytest

import tenka
from tenka.arena.lineup import pairings
from tenka.arena.tournament import play
from tenka.bots.suntzu.hands import Options
from tenka.bots.suntzu.mind import before_orders, copy_of
from tenka.bots.suntzu.responder import Responder
from tenka.core.registry import find
from tenka.games.suntzu.facts import DISPLAY_WORDS, KINDS, PROVINCES
from tests.games.suntzu.invariants import OPTIONS, twin
from tests.games.suntzu.scene import Scene

THINK_MS = 20
LEVELS = ("random", "novice", "adept", "expert", "master")
every_option = pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(o))


def patient(level):
    """A bot with the effort of THINK_MS whom a busy machine cannot hurry."""
    bot = tenka.bot("suntzu", level, think_ms=THINK_MS)
    bot.think_ms = 60_000
    return bot


def share(better, worse, games):
    """The share of wins of the first over the second."""
    options = {"players": 2, "events": False, "beginner": False}
    todo = pairings("suntzu", options, (better, worse), games, seed=1, think_ms=THINK_MS)
    return sum(play(pairing).shares[0] for pairing in todo) / games


@pytest.mark.parametrize(
    ("better", "worse", "games", "least"),
    [
        ("novice", "random", 60, 0.75),
        ("adept", "novice", 60, 0.7),
        ("expert", "adept", 40, 0.55),
        ("master", "adept", 60, 0.6),
    ],
)
def test_each_level_is_a_step_above_the_one_below(better, worse, games, least):
    assert share(better, worse, games) >= least


def test_levels_are_listed_from_the_weakest():
    assert tenka.bots("suntzu") == LEVELS


@every_option
@pytest.mark.parametrize("level", LEVELS[1:])
def test_every_decision_is_legal_and_the_same_again(level, options):
    """Two bots of one level, each asked for every decision of both sides, agree."""
    one, other = patient(level), patient(level)
    match = tenka.new("suntzu", seed=3, **options)
    number = 0
    while match.to_act:
        player = match.to_act[-1]
        seen, legal = match.redacted(player), match.legal(player)
        before = seen.tobytes()
        action = one.act(player, seen, legal, np.random.default_rng(number))
        assert seen.tobytes() == before
        assert other.act(player, seen, legal, np.random.default_rng(number)).id == action.id
        match.play(player, action)
        number += 1


@every_option
@pytest.mark.parametrize("level", LEVELS)
def test_secrets_change_nothing(level, options):
    """The decision is the same in any state that looks the same to the player."""
    game, rng = find("suntzu"), np.random.default_rng(5)
    one, other = patient(level), patient(level)
    for seed in range(3):
        match = tenka.new("suntzu", seed=seed, **options)
        while match.to_act:
            player = match.to_act[rng.integers(len(match.to_act))]
            legal = match.legal(player)
            if rng.random() < 0.2:
                seen = match.redacted(player)
                same = game.redact(twin(match.state, player, rng), player)
                assert same.tobytes() == seen.tobytes()
                dice = int(rng.integers(2**32))
                first = one.act(player, seen, legal, np.random.default_rng(dice))
                assert first in legal
                assert other.act(player, same, legal, np.random.default_rng(dice)) is first
            match.play(player, legal[rng.integers(len(legal))])


def test_a_late_expert_still_decides():
    """With no time at all the search is cut short, not the move."""
    bot, rng = patient("expert"), np.random.default_rng(1)
    bot.think_ms = 0
    match = tenka.new("suntzu", seed=4)
    while match.to_act:
        player = match.to_act[0]
        match.play(player, bot.act(player, match.redacted(player), match.legal(player), rng))
    assert match.winners


def test_the_responder_plays_by_the_rules():
    bot, rng = Responder(find("suntzu"), 5), np.random.default_rng(1)
    match = tenka.new("suntzu", seed=2, events=True)
    for _ in range(40):
        player = match.to_act[0]
        match.play(player, bot.act(player, match.redacted(player), match.legal(player), rng))


# Sun Tzu leads, and both hands are known. Once, an expert that had tried too few replies thought
# that nothing could happen to it here; one reply of Shao's won three games in four.
LAST_ROUND = (
    "round 9 | track blue 5 | displays {displays} | {0} 1 red | {1} 3 blue | {2} 1 red | {4} 3 blue"
    " | markers blue {1} {2} {3} | markers red {1} {2} {3} | pool blue 6 | pool red 10"
    " | hand blue -1 -1 -1 | pile blue | hand red +1 -1 -1 -1 | pile red"
).format(*PROVINCES, displays=" ".join(DISPLAY_WORDS[at] for at in (6, 3, 2, 8, 1)))

# Each side may have one of a few hands.
SIXTH_ROUND = (
    "round 6 | displays {displays} | {0} 1 red | {1} 3 blue | {2} 4 red | {3} 10 red | {4} 5 blue"
    " | markers blue {0} {1} | markers red {0} {1} | pool blue 7 | pool red 1"
    " | hand blue 7 +1 +1 +1 +3 -1 -1 | pile blue -1 | hand red 7 +1 +2 +3 | pile red -1 -1"
).format(*PROVINCES, displays=" ".join(DISPLAY_WORDS[at] for at in (6, 9, 4, 2, 7)))


def before_round(text, player):
    """The position of a scene as a player sees it before the orders."""
    scene = Scene(text)
    while scene.phase != "orders":
        scene.match.play(scene.match.to_act[0], "pass")
    return before_orders(scene.match.game, scene.match.redacted(player))


def test_the_expert_looks_for_the_other_sides_best_reply():
    shao, responder = 1, Responder(find("suntzu"), 200)
    before = before_round(LAST_ROUND, shao)
    reply = Options.of([responder.plan(before, shao).orders])
    states = responder.mind.suspects(before, 1)
    mine, theirs = (responder.mind.hands_of(states, side) for side in (shao, 1 - shao))
    orders, often = responder._foresee(states[0], 1 - shao)
    won = responder.mind.confront(mine, reply, theirs, Options.of([orders])) @ often
    assert won < 0.4


def test_the_expert_plans_for_all_its_hands_together():
    """A plan for each hand by itself may be good, and what is seen of all of them is not."""
    expert, before = tenka.bot("suntzu", "expert", think_ms=200), before_round(SIXTH_ROUND, 0)
    expert.mind.late = lambda: False
    states = expert.mind.hands_of(expert.mind.suspects(before, 40), 1).states
    duels = set()
    for state in states:
        expert.plan(copy_of(expert.game, expert.game.redact(state, 1)), 1)
        duels.add(expert.mind.solved[0])
    assert len(states) > 1
    assert len(duels) == 1


def test_gains_are_fitted_to_chances():
    """From chances that are sums of gains and of a hand's level, the gains are found again."""
    mind, rng = tenka.bot("suntzu", "expert").mind, np.random.default_rng(1)
    gain, supposed = rng.normal(size=(2, 5, KINDS))
    orders, hands = rng.integers(KINDS, size=(400, 5)), rng.integers(3, size=400)
    chances = gain[np.arange(5), orders].sum(axis=1) + 7.0 * hands
    found = mind.fitted(Options(orders, hands), chances, supposed)
    error = (found - gain) - (found - gain).mean(axis=1, keepdims=True)
    assert np.abs(error).max() < 0.1
