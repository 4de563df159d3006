"""Tournaments."""

from __future__ import annotations

from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Path, Request, Response
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import tournaments
from tenka.server.models.tournaments import NewTournament, TournamentListed, TournamentShown
from tenka.server.routes import REFUSALS, AtHouse, Link, count
from tenka.server.sessions import Asking, Person
from tenka.server.storage import PEOPLE

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=REFUSALS)
MOST_LISTED = 100
DONE = 204


async def _shown(connection: AsyncConnection, link: str, person: int | None) -> TournamentShown:
    found = await tournaments.load(connection, link)
    query = sa.select(PEOPLE.c.name).where(PEOPLE.c.id == found.row.person_id)
    organiser = await connection.scalar(query)
    return TournamentShown(**tournaments.shown(found, person, organiser))


@router.get("")
async def list_tournaments(house: AtHouse) -> list[TournamentListed]:
    """Tournaments: those one can enter first."""
    banned = house.orders.now.people_banned()
    async with house.storage.reading() as connection:
        found = await tournaments.listed(connection, MOST_LISTED, banned)
    return [TournamentListed(**one) for one in found]


@router.post("", status_code=201)
async def organise(
    wish: NewTournament, request: Request, house: AtHouse, person: Person
) -> TournamentShown:
    """Organise a tournament."""
    count(house.limits.creations, request, person)
    house.orders.now.require_new_tables()
    async with house.storage.changing() as connection:
        link = await tournaments.lay(connection, person, wish.model_dump(mode="json"))
        return await _shown(connection, link, person)


@router.get("/{link}")
async def look(link: Link, house: AtHouse, person: Asking) -> TournamentShown:
    """A tournament: who takes part, how it stands, and the tables of all rounds."""
    async with house.storage.reading() as connection:
        return await _shown(connection, link, person)


@router.post("/{link}/enter")
async def enter(link: Link, house: AtHouse, person: Person) -> TournamentShown:
    """Take part."""
    async with house.storage.changing() as connection:
        await tournaments.enter(connection, link, person)
        return await _shown(connection, link, person)


@router.post("/{link}/leave")
async def leave(link: Link, house: AtHouse, person: Person) -> TournamentShown:
    """Take part no more; a game that is being played is still yours."""
    async with house.storage.changing() as connection:
        await tournaments.leave(connection, link, None, person)
        return await _shown(connection, link, person)


@router.delete("/{link}/entrants/{entrant}")
async def send_away(
    link: Link, entrant: Annotated[int, Path(ge=1, le=2**31 - 1)], house: AtHouse, person: Person
) -> TournamentShown:
    """Let somebody take part no more: for the organiser."""
    async with house.storage.changing() as connection:
        await tournaments.leave(connection, link, entrant, person)
        return await _shown(connection, link, person)


@router.post("/{link}/begin")
async def begin(link: Link, house: AtHouse, person: Person) -> TournamentShown:
    """Begin the first round: for the organiser."""
    async with house.storage.changing() as connection:
        tournament = await tournaments.load(connection, link, lock=True)
        tournaments.require_organiser(tournament, person)
        await tournaments.begin(house, connection, tournament)
        return await _shown(connection, link, person)


@router.post("/{link}/next")
async def go_on(link: Link, house: AtHouse, person: Person) -> TournamentShown:
    """Wait for no table of this round any longer: for the organiser."""
    async with house.storage.changing() as connection:
        tournament = await tournaments.load(connection, link, lock=True)
        tournaments.require_organiser(tournament, person)
        await tournaments.force(house, connection, tournament)
        return await _shown(connection, link, person)


@router.delete("/{link}", status_code=DONE)
async def cancel(link: Link, house: AtHouse, person: Person) -> Response:
    """Call the tournament off: for the organiser."""
    async with house.storage.changing() as connection:
        await tournaments.cancel(connection, link, person)
    return Response(status_code=DONE)
