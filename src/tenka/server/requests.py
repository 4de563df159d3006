"""What every request of a seat that changes the position goes through, and its receipt."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenka.core.reasons import OVER
from tenka.server import ledger
from tenka.server import reasons as why
from tenka.server.problems import RequestReused, Stale, WrongTime
from tenka.server.tables import FINISHED, RUNNING, Table

if TYPE_CHECKING:
    from tenka.server.house import Change


@dataclass(frozen=True)
class Receipt:
    """What a seat is told of its own move: where it stands now."""

    version: int
    position: int
    repeated: bool = False


def receipt(table: Table, seat: int, *, repeated: bool = False) -> Receipt:
    """Where a seat stands now."""
    return Receipt(table.book.versions[seat], table.position_of(seat), repeated)


def digest_of(*what: object) -> str:
    """A short mark of a request's content, to tell a retry from another request."""
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]


async def came_before(change: Change, seat: int, request: str, digest: str) -> bool:
    """Whether this very request was carried out already."""
    line = await ledger.of_request(change.connection, change.table.id, seat, request)
    if line is not None and line.data.get("digest") != digest:
        raise RequestReused(f"request id {request!r} was used for something else: take a new one")
    return line is not None


def check(table: Table, seat: int, version: int) -> None:
    """Refuse a decision that comes at the wrong time or for another position."""
    if table.status != RUNNING:
        raise WrongTime(OVER() if table.status == FINISHED else why.NOT_BEGUN())
    if table.seats[seat].stand_in:
        raise WrongTime(why.STANDS_IN())
    now = table.book.versions[seat]
    if version != now:
        raise Stale(
            f"the position has changed: this was made for version {version}, seat {seat} is at "
            f"version {now} now; look again and decide afresh"
        )
