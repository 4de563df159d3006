"""Keys of the server's own: made once and kept in the database, so that all processes have them."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tenka.server.storage import SERVER_KEYS, Storage


async def kept(storage: Storage, name: str, make: Callable[[], str]) -> str:
    """The key of that name; whichever process asks first makes it."""
    mine = sa.select(SERVER_KEYS.c.content).where(SERVER_KEYS.c.name == name)
    async with storage.reading() as connection:
        found: str | None = await connection.scalar(mine)
    if found is None:
        dialect = sqlite if storage.sqlite else postgresql
        new = dialect.insert(SERVER_KEYS).values(name=name, content=make())
        async with storage.changing() as connection:
            await connection.execute(new.on_conflict_do_nothing())
            found = (await connection.execute(mine)).scalar_one()
    return found
