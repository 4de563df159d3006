"""The roll: each process counts its own streams and tells the database who is at which table.

What comes at once is one transaction. A reload is no departure: who stays away for some seconds has
gone. What a process that died left there goes when it has not been heard of for a while.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
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

MOST_TOGETHER = 500  # places that are written in one transaction, so that none takes long

Place = tuple[int, str]  # a table's id, and the hash of a key


def batched(places: Sequence[Place]) -> Iterator[Sequence[Place]]:
    """So many at a time as one statement takes."""
    for start in range(0, len(places), MOST_TOGETHER):
        yield places[start : start + MOST_TOGETHER]


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
        while self._changed:
            await self._write()

    async def _write(self) -> None:
        """Tell the database what changed; what changes meanwhile is told the next time."""
        self._news.clear()
        when = dict(itertools.islice(self._changed.items(), MOST_TOGETHER))
        for place in when:
            del self._changed[place]
        if self._changed:
            self._news.set()
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
                places = await self._kept(connection, counts)
                await self._put(connection, {place: counts[place] for place in places}, when)
                await self._renew(connection)
                await self._tell_others(connection, tables)
        except Exception:
            self._changed = when | self._changed
            self._news.set()
            raise
        for place, count in counts.items():
            self._written[place] = count
            if not count:
                del self._written[place]
                if not self._streams[place]:
                    del self._streams[place]
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
        self, connection: AsyncConnection, streams: dict[Place, int], when: Mapping[Place, float]
    ) -> None:
        """Keep how many streams this process has where, or that it has none any more."""
        here = {place: count for place, count in streams.items() if count}
        gone = [place for place, count in streams.items() if not count]
        await self._keep(connection, self.process, here, when)
        if gone:
            named = sa.tuple_(PRESENCE.c.table_id, PRESENCE.c.holder).in_(gone)
            theirs = sa.delete(PRESENCE).where(named, PRESENCE.c.process == self.process)
            await connection.execute(theirs)
        known = {place: 0 for place in gone if place[1] != SPECTATOR}
        await self._keep(connection, GONE, known, when)

    async def _keep(
        self,
        connection: AsyncConnection,
        process: str,
        streams: Mapping[Place, int],
        when: Mapping[Place, float],
    ) -> None:
        """One row for each place, in one statement."""
        rows = [
            {"table_id": table, "holder": holder, "process": process}
            | {"streams": count, "at": when[table, holder]}
            for (table, holder), count in streams.items()
        ]
        if rows:
            query = self._insert(PRESENCE).values(rows)
            changed = {name: query.excluded[name] for name in ("streams", "at")}
            names = ["table_id", "holder", "process"]
            await connection.execute(
                query.on_conflict_do_update(index_elements=names, set_=changed)
            )

    async def _renew(self, connection: AsyncConnection) -> set[int]:
        """Say that this process lives. If others took it for dead, tell anew who is where."""
        until = clock.now() + BEATS * self.settings.presence_seconds
        mine = sa.update(PROCESSES).where(PROCESSES.c.id == self.process).values(until=until)
        if (await connection.execute(mine)).rowcount:
            return set()
        await connection.execute(sa.insert(PROCESSES).values(id=self.process, until=until))
        places = await self._kept(connection, +self._streams)
        for some in batched(places):
            streams = {place: self._streams[place] for place in some}
            await self._put(connection, streams, dict.fromkeys(some, clock.now()))
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
        known = [place for place in await self._kept(connection, left) if place[1] != SPECTATOR]
        for some in batched(known):
            moment = dict.fromkeys(some, when)
            await self._keep(connection, GONE, dict.fromkeys(some, 0), moment)
        await connection.execute(sa.delete(PRESENCE).where(theirs))
        await connection.execute(sa.delete(PROCESSES).where(PROCESSES.c.id == process))
        return {table for table, _ in left}

    async def _tell_others(self, connection: AsyncConnection, tables: set[int]) -> None:
        if not self.storage.sqlite:
            numbers = sa.cast(sorted(tables), postgresql.ARRAY(sa.Integer))
            some = sa.select(sa.func.unnest(numbers).label("table")).subquery()
            word = sa.cast(some.c.table, sa.String) + f" {wakeups.PEOPLE}"
            await connection.execute(sa.select(sa.func.pg_notify(wakeups.CHANNEL, word)))
