"""Games that were played, from record files, for whoever makes puzzles of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tenka.core import recordfile


@dataclass(frozen=True)
class Played:
    """A game that was played: all it takes to play it again."""

    options: dict[str, Any]
    seed: int
    decisions: tuple[tuple[int, int], ...]  # players and numbers


def in_files(path: Path, game: str) -> list[Played]:
    """The games of one kind in a record file, or in those of a folder."""
    found = []
    for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
        match = recordfile.read(file)
        if match.game.name == game:
            decisions = tuple((player, action.id) for player, action, _ in match.history)
            found.append(Played(dict(match.options), match.seed, decisions))
    return found
