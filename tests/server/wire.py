"""A way from a server process to its database that can be cut."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress

from sqlalchemy.engine import make_url


class Wire:
    """A way to PostgreSQL that can be cut: nothing comes through, and neither end is told."""

    def __init__(self, address: str) -> None:
        self.far = make_url(address)
        self.whole = asyncio.Event()
        self.whole.set()
        self.ends: set[asyncio.StreamWriter] = set()

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.ends.add(writer)
        await self.whole.wait()
        socket = f"{self.far.query['host']}/.s.PGSQL.5432"
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(socket)
        except OSError:  # it is not there just now
            writer.close()
            return
        self.ends.add(far_writer)
        await asyncio.gather(self.carry(reader, far_writer), self.carry(far_reader, writer))

    async def carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await source.read(2**16):
                await self.whole.wait()
                target.write(data)
                await target.drain()
        target.close()


@asynccontextmanager
async def wire_to(address: str):
    """A wire to a database, and the address at its near end."""
    wire = Wire(address)
    server = await asyncio.start_server(wire.join, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield wire, f"postgresql://postgres:@127.0.0.1:{port}/{wire.far.database}"
    finally:
        wire.whole.set()
        server.close()
        for end in wire.ends:
            end.close()
