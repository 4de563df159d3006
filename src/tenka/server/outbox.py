"""Notices: whoever is asked and not looking is told, once for each turn, by whichever process.

First it is settled who is to be told of what: in one transaction that holds the table, a turn is
noted as told and its notices are put into the outbox. Then each channel is taken by one process,
which sends all that waits for it. If a process dies while it sends, another sends again, under the
same name, so that devices and mail programs show it once.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import smtplib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import tenka
from tenka.core.errors import UnknownGame
from tenka.server import channels, clock, letters, metrics, pace, push, stopping, tables
from tenka.server.channels import INVITED, MAIL, PUSH, TURN, WEBHOOK
from tenka.server.letters import Waiting
from tenka.server.logs import log
from tenka.server.mail import Mail
from tenka.server.outside import Outside
from tenka.server.presence import attendance
from tenka.server.problems import BadChoice, UnknownTable
from tenka.server.roster import INVITATIONS
from tenka.server.storage import CHANNELS, OUTBOX, TABLES
from tenka.server.tables import OPEN, RUNNING, Table

if TYPE_CHECKING:
    from tenka.server.house import House

MANY = 100  # tables or channels that are looked at together
MOST_DEAF = 2000  # tables where nobody wants to hear of a turn, which takes no looking
AT_ONCE = 10  # notices under way in one process
BUSY_SECONDS = 120.0  # a process that takes longer is taken for dead
ROUND_SECONDS = 30.0  # then no more is begun at one channel before others have had their turn
AGAIN_SECONDS = (60.0, 600.0, 3600.0, 6 * 3600.0)  # after a failure; then it is given up
GONE = (404, 410)  # a push service says that a device will not come back
FAILURES = (OSError, TimeoutError, ValueError, BadChoice, smtplib.SMTPException)


@dataclass(frozen=True)
class Notice:
    """One that is to be sent, and the table as it is now."""

    row: sa.Row[Any]
    table: Table | None  # it may have been removed
    asked: bool  # whether an invitation to it stands

    @property
    def name(self) -> str:
        """The same whenever it is sent; it tells nothing."""
        what = f"{self.row.channel_id} {self.row.event} {self.row.table_id} {self.row.seat}"
        return hashlib.sha256(f"{what} {self.row.turn}".encode()).hexdigest()[:32]

    @property
    def is_news(self) -> bool:
        """Whether the turn, or the table, that it tells of still waits."""
        table, seat = self.table, self.row.seat
        if table is not None and self.row.event == INVITED:
            return self.asked and table.status == OPEN
        return (
            table is not None
            and table.status == RUNNING
            and table.book.asked[seat] is not None
            and table.book.turns[seat] == self.row.turn
            and not table.seats[seat].bot
        )

    def told(self) -> Waiting:
        """What may be said of it, if it is news."""
        table, seat = self.table, self.row.seat
        if table is None:
            raise ValueError("nothing is told of a table that is no more")
        runs = table.pace and self.row.event != INVITED
        until = pace.flag(table.pace, table.book.clocks[seat]) if table.pace and runs else None
        return Waiting(self.row.event, _title(table.game), f"/t/{table.link}", until)


def _title(game: str) -> str:
    try:
        return tenka.game(game).title
    except UnknownGame:
        return game


class Outbox:
    """What this process does for notices."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.outside = Outside(house.settings.notice_hosts)
        self.mail = Mail(house.settings)
        self._places = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Look for turns to tell of, and tell, again and again."""
        while True:
            try:
                await self.gather()
                await self.deliver()
            except Exception:
                log("notices failed", level=logging.ERROR, error=True)
            await clock.sleep(self.house.settings.sweep_seconds)

    # -- who is to be told

    async def gather(self) -> None:
        """Put notices into the outbox for those who are asked and do not answer at once."""
        ripe = TABLES.c.untold < clock.now() - self.house.settings.notice_seconds
        query = sa.select(TABLES.c.id).where(ripe).order_by(TABLES.c.untold)
        async with self.house.storage.reading() as connection:
            if await connection.scalar(query.limit(1)) is None:
                return
        async with self.house.storage.changing() as connection:  # other processes take others
            deaf = query.where(~channels.listening()).limit(MOST_DEAF)
            some = deaf.with_for_update(skip_locked=True).scalar_subquery()
            await connection.execute(
                sa.update(TABLES).where(TABLES.c.id.in_(some)).values(untold=None)
            )
        async with self.house.storage.reading() as connection:
            heard = query.where(channels.listening()).limit(MANY)
            found = list((await connection.execute(heard)).scalars())
        for table in found:
            async with self.house.storage.changing() as connection:
                await self._tell(connection, table)

    async def _tell(self, connection: AsyncConnection, table_id: int) -> None:
        """Note the turns that are told of; who has the table open is given some time first."""
        try:
            table = await tables.load(connection, table_id, lock=True)
        except UnknownTable:
            return
        settings, now = self.house.settings, clock.now()
        here = (await attendance(connection, [table.id]))[table.id]
        later = []
        for seat, asked in table.unaware().items():
            looking = bool(here.streams[table.seats[seat].key or ""])
            wait = settings.notice_open_seconds if looking else settings.notice_seconds
            if table.status == RUNNING and asked + wait > now:
                soon = min(asked + wait, now + settings.notice_seconds)  # they may go away
                later.append(soon - settings.notice_seconds)
                continue
            table.book.told[seat] = table.book.turns[seat]
            pauses = {PUSH: 0.0, WEBHOOK: 0.0, MAIL: settings.mail_seconds}
            await channels.enqueue(connection, table, seat, TURN, pauses)
        table.untold = min(later, default=None)
        await tables.update(connection, table)

    # -- telling

    async def deliver(self) -> None:
        """Send what is due by the channels that no other process is at."""
        now = clock.now()
        due = (  # those first that wait longest: much that waits for one must not hold up others
            sa.select(OUTBOX.c.channel_id)
            .join(CHANNELS, CHANNELS.c.id == OUTBOX.c.channel_id)
            .where(OUTBOX.c.due <= now, CHANNELS.c.busy <= now)
            .group_by(OUTBOX.c.channel_id)
            .order_by(sa.func.min(OUTBOX.c.due))
            .limit(MANY)
        )
        async with self.house.storage.reading() as connection:
            waiting = set((await connection.execute(due)).scalars())
        if not waiting:
            return
        free = sa.update(CHANNELS).where(CHANNELS.c.id.in_(waiting), CHANNELS.c.busy <= now)
        async with self.house.storage.changing() as connection:
            query = free.values(busy=now + BUSY_SECONDS).returning(CHANNELS)
            taken = list(await connection.execute(query))
        await asyncio.gather(*(self._use(channel) for channel in taken))

    async def _use(self, taken: sa.Row[Any]) -> None:
        """Send all that waits for a channel which this process has taken."""
        async with self._places:
            channel = await self._as_it_is_now(taken)
            if channel is None:
                return
            notices = await self._waiting(channel)
            wanted = channel.on and channel.person_id not in self.house.orders.now.people_banned()
            news = [notice for notice in notices if notice.is_news and wanted]
            sent: list[Notice] = []
            outcome = await self._attempt(channel, news, sent) if news else "stale"
            whole = outcome not in ("failed", "begun")
            left = [] if whole else [notice for notice in news if notice not in sent]
            await self._settle(channel, notices, left, outcome)

    async def _as_it_is_now(self, taken: sa.Row[Any]) -> sa.Row[Any] | None:
        """A channel that had to wait for a place, if no other process took this one for dead.

        Its time begins now. Meanwhile its owner may have switched it, or have changed its keys.
        """
        mine = (CHANNELS.c.id == taken.id) & (CHANNELS.c.busy == taken.busy)
        renewed = sa.update(CHANNELS).where(mine).values(busy=clock.now() + BUSY_SECONDS)
        async with self.house.storage.changing() as connection:
            found = await connection.execute(renewed.returning(CHANNELS))
            channel: sa.Row[Any] | None = found.one_or_none()
        return channel

    async def _waiting(self, channel: sa.Row[Any]) -> list[Notice]:
        query = sa.select(OUTBOX).where(OUTBOX.c.channel_id == channel.id).order_by(OUTBOX.c.id)
        async with self.house.storage.reading() as connection:
            rows = list(await connection.execute(query))
            ids = {row.table_id for row in rows}
            found = await connection.execute(sa.select(TABLES).where(TABLES.c.id.in_(ids)))
            known = {row.id: tables.from_row(row) for row in found}
            mine = INVITATIONS.c.person_id == channel.person_id
            asked = set(
                (await connection.execute(sa.select(INVITATIONS.c.table_id).where(mine))).scalars()
            )
        return [Notice(row, known.get(row.table_id), row.table_id in asked) for row in rows]

    async def _attempt(self, channel: sa.Row[Any], news: list[Notice], sent: list[Notice]) -> str:
        """Send; 'sent', 'failed', or 'gone' if this channel leads nowhere any more.

        What got through before a failure is noted in `sent`, and so is what was 'begun': the rest
        is for the next round.
        """
        ways = {PUSH: self._push, MAIL: self._mail, WEBHOOK: self._post}
        try:
            outcome = await ways[channel.kind](channel, news, sent)
        except FAILURES as error:
            outcome = "failed"
            log("a notice failed", channel=channel.kind, reason=type(error).__name__)
        metrics.notices.labels(channel.kind, outcome).inc()
        return outcome

    async def _settle(
        self, channel: sa.Row[Any], notices: list[Notice], left: list[Notice], outcome: str
    ) -> None:
        """Take what was sent, or is no news, out of the outbox, and let the channel go."""
        now = clock.now()
        tried = outcome == "failed"
        along = {n.row.id for n in left if n.row.due > now or not tried}  # no attempt of their own
        tries = {n.row.id: n.row.tries for n in left if n.row.id not in along}
        again = {row: count for row, count in tries.items() if count < len(AGAIN_SECONDS)}
        done = [n.row.id for n in notices if n.row.id not in along | again.keys()]
        mine = CHANNELS.c.id == channel.id
        async with self.house.storage.changing() as connection:
            await connection.execute(sa.delete(OUTBOX).where(OUTBOX.c.id.in_(done)))
            for row, count in again.items():
                later = {"due": now + AGAIN_SECONDS[count], "tries": count + 1}
                await connection.execute(
                    sa.update(OUTBOX).where(OUTBOX.c.id == row).values(**later)
                )
            if outcome == "gone":
                await connection.execute(sa.delete(CHANNELS).where(mine))
            else:
                sent = now if outcome in ("sent", "begun") else channel.sent
                free = sa.update(CHANNELS).where(mine).values(busy=0.0, sent=sent)
                await connection.execute(free)

    async def _push(self, channel: sa.Row[Any], news: list[Notice], _: list[Notice]) -> str:
        told = [notice.told() for notice in news]
        tag = news[0].name if len(news) == 1 else "waiting"
        content = {
            "title": letters.title(channel.language, told),
            "body": letters.digest(channel.language, told),
            "url": told[0].path if len(told) == 1 else "/",
            "tag": tag,
        }
        private = await push.private_key(self.house.storage)
        body, headers = push.message(
            private,
            self._contact(),
            channel.address,
            channel.secrets,
            json.dumps(content, ensure_ascii=False).encode(),
            tag,
            push.patience((one.until for one in told), clock.now()),
        )
        status = await self.outside.post(channel.address, body, headers)
        if status in GONE:
            return "gone"
        return "sent" if 200 <= status < 300 else "failed"

    def _contact(self) -> str:
        """Whom a push service may ask about this server."""
        sender, base = self.mail.sender, self.house.settings.base_url
        return f"mailto:{sender}" if sender else base or "mailto:nobody@localhost"

    async def _mail(self, channel: sa.Row[Any], news: list[Notice], _: list[Notice]) -> str:
        if not self.mail.works:
            return "failed"
        told, language = [notice.told() for notice in news], channel.language
        names = " ".join(notice.name for notice in news)
        stop = self.mail.base_url + await stopping.path_of(self.house.storage, channel)
        await self.mail.send(
            channel.address,
            letters.title(language, told),
            letters.letter(language, told, self.mail.base_url, stop),
            hashlib.sha256(names.encode()).hexdigest()[:32],
            stop,
        )
        return "sent"

    async def _post(self, channel: sa.Row[Any], news: list[Notice], sent: list[Notice]) -> str:
        """A request for each notice: programs want no digest, and slow ones get some at a time."""
        base, end = self.house.settings.base_url.rstrip("/"), clock.now() + ROUND_SECONDS
        for notice in news:
            if sent and clock.now() > end:
                return "begun"
            told = notice.told()
            word = {
                "id": notice.name,
                "event": "your turn" if told.event == TURN else told.event,
                "game": told.game,
                "seat": None if told.event == INVITED else notice.row.seat,
                "table": base + told.path,
                "until": told.until,
            }
            body = json.dumps(word).encode()
            headers = {
                "Content-Type": "application/json",
                "Tenka-Signature": signature(channel.secrets["secret"], body, clock.now()),
            }
            status = await self.outside.post(channel.address, body, headers)
            if not 200 <= status < 300:
                return "failed"
            sent.append(notice)
        return "sent"


def signature(secret: str, body: bytes, moment: float) -> str:
    """A webhook's proof that it comes from here, and when it was sent."""
    sent = str(int(moment))
    mac = hmac.new(secret.encode(), f"{sent}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={sent},v1={mac}"
