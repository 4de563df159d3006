"""A server process, and people who talk to it over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx

from tests.server.nursery import INTERPRETED, Forked

ROOT = Path(__file__).parent.parent.parent
EASY = {  # quick to start, without limits that would slow the tests, bots that do not dawdle
    **INTERPRETED,
    "TENKA_REQUEST_RATE": "0",
    "TENKA_CREATE_RATE": "0",
    "TENKA_PEOPLE_RATE": "0",
    "TENKA_TALK_RATE": "0",
    "TENKA_HINT_RATE": "0",
    "TENKA_TABLES_PER_ADDRESS": "0",
    "TENKA_LISTED_PER_ADDRESS": "0",
    "TENKA_BOT_PACE": "0",
    "TENKA_SWEEP_SECONDS": "0.2",
    "TENKA_HEARTBEAT_SECONDS": "0.5",
    "TENKA_AWAY_SECONDS": "0.5",
    "TENKA_LOG_LEVEL": "DEBUG",
}
WRONG_CLOCK = (
    "import time; right = time.time; time.time = lambda: right() + {}; import tenka.__main__"
)
PATIENCE = 120  # seconds for what takes one or two on an idle machine
RANDOM_BOT = {"kind": "bot", "level": "random"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`tenka serve` in a process of its own; it can be killed and started again."""

    def __init__(
        self,
        database: str,
        port: int | None = None,
        workers: int = 1,
        files: int | None = None,  # that it may open, if it is to have less than usual
        ahead: float = 0,  # seconds of its clock
        **settings: object,
    ) -> None:
        self.database, self.workers, self.files, self.ahead = database, workers, files, ahead
        self.tenka = ("-c", WRONG_CLOCK.format(ahead)) if ahead else ("-m", "tenka")
        self.port = port or free_port()
        self.settings = {f"TENKA_{k.upper()}": str(v) for k, v in settings.items()}
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen | Forked | None = None
        self.log = tempfile.NamedTemporaryFile()  # noqa: SIM115  (it lives as long as the server)

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *what: object) -> None:
        self.stop()

    def start(self) -> None:
        words = ["serve", "--port", str(self.port), "--database", self.database]
        settings = {**os.environ, **EASY, **self.settings}
        usual = self.workers == 1 and not self.ahead and "PYTHONPATH" not in settings
        if usual and settings.items() >= INTERPRETED.items():
            self.process = Forked(words, settings, self.log.name, self.files)
        else:
            self.process = subprocess.Popen(
                [sys.executable, *self.tenka, *words, "--workers", str(self.workers)],
                cwd=ROOT,
                env=settings,
                stdout=self.log,
                stderr=self.log,
            )
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            with suppress(OSError), urllib.request.urlopen(f"{self.url}/healthz"):  # noqa: S310
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.output()[-3000:]}")

    def output(self) -> str:
        """All that it has logged."""
        return Path(self.log.name).read_text()

    def kill(self) -> None:
        """End it without a chance to tidy up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(15)
            self.kill()
        self.log.close()


def children_of(process: int) -> list[int]:
    """Processes that a process started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            if int(stat.read_text().rsplit(")", 1)[1].split()[1]) == process:
                found.append(int(stat.parent.name))
    return found


def connection(url: str, headers: dict[str, str] | None = None) -> httpx.AsyncClient:
    """A client for a server; without what is for TLS only, which takes a while to load."""
    return httpx.AsyncClient(
        base_url=url,
        headers=headers,
        timeout=PATIENCE,
        verify=False,  # noqa: S501  (there is no TLS on loopback)
        trust_env=False,
    )


class Person:
    """Somebody at a table: a key, a connection, and perhaps several seats."""

    def __init__(self, url: str, link: str = "", key: str | None = None) -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self.http = connection(url, headers)
        self.link, self.key = link, key

    async def __aenter__(self) -> Person:
        return self

    async def __aexit__(self, *what: object) -> None:
        await self.http.aclose()

    def path(self, part: str = "") -> str:
        return f"/api/tables/{self.link}{part}"

    async def get(self, part: str = "", **query: object) -> httpx.Response:
        return await self.http.get(self.path(part), params=query)

    async def post(self, part: str, **body: object) -> httpx.Response:
        return await self.http.post(self.path(part), json=body)

    async def look(self, seat: int | None = None) -> dict:
        answer = await self.get(**({} if seat is None else {"seat": seat}))
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def play(self, seat: int, version: int, *decisions: int | str, **more) -> httpx.Response:
        return await self.post(
            "/moves", seat=seat, version=version, decisions=list(decisions), **more
        )

    @asynccontextmanager
    async def stream(self, seat: int | None = None, last: int | None = None):
        """The live stream, as an iterator over its messages."""
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        query = {} if seat is None else {"seat": seat}
        async with self.http.stream(
            "GET", self.path("/stream"), params=query, headers=headers, timeout=PATIENCE
        ) as answer:
            assert answer.status_code == 200, await answer.aread()
            yield messages(answer)

    @asynccontextmanager
    async def people(self, seat: int | None = None):
        """What a stream tells of who is here, as an iterator."""
        query = {} if seat is None else {"seat": seat}
        async with self.http.stream("GET", self.path("/stream"), params=query) as answer:
            yield people_told(answer)


async def people_told(answer: httpx.Response):
    """Who is here, each time that a stream tells."""
    named = False
    async for line in answer.aiter_lines():
        if line.startswith("data: ") and named:
            yield json.loads(line[6:])
        named = line == "event: people"


async def until_told(people, check) -> dict:
    """The first that is told of who is here and passes a check."""
    async with asyncio.timeout(PATIENCE):
        async for told in people:
            if check(told):
                return told
    raise AssertionError("the stream ended")


async def messages(answer: httpx.Response):
    """The messages of a stream: (id, content), or (None, comment)."""
    id_, data = None, None
    async for line in answer.aiter_lines():
        if line.startswith("id: "):
            id_ = int(line[4:])
        elif line.startswith("data: ") and id_ is not None:
            data = json.loads(line[6:])
        elif line.startswith(":"):
            yield None, line
        elif not line and data is not None:
            yield id_, data
            id_, data = None, None


async def sit_down(url: str, game: str, count: int, **wishes: object) -> list[Person]:
    """A table with a person in each seat, in the order of the seats."""
    async with connection(url) as http:
        wish = {"game": game, "players": count, "stand_in": "random", **wishes}
        made = await http.post("/api/tables", json=wish)
        assert made.status_code == 201, made.text
        link, keys = made.json()["table"]["table"], [made.json()["key"]]
        for seat in range(1, count):
            joined = await http.post(
                f"/api/tables/{link}/join",
                json={"name": f"Guest {seat}", "seat": seat},
                headers={"Authorization": "Bearer nobody"},
            )
            assert joined.status_code == 200, joined.text
            keys.append(joined.json()["key"])
    return [Person(url, link, key) for key in keys]


@asynccontextmanager
async def table(url: str, game: str = "suntzu", count: int = 2, **wishes: object):
    """People at a new table, who hang up at the end."""
    people = await sit_down(url, game, count, **wishes)
    try:
        yield people
    finally:
        for person in people:
            await person.http.aclose()


def plan(look: dict) -> list[str]:
    """Orders for all five provinces of Sun Tzu, from the hand as it lies."""
    hand = look["view"]["players"][look["viewer"]]["hand"]
    provinces = [province["name"] for province in look["view"]["provinces"]]
    return [f"{name}={card}" for name, card in zip(provinces, hand, strict=False)]


async def next_message(stream, check=lambda data: True) -> tuple[int, dict]:
    """The next message that passes a check."""
    async with asyncio.timeout(PATIENCE):
        async for id_, data in stream:
            if id_ is not None and check(data):
                return id_, data
    raise AssertionError("the stream ended")
