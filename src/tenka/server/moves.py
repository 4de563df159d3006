"""Decisions at a table: checked, made by the engine and kept, all of a series or none.

What a series may be, and that its refusal tells no secret, is `tenka.core.foresight`'s business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tenka.core import foresight
from tenka.core.errors import IllegalAction
from tenka.core.foresight import Step
from tenka.core.match import Match
from tenka.server import clock, metrics, seats, undo
from tenka.server import reasons as why
from tenka.server.book import Book
from tenka.server.ledger import MOVE, START, Draft
from tenka.server.problems import Illegal, NotYourTurn
from tenka.server.requests import Receipt, came_before, check, digest_of, receipt
from tenka.server.tables import FINISHED, RUNNING, Table

if TYPE_CHECKING:
    from tenka.server.house import Change, House

MOST_DECISIONS = 100  # in one request


def begin(change: Change) -> None:
    """Start the game: every seat is taken."""
    table = change.table
    match = start(table)
    change.write(START, rows=match.journal_bytes())
    table.ask(match, clock.now())


def start(table: Table) -> Match:
    """Set the game up from the table's options and seed, which is settled now."""
    if table.cup:
        table.seed = table.cup.dice().seed
    match = Match(table.rules, table.options, table.seed)
    table.state, table.status = match.state_bytes(), RUNNING
    table.rules_version = match.game.version
    table.book.planning = len(match.to_act) > 1
    return match


async def play(
    house: House,
    link: str,
    keys: seats.Keys,
    seat: int,
    version: int,
    decisions: Sequence[int | str],
    request: str | None,
) -> Receipt:
    """Make a seat's decisions, if the position is the one they were made for."""
    digest = digest_of("move", version, list(decisions))

    def act(draft: Draft) -> None:
        check(draft.table, seat, version)
        decide(draft, draft.table.match(), seat, decisions, request, digest)

    def admitted(draft: Draft) -> None:
        seats.require(draft.table, seat, keys)
        act(draft)

    table = await house.swift.decide(house, link, admitted)
    if table is None:
        async with house.change(link) as change:
            table = change.table
            seats.require(table, seat, keys)
            if request and await came_before(change, seat, request, digest):
                return receipt(table, seat, repeated=True)
            act(change)
    metrics.moves.labels(table.game, "human").inc(len(decisions))
    return receipt(table, seat)


def decide(
    change: Draft,
    match: Match,
    seat: int,
    decisions: Sequence[int | str],
    request: str | None = None,
    digest: str = "",
    answer: str = "",
) -> None:
    """Make the decisions and write the line that tells of them; an `answer` was given before."""
    table = change.table
    if seat not in match.to_act:
        raise NotYourTurn(f"seat {seat} is not asked now; seats {list(match.to_act)} are")
    before = match.to_act
    try:
        numbers = match.read(seat, decisions)
        if len(numbers) > MOST_DECISIONS:
            raise Illegal(why.SERIES(most=MOST_DECISIONS, given=len(numbers)))
        public = make(table.book, match, seat, numbers)
    except IllegalAction as error:
        raise Illegal(error) from error
    table.state = match.state_bytes()
    data = {"digest": digest} if digest else {"answer": answer} if answer else {}
    change.write(MOVE, seat, public=public, rows=match.journal_bytes(), data=data, request=request)
    turn_over(change, match, seat, before)


def make(book: Book, match: Match, seat: int, numbers: Sequence[int]) -> bool:
    """Make decisions and count them in the book; whether others can see that something happened."""
    public, looked = False, match.redacted_bytes(None)
    for step in foresight.make(match, seat, numbers):
        now = match.redacted_bytes(None)
        shown = bool(step.rows) or step.after != step.before or now != looked
        keep_book(book, seat, step, public=shown)
        public, looked = public or shown, now
    return public


def keep_book(book: Book, seat: int, step: Step, *, public: bool) -> None:
    """Note for whom the position is another now, and who can take back what."""
    planned = plan_goes_on(book, step, public=public)
    undo.note(book, seat, step, planned=planned)
    if planned:
        book.versions[seat] += 1
        return
    for other in range(len(book.versions)):  # what nobody saw is no other's business
        book.versions[other] += public or other == seat
    book.planning = len(step.after) > 1


def plan_goes_on(book: Book, step: Step, *, public: bool) -> bool:
    """Whether a decision was part of a plan while several plan at the same time.

    A plan is its player's own matter and does not disturb the others, until the last is ready.
    """
    return (
        book.planning
        and bool(step.after)
        and set(step.after) <= set(step.before)
        and not step.chance
        and (step.after != step.before or not public)
    )


def turn_over(change: Draft, match: Match, seat: int, before: tuple[int, ...]) -> None:
    """Note who is asked after a seat has acted, and whether the game has ended.

    While the same are asked, a turn goes on. If somebody else is asked beside the seat, its turn
    was over, and this is another one.
    """
    table = change.table
    public = change.lines[-1].public  # waiting anew would tell what was decided in secret
    done = not set(match.to_act) <= set(before)
    table.ask(match, change.at, renewed=seat if public else None, done=seat if done else None)
    if match.over:
        table.status = FINISHED
        table.stop_clocks()
        metrics.finished.labels(table.game).inc()
