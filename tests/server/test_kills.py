"""Servers are killed while people play: what was acknowledged is there, once, and games go on.

TENKA_KILLS sets how often; the usual test run does a few.
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3

import httpx
import pytest

import tenka
from tenka.server import ledger
from tenka.server.storage import Storage
from tenka.server.tables import load
from tests.server.running import (
    PATIENCE,
    RANDOM_BOT,
    Person,
    Server,
    connection,
    free_port,
    sit_down,
)
from tests.server.test_games import Story, came_late

KILLS = int(os.environ.get("TENKA_KILLS", "6"))


class Stubborn:
    """A player who tries again, at any server there is, until an answer comes."""

    def __init__(self, urls: list[str], link: str, key: str, seat: int, rng: random.Random) -> None:
        self.people = [Person(url, link, key) for url in urls]
        self.seat, self.rng = seat, rng
        self.story = Story(seat)
        self.acknowledged: list[str] = []
        self.sent: set[str] = set()

    async def play_to_the_end(self) -> None:
        while self.story.final is None:
            try:
                await self._listen(self.rng.choice(self.people))
            except (httpx.TransportError, AssertionError):
                await asyncio.sleep(0.25)
        for person in self.people:
            await person.http.aclose()

    async def _listen(self, person: Person) -> None:
        async with person.stream(self.seat, self.story.last) as stream:
            async for id_, message in stream:
                if id_ is None:
                    continue
                self.story.hear(id_, message)
                if self.story.final:
                    return
                if self.seat in message["to_act"]:
                    await self._decide(message)

    async def _decide(self, message: dict) -> None:
        request = f"{self.seat}-{self.rng.random()}"
        choice = self.rng.choice(message["legal"])["id"]
        self.sent.add(request)
        while True:
            person = self.rng.choice(self.people)
            try:
                answer = await person.play(self.seat, message["version"], choice, request=request)
            except httpx.TransportError:
                await asyncio.sleep(0.25)
                continue
            if answer.status_code == 200:
                self.acknowledged.append(request)
            else:
                assert came_late(answer), answer.text
            return


async def play_games(urls: list[str], stop: asyncio.Event, rng: random.Random) -> list[Stubborn]:
    """One game after another until it is time to stop; the last one is played to its end."""
    players: list[Stubborn] = []
    while not stop.is_set():
        url = rng.choice(urls)
        try:
            people = await sit_down(url, "suntzu", 2)
        except (httpx.TransportError, AssertionError):
            await asyncio.sleep(0.1)
            continue
        pair = [Stubborn(urls, p.link, p.key, s, rng) for s, p in enumerate(people)]
        for person in people:
            await person.http.aclose()
        await asyncio.gather(*(player.play_to_the_end() for player in pair))
        players += pair
    return players


async def check_ledgers(database: str, players: list[Stubborn]) -> None:
    """Every acknowledged move is in the ledger, none twice, and the state is what they make."""
    storage = Storage(database)
    for player in players:
        player.story.check()
        async with storage.reading() as connection_:
            table = await load(connection_, player.people[0].link)
            lines = await ledger.after(connection_, table.id)
        mine = [x.request for x in lines if x.seat == player.seat and x.kind == ledger.MOVE]
        assert len(mine) == len(set(mine))
        assert set(player.acknowledged) <= set(mine) <= player.sent
        assert [line.number for line in lines] == list(range(1, len(lines) + 1))
        match = tenka.new(table.game, seed=table.seed, **table.options)
        for seat, number in ledger.decisions_in(ledger.standing(lines)):
            match.play(seat, number)
        assert match.state_bytes() == table.state
        assert match.over
    await storage.close()


async def survive(servers: list[Server], kills: int, seed: int) -> list[Stubborn]:
    rng, stop = random.Random(seed), asyncio.Event()
    urls = [server.url for server in servers]
    playing = [asyncio.create_task(play_games(urls, stop, random.Random(n))) for n in range(2)]
    for _ in range(kills):
        await asyncio.sleep(0.1 + rng.random() * 0.8)
        victim = rng.choice(servers)
        victim.kill()
        await asyncio.to_thread(victim.start)
    stop.set()
    async with asyncio.timeout(3 * PATIENCE):
        return [player for players in await asyncio.gather(*playing) for player in players]


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(sqlite):
    address = sqlite()
    with Server(address) as server:
        players = asyncio.run(survive([server], KILLS, seed=1))
        asyncio.run(check_ledgers(address, players))
    assert sum(len(player.acknowledged) for player in players) > 100
    file = sqlite3.connect(address.removeprefix("sqlite:///"))
    assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    file.close()


def test_one_process_is_killed_while_the_other_goes_on(postgres):
    address = postgres()
    with Server(address, processes=2) as one, Server(address, processes=2) as two:
        players = asyncio.run(survive([one, two], KILLS // 2, seed=2))
        asyncio.run(check_ledgers(address, players))
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
