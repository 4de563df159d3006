"""Puzzles as they are kept: one JSON file for each game, one puzzle a line.

A puzzle is a game up to a position, which the engine plays again: options, seed and decisions. Its
position is shown to one seat and nothing else of it to anybody, so no secret lies in the open.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tenka.core.errors import RecordError
from tenka.core.match import Match
from tenka.core.registry import find

FORMAT, FILE = "tenka-puzzles", "puzzles.json"
EASY, MEDIUM, HARD = DIFFICULTIES = ("easy", "medium", "hard")
Notation = tuple[str, ...]  # a choice in notation: one decision, or several that belong together


@dataclass(frozen=True)
class Puzzle:
    """A position and what is best there."""

    game: str
    options: dict[str, Any]
    seed: int
    decisions: str  # that led there: bytes in hexadecimal, a player and a number in turns
    seat: int  # who is asked
    difficulty: str
    answers: tuple[Notation, ...]  # the best choice; others that do the same follow
    tempting: Notation  # what beginners choose
    chance: float  # to win with the best choice ...
    tempting_chance: float  # ... and with the tempting one

    @property
    def name(self) -> str:
        """What it is called for ever: a mark of its position."""
        position = f"{self.game} {sorted(self.options.items())} {self.seed} {self.decisions}"
        return hashlib.sha256(position.encode()).hexdigest()[:10]

    def match(self) -> Match:
        """The game at this position, secrets and all."""
        match = Match(find(self.game), dict(self.options), self.seed)
        steps = bytes.fromhex(self.decisions)
        for player, number in zip(steps[::2], steps[1::2], strict=True):
            match.play(player, number)
        return match

    def like(self, other: Puzzle) -> bool:
        """Whether another puzzle of the same game has the same answer."""
        return not set(self.answers).isdisjoint(other.answers)

    def solved_by(self, decisions: Sequence[str]) -> bool:
        """Whether the best choice is among decisions that are made in a row."""
        made = tuple(decisions)
        return any(
            made[at : at + len(answer)] == answer
            for answer in self.answers
            for at in range(len(made))
        )


def write(path: Path, game: str, puzzles: Sequence[Puzzle]) -> None:
    """Keep puzzles of one game in a file."""
    head = {"format": FORMAT, "game": game, "version": find(game).version}
    rows = [
        json.dumps({k: v for k, v in asdict(puzzle).items() if k != "game"}, ensure_ascii=False)
        for puzzle in puzzles
    ]
    text = json.dumps(head)[:-1] + ', "puzzles": [\n' + ",\n".join(rows) + "\n]}\n"
    beside = path.with_suffix(".part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def read(path: Path) -> list[Puzzle]:
    """The puzzles of a file; those for other rules than these are refused."""
    content = json.loads(path.read_text(encoding="utf-8"))
    if content.get("format") != FORMAT:
        raise RecordError(f"{path} holds no puzzles: its 'format' is not {FORMAT!r}")
    game = find(content["game"])
    if content["version"] != game.version:
        raise RecordError(f"the puzzles in {path} are by other rules of {game.title}")
    return [_puzzle(game.name, row) for row in content["puzzles"]]


def _puzzle(game: str, row: dict[str, Any]) -> Puzzle:
    answers = tuple(tuple(answer) for answer in row.pop("answers"))
    tempting = tuple(row.pop("tempting"))
    return Puzzle(game=game, answers=answers, tempting=tempting, **row)


@cache
def collection(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, in its folder; there may be none."""
    kept = find(game).folder / FILE
    return tuple(read(kept)) if kept.is_file() else ()
