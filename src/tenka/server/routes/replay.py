"""Looking back at games: positions, records, study, statistics."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from tenka.server import accounts, ledger, lobby, replays, seats, texts, variations
from tenka.server import reasons as why
from tenka.server.house import House
from tenka.server.ledger import Line
from tenka.server.models.lobby import Seated
from tenka.server.models.replay import Position, Reviewing, Statistics, Story, Study
from tenka.server.problems import BadChoice, WrongTime
from tenka.server.routes import REFUSALS, AsSeat, AtHouse, Json, Link, address_of, count, viewer
from tenka.server.routes.lobby import seated
from tenka.server.seats import Carried
from tenka.server.sessions import Asking
from tenka.server.tables import FINISHED, Table

AllCardsUp = Annotated[bool, Query(description="All cards up; after the game only")]
OfTree = Annotated[
    int | None,
    Query(ge=0, le=1_000_000, description="Of a study: on the way to this position of its tree"),
]
router = APIRouter(prefix="/api", tags=["replay"], responses=REFUSALS)
# The body goes to the desk as it came: reading it here would hold up everybody.
RECORD = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


@router.get("/tables/{link}/positions/{number}", response_model=Position)
async def position(
    link: Link,
    number: Annotated[int, Path(ge=0, le=1_000_000)],
    request: Request,
    house: AtHouse,
    keys: Carried,
    seat: AsSeat = None,
    open: AllCardsUp = False,
    node: OfTree = None,
) -> Response:
    """A position by its number.

    Of a finished game each decision has one, and anybody may look from any seat; likewise of the
    way to a position in a study's tree. Of a running game there are those that the viewer saw.
    """
    table = await house.table(link)
    share = address_of(request)
    if node is not None:
        rows, key = await _way(house, table, node, seat), (table.id, node, number, seat, open)
        look = texts.position_along
        return Json(await house.desk.kept_text(share, key, look, table, rows, number, seat, open))
    _require_eyes(table, seat, keys)
    return Json(await house.desk.text(share, table, texts.position, number, seat, open))


@router.get("/tables/{link}/positions", response_model=Story)
async def story(
    link: Link,
    request: Request,
    house: AtHouse,
    keys: Carried,
    seat: AsSeat = None,
    open: AllCardsUp = False,
    node: OfTree = None,
) -> Response:
    """What led to each position, for the same viewers as the positions themselves."""
    table = await house.table(link)
    if node is not None:
        rows, key = await _way(house, table, node, seat), (table.id, node, seat, open)
        share, tell = address_of(request), texts.story_along
        return Json(await house.desk.kept_text(share, key, tell, table, rows, seat, open))
    _require_eyes(table, seat, keys)
    return Json(await house.desk.text(address_of(request), table, texts.story, seat, open))


async def open_journal(house: House, table: Table, node: int | None) -> bytes:
    """The journal of a finished game or of a study, of the way to a position of its tree."""
    if node is not None:
        return await _way(house, table, node, None)
    if table.status != FINISHED and not table.study:
        raise WrongTime(why.AFTER_STUDY())
    async with house.storage.reading() as connection:
        return ledger.standing(await ledger.of_game(connection, table.id, table.last_line))


async def _way(house: House, table: Table, node: int, seat: int | None) -> bytes:
    """The journal of the way to a position of a study: anybody may look at it from any seat."""
    lobby.require_seat(table, seat)
    return (await variations.tree_of(house, table)).rows_to(node)


def _require_eyes(table: Table, seat: int | None, keys: Carried) -> None:
    """After the game anybody may look from any seat, before that only who sits there."""
    if table.status == FINISHED:
        lobby.require_seat(table, seat)
    else:
        viewer(table, seat, keys)


@router.get("/tables/{link}/statistics", response_model=Statistics)
async def statistics(link: Link, request: Request, house: AtHouse) -> Response:
    """Statistics of a finished game."""
    table = await house.table(link)
    return Json(await house.desk.text(address_of(request), table, texts.statistics))


@router.post("/tables/{link}/review", response_model=Reviewing)
async def ask_for_review(link: Link, request: Request, house: AtHouse) -> Response:
    """Have a finished game reviewed, in the background; asked again, it tells how far that is."""
    table = await house.table(link)
    return Json(json.dumps(await house.reviews.ask(table, address_of(request))))


@router.get("/tables/{link}/review", response_model=Reviewing)
async def review(link: Link, house: AtHouse) -> Response:
    """What the decisions of a finished game were worth, if somebody has asked for it."""
    return Json(json.dumps(await house.reviews.look(await house.table(link))))


@router.get(
    "/tables/{link}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "A record file"}},
)
async def record(link: Link, request: Request, house: AtHouse) -> Response:
    """The record file of a finished game."""
    table = await house.table(link)
    answer = Json(await house.desk.text(address_of(request), table, texts.record))
    name = f"{table.game}-{table.id}.json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@router.post("/records", status_code=201, openapi_extra=RECORD)
async def import_record(
    request: Request, response: Response, house: AtHouse, person: Asking
) -> Seated:
    """Make a table from a record file, which is refereed; whoever sends it holds all seats."""
    count(house.limits.creations, request, person)
    body, key = await request.body(), seats.new_key()
    if "json" not in request.headers.get("content-type", ""):
        raise BadChoice(why.RECORD_AS_JSON())
    laying = Laying(request, response, house, person, key)
    return await laying.done(replays.imported, body, key)


@router.post("/tables/{link}/study", status_code=201)
async def study(
    link: Link,
    body: Study,
    request: Request,
    response: Response,
    house: AtHouse,
    person: Asking,
) -> Seated:
    """Continue from a position of a finished game or of a study, at a table of your own."""
    count(house.limits.creations, request, person)
    table = await house.table(link)
    rows, key = await open_journal(house, table, body.node), seats.new_key()
    laying = Laying(request, response, house, person, key)
    return await laying.done(replays.study, table, rows, body.number, body.node, key)


@dataclass(frozen=True)
class Laying:
    """A table that the desk makes, for whoever asks."""

    request: Request
    response: Response
    house: House
    person: int | None
    key: str

    async def done(self, make: Callable[..., tuple[Table, list[Line]]], *given: Any) -> Seated:
        """Make it, keep it, and tell whoever asked where they sit."""
        address = address_of(self.request)
        table, lines = await self.house.desk.work(address, make, *given)
        table.origin = address
        await self.house.add(table, lines)
        keys = seats.Keys((self.key,), person=self.person)
        await accounts.hold(self.house, self.person, table, keys.hashes)
        return Seated(**seated(self.request, self.response, table, keys))
