"""What happened in a week, as those saw it who are not the server: the world, and the people."""

from __future__ import annotations

import email
import email.policy
import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from tenka.server import clock
from tests.server.post import Browser, World

PUSH, MAIL, HOOK = "push", "mail", "hook"
Span = tuple[float, float]


@dataclass
class Way:
    """One way in which somebody is told, and when it was on."""

    kind: str
    address: str  # a path at the world, or a mailbox
    holder: str
    browser: Browser | None = None
    spans: list[list[float]] = field(default_factory=list)
    lost: float = math.inf  # when the device was

    def begin(self, now: float) -> None:
        self.spans.append([now, math.inf])

    def end(self, now: float) -> None:
        self.spans[-1][1] = now

    def on(self, since: float, until: float) -> bool:
        """Whether it was, all the time."""
        return any(begin <= since and until <= end for begin, end in self.spans)


@dataclass(frozen=True)
class Arrival:
    """Something that the server sent."""

    time: float
    kind: str
    address: str
    status: int
    headers: dict[str, str] = field(default_factory=dict, repr=False)
    body: bytes = field(default=b"", repr=False)


@dataclass(frozen=True)
class Look:
    """What somebody saw of the clocks of a table."""

    time: float
    link: str
    seat: int
    position: int
    clocks: tuple[tuple[float, float | None, float | None], ...]  # left, since, flag


@dataclass
class Diary:
    """All of it."""

    sweep: float  # seconds between two rounds of the server
    ways: list[Way] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    holders: dict[tuple[str, int], str] = field(default_factory=dict)  # of seats
    acknowledged: dict[tuple[str, int], list[str]] = field(
        default_factory=lambda: defaultdict(list)
    )
    watched: list[tuple[str, str, list[float]]] = field(default_factory=list)  # table, holder, when
    down: list[Span] = field(default_factory=list)  # the server
    outages: dict[str, list[list[float]]] = field(default_factory=lambda: defaultdict(list))
    deaths: list[float] = field(default_factory=list)  # in the middle of sending
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    end: float = 0.0


class Post(World):
    """The world outside, which may be out of order, with a note of when things came."""

    def __init__(self, diary: Diary) -> None:
        super().__init__()
        self.diary = diary
        self.broken: set[str] = set()  # kinds
        self.trap: Callable[[], None] | None = None  # what happens when the next thing has come

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> int:
        kind = PUSH if path.startswith("/push") else HOOK
        status = 503 if kind in self.broken else self.answers.get(path, 201)
        self._note(kind, path, status, headers, body)
        return status

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:  # noqa: N802
        status = 451 if MAIL in self.broken else 250
        for mailbox in envelope.rcpt_tos:
            self._note(MAIL, mailbox, status, {}, envelope.content)
            if status == 250:
                letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
                self.letters.append((mailbox, letter))
        return f"{status} OK" if status == 250 else f"{status} come again later"

    def _note(self, kind: str, address: str, status: int, headers: dict, body: bytes) -> None:
        arrival = Arrival(clock.now(), kind, address, status, headers, body)
        self.diary.arrivals.append(arrival)
        if self.trap and status < 300:
            trap, self.trap = self.trap, None
            trap()
            time.sleep(0.1)  # the sender is gone when the answer comes
