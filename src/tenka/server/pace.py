"""The pace of a table: how long its players may think, and the arithmetic of their clocks.

All of it is functions of moments, which are seconds since 1970, without a look at any clock.

A turn has time of its own (`per_turn`). What somebody thinks beyond it comes out of their bank, and
after the turn the bank grows by the increment. So there is one arithmetic for every pace: minutes
with an increment have no time per turn, days per move have no bank, and both together are days with
a time bank. A clock that begins to run in the future stands still until then: that is a pause.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

DAY = 24
SATURDAY = 5


@dataclass(frozen=True)
class Rest:
    """Hours at which the clocks of a table stand still, by the hours of one place."""

    zone: str
    nights: tuple[int, int] | None = None  # from this hour until that one
    weekends: bool = False

    def hours(self, day: date) -> list[tuple[int, int]]:
        """The stretches of a day in which clocks run."""
        if self.weekends and day.weekday() >= SATURDAY:
            return []
        if self.nights is None:
            return [(0, DAY)]
        begin, end = self.nights
        return [(end, begin)] if begin > end else [(0, begin), (end, DAY)]


@dataclass(frozen=True)
class Pace:
    """How long a player may think, in seconds."""

    per_turn: float = 0
    bank: float = 0
    increment: float = 0
    rest: Rest | None = None

    def json(self) -> dict[str, Any]:
        """As it is kept and told."""
        return asdict(self)

    @classmethod
    def read(cls, kept: dict[str, Any]) -> Pace:
        """What `json` wrote; a list of two hours is as good as a pair."""
        rest = kept.get("rest")
        if rest is not None:
            rest = Rest(rest["zone"], rest["nights"] and tuple(rest["nights"]), rest["weekends"])
        return cls(**{**kept, "rest": rest})


@dataclass(frozen=True)
class Clock:
    """One player's clock."""

    bank: float
    spent: float = 0.0  # of this turn until `since`; while it stands, of the last one
    since: float | None = None  # when it began to run, or will; None: it stands


# -- hours


@lru_cache(256)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _moment(day: date, hour: int, zone: ZoneInfo) -> float:
    day, hour = (day + timedelta(1), 0) if hour == DAY else (day, hour)
    return datetime.combine(day, time(hour), zone).timestamp()


def running_hours(rest: Rest | None, start: float) -> Iterator[tuple[float, float]]:
    """The stretches of time from a moment on in which clocks run, one after another."""
    if rest is None:
        yield start, math.inf
        return
    zone = _zone(rest.zone)
    day = datetime.fromtimestamp(start, zone).date()
    while True:
        for begin, end in rest.hours(day):
            opens, closes = max(start, _moment(day, begin, zone)), _moment(day, end, zone)
            if closes > opens:  # an hour may be missing in spring
                yield opens, closes
        day += timedelta(1)


def elapsed(rest: Rest | None, start: float, end: float) -> float:
    """For how long clocks run between two moments."""
    total = 0.0
    for opens, closes in running_hours(rest, start):
        if opens >= end:
            break
        total += min(closes, end) - opens
    return total


def after(rest: Rest | None, start: float, seconds: float) -> float:
    """The moment at which clocks have run for so long."""
    moment = start
    for opens, closes in running_hours(rest, start):
        moment = opens + seconds
        if moment <= closes:
            break
        seconds -= closes - opens
    return moment


# -- one clock


def spent(pace: Pace, clock: Clock, now: float) -> float:
    """What has gone of a turn."""
    if clock.since is None or clock.since >= now:
        return clock.spent
    return clock.spent + elapsed(pace.rest, clock.since, now)


def left(pace: Pace, clock: Clock, now: float) -> float:
    """What is left for this turn, the bank included; while it stands, for the next one."""
    gone = 0.0 if clock.since is None else spent(pace, clock, now)
    return pace.per_turn + clock.bank - gone


def flag(pace: Pace, clock: Clock) -> float | None:
    """When the time of a running clock is up."""
    if clock.since is None:
        return None
    return after(pace.rest, clock.since, max(0.0, left(pace, clock, clock.since)))


def begun(clock: Clock, at: float) -> Clock:
    """A turn begins."""
    return replace(clock, spent=0.0, since=at)


def _overdraft(pace: Pace, gone: float) -> float:
    return max(0.0, gone - pace.per_turn)


def halted(pace: Pace, clock: Clock, now: float) -> Clock:
    """A turn ends for its player without an increment: a bot takes over, or it was taken back."""
    gone = spent(pace, clock, now)
    return Clock(max(0.0, clock.bank - _overdraft(pace, gone)), gone)


def ended(pace: Pace, clock: Clock, now: float) -> Clock:
    """A turn was played."""
    stands = halted(pace, clock, now)
    return replace(stands, bank=stands.bank + pace.increment)


def taken_back(pace: Pace, clock: Clock, at: float) -> Clock:
    """A turn that was played goes on: nobody earns time by taking back."""
    bank = clock.bank - pace.increment + _overdraft(pace, clock.spent)
    return Clock(bank, clock.spent, at)


def held(pace: Pace, clock: Clock, now: float, until: float) -> Clock:
    """A pause begins: a clock that runs stands still until it is over."""
    if clock.since is None:
        return clock
    return Clock(clock.bank, spent(pace, clock, now), max(until, clock.since))


def released(clock: Clock, now: float) -> Clock:
    """A pause ends early."""
    if clock.since is None or clock.since <= now:
        return clock
    return replace(clock, since=now)


# -- the clocks of a table


def turned(
    pace: Pace,
    clocks: Sequence[Clock],
    awaited: Sequence[bool],
    now: float,
    *,
    start: float,
    fresh: Sequence[int] = (),
    bots: Sequence[int] = (),
    back: int | None = None,
) -> list[Clock]:
    """The clocks when the table has turned to others.

    `awaited` says for whom it waits now. A turn begins at `start`, later than now in a pause. Of
    seats in `fresh` another turn begins, though they were awaited before; `bots` have taken over
    theirs; what seat `back` decided was taken back, and so whatever others were asked after it.
    """
    after: list[Clock] = []
    for seat, clock in enumerate(clocks):
        runs = clock.since is not None
        if runs and (not awaited[seat] or seat in fresh):
            unearned = seat in bots or back is not None
            clock = (halted if unearned else ended)(pace, clock, now)
            runs = False
        if awaited[seat] and not runs:
            resumes = seat == back
            clock = taken_back(pace, clock, start) if resumes else begun(clock, start)
        after.append(clock)
    return after
