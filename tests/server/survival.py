"""Play that goes on while servers and databases are killed, and the account of it afterwards."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx

import tenka
from tenka.server import ledger
from tenka.server.storage import Storage
from tenka.server.tables import load
from tests.server.running import PATIENCE, Person, Server, children_of, sit_down
from tests.server.test_games import Story, came_late
from tests.server.wire import Wire


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
            if answer.status_code == 503:  # the database is away
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


class Trouble:
    """Processes that are killed, each again and again, until it is time to stop."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.killed = 0  # servers
        self.databases = 0
        self.cut_off = 0.0  # seconds for which a server could not reach its database

    async def of_server(self, server: Server, kills: int, goes_on: Callable[[], bool]) -> None:
        """Kill a server so many times, and start it again each time."""
        for _ in range(kills):
            await asyncio.sleep(0.1 + self.rng.random() * 0.8)
            if not goes_on():
                return
            server.kill()
            self.killed += 1
            await asyncio.to_thread(start_again, server)

    async def of_database(
        self, cluster, kills: int, goes_on: Callable[[], bool], rest: float
    ) -> None:
        """Kill PostgreSQL so many times, with all of its processes, and start it again."""
        for _ in range(kills):
            await asyncio.sleep(1 + self.rng.random() * rest)  # servers start meanwhile
            if not goes_on():
                return
            await asyncio.to_thread(kill_database, cluster)
            self.databases += 1
            await asyncio.to_thread(cluster.ensure_postgres_running)

    async def of_wire(self, wire: Wire, seconds: float) -> None:
        """Cut a server off from its database for so long, when everybody has begun to play."""
        await asyncio.sleep(2)
        wire.whole.clear()
        await asyncio.sleep(seconds)
        wire.whole.set()
        self.cut_off += seconds


def start_again(server: Server) -> None:
    """Start a server, however often that fails because its database is away."""
    give_up = time.monotonic() + 5 * PATIENCE
    while True:
        try:
            return server.start()
        except AssertionError:
            if time.monotonic() > give_up:
                raise


def kill_database(cluster) -> None:
    """SIGKILL for PostgreSQL: the first process, and all that it has started.

    The marks that it leaves would be taken for signs of life until the dead are buried.
    """
    first = int((Path(cluster.pgdata) / "postmaster.pid").read_text().splitlines()[0])
    os.kill(first, signal.SIGSTOP)  # so that it starts no others meanwhile
    everyone = [*children_of(first), first]
    for process in everyone:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    give_up = time.monotonic() + PATIENCE
    while any(map(is_alive, everyone)) and time.monotonic() < give_up:
        time.sleep(0.02)
    for mark in (*Path(cluster.pgdata).glob(".s.PGSQL.*"), Path(cluster.pgdata, "postmaster.pid")):
        mark.unlink()


def is_alive(process: int) -> bool:
    """Whether a process runs; one that only waits to be buried does not."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] != "Z"


async def survive(
    servers: list[Server],
    trouble: Trouble,
    kills: int,
    *,
    cluster=None,
    database_kills: int = 0,
    rest: float = 8.0,
    games: int = 2,
    seconds: float = float("inf"),
    wire: Wire | None = None,
    cut: float = 0.0,
    enough: Callable[[], bool] = lambda: False,
) -> list[Stubborn]:
    """Play that many games at a time while servers, and PostgreSQL, are killed so many times.

    Between two kills PostgreSQL rests for a second, and so many more at the most. Before all that,
    the server at the wire's near end is cut off for some seconds. It ends early when that is
    enough, or the seconds are over.
    """
    stop, until = asyncio.Event(), time.monotonic() + seconds
    urls = [server.url for server in servers]
    playing = [asyncio.create_task(play_games(urls, stop, random.Random(n))) for n in range(games)]
    shares = [kills // len(servers) + (n < kills % len(servers)) for n in range(len(servers))]
    goes_on = lambda: time.monotonic() < until and not enough()  # noqa: E731
    if wire and cut:
        await trouble.of_wire(wire, cut)
    await asyncio.gather(
        *(
            trouble.of_server(server, share, goes_on)
            for server, share in zip(servers, shares, strict=True)
        ),
        trouble.of_database(cluster, database_kills, goes_on, rest),
    )
    stop.set()
    async with asyncio.timeout(3 * PATIENCE):
        return [player for players in await asyncio.gather(*playing) for player in players]
