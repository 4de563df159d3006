"""Tenka: Shogun, Samurai and Sun Tzu as one engine, one table and one research interface.

>>> import tenka
>>> match = tenka.new("suntzu", seed=7)
>>> while not match.over:
...     match.play(match.to_act[0], match.legal(match.to_act[0])[0])
>>> match.over
True
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tenka import bots as _bots  # noqa: F401  (registers games and opponents)
from tenka.core import recordfile as _recordfile
from tenka.core.batch import Batch
from tenka.core.errors import (
    IllegalAction,
    OptionError,
    RecordError,
    TenkaError,
    UnknownBot,
    UnknownGame,
)
from tenka.core.game import Action, Game
from tenka.core.journal import Entry
from tenka.core.match import Match
from tenka.core.registry import bot, bots, games
from tenka.core.registry import find as game

__version__ = "0.2.0"

__all__ = [
    "Action",
    "Batch",
    "Entry",
    "Game",
    "IllegalAction",
    "Match",
    "OptionError",
    "RecordError",
    "TenkaError",
    "UnknownBot",
    "UnknownGame",
    "batch",
    "bot",
    "bots",
    "game",
    "games",
    "load",
    "new",
]


def new(name: str, *, players: int | None = None, seed: int | None = None, **options: Any) -> Match:
    """Start a match. The game's options are keywords; without a seed, a secret one is drawn."""
    rules = game(name)
    return Match(rules, rules.choose(players, options), seed)


def batch(name: str, size: int, *, device: str = "cpu", **options: Any) -> Any:
    """Start `size` matches side by side; takes a seed, players, threads and the game's options.

    It is a `Batch`; with the device 'cuda' the environment of `tenka.envs.cuda`, whose matches stay
    over when they end, as those of a `Batch` do.
    """
    if device == "cpu":
        return Batch(game(name), size, **options)
    from tenka.envs.cuda import CudaEnv

    return CudaEnv(name, size, device=device, restart=False, **options)


def load(record: dict[str, Any] | str | bytes | Path) -> Match:
    """Load a match from a record: its content, its JSON text, or the path of its file."""
    return _recordfile.read(record)
