"""People who wish to be known again: their name, their seats, and their going.

A person is a ring of keys: the hashes of the keys of their seats (`holdings`). Whoever is signed in
holds these seats on any device. A guest has nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import (
    channels,
    clock,
    lobby,
    orders,
    passkeys,
    rating,
    reports,
    seats,
    sessions,
    tables,
    ties,
    tournaments,
    traces,
)
from tenka.server.ledger import SEATS
from tenka.server.problems import OtherRules, UnknownTable
from tenka.server.storage import HOLDINGS, PEOPLE, SESSIONS, TABLES
from tenka.server.tables import BOT, FINISHED, FREE, HUMAN, OPEN, RUNNING, Seat, Table

if TYPE_CHECKING:
    from tenka.server.house import Change, House

MOST_SHOWN = 40  # tables of a person, the latest first
FEW = 100  # people who go at a time


async def add(connection: AsyncConnection, handle: str, name: str) -> int:
    """A new person; their number."""
    now = clock.now()
    row = {"handle": handle, "name": name, "made": now, "seen": now}
    done = await connection.execute(sa.insert(PEOPLE).values(**row).returning(PEOPLE.c.id))
    return int(done.scalar_one())


async def rename(connection: AsyncConnection, person: int, name: str) -> None:
    """Another name, for what is to come; at tables people keep the name they sat down with."""
    await connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person).values(name=name))


async def keep_still(connection: AsyncConnection, person: int) -> None:
    """Hold a person until the transaction ends.

    Of two ways to sign in that go at once, each would count on the other; one of them must wait.
    """
    await connection.execute(sa.select(PEOPLE.c.id).where(PEOPLE.c.id == person).with_for_update())


async def about(connection: AsyncConnection, person: int, session: str | None) -> dict[str, Any]:
    """A person as they see themselves: name, passkeys, and where they are signed in."""
    row = (await connection.execute(sa.select(PEOPLE).where(PEOPLE.c.id == person))).one()
    return {
        "name": row.name,
        "made": row.made,
        "passkeys": [
            {key: passkey[key] for key in ("id", "label", "made", "used")}
            for passkey in await passkeys.of_person(connection, person)
        ],
        "mailbox": await channels.has_mailbox(connection, person),
        "sessions": [
            {"id": one["id"][:16], "label": one["label"], "made": one["made"]}
            | {"until": one["until"], "here": one["id"] == session}
            for one in await sessions.of_person(connection, person)
        ],
    }


# -- seats


async def sit_first(house: House, table: Table, person: int | None, *, rated: bool) -> None:
    """Note who lays a new table, and that it is to be rated if they wish so."""
    if rated:
        rating.agree_to_lay(table, person)
    if person is None:
        return
    async with house.storage.reading() as connection:
        worth = await rating.rating_at(connection, table, person)
    for seat in table.seats:
        if seat.kind == HUMAN:
            seat.person, seat.rating = person, worth


async def hold(house: House, person: int | None, table: Table, hashes: Iterable[str]) -> None:
    """Put the keys that open seats of a table on a person's ring; guests have none.

    Somebody whose account was deleted at this moment leaves this table like all others.
    """
    fitting = [hashed for hashed in hashes if seats.opened_by(table, [hashed])]
    if person is None or not fitting:
        return
    dialect = sqlite if house.storage.sqlite else postgresql
    rows = [{"person_id": person, "table_id": table.id, "key": key} for key in fitting]
    query = dialect.insert(HOLDINGS).on_conflict_do_nothing()
    try:
        async with house.storage.changing() as connection:
            await connection.execute(query, rows)
    except IntegrityError:
        async with house.change(table.id) as change:
            await _vacate(change, person, fitting)
        raise


async def held(
    connection: AsyncConnection, person: int, most: int | None = MOST_SHOWN
) -> list[tuple[Table, list[str]]]:
    """A person's tables, the latest first, with the hashes of their keys there."""
    mine = HOLDINGS.c.person_id == person
    query = sa.select(TABLES).where(TABLES.c.id.in_(sa.select(HOLDINGS.c.table_id).where(mine)))
    query = query.order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(most)
    found = [tables.from_row(row) for row in await connection.execute(query)]
    keys: dict[int, list[str]] = {}
    ring = sa.select(HOLDINGS.c.table_id, HOLDINGS.c.key).where(mine)
    for table, key in await connection.execute(ring):
        keys.setdefault(table, []).append(key)
    return [(table, keys[table.id]) for table in found]


# -- going


async def remove(house: House, person: int) -> None:
    """Forget a person: they leave every table, and finished games keep an empty name.

    On another device they may sit down meanwhile, so it is looked again until nothing is left.
    """
    left = await _forget_if_free(house, person)
    while left:
        for table, keys in left:
            with suppress(UnknownTable):  # its time may just be over
                async with house.change(table.id) as change:
                    await _vacate(change, person, keys)
        left = await _forget_if_free(house, person)


async def _forget_if_free(house: House, person: int) -> list[tuple[Table, list[str]]]:
    """Forget a person of whom no table knows any more; the tables that do, with their keys."""
    async with house.storage.changing() as connection:
        await keep_still(connection, person)  # from here on nobody sits down in their name
        left = await held(connection, person, None)
        if not left:
            await _forget(connection, person)
    return left


async def _forget(connection: AsyncConnection, person: int) -> None:
    await sessions.end(connection, person)
    await tournaments.forget(connection, person)
    await orders.lift(connection, person)  # their number may come to somebody else
    await connection.execute(sa.delete(PEOPLE).where(PEOPLE.c.id == person))


async def remove_idle(house: House) -> int:
    """Forget those whom nobody has seen for very long, and who have a seat nowhere; how many."""
    days, gone = house.settings.keep_people_days, 0
    idle = (
        PEOPLE.c.seen < clock.now() - days * sessions.DAY,
        ~sa.exists().where(SESSIONS.c.person_id == PEOPLE.c.id),
        ~sa.exists().where(HOLDINGS.c.person_id == PEOPLE.c.id),
    )
    async with house.storage.reading() as connection:
        query = sa.select(PEOPLE.c.id).where(*idle).order_by(PEOPLE.c.seen).limit(FEW)
        found = list((await connection.execute(query)).scalars()) if days else []
    for person in found:
        async with house.storage.changing() as connection:
            still = sa.select(PEOPLE.c.id).where(PEOPLE.c.id == person, *idle).with_for_update()
            if await connection.scalar(still) is not None:
                await _forget(connection, person)
                gone += 1
    return gone


async def _vacate(change: Change, person: int, keys: list[str]) -> None:
    """Give up a person's seats at a table, and take their name out of what happened there.

    They may have left before the game, and then have no seat any more.
    """
    table = change.table
    mine = _seats_of(table, keys)
    names = await traces.remove(change, keys)
    await reports.forget(change.connection, await traces.stays(change.connection, table), keys)
    await ties.call_off(change.connection, table.id, None if mine else names)
    await channels.forget_seats(change.connection, table.id, keys)
    goes_on = table.status != FINISHED and _is_playable(table)
    for seat in mine:
        if table.status == OPEN:
            traces.leave(table, None)
        table.seats[seat] = _without_person(table, seat, goes_on=goes_on)
        change.write(SEATS, seat, data={"what": "left", "name": ""})
    if table.host in keys:
        table.host = lobby.longest_here(table)
    if goes_on and table.status == OPEN and table.cup:
        table.cup.words = [None if n in mine else w for n, w in enumerate(table.cup.words)]
    elif goes_on and mine and table.status == RUNNING:
        table.ask(table.match(), clock.now())
    here = (HOLDINGS.c.person_id == person, HOLDINGS.c.table_id == table.id)
    await change.connection.execute(sa.delete(HOLDINGS).where(*here, HOLDINGS.c.key.in_(keys)))


def _seats_of(table: Table, keys: list[str]) -> list[int]:
    """The seats that keys open; a study is its host's alone, with the names of its bots."""
    if table.study and table.host in keys:
        return list(range(len(table.seats)))
    return seats.opened_by(table, keys)


def _is_playable(table: Table) -> bool:
    """Whether this server has the rules of a table's game."""
    try:
        return bool(table.rules)
    except OtherRules:
        return False


def _without_person(table: Table, seat: int, *, goes_on: bool) -> Seat:
    """Before the game the seat is free again, in it a bot plays on, after it nobody was there."""
    before = table.seats[seat]
    if not goes_on:
        return replace(before, name="", key=None, person=None)
    side = table.rules.seats(len(table.seats))[seat]
    if table.status == OPEN:
        return Seat(FREE, side)
    return Seat(BOT, side, table.stand_in, resigned=before.resigned)
