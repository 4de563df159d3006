"""The weakest opponent, which every game has; and a judge for games that have no better one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenka.core.game import Action, Game
from tenka.core.judging import Line, Reals
from tenka.core.match import Match


class RandomJudge:
    """Plays drawn states on at random, to the end."""

    SHARPNESS = (1.0, 1.0)

    def __init__(self, game: Game) -> None:
        self.game = game

    def progress(self, seen: Any) -> float:
        """Not known of just any game."""
        return 0.0

    def chances(self, viewer: int | None, seen: Any, seed: int, draws: int) -> Reals:
        """How often each player wins from here."""
        return np.asarray(self.weigh(0, seen, [()], seed, draws)[0])

    def cut(self, seen: Any, coming: Sequence[int]) -> int:
        """Each decision is a choice."""
        return 1

    def lines(self, player: int, seen: Any, legal: Sequence[Action], seed: int) -> list[Line]:
        """All of them."""
        return [(action.id,) for action in legal]

    def weigh(self, player: int, seen: Any, lines: Sequence[Line], seed: int, draws: int) -> Reals:
        """How often each player wins after each choice."""
        options = {"players": int(seen.players)}
        shares = np.zeros((len(lines), options["players"]))
        for number in range(draws):
            for row, line in zip(shares, lines, strict=True):
                rng = np.random.default_rng([seed, number])
                drawn = self.game.determinise(seen, rng).tobytes()
                match = Match.resume(self.game, options, 0, drawn)
                for action in line:
                    match.play(player, action)
                play_on(match, rng)
                row[list(match.winners)] += 1 / len(match.winners)
        return shares / draws


def play_on(match: Match, rng: np.random.Generator) -> None:
    """Any legal decisions, to the end."""
    while asked := match.to_act:
        legal = match.legal(asked[0])
        match.play(asked[0], legal[int(rng.integers(len(legal)))])


class RandomBot:
    """Any legal decision, each as likely as the next."""

    judge = RandomJudge

    def __init__(self, game: Game, think_ms: int) -> None:
        self.game = game
        self.think_ms = think_ms

    def act(self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """One of the legal decisions."""
        return legal[int(rng.integers(len(legal)))]


LEVELS = {"random": RandomBot}
