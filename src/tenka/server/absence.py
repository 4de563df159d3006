"""Somebody keeps the table waiting: a nudge, and a bot that stands in if the others agree.

The table waits for a person who is asked and away, or who is here but has not decided for long.
After a while the others may call for a bot. It comes when all agree who are here; some time later
one of them is enough. Where clocks run, they alone decide when a bot comes. Whoever was away takes
the seat back when they return.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenka.server import channels, clock, lobby, pace, seats
from tenka.server import reasons as why
from tenka.server.ledger import SEATS
from tenka.server.presence import Attendance, attendance
from tenka.server.problems import NotAway, TooMany, WrongTime
from tenka.server.tables import HUMAN, RUNNING, Table

if TYPE_CHECKING:
    from tenka.server.house import Change, House

NUDGE_SECONDS = 60  # between two nudges of one seat


async def nudge(house: House, link: str, keys: seats.Keys, seat: int, sleeper: int) -> None:
    """Remind somebody for whom the table waits. Nobody else is told."""
    async with house.change_by(link, keys, seat) as change:
        table, now = change.table, clock.now()
        _require_waiting(table, seat, sleeper)
        wait = table.book.nudged.get(str(sleeper), 0) + NUDGE_SECONDS - now
        if wait > 0:
            raise TooMany(
                f"{table.seats[sleeper].name} was nudged a moment ago", retry_after=int(wait) + 1
            )
        table.book.nudged[str(sleeper)] = now
        data = {"what": "nudged", "name": table.seats[seat].name, "other": seat}
        change.write(SEATS, sleeper, public=False, data=data)
        await channels.enqueue_nudge(change.connection, table, sleeper)


async def call(
    house: House, link: str, keys: seats.Keys, seat: int, sleeper: int, level: str | None
) -> Table:
    """Call for a bot in somebody's place, or agree to one; it comes when enough have."""
    async with house.change_by(link, keys, seat) as change:
        table, now = change.table, clock.now()
        _require_waiting(table, seat, sleeper)
        if table.pace:
            raise WrongTime(why.CLOCK_DECIDES())
        here = (await attendance(change.connection, [table.id]))[table.id]
        settings = house.settings
        since = waited_since(table, here, sleeper, settings.patience_seconds)
        name = table.seats[sleeper].name
        if since is None or now - since < settings.call_seconds:
            raise NotAway(
                f"{name} is here, or has been away for less than "
                f"{settings.call_seconds:g} seconds: wait a little, or nudge them"
            )
        before = table.book.calls.get(str(sleeper))
        wish = _agree(table, seat, sleeper, lobby.level_of(table.game, level), since)
        enough = _others(table, here, sleeper) <= set(wish["agreed"])
        if enough or now - since >= settings.patience_seconds:
            hand_over(change, sleeper, wish["level"])
            table.ask(table.match(), now)
        elif wish != before:  # who says it twice is heard once
            data = {"what": "bot wanted", "name": name, "other": sleeper}
            data["level"] = wish["level"]
            change.write(SEATS, seat, data=data)
    return table


def hand_over(change: Change, seat: int, level: str, what: str = "bot stands in") -> None:
    """Let a bot play for the person of a seat, until they come back."""
    holder = change.table.seats[seat]
    holder.stand_in = level
    change.table.book.calls.pop(str(seat), None)
    change.write(SEATS, seat, data={"what": what, "name": holder.name, "level": level})


def hand_over_late(change: Change, now: float) -> None:
    """Let bots play for those whose time is up."""
    table = change.table
    if table.pace is None:
        return
    for seat, running in enumerate(table.book.clocks):
        flag = pace.flag(table.pace, running)
        if flag is not None and flag <= now:
            hand_over(change, seat, table.stand_in, "time up")
    table.ask(table.match(), now)


def waited_since(table: Table, here: Attendance, seat: int, patience: float) -> float | None:
    """Since when the table waits for somebody who is away; who is here is given some time first.

    When a seat was asked is known to everybody, so this tells nothing of secret decisions.
    """
    asked, away = table.book.asked[seat], here.away(table, seat)
    if asked is None:
        return None
    return asked + patience if away is None else max(asked, away)


def _require_waiting(table: Table, seat: int, sleeper: int) -> None:
    """Refuse what makes no sense: nobody waits for that person, or it is the same one."""
    lobby.require_seat(table, sleeper)
    other = table.seats[sleeper]
    if table.status != RUNNING:
        raise WrongTime(why.NOBODY_AWAITED())
    if other.kind != HUMAN or other.stand_in or other.key == table.seats[seat].key:
        raise WrongTime(why.NOT_ABSENT(seat=sleeper))
    if sleeper not in table.match().to_act:
        raise WrongTime(why.OTHER_NOT_ASKED(name=other.name))


def _agree(table: Table, seat: int, sleeper: int, level: str, since: float) -> dict[str, Any]:
    """Add a person to those who want a bot; another level, or another absence, is a new wish."""
    calls = table.book.calls
    wish = calls.get(str(sleeper))
    if wish is None or wish["level"] != level or wish["at"] < since:
        wish = {"level": level, "agreed": [], "at": clock.now()}
    key = table.seats[seat].key
    if key not in wish["agreed"]:
        wish = {**wish, "agreed": [*wish["agreed"], key]}
    calls[str(sleeper)] = wish
    return wish


def _others(table: Table, here: Attendance, sleeper: int) -> set[str]:
    """All who are to agree: the people who are here and play themselves."""
    return {
        seat.key
        for seat in table.seats
        if seat.kind == HUMAN and not seat.stand_in and seat.key and here.streams[seat.key]
    } - {table.seats[sleeper].key or ""}
