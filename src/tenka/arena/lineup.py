"""Who sits where: bots by level or from a file, seats rotated, seeds paired."""

from __future__ import annotations

import runpy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tenka.core import registry
from tenka.core.errors import UnknownBot


@dataclass(frozen=True)
class Pairing:
    """One game of a tournament: `bots[entry]` sits at seat `entry` rotated by `rotation`."""

    game: str
    options: tuple[tuple[str, Any], ...]
    bots: tuple[str, ...]
    seed: int
    rotation: int
    think_ms: int
    busy: bool = False  # other work shares the machine: the time of the processor counts

    def entry_at(self, seat: int) -> int:
        """Which entry of the line-up sits at a seat."""
        return (seat + self.rotation) % len(self.bots)


def line_up(bots: list[str], players: int) -> tuple[str, ...]:
    """One bot per seat: the last one named fills the seats that are left."""
    if not 2 <= len(bots) <= players:
        raise UnknownBot(f"name 2 to {players} bots for {players} players, not {len(bots)}")
    return tuple(bots) + (bots[-1],) * (players - len(bots))


def pairings(
    game: str,
    options: dict[str, Any],
    bots: tuple[str, ...],
    games: int,
    seed: int,
    think_ms: int,
    busy: bool = False,
) -> list[Pairing]:
    """Each seed is played once in every rotation, so that no bot has the better cards or seats."""
    chosen = tuple(sorted(options.items()))
    return [
        Pairing(game, chosen, bots, seed + number // len(bots), number % len(bots), think_ms, busy)
        for number in range(games)
    ]


@lru_cache(maxsize=64)
def make_bot(game: str, name: str, think_ms: int) -> registry.Bot:
    """A bot of that level, or of a class in a file: './mybot.py:MyBot'."""
    if ":" not in name:
        return registry.bot(game, name, think_ms=think_ms)
    file, _, kind = name.rpartition(":")
    if not Path(file).is_file():
        raise UnknownBot(f"there is no file {file!r}")
    classes = runpy.run_path(file)
    if kind not in classes:
        raise UnknownBot(f"{file} has no class {kind!r}")
    made: registry.Bot = classes[kind](registry.find(game), think_ms)
    return made
