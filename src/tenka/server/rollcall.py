"""The roll: each process counts its own streams and tells the database who is at which table.

What comes at once is one transaction. A reload is no departure: who stays away for some seconds has
gone. What a process that died left there goes when it has not been heard of for a while.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import clock, seats, wakeups
from tenka.server.logs import log
from tenka.server.presence import SPECTATOR, persons
from tenka.server.settings import Settings
from tenka.server.storage import PRESENCE, PROCESSES, TABLES, Storage
from tenka.server.stream import Hub
from tenka.server.tables import Table

GONE = ""  # the process of a row that tells since when somebody is away
GATHERING_SECONDS = 0.1  # what happens meanwhile is one transaction
BEATS = 3  # a process that was silent for so many is dead

Place = tuple[int, str]  # a table's id, and the hash of a key


class RollCall:
    """The streams of this process, and what the database is told of them."""

    def __init__(self, storage: Storage, hub: Hub, settings: Settings) -> None:
        self.storage, self.hub, self.settings = storage, hub, settings
        self.process = secrets.token_hex(8)
        self.alone = storage.sqlite and settings.processes < 2
        self._streams: Counter[Place] = Counter()
        self._written: Counter[Place] = Counter()
        self._changed: dict[Place, float] = {}  # when, since it was written last
        self._news = asyncio.Event()
        self._insert = sqlite.insert if storage.sqlite else postgresql.insert

    @asynccontextmanager
    async def at(self, table: Table, keys: seats.Keys) -> AsyncIterator[None]:
        """Whoever carries these keys is at a table, for as long as this lasts."""
        places = [(table.id, holder) for holder in persons(table, keys)]
        for place in places:
            self._count(place, 1, clock.now())
        try:
            yield
        finally:
            later = asyncio.get_running_loop().call_later
            for place in places:
                later(self.settings.away_seconds, self._count, place, -1, clock.now())

    def _count(self, place: Place, more: int, when: float) -> None:
        self._streams[place] += more
        self._changed[place] = when
        self._news.set()

    async def run(self) -> None:
        """Write what changes, say now and then that this process lives, and find dead ones."""
        while True:
            try:
                await self._bury()
                beat = asyncio.get_running_loop().time() + self.settings.presence_seconds
                while await self._news_before(beat):
                    await asyncio.sleep(GATHERING_SECONDS)
                    await self._write()
            except Exception:
                log("presence could not be kept", level=logging.ERROR, error=True)
                await asyncio.sleep(1)

    async def _news_before(self, moment: float) -> bool:
        """Wait for news, or for the moment, which comes also where there is always news."""
        if asyncio.get_running_loop().time() >= moment:
            return False
        try:
            async with asyncio.timeout_at(moment):
                await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """All streams of this process end with it."""
        for place in +self._written:
            self._changed[place] = clock.now()
        self._streams.clear()
        await self._write()

    async def _write(self) -> None:
        """Tell the database what changed; what changes meanwhile is told the next time."""
        self._news.clear()
        when, self._changed = self._changed, {}
        counts = {
            place: self._streams[place]
            for place in when
            if self._streams[place] != self._written[place]
        }
        if not counts:
            return
        tables = {table for table, _ in counts}
        try:
            async with self.storage.changing() as connection:
                for place in await self._kept(connection, counts):
                    await self._put(connection, place, counts[place], when[place])
                await self._renew(connection)
                await self._tell_others(connection, tables)
        except Exception:
            self._changed = when | self._changed
            self._news.set()
            raise
        self._written = +Counter(dict(self._written) | counts)
        self._streams = +self._streams
        await self.hub.look_around(tables)

    async def _kept(self, connection: AsyncConnection, places: Iterable[Place]) -> list[Place]:
        """Those of the places whose tables are still there, always in the same order.

        The tables stay until the transaction ends; whoever changes one meanwhile need not wait.
        """
        ids = {table for table, _ in places}
        query = sa.select(TABLES.c.id).where(TABLES.c.id.in_(ids)).order_by(TABLES.c.id)
        held = query.with_for_update(read=True, key_share=True)
        there = set((await connection.execute(held)).scalars())
        return sorted(place for place in places if place[0] in there)

    async def _put(
        self, connection: AsyncConnection, place: Place, streams: int, when: float
    ) -> None:
        """Keep how many streams this process has there, or that it has none any more."""
        table, holder = place
        if streams:
            await self._keep(connection, table, holder, self.process, streams, when)
            return
        mine = (PRESENCE.c.table_id == table) & (PRESENCE.c.holder == holder)
        await connection.execute(
            sa.delete(PRESENCE).where(mine, PRESENCE.c.process == self.process)
        )
        if holder != SPECTATOR:
            await self._keep(connection, table, holder, GONE, 0, when)

    async def _keep(
        self, connection: AsyncConnection, table: int, holder: str, process: str, n: int, at: float
    ) -> None:
        row = {"table_id": table, "holder": holder, "process": process, "streams": n, "at": at}
        query = self._insert(PRESENCE).values(**row)
        await connection.execute(
            query.on_conflict_do_update(
                index_elements=["table_id", "holder", "process"], set_={"streams": n, "at": at}
            )
        )

    async def _renew(self, connection: AsyncConnection) -> set[int]:
        """Say that this process lives. If others took it for dead, tell anew who is where."""
        until = clock.now() + BEATS * self.settings.presence_seconds
        mine = sa.update(PROCESSES).where(PROCESSES.c.id == self.process).values(until=until)
        if (await connection.execute(mine)).rowcount:
            return set()
        await connection.execute(sa.insert(PROCESSES).values(id=self.process, until=until))
        places = await self._kept(connection, +self._streams)
        for place in places:
            await self._put(connection, place, self._streams[place], clock.now())
        return {table for table, _ in places}

    async def _bury(self) -> None:
        """Say that this process lives, if anybody relies on it; close what the dead left open."""
        others = PROCESSES.c.id != self.process
        dead = others if self.alone else others & (PROCESSES.c.until < clock.now())
        async with self.storage.reading() as connection:
            found = (await connection.execute(sa.select(PROCESSES).where(dead))).all()
        if not found and not self._written:
            return
        async with self.storage.changing() as connection:
            tables = await self._renew(connection) if self._written else set()
            for process, until in found:
                tables |= await self._close_all(connection, process, min(until, clock.now()))
            await self._tell_others(connection, tables)
        await self.hub.look_around(tables)

    async def _close_all(self, connection: AsyncConnection, process: str, when: float) -> set[int]:
        """Whoever was here by a dead process's word went when it was last heard of."""
        theirs = PRESENCE.c.process == process
        query = sa.select(PRESENCE.c.table_id, PRESENCE.c.holder).where(theirs)
        left = [(table, holder) for table, holder in await connection.execute(query)]
        for table, holder in await self._kept(connection, left):
            if holder != SPECTATOR:
                await self._keep(connection, table, holder, GONE, 0, when)
        await connection.execute(sa.delete(PRESENCE).where(theirs))
        await connection.execute(sa.delete(PROCESSES).where(PROCESSES.c.id == process))
        return {table for table, _ in left}

    async def _tell_others(self, connection: AsyncConnection, tables: set[int]) -> None:
        if not self.storage.sqlite:
            for table in sorted(tables):
                word = sa.func.pg_notify(wakeups.CHANNEL, f"{table} {wakeups.PEOPLE}")
                await connection.execute(sa.select(word))
