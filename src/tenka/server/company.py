"""What waits for somebody in the lobby: invitations, and tables of people they follow."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import sight, tables, ties
from tenka.server.roster import INVITATIONS
from tenka.server.storage import TABLES
from tenka.server.tables import OPEN

MOST = 200  # open tables that are looked through


async def waiting_for(connection: AsyncConnection, person: int) -> dict[str, Any]:
    """Invitations to tables that still wait, open tables of the followed, and those to hide."""
    query = (
        sa.select(INVITATIONS.c.id.label("invitation"), INVITATIONS.c.host.label("by"), TABLES)
        .join(TABLES, TABLES.c.id == INVITATIONS.c.table_id)
        .where(INVITATIONS.c.person_id == person, TABLES.c.status == OPEN)
        .order_by(INVITATIONS.c.id.desc())
    )
    invitations = []
    for row in await connection.execute(query):
        told = dict(row._mapping)
        id_, host = told.pop("invitation"), told.pop("by")
        table = tables.from_values(told)
        if all(seat.person != person for seat in table.seats):
            invitations.append({"id": id_, "host": host, "table": sight.summary(table)})
    friends = await ties.followed(connection, person)
    apart = await ties.apart_from(connection, person)
    followed, hidden = [], []
    for table in await tables.listed(connection, OPEN, 0, MOST):
        sitting = {seat.person for seat in table.seats}
        if sitting & apart:
            hidden.append(table.link)
        elif sitting & friends and person not in sitting:
            followed.append(table.link)
    return {"invitations": invitations, "followed": followed, "hidden": hidden}
