"""The live stream: server-sent events, made once for all who see the same.

For each table that somebody watches there is one channel. It holds the table as it is now and its
latest lines. A viewer's stream remembers how far it has told the story, and tells the rest
whenever the channel has news; a slow reader is told more at once, and nothing is queued.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Collection, Coroutine, Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from tenka.core.match import Match
from tenka.server import ledger, metrics, sight, tables, tidings
from tenka.server.audience import Welcome
from tenka.server.ledger import Line
from tenka.server.logs import log
from tenka.server.presence import Attendance, attendance
from tenka.server.problems import UnknownTable
from tenka.server.storage import TABLES, Storage
from tenka.server.tables import OPEN, Table, Viewer

REMEMBERED = 16  # lines that a channel keeps for readers who are a little behind
GATHERING_SECONDS = 0.05  # for who came and went elsewhere: it is read together
SHARED_SECONDS = 1.0  # how long it keeps what it has told, for others at the same point


class Channel:
    """A table that is being watched."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.attendance = Attendance()
        self.people = self._people()
        self.match: Match | None = None
        self.lines: deque[Line] = deque(maxlen=REMEMBERED)
        self.news = asyncio.Event()
        self.viewers = 0
        self.behind = False  # it is known that the database has more
        self.ended = False  # the table is no more
        self._told: dict[tuple[Viewer, int], str] = {}

    def update(self, table: Table, lines: Sequence[Line]) -> None:
        """Take in what happened, and wake everyone who waits."""
        self.table, self.match = table, None
        self.lines.extend(lines)
        self._told.clear()
        self.people = self._people()
        self.wake()

    def attend(self, attendance: Attendance) -> None:
        """Take in who is here; whoever waits is woken if that is news."""
        before, self.attendance = self.people, attendance
        self.people = self._people()
        if self.people != before:
            self.wake()

    def wake(self) -> None:
        """Everyone who waits looks for what is new."""
        self.news.set()
        self.news = asyncio.Event()

    def _people(self) -> str:
        """An event that tells who is here. It has no id: it is no part of the story."""
        told = json.dumps(self.attendance.shown(self.table), separators=(",", ":"))
        return f"event: people\ndata: {told}\n\n"

    def end(self) -> None:
        """The table is no more: everyone who waits goes away."""
        self.ended = True
        self.news.set()

    def _forget(self) -> None:
        """Let go of what takes the most room; who comes later has it made anew."""
        self.match = None
        self._told.clear()

    def lines_after(self, number: int) -> list[Line] | None:
        """The lines after a number, or None if the channel no longer has them all."""
        if number >= self.table.last_line:
            return []
        if not self.lines or self.lines[0].number > number + 1:
            return None
        return [line for line in self.lines if line.number > number]

    def message(self, viewer: Viewer, number: int, lines: Sequence[Line]) -> str:
        """What a viewer is told after a line; all who are at the same point share the text."""
        key = (viewer, number)
        if key not in self._told:
            if not self._told:  # all who are told now are told soon
                asyncio.get_running_loop().call_later(SHARED_SECONDS, self._forget)
            if self.match is None and self.table.status != OPEN:
                self.match = self.table.match()
            self._told[key] = encode(self.table, viewer, lines, self.match)
        return self._told[key]


def encode(table: Table, viewer: Viewer, lines: Sequence[Line], match: Match | None = None) -> str:
    """A server-sent event: what happened, and the table as this viewer sees it now."""
    seen = sight.snapshot(table, viewer, match)
    seen["events"] = [
        ledger.event(table.rules, line, viewer) for line in lines if line.seen_by(viewer)
    ]
    data = json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
    return f"id: {seen['position']}\ndata: {data}\n\n"


class Hub:
    """The channels of this process."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.channels: dict[int, Channel] = {}
        self._links: dict[str, Channel] = {}  # the same
        self.alone: set[int] = set()  # those of them where bots decide in every seat
        self.word = ""  # an event for everyone: what the operator says
        self._reading: set[asyncio.Task[None]] = set()
        self._stirred: set[int] = set()  # tables where somebody came or went elsewhere
        self._looking = asyncio.Lock()

    def publish(self, table: Table, lines: Sequence[Line]) -> None:
        """A change made in this process; if an earlier one has not come yet, both are read."""
        channel = self.channels.get(table.id)
        if channel is None or not lines or table.last_line <= channel.table.last_line:
            return
        if lines[0].number == channel.table.last_line + 1:
            self._update(channel, table, lines)
        else:
            self.wake(table.id, table.last_line)

    def wake(self, table: int, number: int | None = None) -> None:
        """A change made elsewhere: read it, unless it is known."""
        channel = self.channels.get(table)
        if channel is None or (number is not None and number <= channel.table.last_line):
            return
        if not channel.behind:
            channel.behind = True
            self._spawn(self._read(table, channel))

    def _update(self, channel: Channel, table: Table, lines: Sequence[Line]) -> None:
        channel.update(table, lines)
        self._note(table)

    def _note(self, table: Table) -> None:
        (self.alone.add if table.alone else self.alone.discard)(table.id)

    def hear(self, table: int, number: int, told: str = "") -> None:
        """A change made elsewhere, of which all may have been told: else read it."""
        channel = self.channels.get(table)
        if channel is None or number <= channel.table.last_line:
            return
        change = tidings.heard(told, channel.table) if told else None
        if change and change[1][0].number == channel.table.last_line + 1:
            self._update(channel, *change)
            return
        self.wake(table, number)

    def known(self, link: str) -> Table | None:
        """A table that is watched here, as it was a moment ago."""
        channel = self._links.get(link)
        return None if channel is None or channel.ended else channel.table

    def announce(self, word: str) -> None:
        """Tell everyone who watches any table."""
        self.word = word
        self.rouse()

    def rouse(self) -> None:
        """Let everyone who watches look whether there is news, or whether they may stay."""
        for channel in self.channels.values():
            channel.wake()

    def wake_people(self, table: int) -> None:
        """Somebody came or went elsewhere: see who is here, at all such tables together."""
        if table not in self.channels:
            return
        if not self._stirred:
            self._spawn(self._look_where_stirred())
        self._stirred.add(table)

    async def _look_where_stirred(self) -> None:
        await asyncio.sleep(GATHERING_SECONDS)
        tables, self._stirred = self._stirred, set()
        try:
            await self.look_around(tables)
        except Exception:
            log("who is here could not be read", error=True, tables=len(tables))

    async def look_around(self, tables: Collection[int]) -> None:
        """See who is at those of the tables that are watched here."""
        watched = [table for table in tables if table in self.channels]
        if not watched:
            return
        async with self._looking:  # what is read later is news later
            async with self.storage.reading() as connection:
                found = await attendance(connection, watched)
            for table, there in found.items():
                if table in self.channels:
                    self.channels[table].attend(there)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    def wake_all(self) -> None:
        """Something may have been missed: look at everything that is watched."""
        for table in list(self.channels):
            self.wake(table)
        self._spawn(self.look_around(list(self.channels)))

    async def _read(self, id: int, channel: Channel) -> None:
        channel.behind = False  # what comes after this moment asks for another look
        try:
            async with self.storage.reading() as connection:
                table = await tables.load(connection, id)
                after = channel.table.last_line
                lines = await ledger.after(connection, id, after, table.last_line)
        except UnknownTable:
            channel.end()
            return
        except Exception:
            log("a change could not be read", error=True, table=id)
            return
        if table.last_line > channel.table.last_line:
            new = [line for line in lines if line.number > channel.table.last_line]
            self._update(channel, table, new)

    def end(self, tables: Iterable[int]) -> None:
        """Tables were removed."""
        for table in tables:
            if table in self.channels:
                self.channels[table].end()

    async def join(self, link: str) -> Channel:
        """The channel of a table, one viewer more."""
        async with self.storage.reading() as connection:
            table = await tables.load(connection, link)
        channel = self.channels.get(table.id)
        new = channel is None
        if channel is None:
            channel = self.channels[table.id] = self._links[table.link] = Channel(table)
            self._note(table)
        channel.viewers += 1
        metrics.streams.inc()
        if new:
            await self._catch_up(channel)
        elif table.last_line > channel.table.last_line:
            self.wake(table.id, table.last_line)
        return channel

    async def _catch_up(self, channel: Channel) -> None:
        """See who is at a new channel's table, and what was told before anybody here could hear."""
        id_ = channel.table.id
        try:
            async with self.storage.reading() as connection:
                here = (await attendance(connection, [id_]))[id_]
                latest = sa.select(TABLES.c.last_line).where(TABLES.c.id == id_)
                number = await connection.scalar(latest)
        except BaseException:
            self.leave(channel)
            raise
        channel.attend(here)
        if number is None:
            channel.end()
        else:
            self.wake(id_, number)

    def leave(self, channel: Channel) -> None:
        """One viewer less; a channel that nobody watches goes."""
        channel.viewers -= 1
        metrics.streams.dec()
        if not channel.viewers:
            self.channels.pop(channel.table.id, None)
            self.alone.discard(channel.table.id)
            self._links.pop(channel.table.link, None)

    async def follow(
        self, channel: Channel, viewer: Viewer, last: int, heartbeat: float, welcome: Welcome
    ) -> AsyncIterator[str]:
        """What a viewer is told, from the line after `last` on, until the reader goes or has to.

        The first message always comes, so that a reader knows the position at once.
        """
        key = _key(channel.table, viewer)
        number = await self._number(channel, viewer, last)
        first, people, word, clock = True, "", "", asyncio.get_running_loop().time
        yield "retry: 1000\n\n"
        beat = clock() + heartbeat  # news that this viewer is not told of must not move it
        while not channel.ended and welcome() and _key(channel.table, viewer) == key:
            if number > channel.table.last_line:
                return  # what is older than what a reader knows would be told as news
            news = channel.news
            lines = channel.lines_after(number)
            if lines is None:
                lines = await self._lines(channel, number)
                if not lines:
                    return  # the table is no more
                if lines[-1].number < channel.table.last_line:
                    continue  # more came while these were read
            now = channel.table.last_line
            lines = [line for line in lines if line.number <= now]
            if first or any(line.seen_by(viewer) for line in lines):
                first = False
                yield channel.message(viewer, number, lines)
                beat = clock() + heartbeat
            number = max(number, now)
            known, (people, word) = (people, word), (channel.people, self.word)
            for told in (people, word):
                if told not in known:
                    yield told
                    beat = clock() + heartbeat
            if not await _come(news, beat):
                yield ": still here\n\n"
                beat = clock() + heartbeat

    async def _number(self, channel: Channel, viewer: Viewer, last: int) -> int:
        async with self.storage.reading() as connection:
            found = await ledger.number_at(connection, channel.table.id, viewer, last)
        number = channel.table.last_line if found is None else found
        if number > channel.table.last_line:  # this reader was told of more, elsewhere
            await self._read(channel.table.id, channel)
        return number

    async def _lines(self, channel: Channel, number: int) -> list[Line]:
        async with self.storage.reading() as connection:
            return await ledger.after(connection, channel.table.id, number)


async def _come(news: asyncio.Event, until: float) -> bool:
    """Whether news come until then, by the loop's clock."""
    try:
        async with asyncio.timeout_at(until):
            await news.wait()
    except TimeoutError:
        return False
    return True


def _key(table: Table, viewer: Viewer) -> Any:
    """The key that a viewer's seat had: with another holder, the stream of the old one ends."""
    return None if viewer is None else table.seats[viewer].key
