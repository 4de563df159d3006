"""Bots that think elsewhere: `tenka think`, on any machine that reaches the same PostgreSQL.

Servers with `TENKA_BOT_PROCESSES=0` ask no bots. They call, through the database, and whoever
thinks for them asks the bots of that table and makes their decisions, as a server would. Several
such processes share the tables: whoever has claimed one first thinks for it, and a claim goes with
its process. Whatever nobody has answered is found by looking again and again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.core.errors import TenkaError
from tenka.server import preparing
from tenka.server.house import House
from tenka.server.logs import log, set_up
from tenka.server.settings import Settings
from tenka.server.storage import Storage
from tenka.server.wakeups import AGAIN_SECONDS, BOTS, listening

CLAIMED = 7315464  # the first half of each lock's name; the second is the table's number


class Claims:
    """The tables that this process thinks for: locks of one connection, and gone with it."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._connection: AsyncConnection | None = None
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def of(self, table: int) -> AsyncIterator[bool]:
        """Claim a table for as long as this lasts; False if another process has it."""
        mine = await self._ask(sa.func.pg_try_advisory_lock(CLAIMED, table))
        try:
            yield mine
        finally:
            if mine:
                await self._ask(sa.func.pg_advisory_unlock(CLAIMED, table))

    async def _ask(self, function: Any) -> bool:
        async with self._turn:
            try:
                if self._connection is None:
                    self._connection = await self.storage.engine.connect()
                    await self._connection.execution_options(isolation_level="AUTOCOMMIT")
                return bool(await self._connection.scalar(sa.select(function)))
            except BaseException:
                await self.close()
                raise

    async def close(self) -> None:
        """Give up all claims."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.invalidate()
                await connection.close()


async def think(settings: Settings) -> None:
    """Think for the servers of a database until this is stopped."""
    set_up(settings.log_level)
    house = House(settings)
    if house.storage.sqlite:
        raise TenkaError("bots think elsewhere only with PostgreSQL: give its address")
    claims = Claims(house.storage)
    house.bots.claim = claims.of
    await house.storage.open()
    await house.orders.look()
    preparation = preparing.begin()
    house.spawn(house.orders.run())
    house.spawn(house.bots.sweep())
    log("thinking for the servers", processes=settings.bot_processes)
    try:
        while True:
            await _listen(house)
            await asyncio.sleep(AGAIN_SECONDS)
    finally:
        if preparation:
            preparation.cancel()
        await claims.close()
        await house.close()


async def _listen(house: House) -> None:
    try:
        async with listening(house.storage, BOTS, lambda word: house.bots.called(int(word))) as end:
            await end
    except Exception:
        log("lost touch with the database", level=logging.ERROR, error=True)
