"""What somebody leaves behind at a table: shown to them, and taken out when they go.

Lines of the ledger carry a seat and no key, and before the game a seat can change hands. There a
line that says 'left' ends a stay, and the book has the keys of those who left, in the same order.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import seats
from tenka.server.ledger import CHAT, NOTE, SEATS, START
from tenka.server.storage import LEDGER
from tenka.server.tables import OPEN, Table

if TYPE_CHECKING:
    from tenka.server.house import Change

GONE = "…"  # in place of what somebody said who is not there any more
OF_ANOTHER = ("nudged", "bot wanted")  # lines of one seat with the name of who has another
OF_BOTS = ("bot joined", "bot left")
Hashes = Collection[str]  # of keys


@dataclass(frozen=True)
class Departure:
    """Somebody gave a seat up before the game."""

    seat: int
    line: int
    when: float
    key: str


@dataclass(frozen=True)
class Stays:
    """Who sat where, and when. A study is of its host alone."""

    table: Table
    departures: list[Departure]

    def at(self, seat: int, line: int) -> str | None:
        """The key of who sat there when a line was written."""
        if self.table.study:
            return self.table.host
        left = (one.key for one in self.departures if one.seat == seat and line <= one.line)
        return next(left, self.table.seats[seat].key)

    def since(self, seat: int) -> int:
        """The last line of whoever sat there before."""
        return max((one.line for one in self.departures if one.seat == seat), default=0)

    def then(self, seat: int, when: float) -> str | None:
        """The key of who sat there at a time."""
        left = (one.key for one in self.departures if one.seat == seat and when <= one.when)
        return next(left, self.table.seats[seat].key)


async def stays(connection: AsyncConnection, table: Table) -> Stays:
    """Who sat where at a table."""
    query = sa.select(LEDGER.c.number, LEDGER.c.kind, LEDGER.c.seat, LEDGER.c.made, LEDGER.c.data)
    query = query.where(LEDGER.c.table_id == table.id, LEDGER.c.kind.in_((SEATS, START)))
    departures: list[Departure] = []
    keys = iter(table.book.left)
    for line in await connection.execute(query.order_by(LEDGER.c.number)):
        if line.kind == START:
            break
        if line.data["what"] == "left":
            departures.append(Departure(line.seat, line.number, line.made, next(keys, "")))
    return Stays(table, departures)


def leave(table: Table, key: str | None) -> None:
    """Note whose stay ends with the next line, before the game."""
    table.book.left.append(key or "")


# -- shown


async def of_keys(connection: AsyncConnection, table: Table, keys: Hashes) -> dict[str, Any]:
    """What the holder of keys did at a table besides playing: talk, words for the dice, notes."""
    there = await stays(connection, table)
    said, words, notes = [], [], []
    for line in await _lines(connection, table):
        if line.seat is None or there.at(line.seat, line.number) not in keys:
            continue
        if line.kind == CHAT:
            said.append({"time": line.made, "text": line.data["text"]})
        elif line.kind == NOTE:
            notes.append({"time": line.made, "position": line.data["node"], **line.data["noted"]})
        elif line.data["what"] == "word":
            words.append({"time": line.made, "seat": line.seat, "word": line.data["word"]})
    return {"said": said, "words": words, "notes": notes}


async def _lines(connection: AsyncConnection, table: Table) -> list[Any]:
    query = sa.select(LEDGER.c.number, LEDGER.c.kind, LEDGER.c.seat, LEDGER.c.made, LEDGER.c.data)
    query = query.where(LEDGER.c.table_id == table.id, LEDGER.c.kind.in_((CHAT, SEATS, NOTE)))
    return list(await connection.execute(query.order_by(LEDGER.c.number)))


# -- taken out


async def remove(change: Change, keys: Hashes) -> set[str]:
    """Empty the names and words of the holder of keys in a ledger; the names that they had."""
    table, names = change.table, set[str]()
    there = await stays(change.connection, table)
    names.update(table.seats[seat].name for seat in seats.opened_by(table, keys))
    for line in await _lines(change.connection, table):
        mine = line.seat is not None and there.at(line.seat, line.number) in keys
        data = dict(line.data)
        if mine:
            names.add(_take_out(data, line, there))
        if data.get("what") in OF_ANOTHER and _names(data, line, there, keys, names):
            data["name"] = ""
        if data != line.data:
            this = (LEDGER.c.table_id == table.id, LEDGER.c.number == line.number)
            await change.connection.execute(sa.update(LEDGER).where(*this).values(data=data))
    return names - {""}


def _take_out(data: dict[str, Any], line: Any, there: Stays) -> str:
    """Empty a line of somebody's; the name in it, if it was theirs."""
    if line.kind == NOTE:
        emptied = {name: "" for name in ("name", "comment") if name in data["noted"]}
        data["noted"] = {**data["noted"], **emptied}
        return ""
    if line.kind == CHAT:
        data["text"] = GONE
    what, table = data.get("what"), there.table
    if what == "word" and (table.status == OPEN or line.number <= there.since(line.seat)):
        data["word"] = GONE  # no game has it in its dice
    if "name" not in data or what in OF_ANOTHER or (what in OF_BOTS and not table.study):
        return ""
    name, data["name"] = str(data["name"]), ""
    return name


def _names(data: dict[str, Any], line: Any, there: Stays, keys: Hashes, names: set[str]) -> bool:
    """Whether a line of another seat has a name of the holder of keys."""
    if "other" in data:
        return there.at(data["other"], line.number) in keys
    return data["name"] in names  # a line of earlier times does not say whose it is
