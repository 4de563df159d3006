"""Reports: somebody at a table tells the operator about another."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import clock, traces
from tenka.server import reasons as why
from tenka.server.ledger import CHAT
from tenka.server.problems import TooMany, UnknownThing, WrongTime
from tenka.server.roster import REPORTS
from tenka.server.storage import LEDGER, TABLES, Storage
from tenka.server.tables import HUMAN, Table
from tenka.server.traces import Stays

LATELY = 10  # of what the reported person said is shown to the operator
MOST_AT_A_TABLE = 20
KEPT_DAYS, DAY = 365, 24 * 3600.0


async def report(
    connection: AsyncConnection, table: Table, seat: int, other: int, text: str
) -> None:
    """Keep what a seat tells of another, with what that one said lately."""
    if not 0 <= other < len(table.seats):
        raise UnknownThing(f"this table has no seat {other}")
    told_of = table.seats[other]
    if told_of.kind != HUMAN or told_of.key == table.seats[seat].key:
        raise WrongTime(why.YOURSELF())
    here = sa.select(sa.func.count()).where(REPORTS.c.table_id == table.id)
    if (await connection.scalar(here) or 0) >= MOST_AT_A_TABLE:
        raise TooMany("the operator has heard enough of this table", retry_after=3600)
    came = (await traces.stays(connection, table)).since(other)
    spoke = (LEDGER.c.table_id == table.id, LEDGER.c.kind == CHAT, LEDGER.c.seat == other)
    said = sa.select(LEDGER.c.data).where(*spoke, LEDGER.c.number > came)
    said = said.order_by(LEDGER.c.number.desc()).limit(LATELY)
    words = [data["text"] for data in (await connection.execute(said)).scalars()]
    row = {"table_id": table.id, "seat": other, "name": told_of.name, "text": text}
    await connection.execute(sa.insert(REPORTS).values(**row, said=words[::-1], made=clock.now()))


async def all_of_them(connection: AsyncConnection, most: int) -> list[dict[str, Any]]:
    """The oldest reports that the operator has not dealt with."""
    query = sa.select(REPORTS).order_by(REPORTS.c.id).limit(most)
    return [
        {"id": row.id, "table": row.table_id, "seat": row.seat, "name": row.name}
        | {"text": row.text, "said": row.said, "made": row.made}
        for row in await connection.execute(query)
    ]


async def forget(connection: AsyncConnection, there: Stays, keys: list[str]) -> None:
    """Take the name and the words of somebody who has gone out of the reports."""
    here = sa.select(REPORTS.c.id, REPORTS.c.seat, REPORTS.c.made)
    found = await connection.execute(here.where(REPORTS.c.table_id == there.table.id))
    theirs = [row.id for row in found if there.then(row.seat, row.made) in keys]
    query = sa.update(REPORTS).where(REPORTS.c.id.in_(theirs))
    await connection.execute(query.values(name="", said=[]))


async def remove_old(storage: Storage) -> None:
    """Remove reports that nobody has settled for very long, or whose table is gone."""
    there = sa.exists().where(TABLES.c.id == REPORTS.c.table_id)
    old = REPORTS.c.made < clock.now() - KEPT_DAYS * DAY
    async with storage.changing() as connection:
        await connection.execute(sa.delete(REPORTS).where(old | ~there))


async def settle(connection: AsyncConnection, id_: int) -> None:
    """Be done with a report."""
    if not (await connection.execute(sa.delete(REPORTS).where(REPORTS.c.id == id_))).rowcount:
        raise UnknownThing(f"there is no report {id_}")
