"""Who may go on watching: a stream ends when its address is banned, or its session ends.

Requests are checked as they come; a stream has come long ago. Each process knows what its own
streams came in with, and looks again when the operator's orders or the sessions have changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import sqlalchemy as sa

from tenka.server import clock
from tenka.server.storage import SESSIONS, Storage

if TYPE_CHECKING:
    from tenka.server.orders import StandingOrders

AT_ONCE = 500  # sessions that are asked about in one query

Welcome = Callable[[], bool]


class Audience:
    """The sessions with which streams of this process were opened."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._open: Counter[str] = Counter()
        self._ended: set[str] = set()

    @asynccontextmanager
    async def admit(
        self, orders: StandingOrders, host: str, session: str | None
    ) -> AsyncIterator[Welcome]:
        """Count a stream, for as long as this lasts; what it gets tells whether it may go on."""
        if session is None:
            yield lambda: orders.now.welcomes(host)
            return
        self._open[session] += 1
        try:
            await self._look_at([session])  # it may have ended since the request came
            yield lambda: orders.now.welcomes(host) and session not in self._ended
        finally:
            self._open[session] -= 1
            if not self._open[session]:
                del self._open[session]
                self._ended.discard(session)

    async def look(self) -> bool:
        """See which sessions have ended; whether any had."""
        before = len(self._ended)
        known = list(self._open)
        for start in range(0, len(known), AT_ONCE):
            await self._look_at(known[start : start + AT_ONCE])
        return len(self._ended) > before

    async def _look_at(self, known: Collection[str]) -> None:
        alive = sa.select(SESSIONS.c.id).where(
            SESSIONS.c.id.in_(known), SESSIONS.c.until > clock.now()
        )
        async with self.storage.reading() as connection:
            standing = set((await connection.execute(alive)).scalars())
        self._ended |= {one for one in known if one not in standing and one in self._open}
