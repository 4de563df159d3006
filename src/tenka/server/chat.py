"""Chat at a table: for those who sit there, short, and not too fast."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import sqlalchemy as sa

from tenka.server import seats
from tenka.server.ledger import CHAT
from tenka.server.problems import TooMany
from tenka.server.storage import LEDGER

if TYPE_CHECKING:
    from tenka.server.house import House

MOST_IN_ALL = 1000  # messages of a seat
MOST, SECONDS = 5, 10  # so many messages of a seat in so many seconds


async def say(house: House, link: str, keys: seats.Keys, seat: int, text: str) -> int:
    """Say something; the position in the speaker's stream at which it stands."""
    async with house.change(link) as change:
        table = change.table
        seats.require(table, seat, keys)
        latest = (
            sa.select(LEDGER.c.made)
            .where(LEDGER.c.table_id == table.id, LEDGER.c.seat == seat, LEDGER.c.kind == CHAT)
            .order_by(LEDGER.c.number.desc())
        )
        said = list((await change.connection.execute(latest)).scalars())
        if len(said) >= MOST_IN_ALL:
            raise TooMany(f"a seat says at most {MOST_IN_ALL} things at a table", retry_after=3600)
        if len(said) >= MOST and said[MOST - 1] > time.time() - SECONDS:
            raise TooMany(f"at most {MOST} messages in {SECONDS} seconds", retry_after=SECONDS)
        change.write(CHAT, seat, data={"name": table.seats[seat].name, "text": text})
    return table.position_of(seat)
