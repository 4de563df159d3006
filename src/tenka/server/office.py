"""The operator's view of a server: what it keeps, what happens there, and which orders stand."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import census, clock, keeping, orders, reports
from tenka.server.problems import UnknownThing
from tenka.server.rollcall import GONE
from tenka.server.storage import PEOPLE, PRESENCE, PROCESSES, TABLES

SPANS = {"hour": 3600.0, "day": 24 * 3600.0, "week": 7 * 24 * 3600.0}


async def overview(connection: AsyncConnection, most: int) -> dict[str, Any]:
    """Orders, numbers, rates, and the tables that go first; no link, no key; names in reports."""
    standing = await orders.load(connection)
    here = sa.select(sa.func.coalesce(sa.func.sum(PRESENCE.c.streams), 0))
    reported = await census.reported_people(connection)
    alive = sa.select(sa.func.count()).where(PROCESSES.c.until > clock.now())
    return {
        **standing.shown(),
        "bans": standing.bans,
        "counts": await keeping.counts(connection),
        "rates": {name: await _rates(connection, span) for name, span in SPANS.items()},
        "streams": await connection.scalar(here.where(PRESENCE.c.process != GONE)),
        "processes": await connection.scalar(alive),
        "tables": await keeping.soonest(connection, most),
        "people": await connection.scalar(sa.select(sa.func.count()).select_from(PEOPLE)),
        "reports": [
            {**report, "person": reported.get(report["id"])}
            for report in await reports.all_of_them(connection, most)
        ],
    }


async def _rates(connection: AsyncConnection, span: float) -> dict[str, int]:
    """Of how many tables something can be said in the time that has just passed."""
    since = clock.now() - span
    laid, played = (
        sa.select(sa.func.count()).where(column > since)
        for column in (TABLES.c.created, TABLES.c.touched)
    )
    return {
        "laid": await connection.scalar(laid) or 0,
        "played": await connection.scalar(played) or 0,
    }


async def remove(connection: AsyncConnection, table: int) -> None:
    """Remove a table before its time, with all that was said and played there."""
    if not await connection.scalar(sa.select(TABLES.c.id).where(TABLES.c.id == table)):
        raise UnknownThing(f"there is no table {table}")
    await keeping.remove(connection, [table])
