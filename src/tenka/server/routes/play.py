"""At the table: looking, deciding, taking back, talking, and the live stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated, Any, cast

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from tenka.server import answers, chat, hints, judging, moves, odds, sessions, sight, texts, undo
from tenka.server.models.events import Message
from tenka.server.models.play import (
    AnswersWish,
    BattleOdds,
    Decisions,
    Hint,
    Judgement,
    Receipt,
    Said,
    Say,
    Snapshot,
    TakeBack,
)
from tenka.server.models.replay import Entries
from tenka.server.routes import REFUSALS, AsSeat, AtHouse, Json, Link, address_of, count, viewer
from tenka.server.seats import Carried, held_by

router = APIRouter(prefix="/api/tables/{link}", tags=["play"], responses=REFUSALS)
FAR = 2**31 - 1
OwnSeat = Annotated[int, Query(ge=0, le=7, description="Yours")]


@router.get("")
async def look(link: Link, house: AtHouse, keys: Carried, seat: AsSeat = None) -> Snapshot:
    """The table as a seat or a spectator sees it now."""
    table = await house.table(link)
    house.bots.attend(table)
    return Snapshot(**sight.snapshot(table, viewer(table, seat, keys)))


@router.get("/seats")
async def my_seats(link: Link, house: AtHouse, keys: Carried) -> list[int]:
    """The seats that this browser, or this key, holds."""
    return held_by(await house.table(link), keys)


@router.post("/moves")
async def play(link: Link, body: Decisions, house: AtHouse, keys: Carried) -> Receipt:
    """Make one decision or a series of them: either all are made or none."""
    made = await moves.play(
        house, link, keys, body.seat, body.version, body.decisions, body.request
    )
    return Receipt(**vars(made))


@router.post("/undo")
async def take_back(link: Link, body: TakeBack, house: AtHouse, keys: Carried) -> Receipt:
    """Take decisions back, as long as they have not affected anybody else."""
    made = await undo.take_back(
        house, link, keys, body.seat, body.version, body.count, body.request
    )
    return Receipt(**vars(made))


@router.put("/seats/{seat}/answers")
async def answer_in_advance(
    link: Link, seat: int, body: AnswersWish, house: AtHouse, keys: Carried
) -> Receipt:
    """Say in advance what a seat answers, or that it wants to be asked again. Nobody is told."""
    return Receipt(**vars(await answers.give(house, link, keys, seat, body.on)))


@router.post("/chat")
async def say(link: Link, body: Say, house: AtHouse, keys: Carried) -> Said:
    """Say something to everyone at the table."""
    return Said(position=await chat.say(house, link, keys, body.seat, body.text))


@router.get("/journal", response_model=Entries)
async def journal(
    link: Link, request: Request, house: AtHouse, keys: Carried, seat: AsSeat = None
) -> Response:
    """Everything that happened and still holds, as a seat or a spectator may know it."""
    table = await house.table(link)
    eyes = viewer(table, seat, keys)
    return Json(await house.desk.text(address_of(request), table, texts.journal, eyes))


@router.get("/odds")
async def battle_odds(
    link: Link,
    house: AtHouse,
    source: Annotated[str, Query(max_length=40, description="Where the armies would march from")],
    target: Annotated[str, Query(max_length=40, description="The place they would attack")],
) -> BattleOdds:
    """The odds of an attack as things stand, based on what everybody may know."""
    found = await odds.of_battle(await house.table(link), source, target)
    return BattleOdds.model_validate({"source": source, "target": target, "odds": found})


@router.get("/hint")
async def hint(link: Link, request: Request, house: AtHouse, keys: Carried, seat: OwnSeat) -> Hint:
    """What an adept would do now; for one person among bots, where the table was laid so."""
    count(house.limits.hints, request, keys.person)
    return Hint(**vars(await hints.ask(house, link, keys, seat)))


@router.get("/judgement")
async def judgement(
    link: Link, request: Request, house: AtHouse, keys: Carried, seat: OwnSeat
) -> Judgement:
    """In a study: what the position and the promising choices of a seat are worth."""
    count(house.limits.hints, request, keys.person)
    return Judgement.model_validate(await judging.judge(house, link, keys, seat))


class EventStream(StreamingResponse):
    """Server-sent events, until the reader goes away.

    Starlette's own way of noticing that leaves cycles which only a full collection finds.
    """

    media_type = "text/event-stream"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what there is; whoever hangs up ends it."""
        sending: Any = asyncio.current_task()
        listening = asyncio.create_task(self.listen_for_disconnect(receive))

        def stop(_: object) -> None:
            sending.cancel()

        listening.add_done_callback(stop)
        try:
            await self.stream_response(send)
        except asyncio.CancelledError:
            if not listening.done():
                raise
            sending.uncancel()
        finally:
            listening.remove_done_callback(stop)
            listening.cancel()
            await cast(AsyncGenerator[str, None], self.body_iterator).aclose()


@router.get(
    "/stream",
    response_class=EventStream,
    responses={200: {"model": Message, "description": "Each event's data"}},
)
async def stream(
    link: Link,
    request: Request,
    house: AtHouse,
    keys: Carried,
    seat: AsSeat = None,
    last: Annotated[int, Query(ge=0, le=FAR, description="The last id that was received")] = 0,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> EventStream:
    """Server-sent events: what happened after the last id, and the table as it is now."""
    eyes = viewer(await house.table(link), seat, keys)
    if last_event_id is not None and last_event_id.isdecimal():
        last = min(int(last_event_id), FAR)
    address, host = address_of(request), request.client.host if request.client else ""
    session = None if keys.person is None else sessions.carried_by(request)
    house.limits.enter_stream(address)

    async def events() -> AsyncGenerator[str, None]:
        try:
            channel = await house.hub.join(link)
            house.bots.attend(channel.table)
            try:
                beat = house.settings.heartbeat_seconds
                async with (
                    house.audience.admit(house.orders, host, session) as welcome,
                    house.roll.at(channel.table, keys),
                ):
                    async for text in house.hub.follow(channel, eyes, last, beat, welcome):
                        yield text
            finally:
                house.hub.leave(channel)
        finally:
            house.limits.leave_stream(address)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return EventStream(events(), headers=headers)
