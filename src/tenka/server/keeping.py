"""How long tables are kept, and how those go whose time is over.

The time counts from the last change that everybody may know of, so that it tells no secret.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import accounts, clock, orders, reports, sessions
from tenka.server.logs import log
from tenka.server.roster import INVITATIONS, REPORTS
from tenka.server.settings import Settings
from tenka.server.storage import (
    CHANNELS,
    HOLDINGS,
    LEDGER,
    OUTBOX,
    PRESENCE,
    REVIEWS,
    TABLES,
    Storage,
)
from tenka.server.tables import FINISHED, OPEN, RUNNING, Table

if TYPE_CHECKING:
    from tenka.server.house import House

DAY = 24 * 3600.0
FEW = 10  # tables that go in one transaction, so that nobody's move waits long


def days(settings: Settings) -> dict[str, float]:
    """For how many days a table of each status is kept without a change; 0 is for ever."""
    return {
        OPEN: settings.keep_open_days,
        RUNNING: settings.keep_running_days,
        FINISHED: settings.keep_finished_days,
    }


def expiry(settings: Settings, table: Table) -> float | None:
    """When a table goes, if nothing more happens there."""
    kept = days(settings)[table.status]
    return table.changed + kept * DAY if kept else None


async def renew(storage: Storage, settings: Settings) -> None:
    """Bring all tables in line with the settings, which may be others than the last time."""
    async with storage.changing() as connection:
        for status, kept in days(settings).items():
            until = TABLES.c.changed + kept * DAY if kept else sa.null()
            query = sa.update(TABLES).where(
                TABLES.c.status == status, TABLES.c.expires.is_distinct_from(until)
            )
            await connection.execute(query.values(expires=until))


async def remove_some(storage: Storage) -> list[int]:
    """Remove a few tables whose time is over; their ids."""
    over = sa.select(TABLES.c.id).where(TABLES.c.expires < clock.now()).order_by(TABLES.c.expires)
    async with storage.changing() as connection:
        held = over.limit(FEW).with_for_update(skip_locked=True)
        ids = list((await connection.execute(held)).scalars())
        await remove(connection, ids)
    return ids


async def remove(connection: AsyncConnection, ids: list[int]) -> None:
    """Remove tables with all that belongs to them."""
    if not ids:
        return
    for what in (PRESENCE, HOLDINGS, INVITATIONS, REPORTS, REVIEWS, OUTBOX, CHANNELS, LEDGER):
        await connection.execute(sa.delete(what).where(what.c.table_id.in_(ids)))
    await connection.execute(sa.delete(TABLES).where(TABLES.c.id.in_(ids)))


async def prune(house: House) -> None:
    """Remove what is over, again and again; the streams of whoever still watches it end."""
    while True:
        try:
            gone = 0
            while ids := await remove_some(house.storage):
                house.hub.end(ids)
                gone += len(ids)
                await asyncio.sleep(0)
            if gone:
                log("tables removed", tables=gone)
            await remove_others(house)
        except Exception:
            log("removing tables failed", level=logging.ERROR, error=True)
        await clock.sleep(house.settings.prune_seconds)


async def remove_others(house: House) -> None:
    """Remove what is over besides tables; people who have been away for very long last."""
    for what in (sessions, orders, reports):
        await what.remove_old(house.storage)
    gone = await accounts.remove_idle(house)
    if gone:
        log("accounts removed that nobody uses", people=gone)


# -- for whoever looks after a server


async def counts(connection: AsyncConnection) -> dict[str, dict[str, int]]:
    """How many tables there are by status, their lines in all, and how many are over."""
    over = sa.func.coalesce(TABLES.c.expires < clock.now(), sa.false())
    query = sa.select(
        TABLES.c.status,
        sa.func.count(),
        sa.func.sum(TABLES.c.last_line),
        sa.func.sum(sa.case((over, 1), else_=0)),
    ).group_by(TABLES.c.status)
    found = {status: numbers for status, *numbers in await connection.execute(query)}
    names = ("tables", "lines", "over")
    return {
        status: dict(zip(names, map(int, found.get(status, (0, 0, 0))), strict=True))
        for status in (OPEN, RUNNING, FINISHED)
    }


async def soonest(connection: AsyncConnection, most: int) -> list[dict[str, Any]]:
    """The tables that go first; by id, as links are secrets."""
    names = ("id", "game", "status", "created", "changed", "expires", "last_line")
    query = sa.select(*(TABLES.c[name] for name in names))
    query = query.order_by(TABLES.c.expires.is_(None), TABLES.c.expires, TABLES.c.id).limit(most)
    return [
        {"table": id_, "game": game, "status": status, "lines": lines}
        | {"created": created, "changed": changed, "expires": expires}
        for id_, game, status, created, changed, expires, lines in await connection.execute(query)
    ]
