"""All that one server process holds, and the one way in which tables are changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import (
    almanac,
    answers,
    keeping,
    ledger,
    lobby,
    metrics,
    rating,
    seats,
    tables,
    tidings,
    tournaments,
)
from tenka.server.audience import Audience
from tenka.server.bots import Bots
from tenka.server.connections import Crowd
from tenka.server.desk import Desk
from tenka.server.hosts import Hosts
from tenka.server.ledger import MOVE, Draft, Line
from tenka.server.limits import Limits, share
from tenka.server.orders import StandingOrders
from tenka.server.outbox import Outbox
from tenka.server.problems import Unavailable
from tenka.server.reviews import Reviews
from tenka.server.rollcall import RollCall
from tenka.server.settings import Settings
from tenka.server.storage import Storage
from tenka.server.stream import Hub
from tenka.server.swift import Swift
from tenka.server.tables import FINISHED, RUNNING, Table
from tenka.server.wakeups import Wakeups, call_bots, tell


@dataclass
class Change(Draft):
    """A table in the middle of being changed, whose row is held."""

    connection: AsyncConnection

    async def keep(self, settings: Settings, notify: bool) -> None:
        """Write everything to the database, and tell the other processes once it is committed."""
        table = self.table
        self.touch()
        table.expires = keeping.expiry(settings, table)
        await tables.update(self.connection, table)
        if self.lines:
            await ledger.insert(self.connection, self.lines)
        if notify:
            plain = table.status == RUNNING and all(line.kind == MOVE for line in self.lines)
            told = tidings.told(table, self.lines) if plain else ""
            await tell(self.connection, table.id, table.last_line, told)
            if table.bot_asked and not settings.bot_processes:
                await call_bots(self.connection, table.id)


class House:
    """One process's storage, streams, bots and notices."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(
            settings.database_address,
            settings.processes,
            settings.database_seconds,
            settings.database_connections,
        )
        self.swift = Swift(self.storage)
        self.hosts = Hosts(settings)
        self.crowd = Crowd(settings)
        self.limits = Limits(settings, self.crowd.most * 3 // 4)  # the rest is left for moves
        self.hub = Hub(self.storage)
        self.audience = Audience(self.storage)
        self.orders = StandingOrders(self.storage, self.hub, self.audience)
        self.roll = RollCall(self.storage, self.hub, settings)
        self.wakeups = Wakeups(self.storage, self.hub, self.limits, settings.processes)
        self.bots = Bots(self)
        self.reviews = Reviews(self)
        self.desk = Desk(self.storage)
        self.outbox = Outbox(self)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Start everything that runs in the background."""
        await self.storage.open()
        self.spawn(self.crowd.watch())
        await keeping.renew(self.storage, self.settings)
        await self.orders.look()
        self.spawn(self.orders.run())
        self.spawn(self.storage.tidy())
        self.spawn(keeping.prune(self))
        self.spawn(self.wakeups.run())
        self.spawn(share(self.storage, self.limits))
        self.spawn(self.roll.run())
        self.spawn(self.bots.sweep())
        self.spawn(almanac.watch(self))
        self.spawn(self.outbox.run())

    async def close(self) -> None:
        """Stop everything."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        with suppress(Unavailable):
            await self.roll.close()
        self.desk.close()
        await self.swift.close()
        await self.storage.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let work go on in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def table(self, link: str) -> Table:
        """A table as it is now."""
        async with self.storage.reading() as connection:
            return await tables.load(connection, link)

    @asynccontextmanager
    async def change(self, key: str | int) -> AsyncIterator[Change]:
        """Change a table in one transaction; whoever watches it is told after the commit."""
        with metrics.transaction.time():
            async with self.storage.changing() as connection:
                change = Change(await tables.load(connection, key, lock=True), connection)
                before = change.table.status
                yield change
                answers.carry_out(change)
                if change.table.rated and before != change.table.status == FINISHED:
                    await rating.count(connection, change.table)
                if before != change.table.status == FINISHED:
                    await tournaments.table_over(self, connection, change.table)
                if change.lines:
                    await change.keep(self.settings, notify=not self.storage.sqlite)
        if change.lines:
            self.tell(change)

    @asynccontextmanager
    async def change_by(self, link: str, keys: seats.Keys, seat: int) -> AsyncIterator[Change]:
        """The same by whoever holds a seat, as long as the ledger has room for it."""
        async with self.change(link) as change:
            seats.require(change.table, seat, keys)
            ledger.require_room(change.table)
            yield change

    async def add(self, table: Table, lines: list[Line]) -> None:
        """Keep a new table with the lines that its ledger begins with."""
        async with self.storage.changing() as connection:
            await lobby.require_room(self, connection, table)
            await self.insert(connection, table, lines)
        if table.bot_asked:
            self.bots.drive(table.id)

    async def insert(self, connection: AsyncConnection, table: Table, lines: list[Line]) -> None:
        """Put a new table and its first lines into the transaction that is under way."""
        table.expires = keeping.expiry(self.settings, table)
        await tables.insert(connection, table)
        for line in lines:
            line.table_id = table.id
        if lines:
            await ledger.insert(connection, lines)
        if table.bot_asked and self.bots.elsewhere:
            await call_bots(connection, table.id)

    def tell(self, change: Draft) -> None:
        """Everyone who waits for this change: viewers here, and bots."""
        self.hub.publish(change.table, change.lines)
        if change.table.bot_asked:
            self.bots.drive(change.table.id)
