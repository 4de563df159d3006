"""All that is kept of a person, as one file for themselves.

A test goes through every table of the database: what has something of a person is in this file, or
in `docs/people.md` under what is not.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import accounts, rating, seats, sight, ties, traces
from tenka.server.channels import PUSH, WEBHOOK
from tenka.server.roster import ENTRANTS, INVITATIONS, TOURNAMENTS
from tenka.server.storage import CHANNELS, PEOPLE, PRESENCE, TABLES
from tenka.server.tables import FINISHED, Table


async def of_person(connection: AsyncConnection, person: int) -> dict[str, Any]:
    """All that is kept of a person."""
    shown = await accounts.about(connection, person, None)
    query = sa.select(PEOPLE.c.page, PEOPLE.c.listed).where(PEOPLE.c.id == person)
    page, listed = (await connection.execute(query)).one()
    return {
        "format": "tenka-person",
        "number": person,
        "name": shown["name"],
        "made": shown["made"],
        "page": page and f"/p/{page}",
        "listed": listed,
        "passkeys": shown["passkeys"],
        "sessions": [{k: s[k] for k in ("label", "made", "until")} for s in shown["sessions"]],
        "notices": await _notices(connection, person),
        "ratings": await rating.of_person(connection, person),
        "rated_games": await rating.changes(connection, person),
        "ties": await ties.of_person(connection, person),
        "invitations": await _invitations(connection, person),
        "tournaments": await _tournaments(connection, person),
        "tables": [
            await _table(connection, table, keys)
            for table, keys in await accounts.held(connection, person, None)
        ],
    }


async def _notices(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """Where notices go; of a device its push service, as who has the whole address could use it."""
    query = sa.select(CHANNELS).where(CHANNELS.c.person_id == person).order_by(CHANNELS.c.id)
    names = ("kind", "address", "label", "language", "on", "made", "sent")
    told = [{name: row._mapping[name] for name in names} for row in await connection.execute(query)]
    for one in told:
        if one["kind"] == PUSH:
            one["address"] = urlsplit(one["address"]).hostname
    return told


async def _invitations(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    query = (
        sa.select(INVITATIONS.c.host, INVITATIONS.c.made, TABLES.c.link.label("table"))
        .join(TABLES, TABLES.c.id == INVITATIONS.c.table_id)
        .where(INVITATIONS.c.person_id == person)
        .order_by(INVITATIONS.c.id)
    )
    return [dict(row._mapping) for row in await connection.execute(query)]


async def _tournaments(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """Those that they organise, and those that they entered, with what stands there of them."""
    mine = (ENTRANTS.c.tournament_id == TOURNAMENTS.c.id) & (ENTRANTS.c.person_id == person)
    query = (
        sa.select(TOURNAMENTS, ENTRANTS.c.name.label("as"), ENTRANTS.c.seed, ENTRANTS.c.gone)
        .outerjoin(ENTRANTS, mine)
        .where((TOURNAMENTS.c.person_id == person) | ENTRANTS.c.id.is_not(None))
        .order_by(TOURNAMENTS.c.id)
    )
    names = ("link", "name", "game", "status", "as", "seed", "gone")
    return [
        {name: row._mapping[name] for name in names} | {"organising": row.person_id == person}
        for row in await connection.execute(query)
    ]


async def _table(connection: AsyncConnection, table: Table, keys: list[str]) -> dict[str, Any]:
    """A table at which they sit or sat, and what is theirs there."""
    here = (PRESENCE.c.table_id == table.id, PRESENCE.c.holder.in_(keys))
    hooks = sa.select(CHANNELS.c.address, CHANNELS.c.seat, CHANNELS.c.on, CHANNELS.c.made).where(
        CHANNELS.c.table_id == table.id, CHANNELS.c.key.in_(keys), CHANNELS.c.kind == WEBHOOK
    )
    return {
        **sight.summary(table),
        "mine": seats.opened_by(table, keys),
        **await traces.of_keys(connection, table, keys),
        "webhooks": [dict(row._mapping) for row in await connection.execute(hooks)],
        "seen": await connection.scalar(sa.select(sa.func.max(PRESENCE.c.at)).where(*here)),
        "record": f"{seats.path_of(table.link)}/record" if table.status == FINISHED else None,
    }
