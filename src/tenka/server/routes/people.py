"""The people at a table: who is here, a nudge, bots in their place, giving up, spectators."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from tenka.server import absence, chat, lobby, pausing, presence, resigning, sight, tables
from tenka.server.models import OfSeat
from tenka.server.models.lobby import Summary
from tenka.server.models.people import BotWish, CallStandIn, Hush, Nudge, People, SayWatching
from tenka.server.models.play import PauseWish, Said
from tenka.server.routes import REFUSALS, AtHouse, Link, count
from tenka.server.seats import Carried
from tenka.server.sessions import Asking

router = APIRouter(prefix="/api/tables/{link}", tags=["people"], responses=REFUSALS)


@router.get("/people")
async def people(link: Link, house: AtHouse) -> People:
    """Who is away and since when, and how many people are watching."""
    async with house.storage.reading() as connection:
        table = await tables.load(connection, link)
        here = (await presence.attendance(connection, [table.id]))[table.id]
    return People(**here.shown(table))


@router.post("/nudge", status_code=204)
async def nudge(
    link: Link, body: Nudge, request: Request, house: AtHouse, keys: Carried
) -> Response:
    """Remind somebody the table is waiting for; only they are told."""
    count(house.limits.talk, request, keys.person)
    await absence.nudge(house, link, keys, body.seat, body.other)
    return Response(status_code=204)


@router.post("/stand-in")
async def call_stand_in(
    link: Link, body: CallStandIn, request: Request, house: AtHouse, keys: Carried
) -> Summary:
    """Call for a bot in the place of somebody who is away, or agree to one."""
    count(house.limits.talk, request, keys.person)
    table = await absence.call(house, link, keys, body.seat, body.other, body.level)
    return Summary(**sight.summary(table))


@router.post("/pause")
async def pause(
    link: Link, body: PauseWish, request: Request, house: AtHouse, keys: Carried
) -> Summary:
    """Want a pause of the clocks, or its end; it comes when all who play want it."""
    count(house.limits.talk, request, keys.person)
    return Summary(**sight.summary(await pausing.wish(house, link, keys, body.seat, body.days)))


@router.post("/resign")
async def resign(link: Link, body: OfSeat, house: AtHouse, keys: Carried) -> Summary:
    """Resign: a bot plays on in this seat for the others, or the game ends."""
    return Summary(**sight.summary(await resigning.resign(house, link, keys, body.seat)))


@router.put("/seats/{seat}/bot")
async def set_bot(
    link: Link, seat: int, body: BotWish, request: Request, house: AtHouse, keys: Carried
) -> Summary:
    """Put a bot in a seat or remove it; for the host before the game, and in a study."""
    count(house.limits.talk, request, keys.person)
    table = await lobby.set_bot(house, link, keys, seat, body.level, body.name)
    return Summary(**sight.summary(table))


@router.post("/spectators/chat")
async def say_watching(
    link: Link, body: SayWatching, request: Request, house: AtHouse, person: Asking
) -> Said:
    """Say something as a spectator to everyone at the table."""
    count(house.limits.talk, request, person)
    return Said(position=await chat.say_watching(house, link, body.name, body.text))


@router.put("/spectators", status_code=204)
async def hush(link: Link, body: Hush, request: Request, house: AtHouse, keys: Carried) -> Response:
    """Close the spectators' chat, or open it again."""
    count(house.limits.talk, request, keys.person)
    await chat.hush(house, link, keys, body.seat, body.quiet)
    return Response(status_code=204)
