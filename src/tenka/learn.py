"""`python -m tenka.learn GAME`: learn a game's strongest opponent from nothing, by self-play.

    python -m tenka.learn samurai --minutes 10
    python -m tenka.learn samurai --help

A run is kept in a folder and goes on where it was stopped. What it leaves in the end is a file that
the game's master plays with, and the digest by which the master knows it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tenka.core.errors import UnknownBot
from tenka.core.registry import games, learner


def main(words: Sequence[str] | None = None) -> None:
    """Learn the game that the words begin with; the others are for what learns it."""
    parser = argparse.ArgumentParser(
        prog="python -m tenka.learn",
        description="Learn a game's strongest opponent from nothing, by self-play.",
        epilog=examples(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", choices=games())
    parser.add_argument("more", nargs=argparse.REMAINDER, help="GAME --help tells what")
    asked = parser.parse_args(words)
    try:
        learn = learner(asked.game)
    except UnknownBot as error:
        parser.error(str(error))
    learn(asked.more)


def examples() -> str:
    """A line for each game that can be learned."""
    said = "examples:\n"
    for game in games():
        said += f"  python -m tenka.learn {game} --keep build/{game}\n"
    return said


if __name__ == "__main__":
    main()
