"""The account of a week: what the diary says is held against what the ledgers tell."""

from __future__ import annotations

import email
import email.policy
import json
import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import sqlalchemy as sa

from tenka.server import ledger, tables
from tenka.server.ledger import MOVE, UNDO
from tenka.server.storage import TABLES, Storage
from tests.server.courses import Course, Turn, ran
from tests.server.diary import HOOK, MAIL, PUSH, Arrival, Diary, Look, Way

SECOND = 1.0
EXACT = 0.01  # seconds: what two ways of adding up may differ by
NOTICE, NOTICE_OPEN, BETWEEN_LETTERS = 30.0, 600.0, 900.0  # the server's defaults
LONGEST_PAUSE = 6 * 3600.0  # between two attempts
BUSY = 120.0  # so long a channel is left alone after a process died at it


async def courses(database: str) -> list[Course]:
    """All tables, told again."""
    storage, found = Storage(database), []
    async with storage.reading() as connection:
        for row in (await connection.execute(sa.select(TABLES).order_by(TABLES.c.id))).all():
            table = tables.from_row(row)
            if table.state is not None:
                found.append(Course(table, await ledger.after(connection, table.id)))
    await storage.close()
    return found


def overlaps(spans: list, begin: float, end: float) -> list:
    return [span for span in spans if span[0] <= end and begin <= span[1]]


@dataclass
class Reckoning:
    """What is wrong with a week, sentence by sentence; nothing, if all is well."""

    diary: Diary
    courses: list[Course]

    def __post_init__(self) -> None:
        self.wrong: list[str] = [*self.diary.wrong]
        self.by_link = {course.table.link: course for course in self.courses}
        self.told = 0
        self.again = 0  # notices that a dead server had sent, sent once more
        self.flags = 0

    def reckon(self) -> Reckoning:
        for course in self.courses:
            self.check_ledger(course)
            self.check_flags(course)
        for look in self.diary.looks:
            self.check_clocks(look)
        for way in self.diary.ways:
            self.check_way(way)
        return self

    def report(self) -> dict[str, object]:
        """The week in numbers."""
        diary, turns = self.diary, [t for mine in self.turns_of.values() for t in mine]
        lines = [line for course in self.courses for line in course.lines]
        sent = Counter(
            a.kind for a in diary.arrivals if a.status < 300 and not self.is_invitation(a)
        )
        return {
            "tables": len(self.courses),
            "finished": sum(course.table.status == "finished" for course in self.courses),
            "turns of people": len(turns),
            "decisions acknowledged": sum(map(len, diary.acknowledged.values())),
            "lines of ledgers": len(lines),
            "ways": len(diary.ways),
            "pushes": sent[PUSH],
            "letters": sent[MAIL],
            "webhook calls": sent[HOOK],
            "turns told": self.told,
            "told again after a death": self.again,
            "attempts that failed": sum(a.status >= 400 for a in diary.arrivals),
            "clocks looked at": sum(len(look.clocks) for look in diary.looks),
            "flags": self.flags,
            "deaths": len(diary.deaths),
            **diary.counts,
        }

    def complain(self, course: Course, what: str) -> None:
        self.wrong.append(f"{course.table.game} {course.table.link}: {what}")

    # -- ledgers and clocks

    def check_ledger(self, course: Course) -> None:
        """What was acknowledged is there, once, and nothing else; the position is what it makes."""
        lines = course.lines
        if [line.number for line in lines] != list(range(1, len(lines) + 1)):
            self.complain(course, "the ledger has gaps")
        for seat in range(len(course.table.seats)):
            mine = [
                x.request for x in lines if x.seat == seat and x.kind in (MOVE, UNDO) and x.request
            ]
            if mine != self.diary.acknowledged.get((course.table.link, seat), []):
                self.complain(course, f"seat {seat} was acknowledged other decisions")
        if course.match.state_bytes() != course.table.state:
            self.complain(course, "the position is not the one that its ledger leads to")
        if course.table.status == "running" and course.table.bot_asked and not course.table.alone:
            self.complain(course, "a bot is asked and does not decide")
        for fault in course.faults:
            self.complain(course, fault)

    def latest(self, due: float) -> float:
        """When the server has seen at the latest that something is due."""
        for begin, end in sorted(self.diary.down):
            if begin - self.diary.sweep <= due <= end:
                due = end
        return due + self.diary.sweep + SECOND

    def check_flags(self, course: Course) -> None:
        """Each falls when it has to, and none is forgotten."""
        for before, after in pairwise((*course.moments, None)):
            now = after.line.made if after else self.diary.end
            said = after.line.data.get("what") if after else None
            for seat, glass in enumerate(before.glasses):
                fell = said == "time up" and after.line.seat == seat
                self.flags += fell
                left = course.left(before, seat, glass.at)
                if not fell and left > now - glass.at:
                    continue  # clocks run no faster than time
                flag = course.flag(before, seat)
                if fell and (flag is None or flag > now + EXACT):
                    self.complain(course, f"the flag of seat {seat} fell at {now}, not {flag}")
                if flag is not None and now > self.latest(flag):
                    self.complain(course, f"the flag of seat {seat} did not fall at {flag}")

    def check_clocks(self, look: Look) -> None:
        """What somebody saw of the clocks is what the ledger makes of them."""
        course = self.by_link[look.link]
        moment = course.seen(look.seat, look.position, look.time)
        for seat, (left, since, flag) in enumerate(look.clocks):
            runs, what = moment.glasses[seat].runs, f"at {look.time} seat {seat}"
            if runs != (since is not None):
                self.complain(course, f"{what}: its clock runs since {since}")
                continue
            shown = left - (ran(course.pace.rest, since, look.time) if since else 0.0)
            expected = course.left(moment, seat, look.time)
            if abs(shown - expected) > EXACT:
                self.complain(course, f"{what} was shown {shown} seconds, and had {expected}")
            up = course.flag(moment, seat) if expected > 0 else min(flag or 0.0, look.time)
            if runs and abs(flag - up) > EXACT:
                self.complain(course, f"{what} was shown {flag}, not {up}")

    # -- notices

    @cached_property
    def turns_of(self) -> dict[str, list[tuple[Course, Turn]]]:
        """Everybody's turns."""
        found = defaultdict(list)
        for course in self.courses:
            for seat, turns in enumerate(course.turns):
                holder = self.diary.holders.get((course.table.link, seat))
                found[holder] += [(course, turn) for turn in turns if turn.stretches]
        return found

    def check_way(self, way: Way) -> None:
        """All that came by a way, in order; then what did not come."""
        mine = [a for a in self.diary.arrivals if a.kind == way.kind and a.address == way.address]
        told: dict[int, Arrival] = {}  # by the turn's identity
        gone = [arrival for arrival in mine if arrival.status == 410]
        if gone and mine[-1] is not gone[0]:
            self.wrong.append(f"{way.address} was used after it was gone")
        for arrival in mine:
            if arrival.status < 300 and not self.is_invitation(arrival):
                if not any(begin <= arrival.time <= end for begin, end in way.spans):
                    self.wrong.append(f"{way.address} was used at {arrival.time} while it was off")
                self.take_in(way, arrival, told)
        for course, turn in self.turns_of[way.holder]:
            due = self.must_be_told(way, turn)
            if due is not None and (id(turn) not in told or told[id(turn)].time > due):
                came = told[id(turn)].time if id(turn) in told else None
                self.complain(course, f"{way.address}: turn {turn.number} told {came}, due {due}")

    @staticmethod
    def is_invitation(arrival: Arrival) -> bool:
        return arrival.kind == MAIL and b"/account#" in arrival.body

    def take_in(self, way: Way, arrival: Arrival, told: dict[int, Arrival]) -> None:
        """Note which turns a message tells of, and whether it may."""
        for course, turn in self.turns_in(way, arrival, told):
            if id(turn) in told and not self.may_repeat(told[id(turn)], arrival):
                self.complain(course, f"{way.address}: turn {turn.number} was told twice")
            if not turn.waits(arrival.time):
                self.complain(course, f"{way.address}: turn {turn.number} was over")
            if not any(
                self.ripe(way, turn, begin) <= arrival.time + EXACT for begin, _ in turn.stretches
            ):
                self.complain(course, f"{way.address}: turn {turn.number} was told early")
            self.told += id(turn) not in told
            self.again += id(turn) in told
            told.setdefault(id(turn), arrival)

    def turns_in(
        self, way: Way, arrival: Arrival, told: dict[int, Arrival]
    ) -> list[tuple[Course, Turn]]:
        links, count = self.contents(way, arrival)
        waiting = [(c, t) for c, t in self.turns_of[way.holder] if t.waits(arrival.time)]
        if links is None:  # a push that only says how many
            ready = [
                (c, t)
                for c, t in waiting
                if id(t) not in told or self.may_repeat(told[id(t)], arrival)
            ]
            ready.sort(key=lambda one: self.order(way, one[1], arrival.time))
            if len(ready) < count:
                self.wrong.append(
                    f"{way.address}: {count} at {arrival.time}, but {len(ready)} wait"
                )
            return ready[:count]
        found = []
        for link in links:
            here = [(c, t) for c, t in waiting if t.link == link]
            if not here:
                self.wrong.append(f"{way.address}: {link} at {arrival.time} does not wait")
            found += here[-1:]
        self.check_digest(way, arrival, waiting, found, told)
        return found

    def order(self, way: Way, turn: Turn, now: float) -> tuple[bool, bool, float]:
        """Those first that can be told of; of them those that came when the way was there already.

        An older one was perhaps told by another way before this one was added.
        """
        begin = turn.stretches[0][0]
        ripe = self.ripe(way, turn, begin)
        return ripe > now + EXACT, not way.on(begin, now), ripe

    def check_digest(self, way, arrival, waiting, found, told) -> None:
        """A letter or push that comes now holds all that should have come by now."""
        if way.kind == HOOK:
            return
        for course, turn in waiting:
            begin = turn.stretches[0][0]
            due = self.latest(self.ripe(way, turn, begin)) + NOTICE
            if id(turn) not in told and due < arrival.time and way.on(begin, arrival.time):
                if all(turn is not other for _, other in found):
                    self.complain(course, f"{way.address}: turn {turn.number} is not in the digest")

    def contents(self, way: Way, arrival: Arrival) -> tuple[list[str] | None, int]:
        """The links of the tables that a message tells of, and how many there are."""
        if way.kind == MAIL:
            letter = email.message_from_bytes(arrival.body, policy=email.policy.default)
            links = re.findall(r"/t/([\w-]+)\s", letter.get_content())
            return links, len(links)
        if way.kind == HOOK:
            said = json.loads(arrival.body)
            self.check_until(said, arrival)
            return [said["table"].rsplit("/", 1)[1]], 1
        said = json.loads(way.browser.read(arrival.body))
        if said["url"] != "/":
            return [said["url"].removeprefix("/t/")], 1
        return None, int(re.search(r"(\d+)$", said["title"])[1])

    def check_until(self, said: dict, arrival: Arrival) -> None:
        """The time that a webhook tells is when the flag falls."""
        course = self.by_link[said["table"].rsplit("/", 1)[1]]
        moment = course.at(arrival.time)
        flag = course.flag(moment, said["seat"]) if moment else None
        if moment and (said["until"] is None) != (flag is None):
            self.complain(course, f"a webhook tells of {said['until']}, the flag falls at {flag}")
        if moment and flag is not None and abs(said["until"] - flag) > EXACT:
            self.complain(course, f"a webhook tells of {said['until']}, the flag falls at {flag}")

    def may_repeat(self, first: Arrival, second: Arrival) -> bool:
        """Whether the server died when it had sent the first."""
        return second is not first and first.time in self.diary.deaths

    # -- when somebody has to be told

    def ripe(self, way: Way, turn: Turn, begin: float) -> float:
        """When a turn can be told of at the earliest."""
        seen = [s for link, who, s in self.diary.watched if (link, who) == (turn.link, way.holder)]
        for _, until in overlaps(seen, begin + NOTICE, begin + NOTICE):
            return min(max(until, begin + NOTICE), begin + NOTICE_OPEN)
        return begin + NOTICE

    def must_be_told(self, way: Way, turn: Turn) -> float | None:
        """Until when a turn must be told of at the latest, if it must.

        A turn is told of once, in the first stretch that is long enough: whatever is switched on
        later hears of the next turn. What failed in one stretch is tried again in another.
        """
        for begin, end in turn.stretches:
            seen = [
                s for link, who, s in self.diary.watched if (link, who) == (turn.link, way.holder)
            ]
            wait = NOTICE_OPEN if overlaps(seen, begin, begin + NOTICE_OPEN) else NOTICE
            due = begin + wait + (BETWEEN_LETTERS if way.kind == MAIL else 0.0)
            due = self.after_trouble(way, turn.stretches[0][0], due)
            until = min(end, self.diary.end)
            if due < until and due < way.lost and way.on(begin, due):
                return due
            if not way.on(begin, due) and self.ripe(way, turn, begin) < until:
                return None
        return None

    def after_trouble(self, way: Way, begin: float, due: float) -> float:
        """A moment that is put off by whatever is out of order then."""
        due = self.latest(due) + NOTICE
        for death in self.diary.deaths:
            if death - BUSY <= due <= death + 2 * BUSY:
                due = self.latest(death + BUSY) + BUSY
        outages = self.diary.outages[way.kind]
        for _, until in overlaps(outages, begin, due):
            due = max(due, self.latest(until + LONGEST_PAUSE))
        return math.inf if len(overlaps(outages, begin, due)) > 1 else self.latest(due)
