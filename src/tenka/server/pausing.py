"""Pauses of the clocks: they begin when all who play agree, and end in time or by agreement.

One can play in a pause; only the clocks stand still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenka.server import clock, pace, seats
from tenka.server import reasons as why
from tenka.server.ledger import SEATS
from tenka.server.problems import WrongTime
from tenka.server.tables import HUMAN, RUNNING, Table

if TYPE_CHECKING:
    from tenka.server.house import Change, House

DAY = 24 * 3600.0


async def wish(house: House, link: str, keys: seats.Keys, seat: int, days: int | None) -> Table:
    """Want a pause of so many days, or the end of the one there is; or agree to either."""
    async with house.change_by(link, keys, seat) as change:
        table, now = change.table, clock.now()
        if table.status != RUNNING or table.pace is None:
            raise WrongTime(why.NO_PACE())
        if days is None and not is_paused(table, now):
            raise WrongTime(why.NO_PAUSE())
        before = table.book.pause_wish
        wanted = _agreed(table, seat, days)
        if players(table) <= set(wanted["agreed"]):
            _settle(change, seat, days, now)
        elif wanted != before:  # who says it twice is heard once
            table.book.pause_wish = wanted
            what = "end of pause wanted" if days is None else "pause wanted"
            _tell(change, seat, what, days)
    return table


def is_paused(table: Table, now: float) -> bool:
    """Whether the clocks stand still by agreement."""
    return table.book.pause is not None and table.book.pause > now


def players(table: Table) -> set[str]:
    """Who is to agree: the people who play themselves, by the hashes of their keys."""
    return {seat.key for seat in table.seats if seat.kind == HUMAN and not seat.bot and seat.key}


def _agreed(table: Table, seat: int, days: int | None) -> dict[str, Any]:
    """The wish with one more who wants it; another length is another wish."""
    before, key = table.book.pause_wish, table.seats[seat].key
    agreed = before["agreed"] if before and before["days"] == days else []
    return {"days": days, "agreed": agreed if key in agreed else [*agreed, key]}


def _settle(change: Change, seat: int, days: int | None, now: float) -> None:
    """All agree: let the clocks stand, or run again."""
    table, book, rules = change.table, change.table.book, change.table.pace
    book.pause_wish = None
    if rules is None:
        return
    if days is None:
        book.pause = None
        book.clocks = [pace.released(one, now) for one in book.clocks]
    else:
        book.pause = now + days * DAY
        going_on = [pace.released(one, now) for one in book.clocks]
        book.clocks = [pace.held(rules, one, now, book.pause) for one in going_on]
    table.set_due()
    _tell(change, seat, "pause ended" if days is None else "paused", days)


def _tell(change: Change, seat: int, what: str, days: int | None) -> None:
    data: dict[str, Any] = {"what": what, "name": change.table.seats[seat].name}
    change.write(SEATS, seat, data=data if days is None else {**data, "days": days})


def shown(table: Table) -> dict[str, Any] | None:
    """What everybody is told: people as their seats."""
    until, wanted = table.book.pause, table.book.pause_wish
    if until is None and wanted is None:
        return None
    agreed = wanted["agreed"] if wanted else []
    return {
        "until": until and round(until, 3),
        "days": wanted["days"] if wanted else None,
        "agreed": [at for at, seat in enumerate(table.seats) if seat.key in agreed],
    }
