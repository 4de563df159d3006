"""Compile the games' rules and opponents ahead of time: `python -m tenka.prepare [GAME ...]`.

Otherwise they are compiled when first used. Good before tests, and when making an image of a
machine; what was compiled stays in the user's cache until a source changes.
"""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import tenka
from tenka.core.game import CHOICES
from tenka.core.journal import JOURNAL
from tenka.envs.vector import VectorEnv


def for_a_table(name: str) -> None:
    """Use once all that a table needs of a game."""
    match = tenka.new(name)
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    match.view(0), match.scores


def for_everything(name: str) -> str:
    """Use once all that there is of a game's compiled code."""
    for_a_table(name)
    match = tenka.new(name, seed=0)
    engine, rng = match.game.engine, np.random.default_rng(0)
    match.game.determinise(match.redacted(0), rng)
    batch = tenka.batch(name, 2, seed=0, threads=1)
    batch.step(batch.legal_masks()[0].argmax(axis=1))
    batch.observe()
    VectorEnv(name, 2, seed=0, threads=1).random_actions()
    state = engine.new_state(match.options)
    room = [np.zeros(1, dtype=kind) for kind in (match.game.dtype, JOURNAL, CHOICES)]
    engine.play_games(state.ctypes.data, *(part.ctypes.data for part in room), 1)
    engine.copy_many(room[0].ctypes.data, state.ctypes.data, 0)
    return name


def with_opponents(name: str) -> str:
    """Use all of a game, and make one bot of each level: each decides once when it is made."""
    for_everything(name)
    for level in tenka.bots(name):
        tenka.bot(name, level)
    return name


def main() -> None:
    """Compile the named games, or all, side by side."""
    names = sys.argv[1:] or tenka.games()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(mp_context=context) as pool:
        for name in pool.map(with_opponents, names):
            print(f"{tenka.game(name).title} is ready", flush=True)


if __name__ == "__main__":
    main()
