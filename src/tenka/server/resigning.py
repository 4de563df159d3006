"""Giving up: a person who resigns is last, whatever becomes of the seat.

While two others still play, at least one of them a person, a bot plays the seat on, so that the
game stays whole for them. Otherwise the game ends at once. The rules know nothing of it: the record
is that of the game as it was played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenka.core.match import Match
from tenka.server import clock, metrics, seats
from tenka.server import reasons as why
from tenka.server.ledger import SEATS
from tenka.server.problems import WrongTime
from tenka.server.tables import FINISHED, HUMAN, RUNNING, Table

if TYPE_CHECKING:
    from tenka.server.house import House

RESIGNATION = "resignation"  # how a game ended that was given up


async def resign(house: House, link: str, keys: seats.Keys, seat: int) -> Table:
    """Give the game up for a seat; it cannot be taken back."""
    async with house.change_by(link, keys, seat) as change:
        table = change.table
        if table.status != RUNNING or table.seats[seat].resigned:
            raise WrongTime(why.NOTHING_TO_RESIGN())
        giving_up = table.seats[seat]
        giving_up.resigned, giving_up.stand_in = True, giving_up.stand_in or table.stand_in
        change.write(SEATS, seat, data={"what": "resigned", "name": giving_up.name})
        if is_decided(table):
            _end(table)
        else:
            table.ask(table.match(), clock.now())
    return table


def is_decided(table: Table) -> bool:
    """Whether it makes no sense to play on: one seat is left, or no person."""
    left = [seat for seat in table.seats if not seat.resigned]
    return len(left) < 2 or not any(seat.kind == HUMAN for seat in left)


def _end(table: Table) -> None:
    table.status = FINISHED
    table.bot_asked = False
    table.stop_clocks()
    book, count = table.book, len(table.seats)
    book.asked, book.undo = [None] * count, [0] * count
    book.versions = [version + 1 for version in book.versions]
    metrics.finished.labels(table.game).inc()


def result(table: Table, match: Match) -> dict[str, Any]:
    """How a finished game ended. Who resigned has not won; then the best of the others have."""
    scores = list(match.scores)
    left = [at for at, seat in enumerate(table.seats) if not seat.resigned]
    best = max((scores[seat] for seat in left), default=None)
    winners = [seat for seat in match.winners if seat in left]
    return {
        "winners": winners or [seat for seat in left if scores[seat] == best],
        "scores": scores,
        "ending": match.game.ending(match.state) if match.over else RESIGNATION,
    }
