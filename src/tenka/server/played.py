"""Finished games of a server, for whoever makes puzzles of them."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa

from tenka.core.registry import find
from tenka.puzzles.played import Played
from tenka.server import ledger
from tenka.server.inventory import storage_of
from tenka.server.storage import TABLES, Storage
from tenka.server.tables import FINISHED, from_row


def games_of(database: str | None, game: str) -> list[Played]:
    """The finished games that a database has of a game, by the rules of today; no studies."""
    return asyncio.run(_games_of(storage_of(database), game))


async def _games_of(storage: Storage, game: str) -> list[Played]:
    of_today = TABLES.c.rules_version == find(game).version
    query = sa.select(TABLES).where(
        TABLES.c.game == game, TABLES.c.status == FINISHED, TABLES.c.study.is_(None), of_today
    )
    found = []
    async with storage.reading() as connection:
        for row in (await connection.execute(query.order_by(TABLES.c.id))).all():
            table = from_row(row)
            lines = await ledger.of_game(connection, table.id, table.last_line)
            decisions = tuple(ledger.decisions_in(ledger.standing(lines)))
            found.append(Played(table.options, table.seed, decisions))
    await storage.close()
    return found
