"""Who may sit where: secret keys of 128 bits, of which the table keeps a hash."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from tenka.server import sessions
from tenka.server.problems import NotYourSeat, UnknownThing
from tenka.server.tables import Table

COOKIE = "tenka-seat"  # and a mark of the key: one for each, so that none replaces another
YEAR = 365 * 86400


def new_key() -> str:
    """A secret for a person at a table; who knows it holds the seats taken with it."""
    return secrets.token_urlsafe(16)


def hash_of(key: str) -> str:
    """What the table keeps of a key. It has 128 random bits, so a plain hash is enough."""
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


@dataclass(frozen=True)
class Keys:
    """What a request has for the seats of one table; a browser may have come by several keys."""

    given: tuple[str, ...] = ()  # secrets that the request itself carries
    ring: tuple[str, ...] = ()  # hashes of those of the person who is signed in
    person: int | None = None

    @property
    def hashes(self) -> list[str]:
        """The hashes of all of them."""
        return [*(hash_of(key) for key in self.given if key), *self.ring]


async def keys_of(request: Request) -> Keys:
    """The keys of a request: the one in `Authorization: Bearer`, or the table's cookies.

    Whoever is signed in has those of their other devices too.
    """
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and value:
        return Keys((value.strip(),))
    given = tuple(value for name, value in request.cookies.items() if name.startswith(COOKIE))
    person, ring = await sessions.ring_of(request)
    return Keys(given, ring, person)


Carried = Annotated[Keys, Depends(keys_of)]


def held_by(table: Table, keys: Keys) -> list[int]:
    """The seats that keys open."""
    return opened_by(table, keys.hashes)


def opened_by(table: Table, hashes: Iterable[str]) -> list[int]:
    """The seats that keys of these hashes open."""
    hashes = list(hashes)
    return [
        at
        for at, seat in enumerate(table.seats)
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
        cookie_of(hash_of(key)),
        key,
        max_age=YEAR,
        path=path_of(table.link),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def cookie_of(hashed: str) -> str:
    """The name of the cookie in which a key lies."""
    return f"{COOKIE}-{hashed[:8]}"


def path_of(link: str) -> str:
    """The only place to which the cookies of a table are sent."""
    return f"/api/tables/{link}"
