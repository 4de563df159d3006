"""Bots at tables: asked when it is their turn, replaced when they fail, standing in for the absent.

A bot gets the redacted state and the legal decisions, and answers from a process of its own. Its
decision is made for a version, like anybody's: if two server processes ask a bot for the same
decision, the second answer is stale and nothing happens twice.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TYPE_CHECKING

import sqlalchemy as sa

from tenka.server import absence, clock, metrics, moves, preparing, tables, tempo
from tenka.server.logs import log
from tenka.server.storage import TABLES
from tenka.server.tables import RUNNING, Table
from tenka.server.thinking import BotFailed, Decide, Opponent, Thinkers
from tenka.server.turns import Urgency
from tenka.server.wakeups import call_bots

if TYPE_CHECKING:
    from tenka.server.house import House

Claim = Callable[[int], AbstractAsyncContextManager[bool]]  # of a table: whether it was free


class Bots:
    """All that this process does for bots."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.thinkers = Thinkers(house.settings.bot_processes)
        self.elsewhere = not (house.settings.bot_processes or house.storage.sqlite)  # see pool.py
        self.claim: Claim = lambda table: nullcontext(True)
        self._driven: set[int] = set()  # tables whose bots are being asked
        self._again: set[int] = set()  # those that changed meanwhile
        self._looked: dict[int, float] = {}  # when somebody looked at a game of bots alone

    async def close(self) -> None:
        """End the thinking processes."""
        self.thinkers.close()

    def drive(self, table: int) -> None:
        """Ask the bots of a table, one after another, until a person is to decide."""
        if self.elsewhere:
            return  # they were called when the change was kept
        self._again.add(table)
        if table not in self._driven:
            self._driven.add(table)
            self.house.spawn(self._drive(table))

    def attend(self, table: Table) -> None:
        """Somebody looks at a table: if bots are alone there, their game goes on for a while."""
        if table.alone and table.bot_asked:
            if self.elsewhere:
                self.house.spawn(self._call([table.id]))
            self.called(table.id)

    def called(self, table: int) -> None:
        """Somebody waits for a bot of a table."""
        self._looked[table] = time.monotonic()
        self.drive(table)

    async def _call(self, tables: Iterable[int]) -> None:
        """Tell those who think elsewhere that somebody looks at games of bots alone."""
        async with self.house.storage.changing() as connection:
            for table in tables:
                await call_bots(connection, table)

    def _watched(self, table: int) -> bool:
        """Whether somebody looks at a table, here; other processes know of their own viewers."""
        now = time.monotonic()
        for other, when in list(self._looked.items()):
            if now - when > self.house.settings.bot_look_seconds:
                del self._looked[other]
        return table in self.house.hub.channels or table in self._looked

    def _urgency(self, table: Table) -> Urgency:
        if not self._watched(table.id):
            return Urgency.NOBODY
        return Urgency.WATCHED if table.alone else Urgency.PERSON

    async def _drive(self, table: int) -> None:
        try:
            while table in self._again:
                self._again.discard(table)
                async with self.claim(table) as mine:
                    while mine and await self._decide(table):
                        pass
        except Exception:
            log("bots stopped", level=logging.ERROR, error=True, table=table)
        finally:
            self._driven.discard(table)

    async def _decide(self, table_id: int) -> bool:
        """Let one bot make one decision; False if none is asked."""
        async with self.house.storage.reading() as connection:
            table = await tables.load(connection, table_id)
        if table.status != RUNNING or not table.bot_asked:
            return False
        if table.alone and not self._watched(table_id):
            return False  # it goes on when somebody looks
        seat = next((s for s in table.match().to_act if table.seats[s].bot), None)
        if seat is None:
            return False
        level = preparing.best_ready(table.game, str(table.seats[seat].bot))
        if level != table.seats[seat].bot and table.seats[seat].waits:
            return False  # the sweep asks again
        asked = time.monotonic()
        action = await self._think(table, seat, level)
        pace = self.house.settings.bot_pace
        wait = tempo.pause(table.match(), seat, action, pace, alone=table.alone)
        await tempo.keep(wait, since=asked)
        async with self.house.change(table_id) as change:
            now = change.table
            unchanged = now.book.versions[seat] == table.book.versions[seat]
            if now.status == RUNNING and unchanged and now.seats[seat].bot:
                moves.decide(change, now.match(), seat, [action])
                metrics.moves.labels(table.game, "bot").inc()
        return True

    async def _think(self, table: Table, seat: int, level: str) -> int:
        """The bot's decision, or a legal default if it fails."""
        match = table.match()
        ids = [action.id for action in match.legal(seat)]
        seen = match.redacted(seat).tobytes()
        question = Decide(Opponent(table.game, level), seat, seen, ids, secrets.randbits(63))
        seconds, urgency = self.house.settings.bot_seconds, self._urgency(table)
        try:
            thought = await self.thinkers.ask(question, seconds, table.origin, urgency)
        except BotFailed as failure:
            metrics.bot_failures.labels(table.game, level).inc()
            log(
                "a bot failed and a default was played",
                level=logging.WARNING,
                table=table.id,
                game=table.game,
                bot=level,
                reason=str(failure),
            )
            return ids[0]
        metrics.thinking.labels(table.game, level).observe(thought.seconds)
        return thought.action

    # -- what must not be forgotten

    async def sweep(self) -> None:
        """Look again and again for bots that nobody asks, and for players who are overdue.

        A process that dies leaves its bots unasked; any process that is alive takes them over.
        """
        while True:
            try:
                await self._ask_forgotten()
                await self._hand_over_overdue()
            except Exception:
                log("the sweep failed", level=logging.ERROR, error=True)
            await clock.sleep(self.house.settings.sweep_seconds)

    async def _ask_forgotten(self) -> None:
        settings = self.house.settings
        longest = settings.bot_seconds + tempo.MOST * settings.bot_pace
        quiet = clock.now() - longest - settings.sweep_seconds
        if settings.processes < 2 and self.house.storage.sqlite:
            quiet = clock.now()  # no other process can be at it
        watched = list(self.house.hub.alone)
        if self.elsewhere:
            if watched:
                await self._call(watched)
            return
        watched += [n for n in list(self._looked) if self._watched(n)]
        query = sa.select(TABLES.c.id).where(
            TABLES.c.bot_asked,
            TABLES.c.status == RUNNING,
            TABLES.c.touched < quiet,
            tables.playable(),
            ~TABLES.c.alone | TABLES.c.id.in_(watched),
        )
        async with self.house.storage.reading() as connection:
            oldest = query.order_by(TABLES.c.touched).limit(1000)
            for table in (await connection.execute(oldest)).scalars():
                self.drive(table)

    async def _hand_over_overdue(self) -> None:
        late = sa.select(TABLES.c.id).where(TABLES.c.due < clock.now(), tables.playable())
        query = late.order_by(TABLES.c.due).limit(100)
        async with self.house.storage.reading() as connection:
            overdue = (await connection.execute(query)).scalars().all()
        for overdue_table in overdue:
            async with self.house.change(overdue_table) as change:
                absence.hand_over_late(change, clock.now())
