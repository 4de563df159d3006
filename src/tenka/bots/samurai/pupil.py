"""Samurai's master while it learns: it plays without a clock, and notes what its search finds.

Of a decision on a tile it notes the branches that the quick policy would think of there, how much
each is liked, and which of them the search chose; of a position between turns, what chances the
search gives everyone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tenka.bots.samurai.judgement import REAL, forget, mind_at, value
from tenka.bots.samurai.knowledge import Knowledge
from tenka.bots.samurai.levels import Ask
from tenka.bots.samurai.master import Master
from tenka.bots.samurai.search import STATE_SIZE, draw_world, state_at
from tenka.bots.samurai.tree import CODE, WIDTH, kind_of, same_place, think_of, tree_at
from tenka.bots.searcher import Reals
from tenka.core.code import Code
from tenka.core.engine import choices_at
from tenka.core.game import Action, Game
from tenka.core.layout import NONE, Ints
from tenka.core.match import Match
from tenka.games.samurai.state import PLAY_TILE

UNHURRIED = 600_000  # milliseconds: no clock ends a search


def look(
    seen: int,
    world: int,
    scratch: int,
    journal: int,
    choices: int,
    mind: int,
    me: int,
    keys: Ints,
    tree: int,
) -> int:
    """List the branches that are thought of here, in the tree; how many there are."""
    m = mind_at(mind)
    draw_world(world, seen, keys[0], keys[1])
    forget(m)
    return think_of(tree_at(tree), m, state_at(world), choices_at(choices), me)


def appraise(states: int, judgement: int, chances: Reals) -> None:
    """Everyone's chance of the win in each of these positions."""
    k = mind_at(judgement)
    for at in range(len(chances)):
        value(k, state_at(states + at * STATE_SIZE))
        for player in range(chances.shape[1]):
            chances[at, player] = k.win[player]


def code(game: Game) -> Code:
    """`look` and `appraise`."""
    return game.engine.extend("learning", look, appraise, quick=True)


@dataclass
class Thoughts:
    """What was noted: of decisions (likings and kinds of the branches, which was chosen), and of
    positions between turns (their bytes, everyone's chances by the search, shares of the win).
    """

    likings: Reals
    kinds: NDArray[np.int8]  # NONE where there was no such branch
    chosen: NDArray[np.int8]
    states: NDArray[np.uint8]
    searched: Reals
    won: Reals

    @classmethod
    def together(cls, all: Sequence[Thoughts], most: int) -> Thoughts:
        """The last so many of each."""
        return cls(*(np.concatenate([getattr(one, name) for one in all])[-most:]
                     for name in cls.__annotations__))  # fmt: skip


class Pupil(Master):
    """Plays by some knowledge; `branches` and `chances` are what it noted of its last decision."""

    def __init__(self, game: Game, think_ms: int, known: Knowledge) -> None:
        self._known = known
        self._look = code(game)["look"]
        self.branches: tuple[list[float], list[int], int] | None = None
        self.chances: list[float] | None = None
        super().__init__(game, think_ms)
        self.think_ms = UNHURRIED

    def knows(self, players: int) -> Knowledge:
        """What it is to play by."""
        return self._known

    def decide(self, player: int, seen: Any, legal: list[Action], rng: Generator) -> Action:
        """A move, of which it may note something."""
        self.branches = self.chances = None
        self._noting = seen.phase == PLAY_TILE
        self._between = self._noting and seen.played == 0
        return super().decide(player, seen, legal, rng)

    def _choose(self, count: int, me: int, players: int, ask: Ask, rng: Generator) -> int:
        chosen = super()._choose(count, me, players, ask, rng)
        if self._between:
            tally = self._tallies[chosen]
            self.chances = (tally[1 : 1 + players] / tally[0]).tolist()
        if self._noting:
            self.branches = self._branches(me, ask, chosen)
        return chosen

    def _trying(self, ask: Ask) -> Callable[[Ints, Reals, int, int], int]:
        explore = super()._trying(ask)

        def noting(alive: Ints, tallies: Reals, first: int, last: int) -> int:
            self._tallies = tallies
            return explore(alive, tallies, first, last)

        return noting

    def _branches(
        self, me: int, ask: Ask, chosen: int
    ) -> tuple[list[float], list[int], int] | None:
        """Likings and kinds, and which was chosen; None if it was none of them."""
        count = self._look(*ask[:6], me, ask[8], self._tree.ctypes.data)
        first, second = self._moves[chosen].tolist()
        made, tree = first * CODE + second - NONE, self._tree[0]
        for at in range(count):
            if count > 1 and same_place(int(tree.branch[at]), made):
                kinds = [kind_of(int(move)) for move in tree.branch[:count]]
                return tree.liking[:count].tolist(), kinds, at
        return None


def play(pupils: Sequence[Pupil], seats: Sequence[int], seed: int) -> tuple[Match, list[Any]]:
    """A game to its end, each seat played by one of the pupils; and what they noted on the way:
    the state before the decision, branches, chances.
    """
    game, players = pupils[0].game, len(seats)
    match, rng = Match(game, game.choose(players, {}), seed), np.random.default_rng(seed)
    noted: list[Any] = []
    while match.to_act:
        player = match.to_act[0]
        pupil, legal = pupils[seats[player]], match.legal(player)
        pupil.branches = pupil.chances = None
        action = pupil.act(player, match.redacted(player), legal, rng)
        if pupil.branches or pupil.chances:
            noted.append((match.state_bytes(), pupil.branches, pupil.chances))
        match.play(player, action)
    return match, noted


def share_of(match: Match, player: int) -> float:
    """A player's share of the win."""
    return (player in match.winners) / len(match.winners)


def thoughts(match: Match, noted: list[Any], players: int) -> Thoughts:
    """What was noted in a game, with how it ended."""
    rows = [branches for _, branches, _ in noted if branches]
    between = [(state, chances) for state, _, chances in noted if chances]
    likings = np.zeros((len(rows), WIDTH))
    kinds = np.full((len(rows), WIDTH), NONE, dtype=np.int8)
    for at, (liked, which, _) in enumerate(rows):
        likings[at, : len(liked)], kinds[at, : len(which)] = liked, which
    states = np.frombuffer(b"".join(state for state, _ in between), dtype=np.uint8)
    won = [share_of(match, player) for player in range(players)]
    return Thoughts(
        likings,
        kinds,
        np.array([chosen for _, _, chosen in rows], dtype=np.int8),
        states.reshape(-1, STATE_SIZE),
        np.array([chances for _, chances in between], dtype=REAL).reshape(-1, players),
        np.tile(won, (len(between), 1)),
    )
