"""Worthy company: opponents vary their play, and at a table of several they neither gang up nor
make kings.

They are not told who sits where, so they cannot choose a person as their victim. What could happen
is that all fall upon the same player, or that somebody who cannot win decides who does. Both can be
counted in Shogun, where players attack each other, and the first in Samurai, where they overtake
each other at figures.
"""

from __future__ import annotations

import numpy as np
import pytest

import tenka
from tenka.games.samurai.facts import FIGURES, HEX_NAMES, STRENGTH, TILES, TOUCHES
from tests.bots.proofs import patient

FAR = 5  # so many points behind the leader one does not catch up in the last round


def played(game, level, players, seed, look):
    """A game; and what `look` sees in the state before each decision."""
    bot, rng = patient(game, level, 1), np.random.default_rng(seed)
    match, then = tenka.new(game, seed=seed, players=players), []
    while match.to_act:
        player = match.to_act[0]
        then.append(look(match.state))
        match.play(player, bot.act(player, match.redacted(player), match.legal(player), rng))
    return [(entry, before) for (_, _, told), before in zip(match.history, then, strict=True)
            for entry in told]  # fmt: skip


def attacks(level, players, seed):
    """Who attacked whom how often in Shogun; and, for attacks in the last round by players far
    behind, whether they hit the leader, and what part of the others' land was the leader's.
    """

    def look(state):
        land = [int((state.owner == seat).sum()) for seat in range(players)]
        return state.year == 1 and state.season == 2, state.points[:players].tolist(), land

    made, late = np.zeros((players, players)), []
    for entry, (last, points, land) in played("shogun", level, players, seed, look):
        if entry.kind.name != "attack" or entry.values["defender"] is None:
            continue
        mine, victim = entry.values["player"], entry.values["defender"]
        made[mine, victim] += 1
        leader = points.index(max(points))
        if last and points[mine] < points[leader] - FAR:
            late.append((victim == leader, land[leader] / (sum(land) - land[mine])))
    return made, late


def overtaken(level, players, seed):
    """Who took the lead at a figure from whom how often in Samurai."""

    def look(state):
        return state.strength[:, :players].copy()

    made = np.zeros((players, players))
    for entry, strength in played("samurai", level, players, seed, look):
        if entry.kind.name != "laid":
            continue
        mine, added = entry.values["player"], STRENGTH[TILES.index(entry.values["tile"])]
        for settlement in (at for at in TOUCHES[HEX_NAMES.index(entry.values["hex"])] if at >= 0):
            for figure in range(len(FIGURES)):
                there = strength[settlement, :, figure]
                leader = int(there.argmax())
                if leader != mine and there[mine] < there[leader] <= there[mine] + added[figure]:
                    made[mine, leader] += 1
    return made


def most_hit(made):
    """The part of all that is done to others which hits whoever is hit most."""
    return made.sum(axis=0).max() / max(made.sum(), 1)


def together_and_apart(told):
    """How much of it hits whoever is hit most: in games, and where each player is of another game
    and nobody can have fallen upon anybody together.
    """
    games, players = len(told), len(told[0])
    strangers = [
        np.array([told[(n + 3 * seat) % games][seat] for seat in range(players)])
        for n in range(games)
    ]
    return np.mean([most_hit(made) for made in told]), np.mean(
        [most_hit(made) for made in strangers]
    )


@pytest.mark.parametrize(
    ("level", "players", "games"),
    [("adept", 4, 80), ("master", 4, 10)]
    + [pytest.param("adept", n, 40, marks=pytest.mark.long) for n in (3, 5)],
)
def test_opponents_neither_gang_up_nor_make_kings(level, players, games):
    told = [attacks(level, players, seed) for seed in range(games)]
    together, apart = together_and_apart([made for made, _ in told])
    assert apart - 0.1 < together < apart + 0.05
    hit, expected = np.mean([row for _, late in told for row in late], axis=0)
    assert 0.5 * expected < hit < 1.5 * expected


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4])
def test_opponents_do_not_gang_up_over_figures(players):
    told = [overtaken("adept", players, seed) for seed in range(40)]
    assert np.sum(told) > 10 * len(told)
    together, apart = together_and_apart(told)
    assert apart - 0.1 < together < apart + 0.05


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
