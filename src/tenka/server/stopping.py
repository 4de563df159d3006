"""No more letters, at one click and without signing in (RFC 8058).

Each letter about turns has an address of its mailbox, which switches it off. The address is signed
with a key of the server's own, so nobody can make one, and nothing is kept of those that were sent.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

import sqlalchemy as sa

from tenka.server import server_keys
from tenka.server.channels import MAIL
from tenka.server.problems import NotProved
from tenka.server.storage import CHANNELS, Storage

KEY = "letters"
MARK = 32  # characters, of four bits each


async def path_of(storage: Storage, mailbox: sa.Row[Any]) -> str:
    """Where a page asks, and a mail program tells, that no more letters shall come."""
    return f"/letters/{mailbox.id}-{await _mark(storage, mailbox)}"


async def stop(storage: Storage, ticket: str) -> None:
    """Send no more letters to the mailbox of such an address; its owner can switch it on again."""
    number, _, mark = ticket.partition("-")
    mine = (CHANNELS.c.id == int(number)) & (CHANNELS.c.kind == MAIL)
    async with storage.reading() as connection:
        mailbox = (await connection.execute(sa.select(CHANNELS).where(mine))).one_or_none()
    known = "" if mailbox is None else await _mark(storage, mailbox)
    if not hmac.compare_digest(known, mark):
        raise NotProved("this link is of no mailbox here")
    async with storage.changing() as connection:
        await connection.execute(sa.update(CHANNELS).where(mine).values(on=False))


async def _mark(storage: Storage, mailbox: sa.Row[Any]) -> str:
    """Of this mailbox: its number may come to another when it is gone."""
    key = await server_keys.kept(storage, KEY, lambda: secrets.token_urlsafe(32))
    told = f"{mailbox.id} {mailbox.address}"
    return hmac.new(key.encode(), told.encode(), hashlib.sha256).hexdigest()[:MARK]
