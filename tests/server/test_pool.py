"""Bots think in processes of their own, which any number of servers and machines can share."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager

from typer.testing import CliRunner

from tenka.cli import app
from tests.server.running import EASY, PATIENCE, RANDOM_BOT, ROOT, Person, Server, table


@contextmanager
def thinking(address: str):
    """`tenka think` in a process of its own."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tenka", "think", "--database", address],
            cwd=ROOT,
            env={**os.environ, **EASY, "TENKA_BOT_SECONDS": "1"},
            stdout=log,
            stderr=log,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            log.seek(0)
            assert "bots stopped" not in log.read().decode()


async def until_finished(server: Server, link: str) -> None:
    """Watch a game of bots alone to its end."""
    async with Person(server.url, link) as watcher, watcher.stream() as stream:
        async with asyncio.timeout(PATIENCE):
            async for id_, told in stream:
                if id_ is not None and told["status"] == "finished":
                    return
    raise AssertionError("the stream ended")


async def of_bots(server: Server) -> str:
    async with Person(server.url) as somebody:
        wish = {"game": "suntzu", "seats": [RANDOM_BOT, RANDOM_BOT]}
        laid = await somebody.http.post("/api/tables", json=wish)
        return laid.json()["table"]["table"]


async def plays_with(server: Server, pool: list[subprocess.Popen]) -> None:
    """A person plays a round against a bot; half of those who think are killed in it."""
    wishes = [{"kind": "human", "name": "Ann"}, RANDOM_BOT]
    async with table(server.url, count=1, players=2, seats=wishes) as (ann,):
        look = await ann.look(0)
        start = look["view"]["round"]
        pool[0].send_signal(signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            while look["view"]["round"] == start:
                if look["legal"]:
                    await ann.play(0, look["version"], look["legal"][0]["id"])
                await asyncio.sleep(0.05)
                look = await ann.look(0)


def test_bots_think_for_servers_elsewhere(postgres):
    address = postgres()

    async def check(server: Server) -> None:
        with thinking(address) as one, thinking(address) as two:
            links = [await of_bots(server), await of_bots(server)]
            await asyncio.gather(*(until_finished(server, link) for link in links))
            await plays_with(server, [one, two])

    with Server(address, processes=2, bot_processes=0) as server:
        asyncio.run(check(server))


def test_bots_think_elsewhere_only_with_postgresql(sqlite):
    done = CliRunner().invoke(app, ["think", "--database", sqlite()])
    assert done.exit_code != 0
    assert "PostgreSQL" in str(done.exception)
