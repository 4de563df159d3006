"""Answers in advance: given by a seat, kept as its secret, carried out whenever it is asked.

They act in the transaction of whatever led to the question, so nobody waits and nothing is lost in
between. What comes of one is a line of the ledger like any other; only its seat is told whence.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tenka.core.answers import Answer
from tenka.core.match import Match
from tenka.core.reasons import OVER
from tenka.server import metrics, moves, seats
from tenka.server import reasons as why
from tenka.server.ledger import OF_THE_GAME, SEATS, Draft
from tenka.server.logs import log
from tenka.server.problems import BadChoice, WrongTime
from tenka.server.requests import Receipt, receipt
from tenka.server.tables import FINISHED, RUNNING, Table, Viewer

if TYPE_CHECKING:
    from tenka.server.house import House


async def give(
    house: House, link: str, keys: seats.Keys, seat: int, names: Sequence[str]
) -> Receipt:
    """Have just these answers on for a seat. If it is asked now, they act at once."""
    async with house.change_by(link, keys, seat) as change:
        table = change.table
        say(change, seat, names)
    return receipt(table, seat)


def say(change: Draft, seat: int, names: Sequence[str]) -> None:
    """Note a seat's answers and write the line that tells nobody else of them."""
    table = change.table
    if table.status != RUNNING:
        raise WrongTime(OVER() if table.status == FINISHED else why.NOT_BEGUN())
    if table.seats[seat].stand_in:
        raise WrongTime(why.STANDS_IN())
    before = table.book.answers.get(str(seat), {})
    after = _begun(table, seat, before, names)
    if after != before:
        table.book.answers[str(seat)] = after
        change.write(SEATS, seat, public=False, data={"what": "answers"})


def _begun(table: Table, seat: int, before: dict[str, int], names: Sequence[str]) -> dict[str, int]:
    """The answers of those names; what was on before stays as it was."""
    seen, known = table.match().redacted(None), _known(table)
    begun, kinds = dict[str, int](), set[str]()
    for name in names:
        answer = known.get(name)
        until = before.get(name)
        if answer is not None and until is None:
            until = _ask(table, "begin", name, seen, seat)
        if answer is None or until is None or answer.kind in kinds:
            raise BadChoice(why.NO_SUCH_ANSWER(name=name))
        begun[name] = int(until)
        kinds.add(answer.kind)
    return begun


def _known(table: Table) -> dict[str, Answer]:
    return {answer.name: answer for answer in table.rules.answers}


def carry_out(change: Draft) -> None:
    """Let the answers decide that answer what is asked after a change, one after another.

    Those that have come to their end go, and so do those of a seat that a bot plays.
    """
    table = change.table
    if not table.book.answers or not any(x.kind in (*OF_THE_GAME, SEATS) for x in change.lines):
        return
    while table.status == RUNNING:
        match = table.match()  # anew each time: it keeps the journal of one line
        found = _answering(table, match)
        if found is None:
            return
        seat, number, name = found
        moves.decide(change, match, seat, [number], answer=name)
        table.book.undo[seat] = 0  # it stands; a new decision can be taken back as far as here
        metrics.moves.labels(table.game, "answer").inc()
    table.book.answers = {}


def _answering(table: Table, match: Match) -> tuple[int, int, str] | None:
    """The first seat that is asked and has answered: the decision, and by which answer."""
    seen = match.redacted(None)
    for given in list(table.book.answers):
        seat = int(given)
        left = table.book.answers[given] = _left(table, seen, seat)
        if not left:
            del table.book.answers[given]
        for name in left if seat in match.to_act else ():
            number = _ask(table, "decide", name, seen, seat)
            if number is not None and number in match.offered(seat):
                return seat, int(number), name
    return None


def _left(table: Table, seen: Any, seat: int) -> dict[str, int]:
    """The answers of a seat that have not come to their end."""
    on, known = table.book.answers[str(seat)], _known(table)
    if table.seats[seat].bot:
        return {}
    overs = {name: _ask(table, "over", name, seen, seat, on[name]) for name in on if name in known}
    return {name: on[name] for name, over in overs.items() if over is not None and not over}


def _ask(table: Table, what: str, name: str, *about: Any) -> Any:
    """What a game says of an answer; if it fails there, the table goes on without that answer."""
    try:
        return getattr(_known(table)[name], what)(*about)
    except Exception:
        log("an answer failed", level=logging.ERROR, error=True, table=table.id, answer=name)
        return None


def shown(table: Table, match: Match, viewer: Viewer) -> list[dict[str, Any]]:
    """For a seat: its answers, and those that it can give now."""
    if viewer is None or table.seats[viewer].bot or not table.rules.answers:
        return []
    seen, on = match.redacted(None), table.book.answers.get(str(viewer), {})
    return [
        {"name": one.name, "kind": one.kind, "about": one.about, "on": one.name in on}
        for one in table.rules.answers
        if one.name in on or _ask(table, "begin", one.name, seen, viewer) is not None
    ]
