"""People who wish to be known again: their name, their seats, their data, and their going.

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
    ledger,
    lobby,
    passkeys,
    rating,
    reports,
    seats,
    sessions,
    sight,
    tables,
    ties,
    tournaments,
)
from tenka.server.ledger import CHAT, SEATS
from tenka.server.problems import OtherRules, UnknownTable
from tenka.server.storage import HOLDINGS, LEDGER, PEOPLE, TABLES
from tenka.server.tables import BOT, FINISHED, FREE, HUMAN, OPEN, RUNNING, Seat, Table

if TYPE_CHECKING:
    from tenka.server.house import Change, House

MOST_SHOWN = 40  # tables of a person, the latest first
GONE = "…"  # in place of what somebody said who is not there any more


async def add(connection: AsyncConnection, handle: str, name: str) -> int:
    """A new person; their number."""
    row = {"handle": handle, "name": name, "made": clock.now()}
    done = await connection.execute(sa.insert(PEOPLE).values(**row).returning(PEOPLE.c.id))
    return int(done.scalar_one())


async def rename(connection: AsyncConnection, person: int, name: str) -> None:
    """Another name, for what is to come; at tables people keep the name they sat down with."""
    await connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person).values(name=name))


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
            await _vacate(change, fitting)
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


# -- all that is known of somebody


async def export(connection: AsyncConnection, person: int) -> dict[str, Any]:
    """All that is kept of a person: for themselves, as one file."""
    shown = await about(connection, person, None)
    return {
        "format": "tenka-person",
        "name": shown["name"],
        "made": shown["made"],
        "passkeys": shown["passkeys"],
        "sessions": [{k: s[k] for k in ("label", "made", "until")} for s in shown["sessions"]],
        "notices": await channels.of_person(connection, person),
        "ratings": await rating.of_person(connection, person),
        "rated_games": await rating.changes(connection, person),
        "ties": await ties.of_person(connection, person),
        "tables": [
            await _exported(connection, table, seats.opened_by(table, keys))
            for table, keys in await held(connection, person, None)
        ],
    }


async def _exported(connection: AsyncConnection, table: Table, mine: list[int]) -> dict[str, Any]:
    said = sa.select(LEDGER.c.made, LEDGER.c.data).where(
        LEDGER.c.table_id == table.id, LEDGER.c.kind == CHAT, LEDGER.c.seat.in_(mine)
    )
    return {
        **sight.summary(table),
        "mine": mine,
        "said": [
            {"time": made, "text": data["text"]}
            for made, data in await connection.execute(said.order_by(LEDGER.c.number))
        ],
        "record": f"{seats.path_of(table.link)}/record" if table.status == FINISHED else None,
    }


async def remove(house: House, person: int) -> None:
    """Forget a person: they leave every table, and finished games keep an empty name.

    On another device they may sit down meanwhile, so it is looked again until nothing is left.
    """
    left = await _forget_if_free(house, person)
    while left:
        for table, keys in left:
            with suppress(UnknownTable):  # its time may just be over
                async with house.change(table.id) as change:
                    await _vacate(change, keys)
        left = await _forget_if_free(house, person)


async def _forget_if_free(house: House, person: int) -> list[tuple[Table, list[str]]]:
    """Forget a person who holds nothing any more; what they still hold."""
    alone = sa.select(PEOPLE.c.id).where(PEOPLE.c.id == person).with_for_update()
    async with house.storage.changing() as connection:
        await connection.execute(alone)  # from here on nobody sits down in their name
        left = [
            (table, keys)
            for table, keys in await held(connection, person, None)
            if seats.opened_by(table, keys)
        ]
        if not left:
            await sessions.end(connection, person)
            await tournaments.forget(connection, person)
            await connection.execute(sa.delete(PEOPLE).where(PEOPLE.c.id == person))
    return left


async def _vacate(change: Change, keys: list[str]) -> None:
    """Give up a person's seats at a table, and take their name out of what happened there."""
    table = change.table
    mine = seats.opened_by(table, keys)
    names = {table.seats[seat].name for seat in mine}
    await _forget_words(change, mine, names)
    await reports.forget(change.connection, table.id, mine)
    await ties.call_off(change.connection, table.id)
    goes_on = table.status != FINISHED and _is_playable(table)
    for seat in mine:
        table.seats[seat] = _without_person(table, seat, goes_on=goes_on)
        change.write(SEATS, seat, data={"what": "left", "name": ""})
    if table.host in keys:
        table.host = lobby.longest_here(table)
    if goes_on and table.status == OPEN and table.cup:
        table.cup.words = [None if n in mine else w for n, w in enumerate(table.cup.words)]
    elif goes_on and table.status == RUNNING:
        table.ask(table.match(), clock.now())


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


async def _forget_words(change: Change, mine: list[int], names: set[str]) -> None:
    """Empty the person's name and what they said in the lines of a ledger."""
    table = change.table.id
    for line in await ledger.after(change.connection, table):
        data = dict(line.data)
        if line.kind in (CHAT, SEATS) and (line.seat in mine or data.get("name") in names):
            data["name"] = ""
            if line.kind == CHAT and line.seat in mine:
                data["text"] = GONE
        if data != line.data:
            query = sa.update(LEDGER).where(
                LEDGER.c.table_id == table, LEDGER.c.number == line.number
            )
            await change.connection.execute(query.values(data=data))
