"""Decisions at a table: checked, made by the engine and kept, all of a series or none."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tenka.core.errors import IllegalAction, did_you_mean
from tenka.core.game import Action
from tenka.core.journal import DECIDED
from tenka.core.layout import UNKNOWN
from tenka.core.match import Match
from tenka.server import ledger, metrics, seats
from tenka.server.ledger import MOVE, START
from tenka.server.problems import Illegal, NotYourTurn, RequestReused, Stale, WrongTime
from tenka.server.tables import FINISHED, RUNNING, Book, Table

if TYPE_CHECKING:
    from tenka.server.house import Change, House

MOST_DECISIONS = 100  # in one request


@dataclass(frozen=True)
class Receipt:
    """What a seat is told of its own move: where it stands now."""

    version: int
    position: int
    repeated: bool = False


def begin(change: Change) -> None:
    """Start the game: every seat is taken."""
    table = change.table
    match = start(table)
    change.write(START, rows=match.journal_bytes())
    change.asked = table.ask(match, time.time())


def start(table: Table) -> Match:
    """Set the game up from the table's options and seed."""
    match = Match(table.rules, table.options, table.seed)
    table.state, table.status = match.state_bytes(), RUNNING
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
    async with house.change(link) as change:
        table = change.table
        seats.require(table, seat, keys)
        if request and await came_before(change, seat, request, digest):
            return receipt(table, seat, repeated=True)
        check(table, seat, version)
        match = table.match()
        decide(change, match, seat, read(match, seat, decisions), request, digest)
    metrics.moves.labels(table.game, "human").inc(len(decisions))
    return receipt(table, seat)


def digest_of(*what: object) -> str:
    """A short mark of a request's content, to tell a retry from another request."""
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]


async def came_before(change: Change, seat: int, request: str, digest: str) -> bool:
    """Whether this very request was carried out already."""
    line = await ledger.of_request(change.connection, change.table.id, seat, request)
    if line is not None and line.data.get("digest") != digest:
        raise RequestReused(f"request id {request!r} was used for something else: take a new one")
    return line is not None


def receipt(table: Table, seat: int, *, repeated: bool = False) -> Receipt:
    """Where a seat stands now."""
    return Receipt(table.book.versions[seat], table.position_of(seat), repeated)


def check(table: Table, seat: int, version: int) -> None:
    """Refuse a decision that comes at the wrong time or for another position."""
    if table.status != RUNNING:
        when = "is over" if table.status == FINISHED else "has not begun: seats are still open"
        raise WrongTime(f"the game {when}")
    if table.seats[seat].stand_in:
        raise WrongTime("a bot plays this seat for you: take it back first")
    now = table.book.versions[seat]
    if version != now:
        raise Stale(
            f"the position has changed: this was made for version {version}, seat {seat} is at "
            f"version {now} now; look again and decide anew"
        )


def read(match: Match, seat: int, decisions: Sequence[int | str]) -> list[Action | int]:
    """Decisions from numbers and notation; a hint names only what this seat may do."""
    found: list[Action | int] = []
    for given in decisions:
        if isinstance(given, int):
            found.append(given)
            continue
        for text in match.game.split(given, match.redacted(seat)):
            action = match.game.action(text)
            if action is None:
                hint = did_you_mean(text, [str(a) for a in match.legal(seat)] or ["nothing to do"])
                raise Illegal(f"{text!r} is no notation of {match.game.title}: {hint}")
            found.append(action)
    if not found or len(found) > MOST_DECISIONS:
        raise Illegal(f"a request has 1 to {MOST_DECISIONS} decisions, not {len(found)}")
    return found


def decide(
    change: Change,
    match: Match,
    seat: int,
    actions: Sequence[Action | int],
    request: str | None = None,
    digest: str = "",
) -> None:
    """Make the decisions and write the line that tells of them."""
    table, public = change.table, False
    if seat not in match.to_act:
        raise NotYourTurn(f"seat {seat} is not asked now; seats {list(match.to_act)} are")
    for at, action in enumerate(actions, start=1):
        try:
            seen = decide_one(table.book, match, seat, action)
        except IllegalAction as error:
            which = f"decision {at} of {len(actions)}: " if len(actions) > 1 else ""
            raise Illegal(f"{which}{error}") from error
        public = public or seen
    table.state = match.state_bytes()
    data = {"digest": digest} if digest else {}
    change.write(MOVE, seat, public=public, rows=match.journal_bytes(), data=data, request=request)
    turn_over(change, match, seat)


def decide_one(book: Book, match: Match, seat: int, action: Action | int) -> bool:
    """Make one decision; whether others can see that something happened."""
    before, rows = match.to_act, len(match.journal_bytes())
    looked, known = match.redacted(None).tobytes(), match.redacted(seat)
    match.play(seat, action)
    written = ledger.split_rows(match.journal_bytes()[rows:])
    noted = [match.game.journal[row[0]].read(row) for row in written if row[0] != DECIDED]
    public = bool(noted) or match.to_act != before or match.redacted(None).tobytes() != looked
    chance = any(entry.kind.chance for entry in noted)
    if plan_goes_on(book, before, match.to_act, public=public, chance=chance):
        book.undo[seat] += 1
        book.versions[seat] += 1
        return public
    alone = not book.planning and before == match.to_act == (seat,)
    others = any(entry.values.get("player", seat) != seat for entry in noted)
    free = alone and not chance and not others and not revealed(known, match.redacted(seat))
    kept = book.undo[seat] + 1 if free else 0
    book.undo = [0] * len(book.undo)
    book.undo[seat] = kept
    for other in range(len(book.versions)):  # what nobody saw is no other's business
        book.versions[other] += public or other == seat
    book.planning = len(match.to_act) > 1
    return public


def plan_goes_on(
    book: Book, before: tuple[int, ...], after: tuple[int, ...], *, public: bool, chance: bool
) -> bool:
    """Whether a decision was part of a plan while several plan at the same time.

    A plan is its player's own matter: it can be withdrawn, and does not disturb the others. That
    ends when the last of them is ready. At other times a player can take back what was decided in
    the running turn, openly or not, as long as it told the player nothing new.
    """
    return (
        book.planning
        and bool(after)
        and set(after) <= set(before)
        and not chance
        and (after != before or not public)
    )


def revealed(before: Any, after: Any) -> bool:
    """Whether a player came to know something, by two redacted states.

    They are compared byte by byte: UNKNOWN looks the same in fields of every width.
    """
    was, now = (np.frombuffer(state.tobytes(), dtype=np.int8) for state in (before, after))
    return bool(((was == UNKNOWN) & (now != UNKNOWN)).any())


def turn_over(change: Change, match: Match, seat: int) -> None:
    """Note who is asked after a seat has acted, and whether the game has ended."""
    table, book = change.table, change.table.book
    if seat not in match.to_act:
        book.before[seat], book.acted[seat] = book.acted[seat], table.number
    if change.lines[-1].public:  # a deadline that moved would tell what was decided in secret
        book.asked[seat] = None
    change.asked = [other for other in table.ask(match, time.time()) if other != seat]
    if match.over:
        table.status = FINISHED
        metrics.finished.labels(table.game).inc()
