"""Who may sit where: secret keys of 128 bits, of which the table keeps a hash."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Annotated

from fastapi import Depends, Request, Response

from tenka.server.problems import NotYourSeat, UnknownThing
from tenka.server.tables import Table

COOKIE = "tenka-seat"  # and a mark of the key: one for each, so that none replaces another
Keys = tuple[str, ...]  # what a request carries: a browser may have come by several
YEAR = 365 * 86400


def new_key() -> str:
    """A secret for a person at a table; who knows it holds the seats taken with it."""
    return secrets.token_urlsafe(16)


def hash_of(key: str) -> str:
    """What the table keeps of a key. It has 128 random bits, so a plain hash is enough."""
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


async def keys_of(request: Request) -> Keys:
    """The keys of a request: the one in `Authorization: Bearer`, or the table's cookies."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and value:
        return (value.strip(),)
    return tuple(value for name, value in request.cookies.items() if name.startswith(COOKIE))


Carried = Annotated[Keys, Depends(keys_of)]


def held_by(table: Table, keys: Keys) -> list[int]:
    """The seats that keys open."""
    hashes = [hash_of(key) for key in keys if key]
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.key and any(hmac.compare_digest(seat.key, hashed) for hashed in hashes)
    ]


def require(table: Table, seat: int, keys: Keys) -> None:
    """Refuse whoever does not hold that seat."""
    if not 0 <= seat < len(table.seats):
        raise UnknownThing(f"this table has seats 0 to {len(table.seats) - 1}, not {seat}")
    if seat not in held_by(table, keys):
        raise NotYourSeat(f"seat {seat} is not yours: open the seat's own link on this device")


def require_any(table: Table, keys: Keys) -> list[int]:
    """The seats of whoever asks; somebody without one is refused."""
    held = held_by(table, keys)
    if not held:
        raise NotYourSeat("this is for those who sit at the table")
    return held


def set_cookie(response: Response, request: Request, table: Table, key: str) -> None:
    """Let this browser keep the key, for this table only and out of reach of scripts."""
    response.set_cookie(
        f"{COOKIE}-{hash_of(key)[:8]}",
        key,
        max_age=YEAR,
        path=f"/api/tables/{table.link}",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
