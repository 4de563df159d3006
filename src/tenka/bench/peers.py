"""The same figures of other projects, measured on this machine in the same run."""

from __future__ import annotations

import random
import time
from importlib import import_module
from typing import Any

from tenka.bench.figures import GAMES, rate
from tenka.core.errors import TenkaError

OPEN_SPIEL_GAMES = ("havannah", "backgammon", "gin_rummy")


def load(name: str) -> Any:
    """The peer's module, or a word on how to get it."""
    modules = {"open_spiel": "pyspiel", "catanatron": "catanatron"}
    if name not in modules:
        raise TenkaError(f"no peer {name!r}: there is {' and '.join(modules)}")
    try:
        return import_module(modules[name])
    except ImportError as error:
        raise TenkaError(f"{name} is not installed here: pip install {name}") from error


def open_spiel(seconds: float) -> dict[str, float]:
    """Random play of three OpenSpiel games, compiled and through its Python interface."""
    pyspiel = load("open_spiel")
    figures = {}
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

        figures[f"{name} python"] = rate(games, seconds)
        figures[f"{name} compiled"] = _rollouts(pyspiel, game, seconds) * length[1] / length[0]
    return figures


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


PEERS = {"open_spiel": open_spiel, "catanatron": catanatron}
