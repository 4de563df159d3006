"""What streams leave behind when they close: nothing that only a full collection would find."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from contextlib import contextmanager

import uvicorn

from tenka.server import HOW
from tenka.server.app import create_app
from tenka.server.settings import Settings
from tests.server.running import PATIENCE, Person, connection, free_port, next_message

STREAMS = 60


@contextmanager
def server_in_this_process(database: str):
    """A server whose objects can be counted from here."""
    settings = Settings(database=database, create_rate=0, request_rate=0, log_level="ERROR")
    port = free_port()
    how = {name: value for name, value in HOW.items() if name != "factory"}
    server = uvicorn.Server(uvicorn.Config(create_app(settings), port=port, **how))
    thread = threading.Thread(target=server.run)
    thread.start()
    give_up = time.monotonic() + PATIENCE
    while not server.started and time.monotonic() < give_up:
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{port}", server
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


async def open_and_close(url: str, link: str) -> None:
    async with Person(url, link) as watcher, watcher.stream() as stream:
        await next_message(stream)


def kinds_of_garbage() -> list[str]:
    """What a full collection finds, by type."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    kinds = [f"{type(found).__module__}.{type(found).__qualname__}" for found in gc.garbage]
    gc.garbage.clear()
    return kinds


def test_a_closed_stream_leaves_no_cycles_behind(sqlite):
    """Connections, tasks and answers go by themselves, the moment they end."""

    async def lay(url: str) -> str:
        async with connection(url) as http:
            seats = [{"kind": "human"}, {"kind": "human"}]
            made = await http.post("/api/tables", json={"game": "suntzu", "seats": seats})
            return made.json()["table"]["table"]

    with server_in_this_process(sqlite()) as (url, server):
        link = asyncio.run(lay(url))
        asyncio.run(open_and_close(url, link))
        gc.collect()
        gc.disable()
        try:
            for _ in range(STREAMS):
                asyncio.run(open_and_close(url, link))
            while server.server_state.connections:
                time.sleep(0.05)
            found = kinds_of_garbage()
        finally:
            gc.enable()
    for kind in (
        "tenka.server.routes.play.EventStream",
        "tenka.server.connections.Connection",
        "uvicorn.protocols.http.h11_impl.RequestResponseCycle",
        "builtins.async_generator",
    ):
        assert found.count(kind) < STREAMS / 10, kind
