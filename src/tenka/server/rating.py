"""Rated games: agreed before they begin, counted once when they end, reckoned again at will.

A table is rated if whoever lays it says so. All who sit down there are people with an account, each
in one seat, and by sitting down they agree. What a game changes is written in the transaction that
ends it; the arithmetic is `tenka.ratings`'.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.ratings import Skill, after, anchors, number, spread
from tenka.server import clock
from tenka.server import reasons as why
from tenka.server.problems import BadChoice, NotSignedIn, WrongTime
from tenka.server.resigning import result
from tenka.server.roster import RATED_GAMES, RATED_SEATS, RATINGS
from tenka.server.storage import PEOPLE
from tenka.server.tables import BOT, FREE, HUMAN, Seat, Table

Kind = tuple[str, int]  # a game, and how many play it
COURSE = 30  # games of which the course of a number is told


def kind_of(table: Table) -> Kind:
    """The game and number of players of a table: each has ratings of its own."""
    return table.game, len(table.seats)


# -- agreeing


def agree_to_lay(table: Table, person: int | None) -> None:
    """Make a new table a rated one, if it can be."""
    if person is None:
        raise NotSignedIn("rated games are for people who are signed in")
    if table.hints or sum(seat.kind == HUMAN for seat in table.seats) != 1:
        raise BadChoice(why.RATED_ALIKE())
    table.rated = True
    for seat in table.seats:
        require_rated_bot(table, seat.level)


def require_rated_bot(table: Table, level: str | None) -> None:
    """Refuse a bot that does not stand on the scale."""
    if table.rated and level is not None and level not in anchors(*kind_of(table)):
        raise BadChoice(why.NO_RATED_BOT(level=level))


def agree_to_join(table: Table, person: int | None) -> None:
    """Refuse who cannot be rated here: a guest, or somebody who sits here already."""
    if not table.rated:
        return
    if person is None:
        raise NotSignedIn("this game is rated: sign in to play it")
    if any(seat.person == person for seat in table.seats):
        raise WrongTime(why.RATED_ONCE())


def require_wished(table: Table, rating: int | None) -> None:
    """Refuse a rating that whoever laid a rated table does not wish for."""
    low, high = (table.wishes or {}).get("rating") or (None, None)
    if rating is None or low is None or high is None or low <= rating <= high:
        return
    raise WrongTime(why.OTHER_RATING(low=low, high=high, mine=rating))


def seats_again(table: Table, seats: list[Seat], asking: Iterable[int]) -> list[Seat]:
    """The seats of the next game; the others are to agree to a rated one themselves."""
    if not table.rated:
        return seats
    sides = table.rules.seats(len(seats))
    return [
        seat if seat.kind == BOT or at in asking else Seat(FREE, sides[at])
        for at, seat in enumerate(seats)
    ]


# -- counting


async def count(connection: AsyncConnection, table: Table) -> None:
    """Count a game that has just ended; nothing, if nobody is left to be rated."""
    people = sorted({seat.person for seat in table.seats if seat.person is not None})
    known = await _hold(connection, people, kind_of(table))
    if not known:
        return
    skills = [
        known.get(seat.person or 0) or _bot(kind_of(table), seat.bot or "") for seat in table.seats
    ]
    places = places_of(table)
    game = {"link": table.link, "game": table.game, "players": len(table.seats)}
    done = await connection.execute(
        sa.insert(RATED_GAMES).values(**game, ended=clock.now()).returning(RATED_GAMES.c.id)
    )
    game_id = int(done.scalar_one())
    rows = [
        _row(skill, now) | {"game_id": game_id, "seat": at, "place": place}
        for at, (skill, now, place) in enumerate(
            zip(skills, after(skills, places), places, strict=True)
        )
    ]
    for row, seat in zip(rows, table.seats, strict=True):
        row["person_id"] = seat.person if seat.person in known else None
        row["level"] = seat.bot if seat.person is None else None
    await connection.execute(sa.insert(RATED_SEATS), rows)
    for row, skill in zip(rows, skills, strict=True):
        if row["person_id"] is not None:
            now = Skill(row["mean_after"], row["doubt_after"], skill.games + 1)
            await _write(connection, row["person_id"], kind_of(table), now)


def _row(before: Skill, now: Skill) -> dict[str, Any]:
    return {
        "mean": before.mean,
        "doubt": before.doubt,
        "mean_after": now.mean,
        "doubt_after": now.doubt,
    }


def _bot(kind: Kind, level: str) -> Skill:
    """What is known of a bot; of one that was never measured, nothing."""
    found = anchors(*kind).get(level)
    return found.skill if found else Skill(anchored=True)


def places_of(table: Table) -> list[int]:
    """Who finished where: winners, then by points; whoever resigned is last."""
    ended = result(table, table.match())
    order = [
        (seat.resigned, at not in ended["winners"], 0 if at in ended["winners"] else -score)
        for at, (seat, score) in enumerate(zip(table.seats, ended["scores"], strict=True))
    ]
    ranked = sorted(order)
    return [ranked.index(mine) for mine in order]


async def _hold(connection: AsyncConnection, people: list[int], kind: Kind) -> dict[int, Skill]:
    """The skills of those people who are still there, held until the transaction ends."""
    there = sa.select(PEOPLE.c.id).where(PEOPLE.c.id.in_(people)).order_by(PEOPLE.c.id)
    staying = there.with_for_update(read=True, key_share=True)
    here = list((await connection.execute(staying)).scalars())
    if not here:
        return {}
    new = Skill()
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    blank = {"game": kind[0], "players": kind[1], "mean": new.mean, "doubt": new.doubt, "games": 0}
    rows = [{"person_id": person, **blank} for person in here]
    await connection.execute(dialect.insert(RATINGS).on_conflict_do_nothing(), rows)
    held = sa.select(RATINGS).where(RATINGS.c.person_id.in_(here), *_of(kind))
    found = await connection.execute(held.order_by(RATINGS.c.person_id).with_for_update())
    return {row.person_id: Skill(row.mean, row.doubt, row.games) for row in found}


def _of(kind: Kind) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return RATINGS.c.game == kind[0], RATINGS.c.players == kind[1]


async def _write(connection: AsyncConnection, person: int, kind: Kind, skill: Skill) -> None:
    query = sa.update(RATINGS).where(RATINGS.c.person_id == person, *_of(kind))
    await connection.execute(query.values(mean=skill.mean, doubt=skill.doubt, games=skill.games))


# -- reckoning again


async def recount(connection: AsyncConnection) -> dict[str, int]:
    """Reckon all ratings again from the games; how many there are, and how many were others."""
    if connection.dialect.name == "postgresql":
        await connection.execute(sa.text("LOCK TABLE ratings IN EXCLUSIVE MODE"))
    before = {
        (row.person_id, row.game, row.players): Skill(row.mean, row.doubt, row.games)
        for row in await connection.execute(sa.select(RATINGS))
    }
    now: dict[tuple[int, str, int], Skill] = {}
    games = (await connection.execute(sa.select(RATED_GAMES).order_by(RATED_GAMES.c.id))).all()
    for game in games:
        await _recount_one(connection, game, now)
    for (person, name, players), skill in now.items():
        if before.get((person, name, players)) != skill:
            await _write(connection, person, (name, players), skill)
    changed = sum(before.get(key) != skill for key, skill in now.items())
    return {"games": len(games), "ratings": len(now), "changed": changed}


async def _recount_one(
    connection: AsyncConnection, game: sa.Row[Any], now: dict[tuple[int, str, int], Skill]
) -> None:
    kind = (game.game, game.players)
    query = sa.select(RATED_SEATS).where(RATED_SEATS.c.game_id == game.id)
    seats = (await connection.execute(query.order_by(RATED_SEATS.c.seat))).all()
    skills = [
        now.get((seat.person_id, *kind), Skill())
        if seat.person_id is not None
        else _bot(kind, seat.level)
        if seat.level is not None
        else Skill(seat.mean, seat.doubt, anchored=True)  # somebody who has gone
        for seat in seats
    ]
    later = after(skills, [seat.place for seat in seats])
    for seat, before, skill in zip(seats, skills, later, strict=True):
        row = RATED_SEATS.c.game_id == game.id, RATED_SEATS.c.seat == seat.seat
        if _row(before, skill) != {name: getattr(seat, name) for name in _row(before, skill)}:
            await connection.execute(
                sa.update(RATED_SEATS).where(*row).values(**_row(before, skill))
            )
        if seat.person_id is not None:
            now[seat.person_id, *kind] = skill


# -- telling


async def rating_at(connection: AsyncConnection, table: Table, person: int | None) -> int | None:
    """The rating with which a person sits down to a rated game."""
    if person is None or not table.rated:
        return None
    kind = kind_of(table)
    query = sa.select(RATINGS).where(RATINGS.c.person_id == person, *_of(kind))
    row = (await connection.execute(query)).one_or_none()
    return number(Skill(row.mean, row.doubt) if row else Skill(), kind[1])


async def of_person(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """All ratings of a person."""
    query = sa.select(RATINGS).where(RATINGS.c.person_id == person, RATINGS.c.games > 0)
    found = (await connection.execute(query.order_by(RATINGS.c.game, RATINGS.c.players))).all()
    return [
        {"game": row.game, "players": row.players}
        | {"course": await _course(connection, person, (row.game, row.players))}
        | shown(Skill(row.mean, row.doubt, row.games), row.players)
        for row in found
    ]


async def _course(connection: AsyncConnection, person: int, kind: Kind) -> list[int]:
    """A person's number after each of their latest games, the first of them first."""
    query = (
        sa.select(RATED_SEATS.c.mean_after)
        .join(RATED_GAMES, RATED_GAMES.c.id == RATED_SEATS.c.game_id)
        .where(RATED_SEATS.c.person_id == person, RATED_GAMES.c.game == kind[0])
        .where(RATED_GAMES.c.players == kind[1])
        .order_by(RATED_GAMES.c.id.desc())
        .limit(COURSE)
    )
    means = list((await connection.execute(query)).scalars())
    return [number(Skill(mean), kind[1]) for mean in reversed(means)]


def shown(skill: Skill, players: int) -> dict[str, Any]:
    """A skill as people see it."""
    return {
        "number": number(skill, players),
        "spread": spread(skill, players),
        "games": skill.games,
        "provisional": skill.provisional,
    }


async def changes(connection: AsyncConnection, person: int) -> dict[str, dict[str, int]]:
    """What each rated game of a person did to their number, by the link of its table."""
    query = (
        sa.select(RATED_GAMES.c.link, RATED_GAMES.c.players, RATED_SEATS)
        .join(RATED_SEATS, RATED_SEATS.c.game_id == RATED_GAMES.c.id)
        .where(RATED_SEATS.c.person_id == person)
    )
    return {
        row.link: {
            "before": number(Skill(row.mean), row.players),
            "after": number(Skill(row.mean_after), row.players),
        }
        for row in await connection.execute(query)
    }
