"""Whom somebody follows, and with whom they want nothing to do.

People are found where one has met them: at a table where both sat, or by the link of their page.
Followed people can be invited. Who is blocked cannot sit down where the other sits, nor invite or
follow them; neither sees the other's waiting tables.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import channels, clock
from tenka.server import reasons as why
from tenka.server.problems import NotWelcome, TooMany, UnknownThing, WrongTime
from tenka.server.roster import INVITATIONS, TIES
from tenka.server.storage import PEOPLE
from tenka.server.tables import Table

FOLLOW, BLOCK = "follow", "block"
MOST = 500  # ties of one person


def person_at(table: Table, seat: int) -> int:
    """Who sits there; guests are nobody in particular."""
    person = table.seats[seat].person if 0 <= seat < len(table.seats) else None
    if person is None:
        raise UnknownThing("nobody with an account sits there")
    return person


async def person_of(connection: AsyncConnection, page: str) -> int:
    """Whose page that is."""
    found = await connection.scalar(sa.select(PEOPLE.c.id).where(PEOPLE.c.page == page))
    if found is None:
        raise UnknownThing("nobody shows their games here")
    return int(found)


async def tie(connection: AsyncConnection, person: int, other: int, kind: str) -> None:
    """Follow or block somebody; what was before is over."""
    if person == other:
        raise WrongTime(why.YOURSELF())
    if kind == FOLLOW and other in await apart_from(connection, person):
        raise NotWelcome("they want nothing to do with you, or you with them")
    count = sa.select(sa.func.count()).where(TIES.c.person_id == person)
    if (await connection.scalar(count) or 0) >= MOST:
        raise TooMany(f"at most {MOST} people are followed or blocked", retry_after=3600)
    between = (TIES.c.person_id == person) & (TIES.c.other_id == other)
    if kind == BLOCK:  # they do not follow any more, either
        between |= (
            (TIES.c.person_id == other) & (TIES.c.other_id == person) & (TIES.c.kind == FOLLOW)
        )
    await connection.execute(sa.delete(TIES).where(between))
    row = {"person_id": person, "other_id": other, "kind": kind}
    await connection.execute(sa.insert(TIES).values(**row))


async def untie(connection: AsyncConnection, person: int, id_: int) -> None:
    """Follow or block somebody no more."""
    query = sa.delete(TIES).where(TIES.c.id == id_, TIES.c.person_id == person)
    if not (await connection.execute(query)).rowcount:
        raise UnknownThing("you have no such tie")


async def of_person(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """All whom somebody follows or blocks; pages as far as they are shown to everybody."""
    shown = sa.case((PEOPLE.c.listed, PEOPLE.c.page))
    query = (
        sa.select(TIES.c.id, TIES.c.kind, PEOPLE.c.name, shown.label("page"))
        .join(PEOPLE, PEOPLE.c.id == TIES.c.other_id)
        .where(TIES.c.person_id == person)
        .order_by(PEOPLE.c.name, TIES.c.id)
    )
    return [dict(row._mapping) for row in await connection.execute(query)]


async def between(connection: AsyncConnection, person: int | None, other: int) -> Any:
    """What somebody has with another, if anything."""
    query = sa.select(TIES.c.id, TIES.c.kind)
    mine = (TIES.c.person_id == person) & (TIES.c.other_id == other)
    found = (await connection.execute(query.where(mine))).one_or_none()
    return found and dict(found._mapping)


async def at_table(connection: AsyncConnection, person: int, table: Table) -> list[dict[str, Any]]:
    """What somebody has with those who sit at a table, by their seats."""
    mine = sa.select(TIES).where(TIES.c.person_id == person)
    ties = {row.other_id: row for row in await connection.execute(mine)}
    found = [(at, ties.get(seat.person or 0)) for at, seat in enumerate(table.seats)]
    return [{"seat": at, "id": tie.id, "kind": tie.kind} for at, tie in found if tie]


async def followed(connection: AsyncConnection, person: int, id_: int | None = None) -> set[int]:
    """Whom somebody follows: all of them, or the one of a tie."""
    query = sa.select(TIES.c.other_id).where(TIES.c.person_id == person, TIES.c.kind == FOLLOW)
    if id_ is not None:
        query = query.where(TIES.c.id == id_)
    return set((await connection.execute(query)).scalars())


async def apart_from(connection: AsyncConnection, person: int | None) -> set[int]:
    """All whom somebody has blocked, or who have blocked them; guests have nobody."""
    if person is None:
        return set()
    query = sa.select(TIES.c.person_id, TIES.c.other_id).where(
        TIES.c.kind == BLOCK, (TIES.c.person_id == person) | (TIES.c.other_id == person)
    )
    return {one for pair in await connection.execute(query) for one in pair} - {person}


async def require_welcome(
    connection: AsyncConnection, person: int | None, others: Iterable[int | None]
) -> None:
    """Refuse somebody where one of the others wants nothing to do with them, or they with one."""
    known = {other for other in others if other is not None}
    if person is not None and known and known & await apart_from(connection, person):
        raise NotWelcome("somebody at this table has blocked you, or you them")


# -- invitations


async def invite(
    connection: AsyncConnection,
    table: Table,
    host: str,
    people: Iterable[int],
    mail_seconds: float,
) -> None:
    """Ask people to a table, and have them told; who was asked before is not asked again."""
    there = sa.select(INVITATIONS.c.person_id).where(INVITATIONS.c.table_id == table.id)
    asked = set((await connection.execute(there)).scalars())
    sitting = {seat.person for seat in table.seats}
    new = sorted(set(people) - asked - sitting)
    rows = [
        {"table_id": table.id, "person_id": person, "host": host, "made": clock.now()}
        for person in new
    ]
    if rows:
        await connection.execute(sa.insert(INVITATIONS), rows)
        await channels.enqueue_invitations(connection, table, new, mail_seconds)


async def asked_to(connection: AsyncConnection, person: int, table: int) -> list[int]:
    """The ties of those whom somebody follows and who are asked to a table."""
    query = (
        sa.select(TIES.c.id)
        .join(INVITATIONS, INVITATIONS.c.person_id == TIES.c.other_id)
        .where(TIES.c.person_id == person, TIES.c.kind == FOLLOW, INVITATIONS.c.table_id == table)
    )
    return list((await connection.execute(query.order_by(TIES.c.id))).scalars())


async def call_off(
    connection: AsyncConnection, table: int, hosts: Collection[str] | None = None
) -> None:
    """Ask nobody to a table any more, or nobody in these names."""
    query = sa.delete(INVITATIONS).where(INVITATIONS.c.table_id == table)
    await connection.execute(query if hosts is None else query.where(INVITATIONS.c.host.in_(hosts)))


async def decline(connection: AsyncConnection, person: int, id_: int) -> None:
    """Do without an invitation."""
    mine = INVITATIONS.c.person_id == person
    query = sa.delete(INVITATIONS).where(INVITATIONS.c.id == id_, mine)
    if not (await connection.execute(query)).rowcount:
        raise UnknownThing("you have no such invitation")
