"""The same speeds of other projects, measured on this machine in the same run."""

from __future__ import annotations

import random
import time
import warnings
from functools import partial
from importlib import import_module
from typing import Any

from tenka.bench.speeds import GAMES, rate, walk
from tenka.core.errors import TenkaError, listing

OPEN_SPIEL_GAMES = ("havannah", "backgammon", "gin_rummy")
PETTINGZOO_GAMES = ("tictactoe_v3", "connect_four_v3", "chess_v6")
MODULES = {
    "open_spiel": ("pyspiel",),
    "catanatron": ("catanatron",),
    "pettingzoo": tuple(f"pettingzoo.classic.{name}" for name in PETTINGZOO_GAMES),
}
PACKAGES = {"pettingzoo": "'pettingzoo[classic]'"}


def load(name: str) -> Any:
    """The peer's module, the first if it has several, or a word on how to get it."""
    if name not in MODULES:
        raise TenkaError(f"no peer {name!r}: there is {listing(MODULES)}")
    try:
        with warnings.catch_warnings():
            # PettingZoo's games warn of another way to make them, which measures the same.
            warnings.simplefilter("ignore", DeprecationWarning)
            modules = [import_module(module) for module in MODULES[name]]
    except ImportError as error:
        package = PACKAGES.get(name, name)
        raise TenkaError(f"{name} is not installed here: pip install {package}") from error
    return modules[0]


def open_spiel(seconds: float) -> dict[str, float]:
    """Random play of three OpenSpiel games, compiled and through its Python interface."""
    pyspiel = load("open_spiel")
    speeds = {}
    for name in OPEN_SPIEL_GAMES:
        game = pyspiel.load_game(name)
        length = [0, 0]  # games, decisions

        def games(game: Any = game, length: list[int] = length) -> int:
            made, choice = 0, random.choice
            for _ in range(GAMES):
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(choice(state.legal_actions()))
                    made += 1
            length[0] += GAMES
            length[1] += made
            return made

        speeds[f"{name} python"] = rate(games, seconds)
        speeds[f"{name} compiled"] = _rollouts(pyspiel, game, seconds) * length[1] / length[0]
    return speeds


def _rollouts(pyspiel: Any, game: Any, seconds: float) -> float:
    """Random games a second that stay in C++: one simulation of its MCTS bot, many rollouts."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    rollouts = 10
    while True:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
        start = time.perf_counter()
        bot.step(state)
        took = time.perf_counter() - start
        if took > seconds / 4:
            return rollouts / took
        rollouts *= 4


def catanatron(seconds: float) -> dict[str, float]:
    """Catanatron's random games of Catan."""
    package = load("catanatron")
    colors, player = package.Color, package.RandomPlayer

    def one_game() -> int:
        game = package.Game([player(color) for color in (colors.RED, colors.BLUE)])
        game.play()
        return len(
            game.state.actions if hasattr(game.state, "actions") else game.state.action_records
        )

    return {"catan python": rate(one_game, seconds)}


def pettingzoo(seconds: float) -> dict[str, float]:
    """Random play of PettingZoo's own classic games, by the same loop as of ours."""
    load("pettingzoo")
    envs = (import_module(module).env() for module in MODULES["pettingzoo"])
    return {f"{env} python": rate(partial(walk, env), seconds) for env in envs}


PEERS = {"open_spiel": open_spiel, "catanatron": catanatron, "pettingzoo": pettingzoo}
