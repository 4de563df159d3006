"""The next game: a table like the last one, with the same people in the same seats."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import fairness, lobby, rating, seats, tables, ties
from tenka.server import reasons as why
from tenka.server.book import Book
from tenka.server.ledger import REMATCH
from tenka.server.problems import WrongTime
from tenka.server.storage import HOLDINGS
from tenka.server.tables import FINISHED, FREE, HUMAN, Cup, Seat, Table

if TYPE_CHECKING:
    from tenka.server.house import House


async def lay_again(house: House, link: str, keys: seats.Keys, origin: str) -> Table:
    """The table of the next game, with the same people in the same seats; there is one only."""
    async with house.change(link) as change:
        table = change.table
        seats.require_any(table, keys)
        if table.status != FINISHED:
            raise WrongTime(why.AFTER_REMATCH())
        if table.rematch is None or not await tables.exists(change.connection, table.rematch):
            apart = await ties.apart_from(change.connection, keys.person)
            again = _like(table, keys, apart, origin)
            await lobby.require_room(house, change.connection, again)
            lines = lobby.begun(again) if fairness.is_ready(again) else []
            await house.insert(change.connection, again, lines)
            await _hold_again(change.connection, table, again)
            mine = seats.held_by(table, keys)
            others = [s.person for n, s in enumerate(table.seats) if n not in mine]
            missing = [person for person in others if person and person not in apart]
            if table.rated:
                asks, wait = table.seats[mine[0]].name, house.settings.mail_seconds
                await ties.invite(change.connection, again, asks, missing, wait)
            table.rematch = again.link
            change.write(REMATCH, data={"rematch": again.link})
        successor = table.rematch
    following = await house.table(successor)
    if following.bot_asked:
        house.bots.drive(following.id)
    return following


def _like(table: Table, keys: seats.Keys, apart: Collection[int], origin: str) -> Table:
    """A table like this one, with the same people in the same seats."""
    return Table(
        table.game,
        table.options,
        rating.seats_again(table, _again(table, apart), seats.held_by(table, keys)),
        Book.blank(len(table.seats)),
        table.listed,
        table.pace,
        table.stand_in,
        table.odds,
        table.hints,
        origin=origin,
        host=table.host,
        cup=Cup.filled(len(table.seats), awaited=bool(table.cup and table.cup.awaited)),
        rated=table.rated,
        wishes=table.wishes,
    )


async def _hold_again(connection: AsyncConnection, table: Table, again: Table) -> None:
    """People hold their seats of the next game at once, on all their devices: it has begun."""
    keys = [seat.key for seat in again.seats if seat.key]
    held = sa.select(HOLDINGS.c.person_id, sa.literal(again.id), HOLDINGS.c.key)
    held = held.where(HOLDINGS.c.table_id == table.id, HOLDINGS.c.key.in_(keys))
    names = ["person_id", "table_id", "key"]
    await connection.execute(sa.insert(HOLDINGS).from_select(names, held))


def _again(table: Table, apart: Collection[int]) -> list[Seat]:
    """The seats of the next game; free are those of who has gone or is to be kept apart."""
    sides = table.rules.seats(len(table.seats))
    return [
        Seat(FREE, side)
        if seat.kind == HUMAN and (seat.key is None or seat.person in apart)
        else replace(seat, stand_in=None, resigned=False)
        for seat, side in zip(table.seats, sides, strict=True)
    ]
