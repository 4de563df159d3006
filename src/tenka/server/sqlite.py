"""SQLite, and for a single process: statements run right in the event loop.

A transaction on a table takes a fraction of a millisecond and never waits for the disk (WAL, and
`synchronous=NORMAL`). Handing each of its statements to a thread and back takes many times longer
and, on a busy machine, waits for its turn each time. What does wait for the disk, moving the log
into the file, is done by a thread now and then. Where several processes share a file a statement
may have to wait for another process's lock; then the threads of aiosqlite are right.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy.engine import Connection

from tenka.server.logs import log

LONG = 16 * 1024 * 1024  # bytes of a log that is to begin anew
SECONDS = 1.0  # between two looks at it


class AtOnce(aiosqlite.Connection):
    """A connection without a thread."""

    def __await__(self) -> Generator[Any, None, AtOnce]:
        return self._connect().__await__()

    async def _connect(self) -> AtOnce:
        self._connection = self._connector()
        return self

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return fn(*args, **kwargs)

    def stop(self) -> None:
        """Close; there is no thread to wait for."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


async def connect_at_once(file: str) -> AtOnce:
    """A new connection to a file; it leaves the log alone."""
    connection = await AtOnce(lambda: sqlite3.connect(file, isolation_level=None), 64)
    await connection.execute("PRAGMA wal_autocheckpoint=0")
    return connection


async def keep_log_short(file: str, writers: asyncio.Lock) -> None:
    """Move the log into the file, again and again, without holding up the event loop.

    Most of it is moved beside the writers. When the log has grown long they wait for a moment, so
    that it is moved whole and begins anew.
    """
    wal = Path(f"{file}-wal")
    while True:
        await asyncio.sleep(SECONDS)
        try:
            await asyncio.to_thread(_move_log, file, "PASSIVE")
            if wal.exists() and wal.stat().st_size > LONG:
                async with writers:
                    await asyncio.to_thread(_move_log, file, "TRUNCATE")
        except (sqlite3.Error, OSError):  # a full disk, for example; it may be mended
            log("the database's log could not be moved", level=logging.ERROR, error=True)


def _move_log(file: str, how: str) -> None:
    connection = sqlite3.connect(file)
    try:
        connection.execute(f"PRAGMA wal_checkpoint({how})").fetchall()
    finally:
        connection.close()


def set_up_sqlite(connection: Any, record: Any) -> None:
    """What every new connection is told, of one process or of several."""
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "busy_timeout=10000",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin_sqlite(connection: Connection) -> None:
    """Take the place of the one writer at once, unless this only reads."""
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
