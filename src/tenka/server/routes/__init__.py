"""The HTTP interface, one module for each part of it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request, Response

from tenka.server import seats
from tenka.server.house import House
from tenka.server.limits import Bucket, address_key
from tenka.server.models import Problem
from tenka.server.tables import Table, Viewer

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": what}
    for status, what in {
        400: "the request cannot be read",
        401: "you are not signed in",
        403: "not your seat, or asked for by a page of another origin",
        404: "there is no such thing",
        409: "not at this time, or for an older position",
        413: "the body is too large",
        421: "this server does not go by that name",
        422: "wrong shape, or against the rules of the game",
        429: "too many requests",
        503: "not now: the server is full, or the database is away",
    }.items()
}


class Json(Response):
    """An answer that is JSON already."""

    media_type = "application/json"


async def house_of(request: Request) -> House:
    """The house that this server runs."""
    house: House = request.app.state.house
    return house


AtHouse = Annotated[House, Depends(house_of)]
Link = Annotated[str, Path(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]{22}$")]
AsSeat = Annotated[
    int | None,
    Query(ge=0, le=7, description="Look from this seat, which must be yours; without: a spectator"),
]


def viewer(table: Table, seat: int | None, keys: seats.Keys) -> Viewer:
    """Whose eyes a request looks through: a seat's only if it is asked for and held."""
    if seat is not None:
        seats.require(table, seat, keys)
    return seat


def address_of(request: Request) -> str:
    """Where a request comes from, as limits count it."""
    return address_key(request.client.host) if request.client else "?"


def count(bucket: Bucket, request: Request, person: int | None = None) -> None:
    """Count a request against its address and, wherever they are, against who is signed in."""
    bucket.take(address_of(request))
    if person is not None:
        bucket.take(f"person {person}")
