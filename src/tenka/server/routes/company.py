"""People and each other: following, blocking, inviting, reporting."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tenka.server import company, reports, seats, tables, ties
from tenka.server.models.company import Company, CompanyHere, Invite, NewTie, Report, Tie
from tenka.server.problems import UnknownThing
from tenka.server.routes import REFUSALS, AtHouse, Link, count
from tenka.server.seats import Carried
from tenka.server.sessions import Person

router = APIRouter(prefix="/api", tags=["company"], responses=REFUSALS)
Id = Annotated[int, Path(ge=1, le=2**31 - 1)]
DONE = 204


@router.get("/account/ties")
async def my_ties(house: AtHouse, person: Person) -> list[Tie]:
    """Whom you follow, and whom you have blocked."""
    async with house.storage.reading() as connection:
        return [Tie(**tie) for tie in await ties.of_person(connection, person)]


@router.post("/account/ties", status_code=201)
async def new_tie(body: NewTie, request: Request, house: AtHouse, person: Person) -> list[Tie]:
    """Follow or block somebody."""
    count(house.limits.talk, request, person)
    async with house.storage.changing() as connection:
        if body.page is not None:
            other = await ties.person_of(connection, body.page)
        else:
            table = await tables.load(connection, str(body.table))
            if all(seat.person != person for seat in table.seats):
                raise UnknownThing("you do not sit at this table")
            other = ties.person_at(table, body.seat or 0)
        await ties.tie(connection, person, other, body.kind)
    return await my_ties(house, person)


@router.delete("/account/ties/{tie}", status_code=DONE)
async def untie(tie: Id, house: AtHouse, person: Person) -> Response:
    """Follow or block somebody no more."""
    async with house.storage.changing() as connection:
        await ties.untie(connection, person, tie)
    return Response(status_code=DONE)


@router.get("/account/company")
async def my_company(house: AtHouse, person: Person) -> Company:
    """Invitations, and open tables of people you follow."""
    async with house.storage.reading() as connection:
        return Company(**await company.waiting_for(connection, person))


@router.delete("/account/invitations/{invitation}", status_code=DONE)
async def decline(invitation: Id, house: AtHouse, person: Person) -> Response:
    """Do without an invitation."""
    async with house.storage.changing() as connection:
        await ties.decline(connection, person, invitation)
    return Response(status_code=DONE)


@router.get("/tables/{link}/company")
async def company_here(link: Link, house: AtHouse, keys: Carried, person: Person) -> CompanyHere:
    """Whom of the others at your table you follow or have blocked, and whom you have asked."""
    async with house.storage.reading() as connection:
        table = await tables.load(connection, link)
        seats.require_any(table, keys)
        return CompanyHere.model_validate(
            {
                "ties": await ties.at_table(connection, person, table),
                "asked": await ties.asked_to(connection, person, table.id),
            }
        )


@router.post("/tables/{link}/invitations", status_code=DONE)
async def invite(
    link: Link, body: Invite, request: Request, house: AtHouse, keys: Carried, person: Person
) -> Response:
    """Ask somebody whom you follow to a table at which you sit."""
    count(house.limits.talk, request, person)
    async with house.storage.changing() as connection:
        table = await tables.load(connection, link)
        mine = seats.require_any(table, keys)
        asked = await ties.followed(connection, person, body.tie)
        if not asked:
            raise UnknownThing("you do not follow them")
        await ties.require_welcome(connection, person, asked)
        host, wait = table.seats[mine[0]].name, house.settings.mail_seconds
        await ties.invite(connection, table, host, asked, wait)
    return Response(status_code=DONE)


@router.post("/tables/{link}/reports", status_code=DONE)
async def report(
    link: Link, body: Report, request: Request, house: AtHouse, keys: Carried
) -> Response:
    """Tell the operator about somebody at your table."""
    count(house.limits.talk, request, keys.person)
    async with house.storage.changing() as connection:
        table = await tables.load(connection, link)
        seats.require(table, body.seat, keys)
        await reports.report(connection, table, body.seat, body.other, body.text)
    return Response(status_code=DONE)
