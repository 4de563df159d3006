"""The games and opponents that there are: known by name, loaded when first needed.

A package brings a game through the entry point group `tenka.games`, whose names are those of games
and whose values are `Game`s, and opponents through `tenka.bots`, whose names are those of games and
whose values are mappings from a level to what makes such a bot, the weakest first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint
from typing import Any, Protocol

import numpy as np

from tenka.core.between import Strength, Wavering
from tenka.core.code import Code, Way, way
from tenka.core.errors import OptionError, UnknownBot, UnknownGame, did_you_mean
from tenka.core.game import Action, Game
from tenka.core.judging import Judging
from tenka.core.reasons import NO_SUCH_GAME

GAMES, BOTS = "tenka.games", "tenka.bots"
THINK_MS = 200


class Bot(Protocol):
    """An opponent. It is given the redacted state, so there is nothing to peek at."""

    def act(self, player: int, seen: Any, legal: list[Action], rng: np.random.Generator) -> Action:
        """Choose one of a player's legal decisions, given the state as that player sees it."""


Levels = Mapping[str, Callable[[Game, int], Bot]]  # of a game, and milliseconds for a decision

_games: dict[str, EntryPoint] = {}
_bots: dict[str, list[EntryPoint]] = {}


def register(game: EntryPoint) -> None:
    """Make a game known; of two with one name the first stays."""
    _games.setdefault(game.name, game)


def register_bots(levels: EntryPoint) -> None:
    """Make more opponents known in the game after which the entry point is named."""
    _bots.setdefault(levels.name, []).append(levels)


def games() -> tuple[str, ...]:
    """The names of the games."""
    return tuple(sorted(_games))


@cache
def find(name: str) -> Game:
    """The game of that name."""
    if name not in _games:
        said = f"no game {name!r}: {did_you_mean(str(name), games())}"
        raise UnknownGame(said, NO_SUCH_GAME())
    try:
        game: Game = _games[name].load()
    except (ImportError, AttributeError) as error:
        where = _games[name].value
        said = f"the game {name!r} cannot be loaded from {where}: {error}"
        raise UnknownGame(said, NO_SUCH_GAME()) from error
    return game


@cache
def _levels(game: str) -> Levels:
    """A game's opponents; of two with one level the first stays."""
    known: dict[str, Callable[[Game, int], Bot]] = {}
    for source in _bots.get(find(game).name, ()):
        known = {**known, **source.load(), **known}
    return known


def bots(game: str) -> tuple[str, ...]:
    """The levels of a game's opponents, weakest first."""
    return tuple(_levels(game))


def bot_code(game: str, level: str) -> Code | None:
    """The compiled code that a level uses, if it has some: what makes the bot says so in `code`."""
    code = getattr(_levels(game)[Strength.named(level).level], "code", None)
    return code(find(game)) if code else None


def needs_speed(game: str, level: str) -> bool:
    """Whether a level plays as it should only with compiled code: if so it says `NEEDS_SPEED`."""
    return bool(getattr(_levels(game)[Strength.named(level).level], "NEEDS_SPEED", False))


def is_ready(game: str, level: str) -> bool:
    """Whether a level can play as it should without waiting for the compiler."""
    code = bot_code(game, level) if needs_speed(game, level) else None
    return code is None or way() is not Way.BACKGROUND or code.mark.exists()


def judge(game: str) -> Judging:
    """What tells who will win: that of the strongest level which says so in `judge`."""
    for level in reversed(bots(game)):
        if made := getattr(_levels(game)[level], "judge", None):
            if way() is Way.BACKGROUND and (code := bot_code(game, level)):
                code.compile()
            judging: Judging = made(find(game))
            return judging
    raise UnknownBot(f"no opponent of {game} can judge a position")


def learner(game: str) -> Callable[[Sequence[str]], None]:
    """What learns a game: that of the strongest level that names it in `learning`."""
    for level in reversed(bots(game)):
        if where := getattr(_levels(game)[level], "learning", None):
            made: Callable[[Sequence[str]], None] = EntryPoint(level, where, BOTS).load()
            return made
    raise UnknownBot(f"no opponent of {game} can be learned")


def has_bot(game: str, level: str) -> bool:
    """Whether there is such a level, or strength between levels."""
    return set(Strength.named(level).levels) <= set(bots(game))


def bot(game: str, level: str, *, think_ms: int = THINK_MS) -> Bot:
    """An opponent of that level, who takes at most `think_ms` milliseconds per decision.

    Strengths between levels are made by noise, 'novice~adept', or less time, 'expert/10'.
    """
    if not has_bot(game, level):
        raise UnknownBot(f"{game} has no bot {level!r}: {did_you_mean(str(level), bots(game))}")
    if type(think_ms) is not int or think_ms < 1:
        raise OptionError(f"think_ms is a whole number of milliseconds, not {think_ms!r}")
    if needs_speed(game, level) and way() is Way.BACKGROUND and (code := bot_code(game, level)):
        code.compile()  # here and now: it would not be itself without
    strength = Strength.named(level)
    time = strength.time(think_ms)
    made = [_levels(game)[one](find(game), time) for one in strength.levels]
    return made[0] if len(made) == 1 else Wavering(*made)
