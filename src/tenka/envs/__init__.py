"""The games for research: PettingZoo, Gymnasium, OpenSpiel, and thousands of matches in one array.

Each interface is a module of its own, so that a missing peer package is missed only where it is
needed. `tenka.envs.vector` needs numpy alone. Besides, each game has a module in the way of
PettingZoo's own, named after the game:

>>> from tenka.envs import suntzu_v1
>>> env = suntzu_v1.env(events=True)
"""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType
from typing import Any

from tenka.core.game import Game
from tenka.core.registry import find, games


def environment_version(game: Game) -> int:
    """Of a game's environments: from 0 on, one more whenever its rules change."""
    return game.version - 1


def environment_name(game: str) -> str:
    """What a game's environments are called among PettingZoo's."""
    return f"{game}_v{environment_version(find(game))}"


class Environments(ModuleType):
    """A game's `env`, `raw_env` and `parallel_env`; PettingZoo is imported when one is named."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{__name__}.{environment_name(game)}", f"{game} for PettingZoo")
        self.game = game

    def __getattr__(self, name: str) -> Any:
        if name not in ("env", "raw_env", "parallel_env"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        from tenka.envs import pettingzoo

        kinds = {
            "env": partial(pettingzoo.env, self.game),
            "raw_env": partial(pettingzoo.AEC, self.game, illegal="raise"),
            "parallel_env": partial(pettingzoo.Parallel, self.game),
        }
        return kinds[name]


for _game in games():
    _module = Environments(_game)
    sys.modules[_module.__name__] = globals()[_module.__name__.rpartition(".")[2]] = _module
