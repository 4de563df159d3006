"""How a process learns of changes that another process made.

PostgreSQL says so itself (LISTEN/NOTIFY). Processes that share a SQLite file look at the file's
data version twenty times a second, which reads no table; a single process need not look at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server.logs import log
from tenka.server.storage import TABLES, Storage

if TYPE_CHECKING:
    from tenka.server.limits import Limits
    from tenka.server.stream import Hub

CHANNEL = "tenka"
BOTS = "tenka_bots"  # tables at which one is asked, for those who think elsewhere
PEOPLE = "people"  # instead of a line's number: somebody came or went
LIMITS = "limits"  # likewise, of no table: what was taken from limits
LOOK_SECONDS = 0.05
AGAIN_SECONDS = 1.0
QUIET_SECONDS = 15.0  # then it is asked whether anybody is there


@asynccontextmanager
async def listening(
    storage: Storage, channel: str, heard: Callable[[str], None]
) -> AsyncIterator[Awaitable[None]]:
    """Hear what PostgreSQL tells on a channel; what it gets is done when nobody is there."""
    lost = asyncio.Event()
    async with storage.engine.connect() as connection:
        raw = await connection.get_raw_connection()
        driver: Any = raw.driver_connection
        driver.add_termination_listener(lambda _: lost.set())
        await driver.add_listener(channel, lambda *told: heard(told[-1]))
        try:
            yield _until(lost, driver)
        finally:
            await connection.invalidate()


async def _until(lost: asyncio.Event, driver: Any) -> None:
    while not lost.is_set():
        try:
            await asyncio.wait_for(lost.wait(), QUIET_SECONDS)
        except TimeoutError:
            await driver.fetchval("SELECT 1", timeout=QUIET_SECONDS)


async def tell(connection: AsyncConnection, table: int, number: int, told: str) -> None:
    """Tell the other processes of a change once it is committed."""
    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, notice(table, number, told))))


def notice(table: int, number: int, told: str) -> str:
    """The words of a change: a table's id, the number of its last line, and the change itself."""
    return f"{table} {number} {told}"


async def tell_of_limits(connection: AsyncConnection, word: str) -> None:
    """Tell the other processes what was taken from the limits here."""
    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"0 {LIMITS} {word}")))


async def call_bots(connection: AsyncConnection, table: int) -> None:
    """Tell those who think elsewhere that a bot is asked at a table, once this is committed."""
    await connection.execute(sa.select(sa.func.pg_notify(BOTS, str(table))))


class Wakeups:
    """Wakes the hub's channels when other processes change their tables, and hears of limits."""

    def __init__(self, storage: Storage, hub: Hub, limits: Limits, processes: int) -> None:
        self.storage = storage
        self.hub = hub
        self.limits = limits
        self.processes = processes

    async def run(self) -> None:
        """Listen until the server stops; a lost connection is made again."""
        if self.storage.sqlite and self.processes < 2:
            return
        while True:
            try:
                await (self._look() if self.storage.sqlite else self._listen())
            except Exception:
                log("lost touch with the database", error=True)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _listen(self) -> None:
        async with listening(self.storage, CHANNEL, self._heard) as lost:
            self.hub.wake_all()
            await lost

    def _heard(self, word: str) -> None:
        table, what, *told = word.split(" ", 2)
        if what == PEOPLE:
            self.hub.wake_people(int(table))
        elif what == LIMITS:
            self.limits.hear(*told)
        else:
            self.hub.hear(int(table), int(what), *told)

    async def _look(self) -> None:
        seen = None
        async with self.storage.engine.connect() as connection:
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            while True:
                async with driver.execute("PRAGMA data_version") as cursor:
                    version = await cursor.fetchone()
                if version != seen:
                    seen = version
                    await self._compare()
                await asyncio.sleep(LOOK_SECONDS)

    async def _compare(self) -> None:
        """Wake the channels whose tables have moved on."""
        watched = list(self.hub.channels)
        if watched:
            query = sa.select(TABLES.c.id, TABLES.c.last_line).where(TABLES.c.id.in_(watched))
            async with self.storage.reading() as connection:
                for table, number in await connection.execute(query):
                    self.hub.wake(table, number)
            await self.hub.look_around(watched)
