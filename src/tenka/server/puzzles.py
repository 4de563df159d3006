"""Puzzles at the table: lists, one for each day, positions as their seat sees them, and tries.

Nobody needs a seat or an account for them, and the server remembers nothing of who solved what.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from tenka import games
from tenka.core import foresight
from tenka.core.errors import IllegalAction
from tenka.puzzles import Puzzle, collection, read
from tenka.server import sight
from tenka.server.problems import Illegal, UnknownThing


def of_game(game: str, folder: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game: those that come with it, then those of the server's own folder."""
    if game not in games():
        raise UnknownThing(f"there is no game {game!r} here")
    return collection(game) + _own(game, folder)


@cache
def _own(game: str, folder: str) -> tuple[Puzzle, ...]:
    file = Path(folder) / f"{game}.json"
    return tuple(read(file)) if folder and file.is_file() else ()


def of_day(day: date) -> Puzzle | None:
    """The puzzle of a day: the same everywhere and for everybody; none where there are none."""
    every = [puzzle for game in games() for puzzle in collection(game)]
    mark = hashlib.sha256(day.isoformat().encode()).digest()
    return every[int.from_bytes(mark) % len(every)] if every else None


def find(game: str, name: str, folder: str) -> Puzzle:
    """A puzzle by its name."""
    for puzzle in of_game(game, folder):
        if puzzle.name == name:
            return puzzle
    raise UnknownThing(f"there is no puzzle {name!r} of {game}")


def told(puzzle: Puzzle) -> dict[str, Any]:
    """What a list says of a puzzle."""
    return {"game": puzzle.game, "name": puzzle.name, "difficulty": puzzle.difficulty}


def position(puzzle: Puzzle) -> str:
    """What the seat may know and decide, as JSON: all that a solver gets to see."""
    match, seat = puzzle.match(), puzzle.seat
    mine = [at for at, (player, _, _) in enumerate(match.history) if player == seat]
    since = match.history[mine[-1] if mine else 0 :]
    entries = [entry.seen_by(seat).json() for _, _, led_to in since for entry in led_to]
    shown = {
        **told(puzzle),
        "players": len(match.seats),
        "seat": seat,
        "view": match.view(seat),
        "entries": entries,
        **sight.choices(match, seat),
    }
    return json.dumps(shown, ensure_ascii=False)


def attempt(puzzle: Puzzle, decisions: Sequence[int | str]) -> bool:
    """Whether decisions solve a puzzle; those that the rules do not allow are refused."""
    match = puzzle.match()
    try:
        numbers = match.read(puzzle.seat, decisions)
        foresight.require(match, puzzle.seat, numbers)
    except IllegalAction as error:
        raise Illegal(error) from error
    return puzzle.solved_by([match.game.actions[number].text for number in numbers])


def solution(puzzle: Puzzle) -> dict[str, Any]:
    """The best choice and what beginners choose, with the chances of both."""
    return {
        "answer": puzzle.answers[0],
        "chance": puzzle.chance,
        "tempting": puzzle.tempting,
        "tempting_chance": puzzle.tempting_chance,
    }
