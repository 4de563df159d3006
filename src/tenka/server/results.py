"""A person's games: how they ended, counted for each game, and a page that shows them to others.

Only games against others count: one seat of one's own, neither a study nor a record that was
loaded. The page has a secret link, which its owner makes and withdraws.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from statistics import fmean
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import rating, seats
from tenka.server.accounts import held
from tenka.server.problems import OtherRules
from tenka.server.resigning import result
from tenka.server.storage import PEOPLE
from tenka.server.tables import FINISHED, Table

MOST_COUNTED = 500  # of the latest tables of a person
MOST_LISTED = 30


async def of_person(connection: AsyncConnection, person: int) -> dict[str, Any]:
    """A person's name, what they won of each game, and their latest games."""
    query = sa.select(PEOPLE.c.name, PEOPLE.c.page, PEOPLE.c.listed).where(PEOPLE.c.id == person)
    name, page, listed = (await connection.execute(query)).one()
    rated = await rating.changes(connection, person)
    games = [
        _ended(table, mine[0])
        for table, keys in await held(connection, person, MOST_COUNTED)
        if len(mine := seats.opened_by(table, keys)) == 1 and _counts(table)
    ]
    for game in games:
        game["rating"] = rated.get(game["table"])
    return {
        "name": name,
        "page": page,
        "listed": bool(page and listed),
        "ratings": await rating.of_person(connection, person),
        "totals": _totals(games),
        "games": games[:MOST_LISTED],
    }


def _totals(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is counted for each game."""
    by_game: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for game in games:
        by_game[game["game"]].append(game)
    return [
        {"game": name, "played": len(some), "won": sum(one["won"] for one in some)}
        | {"average": fmean(one["score"] for one in some), "best": max(g["score"] for g in some)}
        for name, some in sorted(by_game.items())
    ]


def _counts(table: Table) -> bool:
    if table.status != FINISHED or table.study:
        return False
    try:
        return bool(table.rules)
    except OtherRules:
        return False


def _ended(table: Table, mine: int) -> dict[str, Any]:
    """A finished game from the side of one seat."""
    ended = result(table, table.match())
    others = [
        {"name": one.name, "level": one.level} for at, one in enumerate(table.seats) if at != mine
    ]
    return {
        "table": table.link,
        "game": table.game,
        "ended": round(table.changed, 3),
        "won": mine in ended["winners"],
        "shared": len(ended["winners"]) > 1,
        "score": ended["scores"][mine],
        "others": others,
    }


async def show(connection: AsyncConnection, person: int, *, public: bool, listed: bool) -> None:
    """Give the page a link, or take it away; a new one is another. Listed, all find the link."""
    page = secrets.token_urlsafe(16) if public else None
    unlike = PEOPLE.c.page.is_(None) if public else PEOPLE.c.page.is_not(None)
    query = sa.update(PEOPLE).where(PEOPLE.c.id == person, unlike)
    await connection.execute(query.values(page=page))
    mine = sa.update(PEOPLE).where(PEOPLE.c.id == person)
    await connection.execute(mine.values(listed=public and listed))


async def owner_of(connection: AsyncConnection, page: str) -> int | None:
    """Whose page a link shows."""
    query = sa.select(PEOPLE.c.id).where(PEOPLE.c.page == page)
    person: int | None = await connection.scalar(query)
    return person
