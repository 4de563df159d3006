"""Leaderboards: who plays a game best, now and in the seasons before.

A season's board has whoever played a rated game in it and wants to be listed, with the number they
had after their last one. The bots stand on it too, where they were measured.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.ratings import Skill, anchors
from tenka.ratings.seasons import from_to, season_of, span
from tenka.ratings.skill import PROVISIONAL
from tenka.server import clock
from tenka.server.rating import Kind, shown
from tenka.server.roster import RATED_GAMES, RATED_SEATS, RATINGS
from tenka.server.storage import PEOPLE

MOST = 100


async def board(
    connection: AsyncConnection, kind: Kind, season: str | None, without: Collection[int] = ()
) -> dict[str, Any]:
    """The leaderboard of a game with so many players, without those who are banned."""
    query = sa.select(sa.func.min(RATED_GAMES.c.ended))
    first = await connection.scalar(query.where(*_of(kind))) or clock.now()
    seasons = from_to(first, clock.now())
    chosen = season if season in seasons else season_of(clock.now())
    return {
        "game": kind[0],
        "players": kind[1],
        "season": chosen,
        "seasons": seasons,
        "people": await _people(connection, kind, chosen, without),
        "bots": [
            {"level": anchor.level, **shown(anchor.skill, kind[1])}
            for anchor in reversed(anchors(*kind).values())
        ],
    }


def _of(kind: Kind) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return RATED_GAMES.c.game == kind[0], RATED_GAMES.c.players == kind[1]


async def _people(
    connection: AsyncConnection, kind: Kind, season: str, without: Collection[int]
) -> list[dict[str, Any]]:
    begin, end = span(season)
    last = (
        sa.select(
            RATED_SEATS.c.person_id,
            sa.func.max(RATED_SEATS.c.game_id).label("last"),
            sa.func.count().label("season_games"),
        )
        .join(RATED_GAMES, RATED_GAMES.c.id == RATED_SEATS.c.game_id)
        .where(*_of(kind), RATED_GAMES.c.ended >= begin, RATED_GAMES.c.ended < end)
        .where(RATED_SEATS.c.person_id.is_not(None))
        .group_by(RATED_SEATS.c.person_id)
        .subquery()
    )
    after = RATED_SEATS.c.mean_after
    theirs = (RATED_SEATS.c.person_id == last.c.person_id) & (RATED_SEATS.c.game_id == last.c.last)
    mine = RATINGS.c.person_id == last.c.person_id
    query = (
        sa.select(PEOPLE.c.name, PEOPLE.c.page, after, RATED_SEATS.c.doubt_after, RATINGS.c.games)
        .add_columns(last.c.season_games)
        .join_from(last, RATED_SEATS, theirs)
        .join(PEOPLE, PEOPLE.c.id == last.c.person_id)
        .join(RATINGS, mine & (RATINGS.c.game == kind[0]) & (RATINGS.c.players == kind[1]))
        .where(PEOPLE.c.listed, PEOPLE.c.page.is_not(None), RATINGS.c.games >= PROVISIONAL)
        .where(PEOPLE.c.id.not_in(without))
        .order_by(after.desc(), PEOPLE.c.id)
        .limit(MOST)
    )
    return [
        {"name": row.name, "page": row.page, "played": row.season_games}
        | shown(Skill(row.mean_after, row.doubt_after, row.games), kind[1])
        for row in await connection.execute(query)
    ]
