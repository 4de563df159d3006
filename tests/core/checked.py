"""Everything compiled of one game at work, with every place in an array checked.

    TENKA_PLACES=checked TENKA_CACHE_DIR=some/folder python -m tests.core.checked suntzu

With every option and number of players many matches are played side by side, the judge tells what
positions and choices are worth, odds are reckoned, and levels play, in turn after each has played
once. Compiled code that asks an array for a place which it does not have ends the process and says
where.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

import tenka
from tenka.analysis import Judge
from tenka.analysis.judge import all_cards_up
from tenka.core import target
from tenka.core.errors import OptionError
from tenka.core.match import Match
from tenka.envs.vector import VectorEnv

SEED = 3
JUDGED = 3  # positions of a match, its first one, too
STEPS = 300  # of matches side by side


def settings(name: str) -> Iterator[dict[str, Any]]:
    """Every number of players with the usual options, and each other value of each option."""
    game = tenka.game(name)
    for players in game.players:
        yield {"players": players}
    for option in game.options:
        for value in option.values[:4]:
            for players in game.players:
                with suppress(OptionError):
                    game.choose(players, {option.name: value})
                    yield {"players": players, option.name: value}
                    break


def play(name: str, level: str, options: dict[str, Any]) -> Match:
    """A match of a level against itself, which hardly thinks."""
    match, bot = tenka.new(name, seed=SEED, **options), tenka.bot(name, level, think_ms=2)
    rng = np.random.default_rng(SEED)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, bot.act(seat, match.redacted(seat), match.legal(seat), rng))
    return match


def judge(name: str, options: dict[str, Any]) -> None:
    """What positions of a random match and the choices there are worth, and what odds there are."""
    game, told = tenka.game(name), Judge(name, draws=2)
    match, rng = tenka.new(name, seed=SEED, **options), np.random.default_rng(SEED)
    last = len(play(name, "random", options).history)
    for number in range(last):
        if match.over:
            break
        player = match.to_act[0]
        legal = match.legal(player)
        if number % max(1, last // JUDGED) == 0:
            told.options(player, match.redacted(player), legal)
            told.chances(all_cards_up(game, match.state), None)
            seen = match.redacted(None)
            for place in game.odds.places(seen) if game.odds else ():
                game.odds.of(seen, *place)
        match.play(player, legal[rng.integers(len(legal))])


def play_many(name: str, options: dict[str, Any]) -> None:
    """Matches side by side, on two threads."""
    for compact in (False, True):
        env = VectorEnv(name, 512, seed=SEED, threads=2, compact=compact, **options)
        for _ in range(STEPS):
            env.step(env.random_actions())


def main(name: str) -> None:
    """All of it."""
    assert target.CHECKED, "nothing is checked without TENKA_PLACES=checked"
    levels = tenka.bots(name)
    for number, options in enumerate(settings(name)):
        play_many(name, options)
        judge(name, options)
        for level in levels if number == 0 else levels[number % len(levels) :][:1]:
            play(name, level, options)
    print("all places are there")


if __name__ == "__main__":
    main(sys.argv[1])
