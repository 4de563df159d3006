"""The course of a table, told again from its ledger: who was asked when, and every clock.

Slow and plain on purpose, and without a line of the server's own arithmetic: hours in which clocks
stand still are counted out minute by minute.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cache

from tenka.server.ledger import MOVE, SEATS, START, UNDO, Line, decisions_in
from tenka.server.pace import Pace, Rest
from tenka.server.tables import BOT, Table
from tests.server.test_pace import runs

MINUTE, DAY = 60, 86400.0
awake = cache(lambda rest, minute: runs(rest, minute * MINUTE))  # whether clocks run


def ran(rest: Rest | None, start: float, end: float) -> float:
    """For how long clocks ran between two moments."""
    if rest is None:
        return max(0.0, end - start)
    total, at = 0.0, start
    while at < end:
        minute = int(at // MINUTE)
        following = min(end, (minute + 1.0) * MINUTE)
        total += (following - at) * awake(rest, minute)
        at = following
    return total


def when(rest: Rest | None, start: float, seconds: float) -> float:
    """When clocks have run for so long."""
    if rest is None:
        return start + seconds
    at = start
    while True:
        minute = int(at // MINUTE)
        following = (minute + 1.0) * MINUTE
        if awake(rest, minute):
            if at + seconds <= following:
                return at + seconds
            seconds -= following - at
        at = following


@dataclass(frozen=True)
class Glass:
    """One player's clock, counted until a moment."""

    bank: float
    spent: float = 0.0  # of this turn
    runs: bool = False
    at: float = 0.0
    before: tuple[float, float] = (0.0, 0.0)  # bank and spent when the last turn ended

    def counted(self, rest: Rest | None, pause: float, now: float) -> Glass:
        more = ran(rest, max(self.at, pause), now) if self.runs else 0.0
        return replace(self, spent=self.spent + more, at=now)

    def ended(self, pace: Pace, *, earned: bool) -> Glass:
        kept = max(0.0, self.bank - max(0.0, self.spent - pace.per_turn))
        bank = kept + pace.increment * earned
        return replace(self, bank=bank, runs=False, before=(self.bank, self.spent))


@dataclass
class Turn:
    """A turn of a seat: the stretches for which it waited for a person, from each new question."""

    link: str
    seat: int
    number: int
    stretches: list[list[float]] = field(default_factory=list)

    def waits(self, now: float) -> bool:
        return any(begin <= now <= end for begin, end in self.stretches)

    def pause(self, now: float) -> None:
        if self.stretches and self.stretches[-1][1] == math.inf:
            self.stretches[-1][1] = now

    def go_on(self, now: float) -> None:
        self.pause(now)
        self.stretches.append([now, math.inf])


@dataclass(frozen=True)
class Moment:
    """A table after a line of its ledger."""

    line: Line
    glasses: tuple[Glass, ...]
    pause: float  # until when all clocks stand
    bots: tuple[bool, ...]


class Course:
    """A table, line by line."""

    def __init__(self, table: Table, lines: list[Line]) -> None:
        self.table, self.lines, self.pace = table, lines, table.pace or Pace()
        count = len(table.seats)
        self.bots = [seat.kind == BOT for seat in table.seats]
        self.glasses = [Glass(self.pace.bank) for _ in range(count)]
        self.pause, self.begun, self.asked = 0.0, False, set()
        self.turns: list[list[Turn]] = [[] for _ in range(count)]
        self.moments: list[Moment] = []
        self.faults: list[str] = []
        self._standing: list[tuple[int, list[tuple[int, int]]]] = []  # seat, decisions
        self.match = table.opening()
        for line in lines:
            self._take(line)
            self.moments.append(
                Moment(line, tuple(self.glasses), self.pause, tuple(self.bots)),
            )

    # -- one line

    def _take(self, line: Line) -> None:
        rest, before = self.pace.rest, self.asked
        self.glasses = [g.counted(rest, self.pause, line.made) for g in self.glasses]
        match line.kind:
            case "move":
                self._move(line)
            case "undo":
                self._take_back(line)
            case "seats":
                self._seats(line)
        self.begun |= line.kind == START
        self.asked = set(self.match.to_act) if self.begun else set()
        if line.kind in (START, MOVE, UNDO, SEATS):
            self._turn(line, before)

    def _move(self, line: Line) -> None:
        whose = "bot" if self.bots[line.seat] else "person"
        if (line.request is None) != (whose == "bot"):
            self.faults.append(f"line {line.number} was decided for a {whose}")
        decisions = decisions_in(line.rows)
        self._standing.append((line.seat, decisions))
        for seat, number in decisions:
            self.match.play(seat, number)

    def _take_back(self, line: Line) -> None:
        """As many lines of the seat as were taken back, the last ones; what stays is said anew."""
        for _ in line.data["back"]:
            mine = [at for at, (seat, made) in enumerate(self._standing) if seat == line.seat]
            del self._standing[mine[-1]]
        if kept := decisions_in(line.rows):
            self._standing.append((line.seat, kept))
        self.match = self.table.opening()
        for _, decisions in self._standing:
            for seat, number in decisions:
                self.match.play(seat, number)

    def _seats(self, line: Line) -> None:
        what, seat = line.data["what"], line.seat
        if what in ("time up", "bot stands in", "left"):
            self.bots[seat] = True
        elif what == "returned":
            self.bots[seat] = False
            glass = self.glasses[seat]
            self.glasses[seat] = replace(glass, bank=max(glass.bank, self.pace.increment))
        elif what == "paused":
            self.pause = line.made + line.data["days"] * DAY
        elif what == "pause ended":
            self.pause = 0.0

    # -- whose turn it is after that

    def _turn(self, line: Line, before: set[int]) -> None:
        fresh = self.asked - before
        if fresh and line.kind == MOVE and line.seat in self.asked:
            fresh.add(line.seat)
        for seat in range(len(self.glasses)):
            self._run(line, seat, fresh)
            self._wait(line, seat, fresh)

    def _run(self, line: Line, seat: int, fresh: set[int]) -> None:
        """Let the clock of a seat run, or stand."""
        glass, back = self.glasses[seat], line.kind == UNDO
        plays = seat in self.asked and not self.bots[seat]
        if glass.runs and (not plays or seat in fresh):
            glass = glass.ended(self.pace, earned=not self.bots[seat] and not back)
        if plays and not glass.runs:
            bank, spent = glass.before if back and seat == line.seat else (glass.bank, 0.0)
            glass = replace(glass, bank=bank, spent=spent, runs=True, at=line.made)
        self.glasses[seat] = glass

    def _wait(self, line: Line, seat: int, fresh: set[int]) -> None:
        """Note since when a person is waited for."""
        turns, now = self.turns[seat], line.made
        if turns and (seat not in self.asked or self.bots[seat] or seat in fresh):
            turns[-1].pause(now)
        if seat in fresh:
            turns.append(Turn(self.table.link, seat, len(turns) + 1))
        again = line.seat == seat and (
            (line.kind in (MOVE, UNDO) and line.public) or line.data.get("what") == "returned"
        )
        if seat in self.asked and not self.bots[seat] and (seat in fresh or again):
            turns[-1].go_on(now)

    # -- questions

    def flag(self, moment: Moment, seat: int) -> float | None:
        """When the time of a seat is up, as things stand."""
        glass = moment.glasses[seat]
        if not glass.runs or self.table.pace is None:
            return None
        left = max(0.0, self.pace.per_turn + glass.bank - glass.spent)
        return when(self.pace.rest, max(glass.at, moment.pause), left)

    def left(self, moment: Moment, seat: int, now: float) -> float:
        """What a seat has left, for this turn or the next one."""
        glass = moment.glasses[seat].counted(self.pace.rest, moment.pause, now)
        return self.pace.per_turn + glass.bank - (glass.spent if glass.runs else 0.0)

    def seen(self, seat: int, position: int, now: float) -> Moment:
        """The table at a moment at which a seat had seen so many lines; others it cannot see."""
        known = [m.line.at[seat + 1] <= position and m.line.made <= now for m in self.moments]
        return self.moments[known.count(True) - 1]

    def at(self, now: float) -> Moment | None:
        """The table at a moment; None if something happened just then."""
        known = [m for m in self.moments if m.line.made <= now]
        return known[-1] if known and known[-1].line.made < now else None
