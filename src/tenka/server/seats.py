"""Who may sit where: secret keys of 128 bits, of which the table keeps a hash."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Annotated

from fastapi import Depends, Request, Response

from tenka.server.problems import NotYourSeat, UnknownThing
from tenka.server.tables import Table

COOKIE = "tenka-seat"
YEAR = 365 * 86400


def new_key() -> str:
    """A secret for a person at a table; who knows it holds the seats taken with it."""
    return secrets.token_urlsafe(16)


def hash_of(key: str) -> str:
    """What the table keeps of a key. It has 128 random bits, so a plain hash is enough."""
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


async def key_of(request: Request) -> str | None:
    """The key that a request carries, as `Authorization: Bearer` or as the table's cookie."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and value:
        return value.strip()
    return request.cookies.get(COOKIE)


Key = Annotated[str | None, Depends(key_of)]


def held_by(table: Table, key: str | None) -> list[int]:
    """The seats that a key opens."""
    if not key:
        return []
    hashed = hash_of(key)
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.key and hmac.compare_digest(seat.key, hashed)
    ]


def require(table: Table, seat: int, key: str | None) -> None:
    """Refuse whoever does not hold that seat."""
    if not 0 <= seat < len(table.seats):
        raise UnknownThing(f"this table has seats 0 to {len(table.seats) - 1}, not {seat}")
    if seat not in held_by(table, key):
        raise NotYourSeat(f"seat {seat} is not yours: open the seat's own link on this device")


def require_any(table: Table, key: str | None) -> list[int]:
    """The seats of whoever asks; somebody without one is refused."""
    held = held_by(table, key)
    if not held:
        raise NotYourSeat("this is for those who sit at the table")
    return held


def set_cookie(response: Response, request: Request, table: Table, key: str) -> None:
    """Let this browser keep the key, for this table only and out of reach of scripts."""
    response.set_cookie(
        COOKIE,
        key,
        max_age=YEAR,
        path=f"/api/tables/{table.link}",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
