"""Compile the games' rules and opponents ahead of time: `python -m tenka.prepare [GAME ...]`.

Otherwise they are compiled in the background when first used. Good before tests, and when making
an image of a machine; what was compiled stays in the user's cache until it changes.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np

import tenka
from tenka.core import apart, background, code
from tenka.core.code import Way
from tenka.core.game import CHOICES, Game
from tenka.core.journal import JOURNAL
from tenka.core.registry import bot_code

Tell = Callable[[str, float], None]  # of a kind of code, and the part of it that is done


def compile_rules(game: Game) -> None:
    """What every match needs."""
    game.engine.rules.compile()


def compile_odds(game: Game) -> None:
    """Reckon some odds, if the game has any."""
    if game.odds is not None:
        seen = tenka.new(game.name, seed=0).redacted(None)
        game.odds.of(seen, *game.odds.places(seen)[0])


def compile_bots(game: Game) -> None:
    """Let those that have compiled code play."""
    for level in tenka.bots(game.name):
        if bot_code(game.name, level):
            practise_with(game.name, level)


def practise_with(game: str, level: str) -> None:
    """Let a bot play a quick game against itself, which compiles or loads all of it."""
    match, bot = tenka.new(game, seed=0), tenka.bot(game, level, think_ms=1)
    rng = np.random.default_rng(0)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, bot.act(seat, match.redacted(seat), match.legal(seat), rng))


def compile_bulk(game: Game) -> None:
    """What plays many games."""
    batch = tenka.batch(game.name, 2, seed=0, threads=1)
    batch.step(batch.legal_masks()[0].argmax(axis=1))
    batch.observe()
    game.observe(batch.states[0], 0)
    state = game.engine.new_state(batch.options)
    room = [np.zeros(1, dtype=kind) for kind in (game.dtype, JOURNAL, CHOICES)]
    game.engine.play_games(state.ctypes.data, *(part.ctypes.data for part in room), 1)
    game.engine.copy_many(room[0].ctypes.data, state.ctypes.data, 0)


def compile_vector(game: Game) -> None:
    """What the batch environment needs beside the rules."""
    from tenka.envs.vector import VectorEnv

    VectorEnv(game.name, 2, seed=0, threads=1).random_actions()


KINDS: dict[str, Callable[[Game], None]] = {
    "rules": compile_rules,
    "odds": compile_odds,
    "bots": compile_bots,
    "bulk": compile_bulk,
    "vector": compile_vector,
}
AT_A_TABLE = ("rules", "odds", "bots")


def prepare(name: str, kinds: list[str], tell: Tell | None = None) -> str:
    """Compile these kinds of a game's code, one process at a time."""
    code.go(Way.NOW)
    game = tenka.game(name)
    with background.at_work_on(name, wait=True):
        for kind in kinds:
            _compile(game, kind, tell)
    return name


def _compile(game: Game, kind: str, tell: Tell | None) -> None:
    if tell:
        _count(game, kind, tell)
    KINDS[kind](game)
    if kind in game.engine.codes:
        game.engine.codes[kind].mark.touch()
    if tell:
        tell(kind, 1.0)


def _count(game: Game, kind: str, tell: Tell) -> None:
    """Tell of each rule that is compiled."""
    from tenka.core import target
    from tenka.core.rule import reached_from

    codes = [game.engine.rules] if kind == "rules" else []
    if kind == "bots":
        codes = [found for level in tenka.bots(game.name) if (found := bot_code(game.name, level))]
    starts = {id(e.plain): e.plain for found in codes for e in found.entry_points.values()}
    rules = {id(f) for f, _ in reached_from(*starts.values())} - target.done
    whole, before = max(1, len(rules)), len(target.done)
    target.on_progress = lambda: tell(kind, min(0.99, (len(target.done) - before) / whole))


def _print(kind: str, part: float) -> None:
    print(json.dumps({"kind": kind, "part": round(part, 3)}), flush=True)


def main() -> None:
    """Compile the named games, or all, side by side."""
    parser = argparse.ArgumentParser(description="Compile the games' rules and opponents.")
    parser.add_argument("game", nargs="*", help="which games; without: all")
    parser.add_argument("--only", default=",".join(KINDS), help=f"some of {','.join(KINDS)}")
    parser.add_argument("--report", action="store_true", help="print progress, as JSON")
    chosen = parser.parse_args()
    names, kinds = chosen.game or list(tenka.games()), chosen.only.split(",")
    os.nice(background.NICE if chosen.only != parser.get_default("only") else 0)
    if len(names) == 1:
        prepare(names[0], kinds, _print if chosen.report else None)
        return
    with ProcessPoolExecutor(mp_context=apart.processes()) as pool:
        for name in pool.map(partial(prepare, kinds=kinds), names):
            print(f"{tenka.game(name).title} is ready", flush=True)


if __name__ == "__main__":
    main()
