"""The journal: what happened, written by the rules as they act, as rows of small integers.

A rule calls `note(j, KIND, ...)`; the engine notes each decision before the rules act on it, so
the rows are all there is to know of how a match went. Each game lists its kinds of entry with the
names of their fields, so that rows become JSON-ready entries, and says which fields are secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np

from tenka.core.layout import NONE, Int32, Ints, layout
from tenka.core.rule import journal_rule
from tenka.core.shape import OneOf

ROWS, WIDTH = 1024, 16
DECIDED = -1  # the kind of the engine's own rows: player, decision
FULL = ROWS // 2  # from here on the journal is to be emptied before the next decision


class Journal:
    """Rows not yet taken out; one decision writes far fewer than there is room for."""

    count: Int32
    rows: Annotated[Ints, np.int16, (ROWS, WIDTH)]


JOURNAL = layout(Journal)


@journal_rule
def note(
    j: Journal, kind: int, a: int = NONE, b: int = NONE, c: int = NONE, d: int = NONE, e: int = NONE
) -> None:
    """Write one entry."""
    row = j.rows[min(j.count, ROWS - 1)]  # an overflow is seen when the journal is emptied
    row[:] = NONE
    row[0], row[1], row[2], row[3], row[4], row[5] = kind, a, b, c, d, e
    j.count += 1


@journal_rule
def note_list(j: Journal, kind: int, a: int, items: Ints, count: int) -> None:
    """Write one entry whose second field is a list."""
    note(j, kind, a)
    add_list(j, 2, items, count)


@journal_rule
def add_list(j: Journal, at: int, items: Ints, count: int) -> None:
    """Write a list into the last entry, from a cell on."""
    row = j.rows[min(j.count, ROWS) - 1]
    for i in range(count):
        row[at + i] = items[i]


@dataclass(frozen=True)
class Field:
    """One column of an entry: a number or, with `words`, the word of that number.

    A `many` field takes the rest of the row as a list. A `secret` field is seen only by the player
    whom the entry's field 'player' names. A `signed` field always holds a number, below zero too,
    so that what means 'nothing' elsewhere is a number there. An `optional` one may be empty. A
    `mask` is read as the list of its bits.
    """

    name: str
    words: Sequence[str] | None = None
    many: bool = False
    secret: bool = False
    signed: bool = False
    optional: bool = False
    mask: bool = False

    @property
    def shape(self) -> Any:
        """The type of what `read` gives, and of what viewers see of it."""
        one: Any = Annotated[str, OneOf(tuple(self.words))] if self.words else int
        whole: Any = list[one] if self.many or self.mask else one
        return whole | None if self.optional or self.secret else whole

    def read(self, cells: Iterable[int]) -> Any:
        """The cells as JSON: numbers or words, without the empty ones."""
        if self.signed:
            return next(iter(cells))
        if self.mask:
            bits = next(iter(cells))
            cells = [bit for bit in range(bits.bit_length()) if bits >> bit & 1]
        values = [self.words[v] if self.words else v for v in cells if v != NONE]
        return values if self.many or self.mask else (values[0] if values else None)


@dataclass(frozen=True)
class Derived:
    """What follows from an entry's fields and the game's facts: told with it, and kept nowhere."""

    name: str
    shape: Any
    of: Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True)
class Kind:
    """A kind of entry; `chance` marks those that the dice decided, which record files keep."""

    name: str
    fields: tuple[Field, ...] = ()
    chance: bool = False
    derived: tuple[Derived, ...] = ()

    def read(self, row: Sequence[int]) -> Entry:
        """The entry that a row of the journal stands for."""
        values = {}
        for at, one in enumerate(self.fields, start=1):
            values[one.name] = one.read(row[at:] if one.many else row[at : at + 1])
        return Entry(self, values, {more.name: more.of(values) for more in self.derived})


class Kinds(list[Kind]):
    """All kinds of entry of a game, numbered in the order in which they are declared."""

    def kind(
        self, name: str, *fields: Field, chance: bool = False, derived: tuple[Derived, ...] = ()
    ) -> int:
        """Declare a kind; its number, by which rules write it."""
        self.append(Kind(name, fields, chance, derived))
        return len(self) - 1


@dataclass(frozen=True)
class Entry:
    """One thing that happened."""

    kind: Kind
    values: dict[str, Any]
    derived: dict[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(f"a {self.kind.name!r} entry has no {name!r}") from None

    def __str__(self) -> str:
        told = (f"{name} {_words(value)}" for name, value in self.values.items())
        return ": ".join(filter(None, [self.kind.name, ", ".join(told)]))

    def seen_by(self, viewer: int | None) -> Entry:
        """The entry as a viewer may know it: secret fields are None for everyone else."""
        if not any(one.secret for one in self.kind.fields) or self.values["player"] == viewer:
            return self
        hidden = {f.name: None if f.secret else self.values[f.name] for f in self.kind.fields}
        return Entry(self.kind, hidden, self.derived)

    def json(self) -> dict[str, Any]:
        """The entry as one flat object."""
        return {"kind": self.kind.name, **self.values, **self.derived}


def split_rows(rows: bytes) -> list[list[int]]:
    """Rows of a journal, as bytes, into lists of numbers."""
    table: list[list[int]] = np.frombuffer(rows, dtype=np.int16).reshape(-1, WIDTH).tolist()
    return table


def read_rows(kinds: Sequence[Kind], rows: Sequence[list[int]]) -> list[Entry]:
    """The entries that rows of a journal stand for, without the decisions."""
    return [kinds[row[0]].read(row) for row in rows if row[0] != DECIDED]


def _words(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
