"""What a game counts for the page that looks back at it: battles, gains, points, and their course.

Everything is made from the entries of the journal, one after another, and from nothing else.
"""

from __future__ import annotations

from typing import Any, ClassVar

from tenka.core.journal import Entry


class Statistics:
    """What one game counts. `take` adds an entry; each step begins with an entry of its kind.

    A game that counts something of its own names it here and says in `take` how.
    """

    step: ClassVar[str] = ""
    battles: ClassVar[tuple[str, ...]] = ()
    gains: ClassVar[tuple[str, ...]] = ()
    points: ClassVar[tuple[str, ...]] = ()
    luck: ClassVar[tuple[str, ...]] = ()  # what chance gave and kept
    series: ClassVar[tuple[str, ...]] = ()  # the score first

    def __init__(self, players: int) -> None:
        self.players = players
        self.amounts = {name: [0] * players for name in self.names()}
        self.steps: list[Entry] = []
        self.course: dict[str, list[list[int]]] = {name: [] for name in self.series}

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """All that is counted."""
        return (*cls.battles, *cls.gains, *cls.points, *cls.luck, *cls.series)

    def add(self, name: str, seat: int, amount: int = 1) -> None:
        """So much more of something for a seat."""
        self.amounts[name][seat] += amount

    def take(self, entry: Entry) -> None:
        """Count one entry; nothing, unless a game says so."""

    def count(self, entries: list[Entry]) -> None:
        """Count a whole game."""
        for entry in entries:
            if entry.kind.name == self.step:
                self.end_step()
                self.steps.append(entry)
            self.take(entry)
        self.end_step()

    def end_step(self) -> None:
        """Note how things stand."""
        if self.steps:
            for name, values in self.course.items():
                values.append(self.amounts[name][:])

    def tallies(self, names: tuple[str, ...]) -> list[dict[str, Any]]:
        """The amounts of some of what is counted."""
        return [{"name": name, "seats": self.amounts[name]} for name in names]

    def curves(self) -> list[dict[str, Any]]:
        """For each series and each seat, a number for each step."""
        return [
            {"name": name, "seats": [list(seat) for seat in zip(*values, strict=True)]}
            for name, values in self.course.items()
        ]
