"""Where notices go: devices (Web Push), mailboxes and webhooks, each switched by its owner.

A channel belongs to a person and tells of all their tables. A guest has none, but can give a seat a
webhook of its own.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import clock
from tenka.server import reasons as why
from tenka.server.problems import UnknownThing, WrongTime
from tenka.server.storage import CHANNELS, HOLDINGS, OUTBOX, PASSKEYS, TABLES
from tenka.server.tables import Table

PUSH, MAIL, WEBHOOK = "push", "mail", "webhook"
TURN, NUDGE, INVITED = "turn", "nudge", "invited"
MOST = 20  # channels of one person


async def add(
    connection: AsyncConnection,
    person: int,
    kind: str,
    address: str,
    secret: dict[str, str],
    *,
    label: str = "",
    language: str = "en",
) -> int:
    """A new channel of a person; a device that was another's is theirs now.

    A device that is told of again keeps its channel, and what waits there to be sent.
    """
    row = _row(kind, address, secret) | {"label": label, "language": language}
    if kind == PUSH:
        same = (CHANNELS.c.kind == PUSH) & (CHANNELS.c.address == address)
        others = CHANNELS.c.person_id.is_distinct_from(person)
        await connection.execute(sa.delete(CHANNELS).where(same, others))
        kept = {name: row[name] for name in ("secrets", "label", "language", "on")}
        again = sa.update(CHANNELS).where(same).values(**kept).returning(CHANNELS.c.id)
        if (known := await connection.scalar(again)) is not None:
            return int(known)
    mine = sa.select(sa.func.count()).where(CHANNELS.c.person_id == person)
    if (await connection.scalar(mine) or 0) >= MOST:
        raise WrongTime(why.MANY_CHANNELS(most=MOST))
    made = await connection.execute(
        sa.insert(CHANNELS).values(**row, person_id=person).returning(CHANNELS.c.id)
    )
    return int(made.scalar_one())


async def move_device(
    connection: AsyncConnection, person: int, before: str | None, address: str, keys: dict[str, str]
) -> bool:
    """Whether a device has got another address and keys from its push service; all else stays."""
    device, mine = CHANNELS.c.kind == PUSH, CHANNELS.c.person_id == person
    same = sa.select(CHANNELS.c.id).where(device, mine, CHANNELS.c.address == before)
    moved = None if before in (None, address) else await connection.scalar(same)
    if moved is None:
        return False
    known = (CHANNELS.c.address == address) & (CHANNELS.c.id != moved)
    await connection.execute(sa.delete(CHANNELS).where(device, known))
    to = sa.update(CHANNELS).where(CHANNELS.c.id == moved).values(address=address, secrets=keys)
    await connection.execute(to)
    return True


def _mark(address: str) -> str:
    return hashlib.sha256(address.encode()).hexdigest()


def _row(kind: str, address: str, secret: dict[str, str]) -> dict[str, Any]:
    return {
        "kind": kind,
        "address": address,
        "secrets": secret,
        "label": "",
        "language": "en",
        "on": True,
        "made": clock.now(),
        "sent": 0.0,
        "busy": 0.0,
    }


def new_secret() -> str:
    """What a webhook's requests are signed with."""
    return secrets.token_urlsafe(32)


async def choose_for_seat(
    connection: AsyncConnection, table: Table, seat: int, url: str | None
) -> str | None:
    """Give a seat a webhook in place of the one it had, or none; the secret it is signed with."""
    own = (CHANNELS.c.table_id == table.id) & (CHANNELS.c.seat == seat)
    await connection.execute(sa.delete(CHANNELS).where(own))
    if url is None:
        return None
    secret = new_secret()
    row = _row(WEBHOOK, url, {"secret": secret})
    place = {"table_id": table.id, "seat": seat, "key": table.seats[seat].key}
    await connection.execute(sa.insert(CHANNELS).values(**row, **place))
    return secret


async def switch_of_seat(connection: AsyncConnection, table: Table, seat: int, *, on: bool) -> None:
    """Use a seat's webhook, or leave it alone for now."""
    here = (CHANNELS.c.table_id == table.id) & (CHANNELS.c.seat == seat)
    own = here & (CHANNELS.c.key == table.seats[seat].key)
    if not (await connection.execute(sa.update(CHANNELS).where(own).values(on=on))).rowcount:
        raise UnknownThing("this seat has no webhook")


async def forget_seats(connection: AsyncConnection, table: int, keys: list[str]) -> None:
    """Forget the webhooks that the holder of keys gave to seats of a table."""
    theirs = (CHANNELS.c.table_id == table) & CHANNELS.c.key.in_(keys)
    await connection.execute(sa.delete(CHANNELS).where(theirs))


async def of_person(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """A person's channels as they see them; secrets are told once, when a channel is made.

    Of a device's address they get a hash, by which a browser knows itself.
    """
    query = sa.select(CHANNELS).where(CHANNELS.c.person_id == person).order_by(CHANNELS.c.id)
    names = ("id", "kind", "label", "on", "made")
    return [
        {name: row._mapping[name] for name in names}
        | {"address": None if row.kind == PUSH else row.address}
        | {"device": _mark(row.address) if row.kind == PUSH else None}
        for row in await connection.execute(query)
    ]


async def switch(connection: AsyncConnection, person: int, channel: int, *, on: bool) -> None:
    """Use a channel, or leave it alone for now."""
    mine = (CHANNELS.c.id == channel) & (CHANNELS.c.person_id == person)
    done = await connection.execute(sa.update(CHANNELS).where(mine).values(on=on))
    if not done.rowcount:
        raise UnknownThing("you have no such channel")


async def remove(connection: AsyncConnection, person: int, channel: int) -> None:
    """Forget a channel; the mailbox of who has no passkey stays, or they would be locked out."""
    mine = (CHANNELS.c.id == channel) & (CHANNELS.c.person_id == person)
    kind = await connection.scalar(sa.select(CHANNELS.c.kind).where(mine))
    keys = sa.select(sa.func.count()).where(PASSKEYS.c.person_id == person)
    if kind == MAIL and not await connection.scalar(keys):
        raise WrongTime(why.LAST_MAILBOX())
    if not (await connection.execute(sa.delete(CHANNELS).where(mine))).rowcount:
        raise UnknownThing("you have no such channel")


async def has_mailbox(connection: AsyncConnection, person: int) -> bool:
    """Whether somebody can sign in by e-mail."""
    mine = sa.exists().where(CHANNELS.c.person_id == person, CHANNELS.c.kind == MAIL)
    return bool(await connection.scalar(sa.select(mine)))


async def person_at(connection: AsyncConnection, address: str) -> int | None:
    """Whose mailbox this is."""
    query = sa.select(CHANNELS.c.person_id)
    query = query.where(CHANNELS.c.kind == MAIL, CHANNELS.c.address == address)
    found: int | None = await connection.scalar(query)
    return found


# -- what is to be sent


async def to_seat(connection: AsyncConnection, table: Table, seat: int) -> list[sa.Row[Any]]:
    """The channels by which the holder of a seat is told."""
    key = table.seats[seat].key
    here = (HOLDINGS.c.table_id == table.id) & (HOLDINGS.c.key == key)
    holders = sa.select(HOLDINGS.c.person_id).where(here)
    own = (CHANNELS.c.table_id == table.id) & (CHANNELS.c.seat == seat) & (CHANNELS.c.key == key)
    query = sa.select(CHANNELS).where(CHANNELS.c.on, CHANNELS.c.person_id.in_(holders) | own)
    return list(await connection.execute(query.order_by(CHANNELS.c.id)))


def listening() -> sa.ColumnElement[bool]:
    """Whether somebody at a table has a channel."""
    held = sa.exists().where(
        HOLDINGS.c.table_id == TABLES.c.id, CHANNELS.c.person_id == HOLDINGS.c.person_id
    )
    return held | sa.exists().where(CHANNELS.c.table_id == TABLES.c.id)


async def enqueue(
    connection: AsyncConnection, table: Table, seat: int, event: str, pauses: dict[str, float]
) -> None:
    """Let the holder of a seat be told by all their channels of these kinds.

    After a channel was used, the next notice waits for its pause, and takes others along.
    """
    what = {"event": event, "table_id": table.id, "seat": seat, "turn": table.book.turns[seat]}
    await _put(connection, await to_seat(connection, table, seat), what, pauses)


async def _put(
    connection: AsyncConnection,
    channels: list[sa.Row[Any]],
    what: dict[str, Any],
    pauses: dict[str, float],
) -> None:
    now = clock.now()
    for channel in channels:
        if channel.kind in pauses:
            due = max(now, channel.sent + pauses[channel.kind])
            row = {**what, "channel_id": channel.id, "due": due, "tries": 0}
            names = (*what, "channel_id")
            known = sa.select(OUTBOX.c.id).where(*(OUTBOX.c[name] == row[name] for name in names))
            if await connection.scalar(known) is None:
                await connection.execute(sa.insert(OUTBOX).values(**row))


async def enqueue_invitations(
    connection: AsyncConnection, table: Table, people: Collection[int], mail_seconds: float
) -> None:
    """Let people be told by all their channels that they are asked to a table."""
    theirs = sa.select(CHANNELS).where(CHANNELS.c.on, CHANNELS.c.person_id.in_(people))
    found = list(await connection.execute(theirs.order_by(CHANNELS.c.id)))
    what = {"event": INVITED, "table_id": table.id, "seat": 0, "turn": 0}  # they have none yet
    await _put(connection, found, what, {PUSH: 0.0, WEBHOOK: 0.0, MAIL: mail_seconds})


async def enqueue_nudge(connection: AsyncConnection, table: Table, seat: int) -> None:
    """A nudge is for devices and programs; it fills nobody's mailbox."""
    await enqueue(connection, table, seat, NUDGE, {PUSH: 0.0, WEBHOOK: 0.0})
