"""What a network can learn from Samurai's quick policy: positions, what it does there, who won.

Now and then a decision is made at random, so that positions are seen to which the policy does not
come by itself; what it would have done is written down even then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tenka.bots.samurai.judgement import Mind, forget, mind_at
from tenka.bots.samurai.policy import carry_out_one, quick
from tenka.bots.samurai.search import STATE_SIZE, state_at
from tenka.bots.samurai.weights import player as playing
from tenka.core.batch import Batch
from tenka.core.chance import below
from tenka.core.engine import choices_at, first_actor, journal_at
from tenka.core.game import CHOICES, Choices, Game
from tenka.core.journal import JOURNAL, Journal
from tenka.core.layout import NONE, Ints, Numbers, copy_bytes
from tenka.core.rule import rule
from tenka.games.samurai.encode import encode
from tenka.games.samurai.rules import legal
from tenka.games.samurai.state import State
from tenka.games.samurai.view import redact

LONGEST = 512  # decisions of a game that are chosen from several
STRAYS = 40  # of a thousand decisions, those made at random


@dataclass
class Lessons:
    """Rows of what was seen, by which seat, and who won in the end, as bits."""

    players: int
    numbers: NDArray[np.int8]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    seats: NDArray[np.int64]
    winners: NDArray[np.int64]


@rule
def attend(m: Mind, s: State, j: Journal, c: Choices, player: int) -> int:
    """One decision, made as the quick policy does, but for strays; what the policy does."""
    choice = quick(m, s, player, c)
    made = choice
    if below(s, 1000) < STRAYS:
        made = int(c.ids[below(s, c.count)])
        m.plan[:] = NONE
    carry_out_one(m, s, j, player, made)
    return choice


def watch(
    states: int,
    scratch: int,
    journal: int,
    choices: int,
    mind: int,
    games: int,
    numbers: Numbers,
    masks: Ints,
    actions: Ints,
    seats: Ints,
    which: Ints,
    winners: Ints,
) -> int:
    """Play games to their ends while there is room for what is seen in them; how many rows.

    Positions in which there is nothing to choose are left out.
    """
    j, c, m = journal_at(journal), choices_at(choices), mind_at(mind)
    rows = 0
    for game in range(games):
        s = state_at(states + game * STATE_SIZE)
        if rows + LONGEST > len(actions):
            return rows
        forget(m)
        while s.acting:
            player = first_actor(s)
            c.count = 0
            legal(s, player, c)
            seen = c.count > 1
            if seen:
                copy_bytes(scratch, states + game * STATE_SIZE, STATE_SIZE)
                for k in range(c.count):
                    masks[rows, c.ids[k]] = 1
                seats[rows], which[rows] = player, game
            actions[rows] = attend(m, s, j, c, player)
            if seen:
                redact(state_at(scratch), player)
                encode(state_at(scratch), player, numbers[rows])
                rows += 1
        winners[game] = s.winners
    return rows


def lessons(game: Game, rows: int, seed: int, options: dict[str, Any]) -> Lessons:
    """About so many rows, of games with these options; other seeds give other games."""
    run = game.engine.extend("lessons", watch, quick=True)["watch"]
    games = max(1, rows // (25 * options["players"]))
    states = Batch(game, games, seed=seed, threads=1, **options).states.copy()
    room = [np.zeros(1, dtype=kind) for kind in (game.dtype, JOURNAL, CHOICES)]
    mind = playing()
    numbers = np.zeros((rows + LONGEST, game.observation_size), dtype=np.int8)
    masks = np.zeros((rows + LONGEST, len(game.actions)), dtype=np.uint8)
    actions, seats, which = (np.zeros(rows + LONGEST, dtype=np.int64) for _ in range(3))
    winners = np.ones(games, dtype=np.int64)
    desk = (part.ctypes.data for part in (states, *room, mind))
    count = run(*desk, games, numbers, masks, actions, seats, which, winners)
    ended = winners[which[:count]]
    seen = numbers[:count], masks[:count].view(np.bool_), actions[:count], seats[:count]
    return Lessons(options["players"], *seen, ended)
