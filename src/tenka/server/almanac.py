"""Tournaments that begin at their time, and what must not keep one from going on."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import clock, tables, tournaments
from tenka.server.logs import log
from tenka.server.roster import MEETINGS, TOURNAMENTS
from tenka.server.storage import TABLES
from tenka.server.tables import FINISHED, OPEN, RUNNING

if TYPE_CHECKING:
    from tenka.server.house import House

SELDOM = 5  # times the pause of other sweeps
DAY = 24 * 3600.0


async def watch(house: House) -> None:
    """Look again and again, in every process; what is due happens once."""
    while True:
        await clock.sleep(SELDOM * house.settings.sweep_seconds)
        try:
            await look(house)
        except Exception:
            log("looking after tournaments failed", level=logging.ERROR, error=True)


async def look(house: House) -> None:
    """Begin what is due, go on where a table is gone, have bots play that nobody watches."""
    async with house.storage.reading() as connection:
        due, lost, alone = await _due(connection), await _lost(connection), await _alone(connection)
    for id_ in due:
        async with house.storage.changing() as connection:
            tournament = await tournaments.load(connection, id_, lock=True)
            if tournament.row.status == OPEN and len(tournament.entrants) > 1:
                await tournaments.begin(house, connection, tournament)
    for id_ in lost:
        async with house.storage.changing() as connection:
            await tournaments.go_on_without(house, connection, id_)
    for id_ in alone:
        async with house.storage.reading() as connection:
            house.bots.attend(await tables.load(connection, id_))
    await _remove_old(house)


async def _due(connection: AsyncConnection) -> list[int]:
    query = sa.select(TOURNAMENTS.c.id).where(
        TOURNAMENTS.c.status == OPEN, TOURNAMENTS.c.begins <= clock.now()
    )
    return list((await connection.execute(query)).scalars())


async def _lost(connection: AsyncConnection) -> list[int]:
    """Tournaments that wait for a table which is not there any more."""
    there = sa.exists().where(TABLES.c.id == MEETINGS.c.table_id)
    query = sa.select(MEETINGS.c.tournament_id).where(MEETINGS.c.places.is_(None), ~there)
    return list((await connection.execute(query.distinct())).scalars())


async def _alone(connection: AsyncConnection) -> list[int]:
    """Tables at which only bots are left: their games go on though nobody looks."""
    query = (
        sa.select(TABLES.c.id)
        .join(MEETINGS, MEETINGS.c.table_id == TABLES.c.id)
        .where(MEETINGS.c.places.is_(None), TABLES.c.alone, TABLES.c.status == RUNNING)
    )
    return list((await connection.execute(query)).scalars())


async def _remove_old(house: House) -> None:
    """Tournaments go like tables: those that are over, and those that never began."""
    kept = house.settings.keep_finished_days
    if not kept:
        return
    old = TOURNAMENTS.c.changed < clock.now() - kept * DAY
    async with house.storage.reading() as connection:
        over = sa.select(TOURNAMENTS.c.id).where(old, TOURNAMENTS.c.status.in_((OPEN, FINISHED)))
        ids = list((await connection.execute(over)).scalars())
    if ids:
        async with house.storage.changing() as connection:
            await connection.execute(sa.delete(TOURNAMENTS).where(TOURNAMENTS.c.id.in_(ids)))
