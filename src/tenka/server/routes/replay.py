"""Looking back at games: positions, records, study, statistics."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response

from tenka.server import lobby, models, preparing, replays, seats, statistics
from tenka.server.problems import WrongTime
from tenka.server.routes import REFUSALS, AsSeat, AtHouse, Link, address_of, viewer
from tenka.server.routes.lobby import seated
from tenka.server.seats import Carried
from tenka.server.tables import FINISHED

router = APIRouter(prefix="/api", tags=["replay"], responses=REFUSALS)


@router.get("/tables/{link}/positions/{number}")
async def position(
    link: Link,
    number: Annotated[int, Path(ge=0, le=1_000_000)],
    house: AtHouse,
    keys: Carried,
    seat: AsSeat = None,
    open: Annotated[bool, Query(description="All cards up; after the game only")] = False,
) -> models.Position:
    """A position by its number.

    Of a finished game each decision has one, and anybody may look from any seat. Of a running game
    there are those that the viewer saw.
    """
    table, lines = await replays.read(house, link)
    if table.status == FINISHED:
        lobby.require_seat(table, seat)
    else:
        viewer(table, seat, keys)
    found = await asyncio.to_thread(replays.position, table, lines, number, seat, open=open)
    return models.Position(**found)


@router.get("/tables/{link}/statistics")
async def figures(link: Link, house: AtHouse) -> models.Statistics:
    """The figures of a finished game."""
    table, lines = await replays.read(house, link)
    return models.Statistics(**statistics.statistics(table, lines))


@router.get(
    "/tables/{link}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "A record file"}},
)
async def record(link: Link, house: AtHouse) -> Response:
    """The record file of a finished game."""
    table, lines = await replays.read(house, link)
    text = await asyncio.to_thread(replays.record, table, lines)
    name = f"{table.game}-{table.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.post("/records", status_code=201)
async def import_record(
    content: Annotated[dict[str, Any], Body()], request: Request, response: Response, house: AtHouse
) -> models.Seated:
    """A table from a record file, refereed as it is read; whoever sends it holds all seats."""
    house.limits.creations.take(address_of(request))
    for game in preparing.waiting():
        if content.get("game") == game:
            preparing.require(game)
    match = await asyncio.to_thread(replays.referee, content)
    key = seats.new_key()
    table, lines = replays.table_of(match, key)
    table.origin = address_of(request)
    await house.add(table, lines)
    return models.Seated(**seated(request, response, table, key))


@router.post("/tables/{link}/study", status_code=201)
async def study(
    link: Link, body: models.Study, request: Request, response: Response, house: AtHouse
) -> models.Seated:
    """Go on from a position of a finished game, at a table of one's own."""
    house.limits.creations.take(address_of(request))
    table, lines = await replays.read(house, link)
    if table.status != FINISHED:
        raise WrongTime("a game can be studied when it is over")
    key = seats.new_key()
    copy, copied = await asyncio.to_thread(replays.study, table, lines, body.number, key)
    copy.origin = address_of(request)
    await house.add(copy, copied)
    return models.Seated(**seated(request, response, copy, key))
