"""Connections to PostgreSQL, looked at before use only where there is a doubt.

SQLAlchemy's own way (pool_pre_ping) asks PostgreSQL three times whenever a connection is taken,
which is more than most of what they are taken for.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine

RESTED_SECONDS = 1.0  # whoever cut it off or died may not have been heard of since
USED = "used"  # when it was given back


def look_before_use(engine: AsyncEngine) -> None:
    """Have dead connections replaced before anybody relies on them."""
    event.listen(engine.sync_engine, "checkin", _note_use)
    event.listen(engine.sync_engine, "checkout", _require_alive)


def _note_use(connection: Any, record: Any) -> None:
    record.info[USED] = time.monotonic()


def _require_alive(connection: Any, record: Any, proxy: Any) -> None:
    """Refuse one that has ended, or does not answer after a rest: the pool makes another."""
    if connection.driver_connection.is_closed():
        raise InvalidatePoolError
    if time.monotonic() - record.info.get(USED, time.monotonic()) < RESTED_SECONDS:
        return
    try:
        connection.ping()
    except Exception as error:  # drivers fail in ways of their own
        raise InvalidatePoolError from error


class CameBefore(Exception):
    """A row like this is there already."""


@contextmanager
def understood() -> Iterator[None]:
    """What fails in the driver itself, in words that do not depend on it.

    It may have been done or not: whoever asked has to ask again. Our own faults stay what they are.
    """
    import asyncpg

    try:
        yield
    except asyncpg.UniqueViolationError as error:
        raise CameBefore from error
    except (asyncpg.DataError, asyncpg.SyntaxOrAccessError):
        raise
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise ConnectionError(type(error).__name__) from error
