"""How the database is reached: its driver, for how long one waits, and what its faults mean."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tenka.server.logs import log
from tenka.server.problems import Unavailable

OUR_OWN = (DataError, IntegrityError, ProgrammingError)  # faults of this program


def driver_address(address: str) -> URL:
    """The address with the driver that the server uses."""
    url = make_url(address)
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
    return url.set(drivername=drivers.get(url.get_backend_name(), url.drivername))


@contextmanager
def answering() -> Iterator[None]:
    """A refusal instead of an error, if the database does not answer or keeps nothing."""
    try:
        yield
    except OUR_OWN:
        raise
    except (DBAPIError, PoolTimeout, ConnectionError, TimeoutError) as error:
        log("the database failed", level=logging.ERROR, error=True)
        raise Unavailable(
            "the database does not answer or cannot keep anything; try again soon", retry_after=5
        ) from error


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection. Drivers fail in ways of their own when there is nothing to connect to."""
    try:
        connection = await engine.connect()
    except (DBAPIError, PoolTimeout):
        raise
    except Exception as error:
        raise PoolTimeout(type(error).__name__) from error
    try:
        yield connection
    finally:
        await connection.close()


def impatient(seconds: float) -> dict[str, Any]:
    """Connections that do not wait for ever, and PostgreSQL not for them.

    A process that is cut off in the middle of a change would hold its table until it is back.
    """
    most = f"{int(2000 * seconds)}ms"
    return {"timeout": seconds, "server_settings": {"idle_in_transaction_session_timeout": most}}
