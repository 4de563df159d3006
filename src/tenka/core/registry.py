"""The games and opponents that there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from tenka.core.errors import OptionError, UnknownBot, UnknownGame, did_you_mean
from tenka.core.game import Action, Game


class Bot(Protocol):
    """An opponent. It gets the redacted state, so there is nothing to peep at."""

    def act(self, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """One of the legal decisions."""


_GAMES: dict[str, Game] = {}
_BOTS: dict[str, dict[str, Callable[[Game, int], Bot]]] = {}
THINK_MS = 200


def register(game: Game) -> Game:
    """Make a game known by its name."""
    _GAMES[game.name] = game
    return game


def register_bot(game: str, level: str, make: Callable[[Game, int], Bot]) -> None:
    """Make an opponent known; levels are listed in the order of their registration.

    It is made of the game and the milliseconds that it may think about a decision.
    """
    _BOTS.setdefault(game, {})[level] = make


def games() -> tuple[str, ...]:
    """The names of the games."""
    return tuple(sorted(_GAMES))


def find(name: str) -> Game:
    """The game of that name."""
    if name not in _GAMES:
        raise UnknownGame(f"no game {name!r}: {did_you_mean(str(name), games())}")
    return _GAMES[name]


def bots(game: str) -> tuple[str, ...]:
    """The levels of opponents in a game, the weakest first."""
    return tuple(_BOTS.get(find(game).name, ()))


def bot(game: str, level: str, *, think_ms: int = THINK_MS) -> Bot:
    """An opponent of that level, which takes at most so long for a decision."""
    if level not in bots(game):
        raise UnknownBot(f"{game} has no bot {level!r}: {did_you_mean(str(level), bots(game))}")
    if type(think_ms) is not int or think_ms < 1:
        raise OptionError(f"think_ms is a whole number of milliseconds, not {think_ms!r}")
    return _BOTS[game][level](find(game), think_ms)
