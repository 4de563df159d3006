"""The ledger of a table: all that happened there, in one order, line by line.

A line that says something to everybody is public. A decision made in secret is a line for its
player alone. Lines are never rewritten; decisions that were taken back become void, and a line
says so. Each viewer's stream numbers the lines that this viewer sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.core.game import Game
from tenka.core.journal import DECIDED, WIDTH, Entry, read_rows, split_rows
from tenka.server import clock
from tenka.server.problems import TooMany
from tenka.server.storage import LEDGER
from tenka.server.tables import Table, Viewer

# Kinds of lines. These change the position; the last is of studies alone ...
OF_THE_GAME = START, MOVE, UNDO, WALK = "start", "move", "undo", "walk"
# ... and these do not; notes are of studies, too.
CHAT, SEATS, REMATCH, NOTE = "chat", "seats", "rematch", "note"
MOST_LINES = 20_000  # of a ledger, beside the decisions that end its game
ROW = 2 * WIDTH  # bytes of one row of a journal


@dataclass
class Line:
    """One line of a ledger."""

    table_id: int
    number: int
    kind: str
    seat: int | None
    public: bool
    at: list[int]  # each viewer's count after this line, spectators first
    rows: bytes = b""  # of the game's journal, decisions among them
    data: dict[str, Any] = field(default_factory=dict)
    request: str | None = None
    void: bool = False
    made: float = field(default_factory=clock.now)

    def seen_by(self, viewer: Viewer) -> bool:
        """Whether a viewer may know of this line."""
        return self.public or (viewer is not None and viewer == self.seat)

    def position_of(self, viewer: Viewer) -> int:
        """The viewer's count after this line."""
        return self.at[0 if viewer is None else viewer + 1]


def write(
    table: Table,
    kind: str,
    seat: int | None = None,
    *,
    public: bool = True,
    rows: bytes = b"",
    data: dict[str, Any] | None = None,
    request: str | None = None,
) -> Line:
    """The table's next line; it counts for everyone who sees it."""
    table.last_line += 1
    counts = table.book.at
    for place in range(len(counts)):
        counts[place] += public or place - 1 == seat
    return Line(table.id, table.last_line, kind, seat, public, counts[:], rows, data or {}, request)


@dataclass
class Draft:
    """A table in the middle of being changed: its new lines are not kept yet."""

    table: Table
    lines: list[Line] = field(default_factory=list, kw_only=True)
    at: float = field(default_factory=clock.now, kw_only=True)

    def write(self, kind: str, seat: int | None = None, **what: Any) -> Line:
        """Add a line to the ledger."""
        line = write(self.table, kind, seat, **what)
        self.lines.append(line)
        return line

    def touch(self) -> None:
        """Note when the table was changed, and whether everybody may know of it."""
        self.table.touched = clock.now()
        if any(line.public for line in self.lines):
            self.table.changed = self.table.touched


def require_room(table: Table) -> None:
    """Refuse to lengthen a ledger beyond measure; a game can always be played to its end."""
    if table.last_line >= MOST_LINES:
        raise TooMany(f"at most {MOST_LINES} things happen at one table", retry_after=3600)


# -- the game's rows in a line


def decisions_in(rows: bytes) -> list[tuple[int, int]]:
    """The decisions among rows: player and number."""
    return [(row[1], row[2]) for row in split_rows(rows) if row[0] == DECIDED]


def split_decisions(rows: bytes) -> list[bytes]:
    """The rows of each decision, with what it led to; what stands before the first is left out."""
    starts = [at * ROW for at, row in enumerate(split_rows(rows)) if row[0] == DECIDED]
    return [rows[start:end] for start, end in pairwise([*starts, len(rows)])]


def entries_in(game: Game, rows: bytes) -> list[Entry]:
    """What the rules noted, secrets and all."""
    return read_rows(game.journal, split_rows(rows))


def entries_for(game: Game, rows: bytes, viewer: Viewer) -> list[dict[str, Any]]:
    """What the rules noted, as a viewer may know it."""
    return [entry.seen_by(viewer).json() for entry in entries_in(game, rows)]


def standing(lines: Iterable[Line]) -> bytes:
    """The journal of a match: the rows of all lines that were not taken back."""
    return b"".join(line.rows for line in lines if not line.void)


def event(game: Game, line: Line, viewer: Viewer) -> dict[str, Any]:
    """A line as an event of a viewer's stream."""
    told = {
        "id": line.position_of(viewer),
        "kind": line.kind,
        "seat": line.seat,
        "time": round(line.made, 3),
        "entries": entries_for(game, line.rows, viewer) if line.kind in (START, MOVE) else [],
    }
    if line.kind in (UNDO, WALK):
        back = line.data["back"]  # the lines that became void: who saw them, each viewer's number
        told["void"] = [
            at[0 if viewer is None else viewer + 1]
            for public, at, *whose in back
            if public or viewer in (whose or [line.seat])
        ]
        told["entries"] = entries_for(game, line.rows, viewer)
    elif line.kind not in (*OF_THE_GAME, NOTE):
        told.update(line.data)
    if line.seat is not None and line.seat == viewer and line.kind == MOVE:
        told["decisions"] = [str(game.actions[number]) for _, number in decisions_in(line.rows)]
        if "answer" in line.data:
            told["answer"] = line.data["answer"]
    return told


# -- in the database


def from_row(row: sa.Row[Any]) -> Line:
    """The line of a row."""
    return Line(**row._mapping)


_INSERT = sa.insert(LEDGER)


async def insert(connection: AsyncConnection, lines: Sequence[Line]) -> None:
    """Keep new lines."""
    await connection.execute(_INSERT, [vars(line) for line in lines])


_AFTER = (
    sa.select(LEDGER)
    .where(LEDGER.c.table_id == sa.bindparam("table"), LEDGER.c.number > sa.bindparam("after"))
    .order_by(LEDGER.c.number)
)
_OF_REQUEST = sa.select(LEDGER).where(
    LEDGER.c.table_id == sa.bindparam("table"),
    LEDGER.c.seat == sa.bindparam("seat"),
    LEDGER.c.request == sa.bindparam("request"),
)


async def after(
    connection: AsyncConnection, table: int, number: int = 0, upto: int | None = None
) -> list[Line]:
    """The lines after a number, in order."""
    found = await connection.execute(_AFTER, {"table": table, "after": number})
    lines = [from_row(row) for row in found]
    return lines if upto is None else [line for line in lines if line.number <= upto]


_OF_GAME = (
    sa.select(*(LEDGER.c[name] for name in ("number", "kind", "seat", "public", "rows", "made")))
    .where(
        LEDGER.c.table_id == sa.bindparam("table"),
        LEDGER.c.number <= sa.bindparam("upto"),
        LEDGER.c.kind.in_(OF_THE_GAME),
        ~LEDGER.c.void,
    )
    .order_by(LEDGER.c.number)
)


async def of_game(connection: AsyncConnection, table: int, upto: int) -> list[Line]:
    """The lines of the game that stand, with no more than it takes to tell the game again."""
    found = await connection.execute(_OF_GAME, {"table": table, "upto": upto})
    return [
        Line(table, number, kind, seat, public, [], rows, made=made)
        for number, kind, seat, public, rows, made in found
    ]


async def of_request(
    connection: AsyncConnection, table: int, seat: int, request: str
) -> Line | None:
    """The line that a request wrote, if it came before."""
    found = await connection.execute(
        _OF_REQUEST, {"table": table, "seat": seat, "request": request}
    )
    row = found.one_or_none()
    return None if row is None else from_row(row)


async def number_at(
    connection: AsyncConnection, table: int, viewer: Viewer, position: int
) -> int | None:
    """The number of the line that is a viewer's n-th; None if there are not so many."""
    if position <= 0:
        return 0
    seen = LEDGER.c.public if viewer is None else LEDGER.c.public | (LEDGER.c.seat == viewer)
    query = (
        sa.select(LEDGER.c.number)
        .where(LEDGER.c.table_id == table, seen)
        .order_by(LEDGER.c.number)
        .offset(position - 1)
        .limit(1)
    )
    number: int | None = await connection.scalar(query)
    return number


async def make_void(connection: AsyncConnection, table: int, numbers: Sequence[int]) -> None:
    """Mark lines as taken back."""
    await connection.execute(
        sa.update(LEDGER)
        .where(LEDGER.c.table_id == table, LEDGER.c.number.in_(numbers))
        .values(void=True)
    )
