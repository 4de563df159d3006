"""Who is signed in: a cookie of 128 random bits, of which the database keeps a hash.

Any process knows at once when a session ends: it is looked up with every request that carries one.
Guests carry none, and cost nothing.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Annotated, Any

import sqlalchemy as sa
from fastapi import Depends, Request, Response
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import clock, orders
from tenka.server.problems import NotSignedIn
from tenka.server.storage import HOLDINGS, PEOPLE, SESSIONS, TABLES, TICKETS, Storage

if TYPE_CHECKING:
    from tenka.server.house import House

COOKIE = "tenka-session"
PATH = "/api"
DAY = 24 * 3600.0
MOST = 50  # sessions of one person: the oldest make room


def id_of(secret: str) -> str:
    """What the database keeps of a secret; it has 128 random bits, so a plain hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def carried_by(request: Request) -> str | None:
    """The session that a request says it has."""
    secret = request.cookies.get(COOKIE)
    return id_of(secret) if secret else None


async def person_of(request: Request) -> int | None:
    """Who asks; None is a guest."""
    person, _ = await ring_of(request)
    return person


async def require_person(request: Request) -> int:
    """Who asks; guests are refused."""
    person = await person_of(request)
    if person is None:
        raise NotSignedIn("this is for people who are signed in")
    return person


Asking = Annotated[int | None, Depends(person_of)]
Person = Annotated[int, Depends(require_person)]


async def ring_of(request: Request) -> tuple[int | None, tuple[str, ...]]:
    """Who asks, and the hashes of their keys for the table that is asked about.

    It is looked up, and counted, once for a request, however many parts of it want to know.
    """
    if not hasattr(request.state, "ring"):
        request.state.ring = await look_up(request)
    ring: tuple[int | None, tuple[str, ...]] = request.state.ring
    return ring


async def look_up(request: Request) -> tuple[int | None, tuple[str, ...]]:
    """The same as it is now, whatever was found before."""
    session = carried_by(request)
    if session is None:
        return None, ()
    house: House = request.app.state.house
    link = request.path_params.get("link", "")
    query = _RING, {"session": session, "link": link, "now": clock.now()}
    async with house.storage.reading() as connection:
        found = (await connection.execute(*query)).all()
    if not found:
        return None, ()
    person = found[0][0]
    house.limits.requests.take(f"person {person}")  # from all of their addresses together
    return person, tuple(key for _, key in found if key)


_HERE = sa.select(TABLES.c.id).where(TABLES.c.link == sa.bindparam("link")).scalar_subquery()
_RING = (
    sa.select(SESSIONS.c.person_id, HOLDINGS.c.key)
    .select_from(
        SESSIONS.outerjoin(
            HOLDINGS,
            (HOLDINGS.c.person_id == SESSIONS.c.person_id) & (HOLDINGS.c.table_id == _HERE),
        )
    )
    .where(SESSIONS.c.id == sa.bindparam("session"), SESSIONS.c.until > sa.bindparam("now"))
)


async def begin(connection: AsyncConnection, person: int, label: str, days: float) -> str:
    """A new session: the secret for its cookie."""
    secret, now = secrets.token_urlsafe(16), clock.now()
    latest = (
        sa.select(SESSIONS.c.id)
        .where(SESSIONS.c.person_id == person)
        .order_by(SESSIONS.c.made.desc())
        .offset(MOST - 1)
    )
    old = list((await connection.execute(latest)).scalars())
    await _remove(connection, SESSIONS.c.id.in_(old))
    row = {"id": id_of(secret), "person_id": person, "label": label, "made": now}
    await connection.execute(sa.insert(SESSIONS).values(**row, until=now + days * DAY))
    await connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person).values(seen=now))
    return secret


async def renew(connection: AsyncConnection, session: str, days: float) -> bool:
    """Whether a session was extended: it is once a day, by a visit."""
    now = clock.now()
    until = now + days * DAY
    short = (SESSIONS.c.id == session, SESSIONS.c.until < until - DAY)
    whose = sa.select(SESSIONS.c.person_id).where(*short).scalar_subquery()
    await connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == whose).values(seen=now))
    longer = sa.update(SESSIONS).where(*short)
    return (await connection.execute(longer.values(until=until))).rowcount > 0


async def end(connection: AsyncConnection, person: int, *which: sa.ColumnElement[bool]) -> int:
    """End sessions of a person; how many."""
    return await _remove(connection, SESSIONS.c.person_id == person, *which)


async def drop(connection: AsyncConnection, session: str) -> None:
    """End a session, whosever it is."""
    await _remove(connection, SESSIONS.c.id == session)


async def _remove(connection: AsyncConnection, *which: sa.ColumnElement[bool]) -> int:
    """Remove sessions, and have every process look whether somebody still watches with them."""
    gone = (await connection.execute(sa.delete(SESSIONS).where(*which))).rowcount
    if gone:
        await orders.give(connection, orders.SESSIONS, {})
    return gone


async def of_person(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """A person's sessions, the latest first."""
    query = sa.select(SESSIONS).where(SESSIONS.c.person_id == person)
    query = query.where(SESSIONS.c.until > clock.now()).order_by(SESSIONS.c.made.desc())
    return [dict(row._mapping) for row in await connection.execute(query)]


async def remove_old(storage: Storage) -> None:
    """Remove sessions and tickets whose time is over."""
    async with storage.changing() as connection:
        await connection.execute(sa.delete(TICKETS).where(TICKETS.c.until < clock.now()))
        await _remove(connection, SESSIONS.c.until < clock.now())


def set_cookie(response: Response, request: Request, secret: str, days: float) -> None:
    """Let this browser stay signed in; scripts cannot read it, and foreign pages cannot send it."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=int(days * DAY),
        path=PATH,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
