"""What positions, plans and marches of Shogun are worth, by the search of its expert."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenka.bots.shogun.judgement import ROUNDS, round_of
from tenka.bots.shogun.policy import LAYING
from tenka.bots.shogun.search import code
from tenka.bots.shogun.weights import mind
from tenka.core.game import CHOICES, Action, Game
from tenka.core.journal import JOURNAL
from tenka.core.judging import Line, Reals, keys_of
from tenka.core.layout import NONE, Ints
from tenka.core.players import MOST_PLAYERS
from tenka.games.shogun.facts import BID, FIELD_COUNT
from tenka.games.shogun.planning import card_of
from tenka.games.shogun.state import PLANNING

PLANS = 24  # tried, of which some are alike
SPREAD = 1.2  # the largest error, in points, with which they are made
RIVALS = 0.5  # in points: the error with which the others are taken to plan
MOST_OPTIONS = 64


class ShogunJudge:
    """Plays plans and decisions on to the end of the round, and sees what points are to come."""

    SHARPNESS = (1.1, 0.78)

    def __init__(self, game: Game) -> None:
        self.game = game
        self._propose, self._ponder = code(game)["propose"], code(game)["ponder"]
        self._world, self._state = np.zeros((2, 1), dtype=game.dtype)
        self._journal, self._choices = np.zeros(1, dtype=JOURNAL), np.zeros(1, dtype=CHOICES)
        self._mind, self._rival = mind(), mind(RIVALS)

    def progress(self, seen: Any) -> float:
        """The part of the rounds that is over."""
        return round_of(seen) / ROUNDS

    def chances(self, viewer: int | None, seen: Any, seed: int, draws: int) -> Reals:
        """Everyone's chance if it goes on from here."""
        me = viewer
        if me is None:  # all is known but the plans that are not laid: one player's, with guesses
            me = next(p for p in range(MOST_PLAYERS) if int(seen.acting) >> p & 1)
        return np.asarray(self._try(me, seen, np.full((1, FIELD_COUNT), NONE), seed, draws)[0])

    def cut(self, seen: Any, coming: Sequence[int]) -> int:
        """What is left of a plan is one choice."""
        if seen.phase != PLANNING:
            return 1
        fields = 0
        while fields < len(coming) and coming[fields] in LAYING[0]:
            fields += 1
        return min(fields + 1, len(coming))

    def lines(self, player: int, seen: Any, legal: Sequence[Action], seed: int) -> list[Line]:
        """Plans made with more and more error, or the quick policy's decision and all others."""
        options = np.zeros((MOST_OPTIONS, FIELD_COUNT), dtype=np.int64)
        errors = np.linspace(0.0, SPREAD, PLANS)
        parts = (self._copy(seen), self._state, self._choices, self._mind)
        desk = [part.ctypes.data for part in parts]
        count = self._propose(*desk, player, keys_of(seed), errors, options)
        if seen.phase != PLANNING:
            return [(number,) for number in options[:count, 0].tolist()]
        field = int((seen.plan[player] != NONE).sum())
        return [tuple(laying(plan)[field:]) for plan in options[:count]]

    def weigh(self, player: int, seen: Any, lines: Sequence[Line], seed: int, draws: int) -> Reals:
        """Everyone's chance after each plan or decision."""
        options = np.full((len(lines), FIELD_COUNT), NONE)
        for row, line in zip(options, lines, strict=True):
            if seen.phase == PLANNING:
                row[:] = seen.plan[player]
                row[FIELD_COUNT - len(line) :] = [card_of(number) for number in line]
            else:
                row[0] = line[0]
        return self._try(player, seen, options, seed, draws)

    def _try(self, me: int, seen: Any, options: Ints, seed: int, draws: int) -> Reals:
        tallies, players = np.zeros((len(options), 1 + MOST_PLAYERS)), int(seen.players)
        own = self._copy(seen)
        minds = self._mind, self._rival
        parts = (own, self._world, self._state, self._journal, self._choices, *minds)
        desk = [part.ctypes.data for part in parts]
        everything, keys = np.arange(len(options)), keys_of(seed)
        for number in range(draws):
            self._ponder(*desk, me, keys, options, everything, tallies, number)
        return np.asarray(tallies[:, 1 : 1 + players] / tallies[:, :1])

    def _copy(self, seen: Any) -> Any:
        return np.frombuffer(bytearray(seen.tobytes()), dtype=self.game.dtype)


def laying(plan: Ints) -> list[int]:
    """The decisions that lay a plan."""
    return [int(LAYING[int(field == BID), card]) for field, card in enumerate(plan.tolist())]
