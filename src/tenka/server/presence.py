"""Who is at a table: whoever has a stream of it open, in whichever process.

A person is the holder of a key, not a seat: who plays two seats on one device looks through one of
them at a time, and which one is nobody's business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import clock, seats
from tenka.server.storage import PRESENCE, PROCESSES
from tenka.server.tables import HUMAN, Table

SPECTATOR = ""  # the holder of no seat


@dataclass
class Attendance:
    """Who is at one table, by the hashes of their keys."""

    streams: Counter[str] = field(default_factory=Counter)
    left: dict[str, float] = field(default_factory=dict)

    def away(self, table: Table, seat: int) -> float | None:
        """Since when the person of a seat is away; nothing, if here or if there is none."""
        key = table.seats[seat].key
        if table.seats[seat].kind != HUMAN or not key or self.streams[key]:
            return None
        return self.left.get(key, table.created)

    def shown(self, table: Table) -> dict[str, Any]:
        """What everybody at the table is told."""
        since = [self.away(table, seat) for seat in range(len(table.seats))]
        return {
            "away": [moment and round(moment, 3) for moment in since],
            "watching": self.streams[SPECTATOR],
        }


def persons(table: Table, keys: seats.Keys) -> list[str]:
    """Whom a request with these keys stands for at a table."""
    held = {table.seats[seat].key or SPECTATOR for seat in seats.held_by(table, keys)}
    return sorted(held) or [SPECTATOR]


async def attendance(connection: AsyncConnection, tables: Collection[int]) -> dict[int, Attendance]:
    """Who is at each of these tables, by what all living processes have told."""
    found = {table: Attendance() for table in tables}
    query = (
        sa.select(PRESENCE, PROCESSES.c.until)
        .outerjoin(PROCESSES, PROCESSES.c.id == PRESENCE.c.process)
        .where(PRESENCE.c.table_id.in_(tables))
    )
    now = clock.now()
    for table, holder, _, streams, at, until in await connection.execute(query):
        there = found[table]
        if until is not None and until > now:
            there.streams[holder] += streams
        else:  # a departure, or a process that died
            there.left[holder] = max(until or at, there.left.get(holder, 0.0))
    return found
