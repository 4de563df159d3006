"""Taking decisions back: to the start of the turn or plan, never past what has become known.

How many decisions a seat may take back is counted as they are made. The position is then made anew
from the seed and the decisions that stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenka.core.foresight import Step
from tenka.core.match import Match
from tenka.server import clock, ledger, metrics, seats
from tenka.server.book import Book
from tenka.server.ledger import MOVE, UNDO, Line
from tenka.server.problems import NothingToUndo
from tenka.server.requests import Receipt, came_before, check, digest_of, receipt
from tenka.server.tables import Table

if TYPE_CHECKING:
    from tenka.server.house import Change, House


def note(book: Book, seat: int, step: Step, *, planned: bool) -> None:
    """Note what can be taken back after a decision, which may be part of a plan.

    A plan can be withdrawn until the last planner is ready. At other times a player can take back
    what was decided in the running turn, openly or not, as long as it told the player nothing new.
    """
    if planned:
        book.undo[seat] += 1
        return
    alone = not book.planning and step.before == (seat,)
    others = any(entry.values.get("player", seat) != seat for entry in step.entries)
    kept = book.undo[seat] + 1 if alone and step.foreseen and not others else 0
    book.undo = [0] * len(book.undo)
    book.undo[seat] = kept


async def take_back(
    house: House,
    link: str,
    keys: seats.Keys,
    seat: int,
    version: int,
    count: int | None,
    request: str | None,
) -> Receipt:
    """Take back a seat's last decisions: so many, or all that can be."""
    digest = digest_of("undo", version, count)
    async with house.change(link) as change:
        table = change.table
        seats.require(table, seat, keys)
        if request and await came_before(change, seat, request, digest):
            return receipt(table, seat, repeated=True)
        check(table, seat, version)
        ledger.require_room(table)
        possible = table.book.undo[seat]
        if not possible or (count or 0) > possible:
            raise NothingToUndo(
                f"{possible} decisions can be taken back: a turn that has ended, what was hidden "
                "or decided by chance, and what another player answered stands"
            )
        await _withdraw(change, seat, count or possible, request, digest)
    metrics.undone.labels(table.game).inc(count or possible)
    return receipt(table, seat)


async def _withdraw(
    change: Change, seat: int, count: int, request: str | None, digest: str
) -> None:
    """Make the last lines of a seat void, and keep the part of them that stands."""
    table = change.table
    lines = await ledger.after(change.connection, table.id)
    back, kept = _lines_back(lines, seat, count)
    for line in back:
        line.void = True
    await ledger.make_void(change.connection, table.id, [line.number for line in back])
    data = {"back": [[line.public, line.at] for line in back], "digest": digest}
    public = any(line.public for line in back)
    lines.append(change.write(UNDO, seat, public=public, rows=kept, data=data, request=request))
    match = replayed(table, lines)
    table.state, book = match.state_bytes(), table.book
    book.undo[seat] -= count
    for other in range(len(table.seats)):  # while players plan, one plan is no other's business
        book.versions[other] += other == seat or (public and not book.planning)
    renewed = seat if public else None  # as when deciding: waiting does not tell of secrets
    table.ask(match, clock.now(), renewed=renewed, back=seat)


def _lines_back(lines: list[Line], seat: int, count: int) -> tuple[list[Line], bytes]:
    """The last lines of a seat that hold `count` decisions, and the rows that stay of the first."""
    back: list[Line] = []
    for line in reversed(lines):
        if line.void or line.seat != seat or line.kind not in (MOVE, UNDO):
            continue
        decisions = ledger.split_decisions(line.rows)
        if not decisions:
            continue
        back.insert(0, line)
        if len(decisions) >= count:
            return back, b"".join(decisions[: len(decisions) - count])
        count -= len(decisions)
    raise RuntimeError("fewer decisions in the ledger than were counted")


def replayed(table: Table, lines: list[Line]) -> Match:
    """The match after all decisions that stand, from the beginning."""
    match = table.opening()
    for player, number in ledger.decisions_in(ledger.standing(lines)):
        match.play(player, number)
    return match
