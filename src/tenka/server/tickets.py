"""Tickets: something begun by one request that another finishes, once and soon."""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import clock
from tenka.server.problems import NotProved
from tenka.server.sessions import id_of
from tenka.server.storage import TICKETS

NEW, SIGN_IN, DEVICE, MAIL = "new", "sign-in", "device", "mail"  # what they are for
SECONDS = {NEW: 300.0, SIGN_IN: 300.0, DEVICE: 600.0, MAIL: 900.0}


async def issue(
    connection: AsyncConnection, kind: str, person: int | None, data: dict[str, Any]
) -> str:
    """A new ticket: the secret that its holder brings back."""
    secret = secrets.token_urlsafe(16)
    row = {"id": id_of(secret), "kind": kind, "person_id": person, "data": data}
    until = clock.now() + SECONDS[kind]
    await connection.execute(sa.insert(TICKETS).values(**row, until=until))
    return secret


async def take(
    connection: AsyncConnection, secret: str, *kinds: str
) -> tuple[int | None, dict[str, Any]]:
    """Whose ticket it was and what it holds; it cannot be used again."""
    used = (
        sa.delete(TICKETS)
        .where(TICKETS.c.id == id_of(secret), TICKETS.c.kind.in_(kinds))
        .returning(TICKETS.c.person_id, TICKETS.c.data, TICKETS.c.until)
    )
    return _standing((await connection.execute(used)).one_or_none())


async def look(
    connection: AsyncConnection, secret: str, *kinds: str
) -> tuple[int | None, dict[str, Any]]:
    """The same of a ticket that is not used yet, and stays."""
    mine = sa.select(TICKETS).where(TICKETS.c.id == id_of(secret), TICKETS.c.kind.in_(kinds))
    return _standing((await connection.execute(mine)).one_or_none())


def _standing(found: Any) -> tuple[int | None, dict[str, Any]]:
    if found is None or found.until < clock.now():
        raise NotProved("this was used before, or took too long: begin again")
    return found.person_id, found.data
