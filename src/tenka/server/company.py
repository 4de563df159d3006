"""What waits for somebody in the lobby: invitations, and tables of people they follow."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import sight, tables, ties
from tenka.server.roster import INVITATIONS
from tenka.server.storage import HOLDINGS, TABLES
from tenka.server.tables import OPEN, Table

MOST = 200  # tables of people whom one follows, or is apart from


async def waiting_for(connection: AsyncConnection, person: int) -> dict[str, Any]:
    """Invitations to tables that still wait, open tables of the followed, and those to hide."""
    friends = await ties.followed(connection, person)
    apart = await ties.apart_from(connection, person)
    return {
        "invitations": await _invitations(connection, person, apart),
        "followed": [
            sight.summary(table)
            for table in await _waiting_with(connection, friends)
            if not _sitting(table) & {person, *apart}
        ],
        "hidden": [table.link for table in await _waiting_with(connection, apart)],
    }


async def _invitations(
    connection: AsyncConnection, person: int, apart: Collection[int]
) -> list[dict[str, Any]]:
    """The latest first; none where somebody sits from whom one is apart by now."""
    query = (
        sa.select(INVITATIONS.c.id.label("invitation"), INVITATIONS.c.host.label("by"), TABLES)
        .join(TABLES, TABLES.c.id == INVITATIONS.c.table_id)
        .where(INVITATIONS.c.person_id == person, TABLES.c.status == OPEN)
        .order_by(INVITATIONS.c.id.desc())
    )
    found = []
    for row in await connection.execute(query):
        told = dict(row._mapping)
        id_, host = told.pop("invitation"), told.pop("by")
        table = tables.from_values(told)
        if not _sitting(table) & {person, *apart}:
            found.append({"id": id_, "host": host, "table": sight.summary(table)})
    return found


async def _waiting_with(connection: AsyncConnection, people: Collection[int]) -> list[Table]:
    """Public tables that wait, and at which one of these people sits; the latest first."""
    if not people:
        return []
    held = sa.exists().where(HOLDINGS.c.table_id == TABLES.c.id, HOLDINGS.c.person_id.in_(people))
    query = (
        sa.select(TABLES)
        .where(TABLES.c.listed, TABLES.c.status == OPEN, held)
        .order_by(TABLES.c.changed.desc(), TABLES.c.id)
        .limit(MOST)
    )
    found = [tables.from_row(row) for row in await connection.execute(query)]
    return [table for table in found if _sitting(table) & {*people}]  # others have left it


def _sitting(table: Table) -> set[int | None]:
    return {seat.person for seat in table.seats}
