"""For the operator: what happens at the server, and orders to it. Each request needs the token."""

from __future__ import annotations

import hmac
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request

import tenka
from tenka.core.between import Strength
from tenka.core.errors import TenkaError
from tenka.ratings import strengths
from tenka.server import census, keeping, office, orders, reports
from tenka.server.house import House
from tenka.server.models.operator import (
    Announce,
    BetweenLevels,
    HouseShown,
    Keeps,
    Maintain,
    NewBan,
    Overview,
    PersonKept,
)
from tenka.server.problems import BadAddress, NotTheOperator
from tenka.server.routes import REFUSALS, AtHouse, address_of

router = APIRouter(prefix="/api", tags=["operator"], responses=REFUSALS)
MOST = 50


def operators(
    request: Request, house: AtHouse, authorization: Annotated[str, Header()] = ""
) -> House:
    """The house, for whoever carries the operator's token.

    Who has guessed too often is not even told that they are right, so guessing is slow.
    """
    token, talk, address = house.settings.operator_token, house.limits.talk, address_of(request)
    given = authorization.removeprefix("Bearer ")
    talk.require(address)
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        talk.take(address)
        raise NotTheOperator("this needs the operator's token: see TENKA_OPERATOR_TOKEN")
    return house


Office = Annotated[House, Depends(operators)]
Address = Annotated[str, Query(min_length=2, max_length=60)]
Sought = Annotated[str, Query(min_length=1, max_length=40)]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("/house")
async def shown(house: AtHouse) -> HouseShown:
    """What the operator tells everybody, how long things are kept, and which bots there are."""
    settings = house.settings
    keeps = Keeps(**keeping.days(settings), people=settings.keep_people_days)
    return HouseShown(keeps=keeps, between=_between(), **house.orders.now.shown())


def _between() -> list[BetweenLevels]:
    names = dict.fromkeys(name for game in tenka.games() for name in strengths(game))
    made = {name: Strength.named(name) for name in names}
    return [
        BetweenLevels(name=name, level=one.level, weaker=one.weaker, part=one.part)
        for name, one in made.items()
        if name != one.level
    ]


@router.get("/operator")
async def overview(house: Office, most: Annotated[int, Query(ge=0, le=500)] = MOST) -> Overview:
    """Orders, numbers, rates, and the tables that go first."""
    async with house.storage.reading() as connection:
        return Overview(**await office.overview(connection, most))


async def _ordered(house: House, name: str, content: Any) -> Overview:
    async with house.storage.changing() as connection:
        await orders.give(connection, name, content)
    await house.orders.look()
    return await overview(house)


@router.post("/operator/maintenance")
async def maintain(order: Maintain, house: Office) -> Overview:
    """Begin or end maintenance: no new tables, and games in play go on."""
    return await _ordered(house, orders.MAINTENANCE, {} if order.on else None)


@router.post("/operator/notice")
async def announce(order: Announce, house: Office) -> Overview:
    """Tell everybody something, on every open page; without a text, nothing any more."""
    texts = order.model_dump(exclude_none=True)
    return await _ordered(house, orders.NOTICE, texts if order.en else None)


@router.post("/operator/bans")
async def ban(order: NewBan, house: Office) -> Overview:
    """Refuse an address, several, or a person."""
    try:
        async with house.storage.changing() as connection:
            await census.ban(connection, order.address, order.hours)
    except TenkaError as error:
        raise BadAddress(str(error)) from error
    await house.orders.look()
    return await overview(house)


@router.delete("/operator/bans")
async def let_in(address: Address, house: Office) -> Overview:
    """Take a ban back."""
    return await _ordered(house, orders.BAN + address, None)


@router.get("/operator/people")
async def people(house: Office, name: Sought) -> list[PersonKept]:
    """People by a part of their name, or by their number."""
    async with house.storage.reading() as connection:
        return [PersonKept(**one) for one in await census.find(connection, name.strip(), MOST)]


@router.delete("/operator/people/{person}/sessions")
async def sign_out(person: Number, house: Office) -> PersonKept:
    """Sign somebody out everywhere."""
    async with house.storage.changing() as connection:
        return PersonKept(**await census.sign_out(connection, person))


@router.delete("/operator/reports/{report}")
async def settle(report: Number, house: Office) -> Overview:
    """Be done with a report."""
    async with house.storage.changing() as connection:
        await reports.settle(connection, report)
    return await overview(house)


@router.delete("/operator/tables/{table}")
async def remove(table: Number, house: Office) -> Overview:
    """Remove a table before its time, with all that was said and played there."""
    async with house.storage.changing() as connection:
        await office.remove(connection, table)
    house.hub.end([table])
    return await overview(house)
