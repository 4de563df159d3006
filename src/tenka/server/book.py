"""What a table keeps count of besides its game."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, fields
from typing import Any

from tenka.server.pace import Clock


@dataclass
class Book:
    """What a table keeps count of. Lists of `at` have a place for spectators first.

    A viewer's count of lines is the id of the last event in that viewer's stream. It counts what
    this viewer could see, so that it does not tell how much others decide in secret.
    """

    at: list[int]  # lines of the ledger that each viewer has seen
    versions: list[int]  # grows with all that can matter to this seat's next decision
    undo: list[int]  # decisions that each seat could take back
    asked: list[float | None]  # since when each seat is asked
    clocks: list[Clock] = field(default_factory=list)  # of each seat, where there is a pace
    pause: float | None = None  # until when all clocks stand still ...
    pause_wish: dict[str, Any] | None = None  # ... and who wants one, or its end
    turns: list[int] = field(default_factory=list)  # how many each seat has begun
    told: list[int] = field(default_factory=list)  # the turn of which each was sent a notice
    planning: bool = False  # several decide at the same time, and not all are ready
    nudged: dict[str, float] = field(default_factory=dict)  # when each seat was, last
    calls: dict[str, dict[str, Any]] = field(default_factory=dict)  # for bots in place of seats
    quiet: bool = False  # spectators may not talk
    left: list[str] = field(default_factory=list)  # hashes of keys: who left before the game
    # What seats have answered in advance: of each its answers by name, and until when.
    answers: dict[str, dict[str, int]] = field(default_factory=dict)

    @classmethod
    def blank(cls, seats: int) -> Book:
        """The book of a new table."""
        at, versions, undo, turns, told = ([0] * seats for _ in range(5))
        return cls([0, *at], versions, undo, [None] * seats, turns=turns, told=told)

    def copied(self) -> Book:
        """A book in which counting leaves this one as it is."""
        return Book(**{name: copy(kept) for name, kept in vars(self).items()})


_BOOK = frozenset(one.name for one in fields(Book))


def book_of(values: dict[str, Any]) -> Book:
    """The book of what its column holds."""
    book = Book(**{name: kept for name, kept in values.items() if name in _BOOK})  # once: more
    book.clocks = [Clock(**kept) for kept in values.get("clocks", ())]
    book.turns = book.turns or [0] * len(book.versions)
    book.told = book.told or book.turns[:]
    return book
