"""Many live tables on one server: moves per second, latency to the others' streams, memory.

    python -m benchmarks.table_load --tables 500 --seconds 30 --rate 50

Starts a server of its own on loopback with games that are somewhere in their first half, as few
players at each table as the game takes, each with a live stream, and lets them decide at random, so
many decisions a second in all: with 500 tables and 50 a second somebody decides at each table every
ten seconds. As in the browser, a choice of several steps goes as one request. Latency is the time
from sending a POST to the moment at which another player's stream tells of it, where others are
told at all; client and server share this machine. Every stream's ids are checked: one that is
missing or comes twice is a fault, and so is a decision without an answer. With --readers N so many
people beside them ask for the statistics and the journal of a whole game of Shogun, again and again
without a pause. With --reviews N so many finished games of two are reviewed at a time, one after
another.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import tenka

Decision = tuple[int, tenka.Action]
COMPILING = 180  # seconds at most until the server is ready


class Connection:
    """A bare HTTP connection: the client must not be what is measured."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter

    async def open(self) -> asyncio.StreamReader:
        """Connect, unless it is connected: the server does not wait for ever for a request."""
        if self.reader is None or self.reader.at_eof():
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, limit=1 << 20
            )
        return self.reader

    async def send(self, method: str, path: str, key: str = "", body: Any = None) -> int:
        reader = await self.open()
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        self.writer.write(head.encode() + content)
        return int((await reader.readline()).split()[1])

    async def ask(self, method: str, path: str, key: str = "", body: Any = None) -> Any:
        status, reader, size = await self.send(method, path, key, body), await self.open(), 0
        while (line := await reader.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
        return status, json.loads(await reader.readexactly(size))


class Run:
    """What is measured."""

    def __init__(self, tables: int, rate: float) -> None:
        self.think = tables / rate  # seconds between two decisions at one table, on average
        self.measuring = False
        self.decisions = 0
        self.answers: list[float] = []
        self.latencies: list[float] = []
        self.faults = 0
        self.finished = 0
        self.readings = 0
        self.reviewed = 0  # decisions


class Seat:
    """One player: a stream to listen to, a connection to decide on."""

    def __init__(self, run: Run, port: int, link: str, key: str, number: int) -> None:
        self.run, self.link, self.key, self.number = run, link, key, number
        self.posts = Connection(port)
        self.posting = asyncio.Lock()  # a stream may tell of a decision before its answer comes
        self.stream = Connection(port)
        self.sent: list[float] = []  # when each seat of this table last sent a decision; shared
        self.last = 0

    async def play(self) -> None:
        path = f"/api/tables/{self.link}/stream?seat={self.number}&last={self.last}"
        assert await self.stream.send("GET", path, self.key) == 200
        reader = await self.stream.open()
        waiting: asyncio.Task[None] | None = None
        while True:
            line = await reader.readline()
            if not line:
                return
            if not line.startswith(b"data: "):
                continue
            now = time.perf_counter()
            message = json.loads(line[6:])
            if "events" not in message:
                continue  # it tells who is here
            self.hear(message, now)
            if message["status"] == "finished":
                self.run.finished += 1
                return
            if waiting:
                waiting.cancel()
            waiting = None
            if message["legal"]:
                waiting = asyncio.create_task(self.decide(message))

    def hear(self, message: dict[str, Any], now: float) -> None:
        for event in message["events"]:
            self.last += 1
            self.run.faults += event["id"] != self.last
            other = event["seat"] is not None and event["seat"] != self.number
            if other and event["kind"] == "move" and self.run.measuring:
                self.run.latencies.append(now - self.sent[event["seat"]])

    async def decide(self, message: dict[str, Any]) -> None:
        together = len(message["to_act"])
        decisions = some_choice(message["legal"])
        await asyncio.sleep(random.expovariate(1 / (self.run.think * together * len(decisions))))
        body = {"seat": self.number, "version": message["version"], "decisions": decisions}
        await asyncio.shield(self.post(body))

    async def post(self, body: dict[str, Any]) -> None:
        path = f"/api/tables/{self.link}/moves"
        async with self.posting:
            await self.posts.open()
            start = self.sent[self.number] = time.perf_counter()
            status = 0
            with suppress(OSError, ValueError, IndexError, EOFError):  # it hung up, or said nothing
                status, _ = await self.posts.ask("POST", path, self.key, body)
        if status == 200 and self.run.measuring:
            self.run.decisions += len(body["decisions"])
            self.run.answers.append(time.perf_counter() - start)
        elif status not in (200, 409):
            self.run.faults += 1


def some_choice(legal: list[dict[str, Any]]) -> list[int]:
    """A random choice with all its steps."""
    choice = random.choice(legal)
    decisions, ways = [choice["id"]], choice.get("leads_to")
    while ways:
        step = random.choice(list(ways))
        decisions.append(int(step))
        ways = ways[step] if isinstance(ways, dict) else None
    return decisions


def start_server(database: str, port: int) -> subprocess.Popen[bytes]:
    unlimited = ("REQUEST_RATE", "CREATE_RATE", "TABLES_PER_ADDRESS", "LISTED_PER_ADDRESS")
    settings = {**dict.fromkeys(unlimited, "0"), "STREAMS_PER_ADDRESS": "100000"}
    environment = {**os.environ, **{f"TENKA_{k}": v for k, v in settings.items()}}
    command = [sys.executable, "-m", "tenka", "serve", "--port", str(port), "--database", database]
    server = subprocess.Popen(command, env=environment)
    give_up = time.monotonic() + COMPILING
    while time.monotonic() < give_up and server.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
                if not json.load(answer)["preparing"]:
                    return server
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit("the server did not start")


def memory(process: int) -> int:
    """Bytes of memory that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(process: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def whole_game(game: str, players: int, seed: int) -> tuple[tenka.Match, list[Decision]]:
    """A random game, and its decisions."""
    rng, decisions = random.Random(seed), []
    match = tenka.new(game, players=players, seed=seed)
    while not match.over:
        seat = rng.choice(match.to_act)
        decisions.append((seat, rng.choice(match.legal(seat))))
        match.play(*decisions[-1])
    return match, decisions


def some_game(game: str, players: int, seed: int) -> tenka.Match:
    """A random game that has not come to its middle."""
    _, decisions = whole_game(game, players, seed)
    match = tenka.new(game, players=players, seed=seed)
    for seat, action in decisions[: random.Random(seed).randrange(len(decisions) // 2)]:
        match.play(seat, action)
    return match


async def lay_tables(run: Run, port: int, count: int, game: str) -> list[Seat]:
    """Tables with a player in each seat, from records of games that have begun."""
    line = Connection(port)
    players = min(tenka.game(game).players)
    seats = []
    for seed in range(count):
        record = some_game(game, players, seed).record()
        status, made = await line.ask("POST", "/api/records", body=record)
        assert status == 201, made
        link, key, sent = made["table"]["table"], made["key"], [0.0] * players
        for number in range(players):
            seat = Seat(run, port, link, key, number)
            _, look = await line.ask("GET", f"/api/tables/{link}?seat={number}", key)
            seat.sent, seat.last = sent, look["position"]
            seats.append(seat)
    return seats


async def lay_whole_game(port: int) -> str:
    """A finished game of Shogun, for those who read it."""
    record = whole_game("shogun", players=5, seed=1)[0].record()
    _, made = await Connection(port).ask("POST", "/api/records", body=record)
    return str(made["table"]["table"])


async def read_on(run: Run, port: int, link: str) -> None:
    """Ask for all that there is about a game, for ever."""
    line = Connection(port)
    for part in itertools.cycle(("statistics", "journal")):
        status, _ = await line.ask("GET", f"/api/tables/{link}/{part}")
        run.readings += run.measuring
        run.faults += status != 200


async def review_on(run: Run, port: int, game: str, first: int) -> None:
    """Have one finished game after another reviewed, for ever."""
    line = Connection(port)
    for seed in itertools.count(first):
        record = whole_game(game, min(tenka.game(game).players), seed)[0].record()
        _, made = await line.ask("POST", "/api/records", body=record)
        path, done, told = f"/api/tables/{made['table']['table']}/review", 0, None
        while told is None or told["review"] is None:
            status, told = await line.ask("GET" if told else "POST", path)
            if status not in (200, 202):
                raise SystemExit(f"no review: {told}")
            run.reviewed += run.measuring * (told["done"] - done)
            done = told["done"]
            await asyncio.sleep(0.5)


async def measure(arguments: argparse.Namespace, port: int, process: int) -> dict[str, Any]:
    run = Run(arguments.tables, arguments.rate)
    before = memory(process)
    seats = await lay_tables(run, port, arguments.tables, arguments.game)
    playing = [asyncio.create_task(seat.play()) for seat in seats]
    if arguments.readers:
        link = await lay_whole_game(port)
        reading = (read_on(run, port, link) for _ in range(arguments.readers))
        playing += map(asyncio.create_task, reading)
    for number in range(arguments.reviews):
        work = review_on(run, port, arguments.game, 1000 * (number + 1))
        playing.append(asyncio.create_task(work))
    await asyncio.sleep(arguments.warm_up)
    gc.disable()  # the client's own pauses are not to be measured
    used, run.measuring = cpu_seconds(process), True
    await asyncio.sleep(arguments.seconds)
    run.measuring = False
    used = cpu_seconds(process) - used
    held = memory(process) - before
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return {
        "game": arguments.game,
        "tables": arguments.tables,
        "streams": len(seats),
        "seconds": arguments.seconds,
        "decisions_per_second": round(run.decisions / arguments.seconds, 1),
        "requests_per_second": round(len(run.answers) / arguments.seconds, 1),
        "latency_ms": percentiles(run.latencies),
        "answer_ms": percentiles(run.answers),
        "server_cpu": round(used / arguments.seconds, 2),
        "server_ms_per_decision": round(1000 * used / max(1, run.decisions), 2),
        "kib_per_table": round(held / arguments.tables / 1024, 1),
        "load_average": os.getloadavg()[0],
        "readings_per_second": round(run.readings / arguments.seconds, 1),
        "reviewed_per_second": round(run.reviewed / arguments.seconds, 1),
        "faults": run.faults,
    }


def percentiles(values: list[float]) -> dict[str, float]:
    if len(values) < 2:
        return {}
    cuts = statistics.quantiles(values, n=100)
    picked = {"p50": cuts[49], "p90": cuts[89], "p99": cuts[98], "most": max(values)}
    return {name: round(1000 * value, 1) for name, value in picked.items()} | {"of": len(values)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--warm-up", type=float, default=12)
    parser.add_argument("--rate", type=float, default=50, help="decisions per second, in all")
    parser.add_argument("--game", default="suntzu")
    parser.add_argument("--readers", type=int, default=0, help="who read a whole game all the time")
    parser.add_argument("--reviews", type=int, default=0, help="games reviewed all the time")
    parser.add_argument("--database", help="an address; without: a SQLite file for this run")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        address = arguments.database or f"sqlite:///{folder}/tables.sqlite"
        server = start_server(address, port)
        try:
            report = asyncio.run(measure(arguments, port, server.pid))
        finally:
            server.send_signal(signal.SIGKILL)
            server.wait()
    if arguments.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:24} {value}")


if __name__ == "__main__":
    main()
