"""What positions and moves of Samurai are worth, by the search of its expert."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenka.bots.samurai.compiled import code
from tenka.bots.samurai.weights import judge, player
from tenka.core.game import CHOICES, Action, Game
from tenka.core.journal import JOURNAL
from tenka.core.judging import Line, Reals, keys_of
from tenka.core.layout import NONE, Ints
from tenka.core.players import MOST_PLAYERS
from tenka.games.samurai.actions import END, TILE
from tenka.games.samurai.facts import FIGURE_EXCHANGE, TOKEN_EXCHANGE
from tenka.games.samurai.state import PLAY_TILE

MOST_MOVES = 512
MOVES = 16  # that deserve a thought
ROUNDS = 2  # of turns, to be played on
ALONE = (END, TILE + TOKEN_EXCHANGE, TILE + FIGURE_EXCHANGE)  # what else is asked step by step


class SamuraiJudge:
    """Plays moves on for two rounds of turns, and sees how the captures stand then."""

    SHARPNESS = (2.0, 0.2)

    def __init__(self, game: Game) -> None:
        self.game = game
        self._propose, self._ponder = code(game)["propose"], code(game)["ponder"]
        self._room = [
            np.zeros(1, dtype=kind) for kind in (game.dtype, game.dtype, JOURNAL, CHOICES)
        ]
        self._minds = {players: (player(), judge(players)) for players in game.players}

    def progress(self, seen: Any) -> float:
        """The part of the figures that has left the board."""
        gone = seen.captured.sum() + seen.set_aside.sum()
        return float(gone / max(1, gone + seen.left.sum() + seen.stock.sum()))

    def chances(self, viewer: int | None, seen: Any, seed: int, draws: int) -> Reals:
        """Everyone's chance if it goes on from here."""
        return np.asarray(self._try(viewer or 0, seen, np.full((1, 2), NONE), seed, draws)[0])

    def cut(self, seen: Any, coming: Sequence[int]) -> int:
        """A tile and its hex are one choice."""
        lays = seen.phase == PLAY_TILE and coming[0] not in ALONE
        return 2 if lays else 1

    def lines(self, player: int, seen: Any, legal: Sequence[Action], seed: int) -> list[Line]:
        """The moves with the best positions after them; before the first turn, all decisions."""
        if seen.phase < PLAY_TILE:
            return [(action.id,) for action in legal]
        moves = np.zeros((MOST_MOVES, 2), dtype=np.int64)
        values, costs = np.zeros(MOST_MOVES), np.zeros(MOST_MOVES)
        desk = self._desk(seen)[:-1]
        count = self._propose(*desk, player, keys_of(seed), moves, values, costs)
        best = np.argsort(-values[:count], kind="stable")[:MOVES]
        return [tuple(n for n in row if n != NONE) for row in moves[best].tolist()]

    def weigh(self, player: int, seen: Any, lines: Sequence[Line], seed: int, draws: int) -> Reals:
        """Everyone's chance after each move."""
        moves = np.full((len(lines), 2), NONE)
        for row, line in zip(moves, lines, strict=True):
            row[: len(line)] = line
        return self._try(player, seen, moves, seed, draws)

    def _try(self, me: int, seen: Any, moves: Ints, seed: int, draws: int) -> Reals:
        tallies, players = np.zeros((len(moves), 1 + MOST_PLAYERS)), int(seen.players)
        everything = np.arange(len(moves))
        about = me, keys_of(seed), moves, everything, tallies
        self._ponder(*self._desk(seen), *about, 0, draws, ROUNDS)
        return np.asarray(tallies[:, 1 : 1 + players] / tallies[:, :1])

    def _desk(self, seen: Any) -> list[int]:
        self._seen = np.frombuffer(bytearray(seen.tobytes()), dtype=self.game.dtype)
        parts = (self._seen, *self._room, *self._minds[int(seen.players)])
        return [part.ctypes.data for part in parts]
