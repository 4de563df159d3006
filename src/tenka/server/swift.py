"""Decisions in one round trip, at a table that is watched here on PostgreSQL.

Who watches a table has its row. Every writing of a row is counted in it, so one statement can say:
if the row is still that one, it becomes this, the ledger gets this line, and the others are told.
It happens whole or not at all, as a transaction would. If the row is another one, or the decision
is anything but an ordinary one, the careful way (`House.change`) is gone, which also finds the
words of every refusal: here nothing is refused.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tenka.server import keeping, metrics, tidings
from tenka.server.driver import answering
from tenka.server.ledger import Draft, Line
from tenka.server.postgres import RESTED_SECONDS, CameBefore, understood
from tenka.server.problems import Problem
from tenka.server.storage import DIRECT, LEDGER, Storage
from tenka.server.tables import ALTERED_BY_MOVES, RUNNING, Table, copied
from tenka.server.wakeups import CHANNEL, notice

if TYPE_CHECKING:
    from tenka.server.house import House

_LINE = [column.name for column in LEDGER.columns]
_OWN = 4  # parameters before those of the row and the line: id, writing, channel, notice


def _statement() -> str:
    """The statement; its parameters are numbered in the order in which they stand."""
    numbers = iter(range(_OWN + 1, 100))
    row = ", ".join(f"{name} = ${next(numbers)}" for name in ALTERED_BY_MOVES)
    kinds = {"table_id": "int", "number": "int", "seat": "int", "at": "json", "data": "json"}
    kinds |= {"public": "bool", "void": "bool", "rows": "bytea", "made": "float8"}
    line = ", ".join(f"${next(numbers)}::{kinds.get(name, 'varchar')}" for name in _LINE)
    columns = ", ".join(f'"{name}"' for name in _LINE)
    return (
        f"WITH kept AS (UPDATE tables SET {row} WHERE id = $1 AND writing = $2 RETURNING id), "  # noqa: S608  (names of our own)
        f"written AS (INSERT INTO ledger ({columns}) SELECT {line} FROM kept) "
        "SELECT id, pg_notify($3, $4) FROM kept"
    )


_STATEMENT = _statement()


class Swift:
    """The connections of a process for such decisions."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._free: list[tuple[float, Any]] = []  # since when
        self._turn = asyncio.Semaphore(DIRECT)  # each statement takes a millisecond or two

    async def close(self) -> None:
        """Give all connections back."""
        while self._free:
            await self._free.pop()[1].close()

    async def decide(self, house: House, link: str, act: Callable[[Draft], None]) -> Table | None:
        """Have a seat's decision made and kept; None if that takes the careful way."""
        known = None if self.storage.sqlite else house.hub.known(link)
        if known is None or known.book.answers:
            return None
        draft = Draft(copied(known))
        try:
            act(draft)
        except Problem:
            return None
        table = draft.table
        called = table.bot_asked and house.bots.elsewhere
        if table.status != RUNNING or len(draft.lines) != 1 or called:
            return None
        draft.touch()
        table.expires = keeping.expiry(house.settings, table)
        table.writing += 1
        with metrics.transaction.time(), answering():
            if not await self._keep(table, draft.lines[0]):
                return None
        house.tell(draft)
        return table

    async def _keep(self, table: Table, line: Line) -> bool:
        """Whether it was written: not if the row is another one than before, by now."""
        row, written = table.columns(), vars(line)
        values = [_plain(row[name]) for name in ALTERED_BY_MOVES]
        values += [_plain(written[name]) for name in _LINE]
        told = notice(table.id, table.last_line, tidings.told(table, [line]))
        async with self._turn:
            connection = await self._alive() or await self.storage.driver()
            try:
                with understood():
                    own = table.id, table.writing - 1, CHANNEL, told
                    found = await connection.fetchval(
                        _STATEMENT, *own, *values, timeout=self._patience
                    )
            except CameBefore:
                found = None
            except BaseException:
                connection.terminate()
                raise
            self._free.append((time.monotonic(), connection))
        return found is not None

    @property
    def _patience(self) -> float | None:
        return self.storage.seconds or None

    async def _alive(self) -> Any:
        """One that is free and answers, if there is one."""
        while self._free:
            since, connection = self._free.pop()
            if connection.is_closed():
                continue
            if time.monotonic() - since < RESTED_SECONDS:
                return connection
            try:
                await connection.fetchval("SELECT 1", timeout=self._patience)
            except Exception:  # drivers fail in ways of their own
                connection.terminate()
                continue
            return connection
        return None


def _plain(value: Any) -> Any:
    """A value as the driver takes it: JSON is text."""
    return json.dumps(value) if isinstance(value, dict | list) else value
