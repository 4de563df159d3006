"""Chat at a table: of those who sit there and, unless they mind, of those who watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from tenka.server import clock, ledger, seats
from tenka.server.ledger import CHAT, SEATS
from tenka.server.problems import Quiet, TooMany
from tenka.server.storage import LEDGER

if TYPE_CHECKING:
    from tenka.server.house import Change, House

MOST_IN_ALL = 1000  # messages of a seat, or of all spectators
MOST, SECONDS = 5, 10  # so many of them in so many seconds


async def say(house: House, link: str, keys: seats.Keys, seat: int, text: str) -> int:
    """Say something; the position in the speaker's stream at which it stands."""
    async with house.change(link) as change:
        table = change.table
        seats.require(table, seat, keys)
        await _require_patience(change, seat)
        change.write(CHAT, seat, data={"name": table.seats[seat].name, "text": text})
    return table.position_of(seat)


async def say_watching(house: House, link: str, name: str, text: str) -> int:
    """Say something as a spectator, under a name that stands for nothing."""
    async with house.change(link) as change:
        if change.table.book.quiet:
            raise Quiet("the players have closed the spectators' chat")
        ledger.require_room(change.table)
        await _require_patience(change, None)
        change.write(CHAT, data={"name": name, "text": text})
    return change.table.position_of(None)


async def hush(house: House, link: str, keys: seats.Keys, seat: int, quiet: bool) -> None:
    """Close the spectators' chat, or open it again: every player may."""
    async with house.change_by(link, keys, seat) as change:
        table = change.table
        if table.book.quiet != quiet:
            table.book.quiet = quiet
            what = "spectators quiet" if quiet else "spectators talk"
            change.write(SEATS, seat, data={"what": what, "name": table.seats[seat].name})


async def _require_patience(change: Change, seat: int | None) -> None:
    """Refuse whoever has said much already; spectators share what they may say."""
    latest = (
        sa.select(LEDGER.c.made)
        .where(LEDGER.c.table_id == change.table.id, LEDGER.c.seat == seat, LEDGER.c.kind == CHAT)
        .order_by(LEDGER.c.number.desc())
    )
    said = list((await change.connection.execute(latest)).scalars())
    if len(said) >= MOST_IN_ALL:
        raise TooMany(f"a seat says at most {MOST_IN_ALL} things at a table", retry_after=3600)
    if len(said) >= MOST and said[MOST - 1] > clock.now() - SECONDS:
        raise TooMany(f"at most {MOST} messages in {SECONDS} seconds", retry_after=SECONDS)
