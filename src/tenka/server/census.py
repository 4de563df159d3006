"""People as the operator sees them: found by name or number, with what is held against them.

A ban of a person is an order like that of an address, written 'person 17': their sessions end, and
they cannot sign in until it is over.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import clock, orders, sessions, tables, traces
from tenka.server.problems import UnknownThing
from tenka.server.roster import REPORTS
from tenka.server.storage import HOLDINGS, PEOPLE, SESSIONS, TABLES


async def find(connection: AsyncConnection, text: str, most: int) -> list[dict[str, Any]]:
    """People whose name has that text in it, or who have that number; the latest first."""
    # SQLite knows small and capital letters of English only.
    variants = {text, text.lower(), text.upper(), text.title()}
    named = [PEOPLE.c.name.icontains(one, autoescape=True) for one in sorted(variants)]
    numbered = [PEOPLE.c.id == int(text)] if text.isdecimal() and len(text) < 10 else []
    query = sa.select(PEOPLE).where(sa.or_(*named, *numbered))
    found = await connection.execute(query.order_by(PEOPLE.c.id.desc()).limit(most))
    return await _shown(connection, list(found))


async def sign_out(connection: AsyncConnection, person: int) -> dict[str, Any]:
    """End all sessions of a person; how they stand then."""
    await sessions.end(connection, person)
    return await one(connection, person)


async def one(connection: AsyncConnection, person: int) -> dict[str, Any]:
    """How a person stands."""
    rows = list(await connection.execute(sa.select(PEOPLE).where(PEOPLE.c.id == person)))
    if not rows:
        raise UnknownThing(f"there is no person {person}")
    (shown,) = await _shown(connection, rows)
    return shown


async def ban(connection: AsyncConnection, whom: str, hours: float | None) -> str:
    """Refuse addresses, or a person, who is signed out everywhere; as they are written."""
    person = orders.person_in(whom)
    if person is not None:
        await sign_out(connection, person)
    return await orders.ban(connection, whom, hours)


async def _shown(connection: AsyncConnection, rows: list[Any]) -> list[dict[str, Any]]:
    ids = [row.id for row in rows]
    here = await _counted(connection, SESSIONS, ids, SESSIONS.c.until > clock.now())
    held = await _counted(connection, HOLDINGS, ids)
    reported = Counter((await reported_people(connection)).values())
    bans = (await orders.load(connection)).people_banned()
    return [
        {"person": row.id, "name": row.name, "made": row.made, "sessions": here[row.id]}
        | {"tables": held[row.id], "reports": reported[row.id], "banned": row.id in bans}
        | {"banned_until": bans.get(row.id)}
        for row in rows
    ]


async def _counted(
    connection: AsyncConnection, what: sa.Table, people: list[int], *which: sa.ColumnElement[bool]
) -> Counter[int]:
    """How many rows each of these people has."""
    whose = what.c.person_id
    query = sa.select(whose, sa.func.count()).where(whose.in_(people), *which).group_by(whose)
    return Counter({row[0]: row[1] for row in await connection.execute(query)})


async def reported_people(connection: AsyncConnection) -> dict[int, int]:
    """Of whom each report tells, where that is a person who still sits there."""
    at = TABLES.c.id.in_(sa.select(REPORTS.c.table_id))
    found = [tables.from_row(row) for row in await connection.execute(sa.select(TABLES).where(at))]
    there = {table.id: await traces.stays(connection, table) for table in found}
    told = sa.select(REPORTS.c.id, REPORTS.c.table_id, REPORTS.c.seat, REPORTS.c.made)
    people = {}
    for report, table, seat, made in await connection.execute(told):
        sitting = there[table].table.seats[seat] if table in there else None
        if sitting and sitting.person is not None and there[table].then(seat, made) == sitting.key:
            people[report] = sitting.person
    return people
