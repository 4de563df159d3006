"""How Shogun's master learned what it weighs: by games of the quick policy against itself.

    python -m tenka.learn shogun --minutes 5 --keep build/shogun

First the worths of things (see `tenka.bots.evolution`), then the outlook: chances of the win by
what players have before a round, fitted to games with the new worths. Both are found for each
number of players, and written to `learned.json` in the folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tenka.bots.evolution import Reals, changed, command, evolve, export, shares_of
from tenka.bots.shogun.judgement import (
    FEATURES,
    MIND,
    ROUNDS,
    Mind,
    mind_at,
    round_of,
    survey,
)
from tenka.bots.shogun.outlook import describe
from tenka.bots.shogun.plans import make_plan
from tenka.bots.shogun.policy import lay_plan, step
from tenka.bots.shogun.search import STATE_SIZE, state_at
from tenka.bots.shogun.weights import mind
from tenka.core.batch import Batch
from tenka.core.engine import choices_at, first_actor, journal_at
from tenka.core.game import CHOICES, Choices
from tenka.core.journal import JOURNAL, Journal
from tenka.core.layout import Ints
from tenka.core.registry import find
from tenka.core.rule import rule
from tenka.games.shogun.state import PLANNING, State

MIND_SIZE = MIND.itemsize
BASE = mind().worth[0].copy()
LEAD = 0.35  # how much a point ahead of the best other tells, beside the win itself
ERROR = 0.25  # in points, with which those play whose games are fitted: more is seen then
AT_ONCE = 2000  # games that one process plays before it is asked again


@rule
def note_features(m: Mind, s: State, features: Reals) -> None:
    """What every player has before a round."""
    survey(m, s)
    now = round_of(s)
    for player in range(s.players):
        describe(m, s, player)
        features[now, player] = m.feature


@rule
def play_whole(s: State, j: Journal, c: Choices, minds: int, seats: Ints, features: Reals) -> None:
    """A game by the quick policy, each seat with a mind of its own."""
    while s.acting:
        player = first_actor(s)
        m = mind_at(minds + seats[player] * MIND_SIZE)
        if s.phase == PLANNING:
            if player == 0 and len(features):
                note_features(m, s, features)
            make_plan(m, s, player)
            lay_plan(s, j, player, m.plan)
        else:
            step(m, s, j, c)


def contest(
    states: int,
    journal: int,
    choices: int,
    minds: int,
    seats: Ints,
    features: Reals,
    points: Ints,
    winners: Ints,
) -> None:
    """Play all games from their first positions: what was seen before rounds, points, winners."""
    j, c = journal_at(journal), choices_at(choices)
    for game in range(len(seats)):
        s = state_at(states + game * STATE_SIZE)
        play_whole(s, j, c, minds, seats[game], features[game])
        winners[game] = s.winners
        for player in range(s.players):
            points[game, player] = s.points[player]


def play(
    minds: NDArray[np.void], seats: Ints, seed: int, rounds: int = 0
) -> tuple[Ints, Ints, Reals]:
    """Points, winners (bits) and what was seen before so many rounds, of a game for each row."""
    game, (count, players) = find("shogun"), seats.shape
    run = game.engine.extend("learning", contest, quick=True)["contest"]
    states = Batch(game, count, players=players, seed=seed, threads=1).states.copy()
    room = [np.zeros(1, dtype=kind) for kind in (JOURNAL, CHOICES)]
    features = np.zeros((count, rounds, players, len(FEATURES)))
    points, winners = np.zeros((count, players), dtype=np.int64), np.zeros(count, dtype=np.int64)
    desk = (part.ctypes.data for part in (states, *room, minds))
    run(*desk, seats, features, points, winners)
    return points, winners, features


def trial(players: int, job: tuple[Reals, Reals, int, int]) -> tuple[float, float]:
    """How well a candidate does from every seat in turn, by its lead and by its wins."""
    candidate, field, games, seed = job
    minds = np.concatenate([mind(), mind()]).view(np.recarray)
    minds.worth[0], minds.worth[1] = candidate, field
    games -= games % players
    mine = np.arange(games), np.arange(games) % players
    seats = np.ones((games, players), dtype=np.int64)
    seats[mine] = 0
    points, winners, _ = play(minds, seats, seed)
    lead = points[mine]
    points[mine] = -1
    lead = lead - points.max(axis=1)
    won = float(shares_of(winners, players)[mine].mean())
    return (float((1 / (1 + np.exp(-LEAD * lead))).mean()) + won) / 2, won


def watch(job: tuple[Reals, int, int]) -> tuple[Reals, Ints]:
    """What was seen before rounds, and who won, in games of players with the same worths."""
    worth, players, seed = job
    one = mind(ERROR)
    one.worth[0] = worth
    seats = np.zeros((AT_ONCE, players), dtype=np.int64)
    _, winners, features = play(one, seats, seed, ROUNDS)
    return features, winners


def fit(features: Reals, won: Reals) -> Reals:
    """Weights of features by which winners are told best, by Newton's method."""
    spread = features.reshape(-1, len(FEATURES)).std(axis=0) + 1e-9
    x, weights = features / spread, np.zeros(len(FEATURES))
    little = 1e-3 * np.eye(len(FEATURES))
    for _ in range(30):
        told = x @ weights
        odds = np.exp(told - told.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        slope = np.einsum("np,npf->f", won - odds, x) - little @ weights
        mean = np.einsum("np,npf->nf", odds, x)
        bend = np.einsum("np,npf,npg->fg", odds, x, x) - mean.T @ mean + little
        weights = weights + np.linalg.solve(bend, slope)
    return np.asarray(weights / spread)


def outlook(worth: Reals, players: int, games: int, pool: Executor) -> list[list[float]]:
    """The weights of features before each round but the first."""
    jobs = [(worth, players, seed) for seed in range(-(-games // AT_ONCE))]
    seen, winners = zip(*pool.map(watch, jobs), strict=True)
    won, features = shares_of(np.concatenate(winners), players), np.concatenate(seen)
    rounds = (fit(features[:, now], won) for now in range(1, ROUNDS))
    return [[float(f"{weight:.4g}") for weight in weights] for weights in rounds]


def learn(players: Sequence[int], options: argparse.Namespace, pool: Executor) -> None:
    """Learn for each number of players, in turn."""
    learned = {}
    for count in players:
        file = options.keep / f"{count}.json"
        for run in evolve(partial(trial, count), BASE, file, pool, options):
            worth = changed(BASE, np.array(run.change))
        fine = [[float(f"{weight:.4g}") for weight in row] for row in worth]
        learned[str(count)] = {
            "worth": fine,
            "outlook": outlook(worth, count, options.fitted, pool),
        }
    export(learned, options.keep / "learned.json")


def main(words: Sequence[str] | None = None) -> None:
    """Learn, as the words say."""
    command(__doc__ or "", "shogun", learn, words)


if __name__ == "__main__":
    main()
