"""Worthy company: opponents vary their play, and at a table of several they neither gang up nor
make kings.

They are not told who sits where, so they cannot choose a person as their victim. What could happen
is that all fall upon the same player, or that somebody who cannot win decides who does. Both can be
counted in Shogun, where players attack each other.
"""

from __future__ import annotations

import numpy as np
import pytest

import tenka
from tests.bots.proofs import patient

PLAYERS = 4
FAR = 5  # so many points behind the leader one does not catch up in the last round


def played(level, seed):
    """A game; and before each decision: whether it is the last round, all points and land."""
    bot, rng = patient("shogun", level, 1), np.random.default_rng(seed)
    match, then = tenka.new("shogun", players=PLAYERS, seed=seed), []
    while match.to_act:
        player, state = match.to_act[0], match.state
        land = [int((state.owner == seat).sum()) for seat in range(PLAYERS)]
        last = state.year == 1 and state.season == 2
        then.append((last, state.points[:PLAYERS].tolist(), land))
        match.play(player, bot.act(player, match.redacted(player), match.legal(player), rng))
    return match, then


def attacks(level, seed):
    """Who attacked whom how often; and, for attacks in the last round by players far behind,
    whether they hit the leader, and what part of the others' land was the leader's.
    """
    match, then = played(level, seed)
    made, late = np.zeros((PLAYERS, PLAYERS)), []
    for (_, _, entries), (last, points, land) in zip(match.history, then, strict=True):
        for entry in entries:
            if entry.kind.name != "attack" or entry.values["defender"] is None:
                continue
            mine, victim = entry.values["player"], entry.values["defender"]
            made[mine, victim] += 1
            leader = points.index(max(points))
            if last and points[mine] < points[leader] - FAR:
                late.append((victim == leader, land[leader] / (sum(land) - land[mine])))
    return made, late


def most_attacked(made):
    """The part of all attacks that hits whoever is attacked most."""
    return made.sum(axis=0).max() / max(made.sum(), 1)


@pytest.mark.parametrize(("level", "games"), [("adept", 80), ("master", 10)])
def test_opponents_neither_gang_up_nor_make_kings(level, games):
    told = [attacks(level, seed) for seed in range(games)]
    together = np.mean([most_attacked(made) for made, _ in told])
    # Players of different games cannot have fallen upon anybody together.
    strangers = [
        [told[(n + 3 * seat) % games][0][seat] for seat in range(PLAYERS)] for n in range(games)
    ]
    apart = np.mean([most_attacked(np.array(made)) for made in strangers])
    assert apart - 0.1 < together < apart + 0.05
    hit, expected = np.mean([row for _, late in told for row in late], axis=0)
    assert 0.5 * expected < hit < 1.5 * expected


# A game and its players; set up at random, so that bots do not vary it before the first move.
OPENINGS = {
    "suntzu": {"players": 2},
    "samurai": {"players": 3, "hands": "random", "figures": "random"},
    "shogun": {"players": 4},
}


def opened(game, level, seed, decisions, think_ms):
    """The first decisions from one and the same opening, by bots with dice of this seed."""
    bot, rng = patient(game, level, think_ms), np.random.default_rng(seed)
    match, made = tenka.new(game, seed=3, **OPENINGS[game]), []
    while match.to_act and len(made) < decisions:
        player = match.to_act[0]
        action = bot.act(player, match.redacted(player), match.legal(player), rng)
        made.append(action.id)
        match.play(player, action)
    return tuple(made)


@pytest.mark.parametrize("game", OPENINGS)
@pytest.mark.parametrize("level", ["adept", "expert", "master"])
def test_the_same_opening_is_not_always_played_alike(game, level):
    """A dozen games of sixty decisions each are different ones, most of them; the same dice give
    the same game.
    """
    games = [opened(game, level, seed, 60, 5) for seed in range(12)]
    assert len(set(games)) >= 8
    assert opened(game, level, 0, 60, 5) == games[0]
