"""Servers are killed while people play: what was acknowledged is there, once, and games go on.

A few kills each; `python -m benchmarks.faults` does a thousand.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3

import pytest

from tests.server.conftest import new_cluster
from tests.server.running import (
    PATIENCE,
    RANDOM_BOT,
    Person,
    Server,
    connection,
    free_port,
    sit_down,
)
from tests.server.survival import Stubborn, Trouble, check_ledgers, survive
from tests.server.test_games import Story

KILLS = 4


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(sqlite):
    address = sqlite()
    with Server(address) as server:
        players = asyncio.run(survive([server], Trouble(1), KILLS))
        asyncio.run(check_ledgers(address, players))
    assert sum(len(player.acknowledged) for player in players) > 100
    file = sqlite3.connect(address.removeprefix("sqlite:///"))
    assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    file.close()


def test_nothing_is_lost_when_processes_and_their_database_are_killed():
    cluster, trouble = new_cluster(), Trouble(2)
    cluster.psql("CREATE DATABASE mortal;")
    address = cluster.get_uri(database="mortal")
    try:
        with Server(address, processes=2) as one, Server(address, processes=2) as two:
            surviving = survive([one, two], trouble, 2, cluster=cluster, database_kills=1)
            players = asyncio.run(surviving)
            asyncio.run(check_ledgers(address, players))
    finally:
        cluster.cleanup()
    assert (trouble.killed, trouble.databases) == (2, 1)
    assert sum(len(player.acknowledged) for player in players) > 100


def test_bots_go_on_after_a_kill(sqlite):
    async def begin(server) -> str:
        async with connection(server.url) as http:
            wish = {"game": "suntzu", "seats": [RANDOM_BOT, RANDOM_BOT]}
            return (await http.post("/api/tables", json=wish)).json()["table"]["table"]

    async def finish(server, link: str) -> None:
        async with Person(server.url, link) as watcher, asyncio.timeout(PATIENCE):
            while (await watcher.look())["status"] != "finished":
                await asyncio.sleep(0.2)

    with Server(sqlite(), port=free_port(), bot_pace=0.02) as server:
        link = asyncio.run(begin(server))
        server.kill()
        server.start()
        asyncio.run(finish(server, link))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_two_processes_and_one_table(kind, request):
    """Moves sent to either process appear on the streams of both, in one order."""
    address = request.getfixturevalue(kind)()

    async def play(urls: list[str]) -> None:
        people = await sit_down(urls[0], "suntzu", 2)
        rng = random.Random(7)
        players = [Stubborn(urls, p.link, p.key, s, rng) for s, p in enumerate(people)]
        watchers = [(Person(url, people[0].link), Story(None)) for url in urls]

        async def watch(person: Person, story: Story) -> None:
            async with person.stream() as stream:
                async for id_, message in stream:
                    if id_ is not None:
                        story.hear(id_, message)
                    if story.final:
                        return

        async with asyncio.timeout(2 * PATIENCE):
            await asyncio.gather(
                *(player.play_to_the_end() for player in players),
                *(watch(*watcher) for watcher in watchers),
            )
        for person in (*people, *(person for person, _ in watchers)):
            await person.http.aclose()
        for _, story in watchers:
            story.check()
        assert watchers[0][1].entries == watchers[1][1].entries

    with Server(address, processes=2) as one, Server(address, processes=2) as two:
        asyncio.run(play([one.url, two.url]))
