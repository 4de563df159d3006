"""What a viewer may see of a table: made from redacted states and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tenka.core import foresight
from tenka.core.foresight import Choice, Ways
from tenka.core.match import Match
from tenka.server import answers, fairness, pace, pausing
from tenka.server.pace import Clock
from tenka.server.resigning import result
from tenka.server.tables import FINISHED, OPEN, Seat, Table, Viewer


def summary(table: Table) -> dict[str, Any]:
    """What the lobby says of a table."""
    return {
        "table": table.link,
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "listed": table.listed,
        "pace": table.pace and table.pace.json(),
        "odds": table.odds,
        "hints": table.hints,
        "rated": table.rated,
        "wishes": table.wishes,
        "created": round(table.created, 3),
        "changed": round(table.changed, 3),
        "expires": table.expires and round(table.expires, 3),
        "seats": _seats(table.seats),
        "rematch": table.rematch,
        "host": next((n for n, s in enumerate(table.seats) if s.key and s.key == table.host), None),
        "study": table.study,
        "dice": fairness.shown(table),
    }


def _seats(seats: list[Seat]) -> list[dict[str, Any]]:
    """Seats as everybody sees them; `holder` tells which of them one person holds."""
    keys = [seat.key for seat in seats]
    return [
        {
            "seat": at,
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "waits": seat.waits,
            "stand_in": seat.stand_in,
            "resigned": seat.resigned,
            "rating": seat.rating,
            "known": seat.person is not None,
            "holder": keys.index(seat.key) if seat.key else None,
        }
        for at, seat in enumerate(seats)
    ]


def snapshot(table: Table, viewer: Viewer, match: Match | None = None) -> dict[str, Any]:
    """The table as a viewer sees it now, and what this viewer may do."""
    begun = table.status != OPEN
    seen = {
        **summary(table),
        "viewer": viewer,
        "position": table.position_of(viewer),
        "version": None if viewer is None else table.book.versions[viewer],
        "due": table.due,
        "clocks": _clocks(table),
        "pause": pausing.shown(table),
        "calls": _calls(table),
        "quiet": table.book.quiet,
        "undo": 0 if viewer is None else table.book.undo[viewer],
        "answers": [],
        "view": None,
        "to_act": [],
        "legal": [],
        "notation": {},
        "result": None,
    }
    if begun:
        match = match or table.match()
        seen["view"] = match.view(viewer)
        if table.status == FINISHED:
            seen["result"] = result(table, match)
        else:
            seen["to_act"] = list(match.to_act)
            seen["answers"] = answers.shown(table, match, viewer)
            seen |= choices(match, viewer)
    return seen


def _clocks(table: Table) -> list[dict[str, Any]] | None:
    """What each player has left, and when that is up; it changes only when who is asked does."""
    rules = table.pace
    if rules is None or table.status == OPEN:
        return None
    return [
        {
            "left": round(pace.left(rules, clock, clock.since or 0), 3),
            "since": clock.since and round(clock.since, 3),
            "flag": (up := pace.flag(rules, clock)) and round(up, 3),
        }
        for clock in (table.book.clocks or [Clock(rules.bank)] * len(table.seats))
    ]


def _calls(table: Table) -> list[dict[str, Any]]:
    """Who wants a bot in whose place; people as their seats."""
    return [
        {
            "seat": int(seat),
            "level": wish["level"],
            "agreed": [n for n, s in enumerate(table.seats) if s.key in wish["agreed"]],
            "at": round(wish["at"], 3),
        }
        for seat, wish in table.book.calls.items()
    ]


def choices(match: Match, viewer: Viewer) -> dict[str, Any]:
    """What a seat may decide now and how that goes on; nothing for those who are not asked.

    What a choice leads to is told in numbers, and the notation of each number once.
    """
    if viewer is None or viewer not in match.to_act:
        return {"legal": [], "notation": {}}
    found = foresight.choices(match, viewer)
    ahead = {id_ for choice in found for id_ in (*_decisions(choice.leads_to), *choice.then)}
    actions = match.game.actions
    return {
        "legal": [_told(choice) for choice in found],
        "notation": {id_: actions[id_].text for id_ in sorted(ahead)},
    }


def _decisions(ways: Ways) -> Iterator[int]:
    yield from ways
    if isinstance(ways, dict):
        for further in ways.values():
            yield from _decisions(further)


def _told(choice: Choice) -> dict[str, Any]:
    """A choice as JSON; most are made with one decision and lead to nothing that is to be told."""
    told: dict[str, Any] = {"id": choice.action.id, "text": choice.action.text}
    if choice.leads_to:
        told["leads_to"] = choice.leads_to
    if choice.then:
        told["then"] = choice.then
    return told
