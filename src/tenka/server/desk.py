"""The desk: work on whole games, done in a process of its own and kept.

Reading a journal to the end, counting it and replaying it take many times longer than a decision,
and would hold up everybody's. Addresses share the desk fairly, and each may have a few questions
waiting. What it makes is text, ready to be sent.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from tenka.core import code
from tenka.core.code import Way
from tenka.server import ledger
from tenka.server.problems import Busy, Problem, TooMany
from tenka.server.processes import Answering, Crash, ProcessFailed, Worker
from tenka.server.storage import Storage
from tenka.server.tables import FINISHED, Table
from tenka.server.turns import Turns, Urgency

Made = TypeVar("Made")
SECONDS = 30.0  # for one piece of work; a replay takes one where rules are not compiled
MOST_WAITING = 16  # pieces of work of one address
KEPT_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class Work:
    """A function, which must be a name, and what it is called with."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def do(work: Work) -> Any:
    """Do it; a refusal is an answer like any other."""
    try:
        return work.function(*work.arguments)
    except Problem as problem:
        return problem


def begin_work() -> Answering:
    """What the desk's process answers with; the server has code compiled, once for all of them."""
    code.go(Way.CACHED)
    return do


class Kept:
    """Texts that were made, up to so many bytes; those that nobody asks for go first."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self.most, self.size = most, 0
        self._texts: OrderedDict[Hashable, str] = OrderedDict()

    def get(self, key: Hashable) -> str | None:
        """A text, which is now the last to go."""
        if key in self._texts:
            self._texts.move_to_end(key)
        return self._texts.get(key)

    def put(self, key: Hashable, text: str) -> None:
        """Keep a text; one for the same key was the same."""
        if key not in self._texts:
            self._texts[key] = text
            self.size += len(text)
        while self.size > self.most:
            self.size -= len(self._texts.popitem(last=False)[1])


class Desk:
    """The work of one server process on whole games."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.worker = Worker(begin_work)
        self._turns = Turns([self.worker])
        self._waiting: Counter[str] = Counter()
        self._kept = Kept()

    def close(self) -> None:
        """End the process."""
        self.worker.kill()

    async def text(
        self, share: str, table: Table, write: Callable[..., str], *arguments: Hashable
    ) -> str:
        """What `write` makes of a table and its game's lines: kept until the game goes on."""
        ended = table.status == FINISHED and not table.study  # which goes on from elsewhere
        moment = None if ended else table.last_line
        names = tuple(seat.name for seat in table.seats)  # they go when their people do
        key = (table.id, moment, names, write.__name__, arguments)
        return self._kept.get(key) or await self._make(key, share, table, write, *arguments)

    async def _make(
        self, key: Hashable, share: str, table: Table, write: Callable[..., str], *arguments: Any
    ) -> str:
        async def make(worker: Worker) -> str:
            text = self._kept.get(key)  # another may have asked for it meanwhile
            if text is None:
                async with self.storage.reading() as connection:
                    lines = await ledger.of_game(connection, table.id, table.last_line)
                text = str(await _ask(worker, Work(write, (table, lines, *arguments))))
                self._kept.put(key, text)
            return text

        return await self._in_turn(share, make)

    async def kept_text(
        self, share: str, key: Hashable, write: Callable[..., str], *arguments: Any
    ) -> str:
        """A text that never changes, made once."""
        text = self._kept.get(key)
        if text is None:
            text = str(await self.work(share, write, *arguments))
            self._kept.put(key, text)
        return text

    async def work(self, share: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function makes of its arguments."""
        return await self._in_turn(share, lambda worker: _ask(worker, Work(function, arguments)))

    async def _in_turn(self, share: str, use: Callable[[Worker], Awaitable[Made]]) -> Made:
        if self._waiting[share] >= MOST_WAITING:
            raise TooMany("this address has asked for much already: wait a little", retry_after=2)
        self._waiting[share] += 1
        try:
            async with self._turns.turn(share, Urgency.PERSON) as worker:
                return await use(worker)
        finally:
            self._waiting[share] -= 1
            if not self._waiting[share]:
                del self._waiting[share]


async def _ask(worker: Worker, work: Work) -> Any:
    try:
        answer = await worker.ask(work, SECONDS)
    except ProcessFailed as failure:
        raise Busy(f"this could not be worked out: {failure}", retry_after=10) from failure
    if isinstance(answer, Problem):
        raise answer
    if isinstance(answer, Crash):
        raise RuntimeError(f"work at the desk failed: {answer.error}")
    return answer
