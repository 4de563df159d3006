"""How a process learns of changes that another process made.

PostgreSQL says so itself (LISTEN/NOTIFY). Processes that share a SQLite file look at the file's
data version twenty times a second, which reads no table; a single process need not look at all.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from tenka.server.logs import log
from tenka.server.storage import TABLES, Storage

if TYPE_CHECKING:
    from tenka.server.stream import Hub

CHANNEL = "tenka"
PEOPLE = "people"  # instead of a line's number: somebody came or went
LOOK_SECONDS = 0.05
AGAIN_SECONDS = 1.0
QUIET_SECONDS = 15.0  # then it is asked whether anybody is there


class Wakeups:
    """Wakes the hub's channels when other processes change their tables."""

    def __init__(self, storage: Storage, hub: Hub, processes: int) -> None:
        self.storage = storage
        self.hub = hub
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
        lost = asyncio.Event()
        async with self.storage.engine.connect() as connection:
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            driver.add_termination_listener(lambda _: lost.set())
            await driver.add_listener(CHANNEL, self._heard)
            self.hub.wake_all()
            try:
                while not lost.is_set():
                    try:
                        await asyncio.wait_for(lost.wait(), QUIET_SECONDS)
                    except TimeoutError:
                        await driver.fetchval("SELECT 1", timeout=QUIET_SECONDS)
            finally:
                await connection.invalidate()

    def _heard(self, driver: Any, process: int, channel: str, word: str) -> None:
        table, what = word.split()
        if what == PEOPLE:
            self.hub.wake_people(int(table))
        else:
            self.hub.wake(int(table), int(what))

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
