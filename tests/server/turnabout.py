"""A proxy before several servers, which takes them in turn: no two requests running to the same."""

from __future__ import annotations

import asyncio
import itertools
import re
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from tests.server.running import Server, free_port

END = b"\r\n\r\n"
KEPT_OPEN = re.compile(rb"\r\nconnection:[^\r]*", re.IGNORECASE)
PIECE = 1 << 16


class Turnabout:
    """Servers of one database as one; it is called, stopped and asked like one of them."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers, self.database = servers, servers[0].database
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._next = itertools.cycle([server.port for server in servers])
        self._serving: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Turnabout:
        for server in self.servers:
            server.start()
        self._thread.start()
        listening = asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self._open = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        return self

    def __exit__(self, *what: object) -> None:
        asyncio.run_coroutine_threadsafe(self._hang_up(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        for server in self.servers:
            server.stop()

    def output(self) -> str:
        """All that they have logged."""
        return "".join(server.output() for server in self.servers)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._loop.create_task(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one request on; its server hangs up, and the next one comes anew."""
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with closing(writer):
                head = (await reader.readuntil(END))[: -len(END)]
                inner, outer = await asyncio.open_connection("127.0.0.1", next(self._next))
                async with closing(outer), asyncio.TaskGroup() as both:
                    outer.write(KEPT_OPEN.sub(b"", head) + b"\r\nConnection: close" + END)
                    there = both.create_task(_pass_on(reader, outer))
                    await _pass_on(inner, writer)
                    there.cancel()

    async def _hang_up(self) -> None:
        """Let nobody in any more, and end whatever is still passed on."""
        self._open.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until one of both hangs up; the other is told."""
    with suppress(OSError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
        writer.write_eof()


@asynccontextmanager
async def closing(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    """A connection that is over afterwards."""
    try:
        yield
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
