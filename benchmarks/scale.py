"""Thousands of live tables over several processes on PostgreSQL: how soon others see a move.

    python -m benchmarks.scale --tables 5000 --rates 50,100,200 --out build/scale.json

Starts PostgreSQL and several server processes on loopback. At each table two people play Samurai;
each has a live stream, and the two are at different processes, so that every move crosses from one
to the other. Moves come at an even pace, each at a table chosen at random. Latency is the time from
sending a move to the moment at which the other player's stream tells of it. All of it (client,
servers, database) shares this machine. Every event must come once and in order; a move without an
answer is a fault. With --page the report files given become the table and the plot of that page.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.scale_page import rewrite
from benchmarks.table_load import Connection, cpu_seconds, memory, percentiles, some_choice
from tenka.server import ledger, lobby, seats, tables
from tenka.server.lobby import SeatWish
from tenka.server.storage import Storage
from tests.server.conftest import new_cluster
from tests.server.running import children_of, free_port

GAME, PLAYERS = "samurai", 2
OPTIONS = {"hands": "random", "figures": "random"}  # so that every move is seen from the first on
KEY = "a-key-for-every-seat-x"  # every player's: it is not the keys that are measured
COMPILING = 600.0  # seconds at most until the servers have all their code
OPENING = 64  # streams that are opened at the same time
SETTLING = 8.0  # seconds before each measurement
UNLIMITED = {
    **dict.fromkeys(("REQUEST_RATE", "CREATE_RATE", "TABLES_PER_ADDRESS"), "0"),
    "STREAMS_PER_ADDRESS": "100000",
    "DATABASE_CONNECTIONS": "20",
    "NOTICE_SECONDS": "5",  # so that what a move leaves to be done is done while it is measured
}


class Run:
    """What is measured, at one pace."""

    def __init__(self) -> None:
        self.moves = 0
        self.latencies: list[float] = []
        self.late = 0  # times at which no table was free to move


class Player:
    """One seat's stream: what it may decide, and when it heard of the other's moves."""

    def __init__(self, table: Table, seat: int, port: int) -> None:
        self.table, self.seat, self.port = table, seat, port
        self.stream = Connection(port)
        self.last = 0
        self.choice: tuple[int, list[int]] | None = None  # version, decisions

    async def listen(self, opened: asyncio.Event) -> None:
        """Follow the stream to its end."""
        path = f"/api/tables/{self.table.link}/stream?seat={self.seat}&last=1"
        assert await self.stream.send("GET", path, KEY) == 200
        reader, first = await self.stream.open(), True
        while line := await reader.readline():
            if not line.startswith(b"data: "):
                continue
            now = time.perf_counter()
            message = json.loads(line[6:])
            if "events" not in message:
                continue  # it tells who is here
            self.hear(message, now, first)
            first = False
            opened.set()

    def hear(self, message: dict[str, Any], now: float, first: bool) -> None:
        for event in message["events"]:
            self.table.faults += not first and event["id"] != self.last + 1
            self.last = event["id"]
            if event["kind"] == "move" and event["seat"] not in (None, self.seat):
                self.table.seen(now)
        self.last = message["position"]
        legal = message["legal"]
        self.choice = (message["version"], some_choice(legal)) if legal else None


class Table:
    """A table with its players, each at another process."""

    def __init__(self, link: str, ports: Sequence[int]) -> None:
        self.link = link
        self.players = [Player(self, seat, ports[seat]) for seat in range(PLAYERS)]
        self.sent: float | None = None
        self.run: Run | None = None
        self.moving = False
        self.faults = 0

    def seen(self, now: float) -> None:
        if self.sent is not None and self.run is not None:
            self.run.latencies.append(now - self.sent)
        self.sent = None

    async def move(self, lines: dict[int, list[Connection]], run: Run) -> None:
        """Whoever is asked decides."""
        player = next(player for player in self.players if player.choice)
        version, decisions = player.choice or (0, [])
        body = {"seat": player.seat, "version": version, "decisions": decisions}
        player.choice, self.moving = None, True
        free = lines[player.port]
        line, status = free.pop() if free else Connection(player.port), 0
        with suppress(OSError, ValueError, IndexError, EOFError):
            await line.open()
            self.sent, self.run = time.perf_counter(), run
            status, _ = await line.ask("POST", f"/api/tables/{self.link}/moves", KEY, body)
        free.append(line)
        run.moves += status == 200
        self.faults += status != 200
        self.moving = False


# -- the stage


async def lay_tables(address: str, count: int) -> list[str]:
    """Games that have just begun, put into the database as the server does it."""
    storage, links = Storage(address), []
    await storage.open()
    wishes = [SeatWish("human", f"Player {seat}") for seat in range(PLAYERS)]
    for start in range(0, count, 100):
        async with storage.changing() as connection:
            for _ in range(min(100, count - start)):
                table = lobby.lay(GAME, OPTIONS, PLAYERS, wishes, KEY)
                lines = lobby.begun(table)
                await tables.insert(connection, table)
                for line in lines:
                    line.table_id = table.id
                await ledger.insert(connection, lines)
                links.append(table.link)
    await storage.close()
    assert seats.hash_of(KEY) == table.seats[0].key
    return links


@contextmanager
def server(address: str, processes: int) -> Iterator[tuple[int, int]]:
    """One server process, and the port at which it listens."""
    port = free_port()
    settings = {**UNLIMITED, "PROCESSES": str(processes), "LOG_LEVEL": "WARNING"}
    environment = {**os.environ, **{f"TENKA_{name}": value for name, value in settings.items()}}
    command = [sys.executable, "-m", "tenka", "serve", "--port", str(port), "--database", address]
    process = subprocess.Popen(command, env=environment)
    try:
        yield process.pid, port
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


async def until_ready(port: int) -> None:
    """Until it answers and has all its code: rules that are interpreted cost many times as much."""
    async with asyncio.timeout(COMPILING):
        while True:
            with suppress(OSError, ValueError, IndexError, EOFError):
                status, health = await Connection(port).ask("GET", "/healthz")
                if status == 200 and not health["preparing"]:
                    return
            await asyncio.sleep(0.2)


async def open_streams(all_: list[Table]) -> list[asyncio.Task[None]]:
    """Let everybody listen, a few at a time."""
    turns, playing = asyncio.Semaphore(OPENING), []

    async def begin(player: Player) -> None:
        async with turns:
            opened = asyncio.Event()
            playing.append(asyncio.create_task(player.listen(opened)))
            await opened.wait()

    await asyncio.gather(*(begin(player) for table in all_ for player in table.players))
    return playing


def at_random(all_: list[Table]) -> Iterator[Table]:
    """Tables without end, each chosen at random."""
    while True:
        yield random.choice(all_)


async def play(
    all_: list[Table], rate: float, seconds: float, run: Run, order: Iterator[Table] | None = None
) -> None:
    """Moves at an even pace, each at the next table of the order that is free."""
    order = order or at_random(all_)
    lines: dict[int, list[Connection]] = {}
    for player in (player for table in all_ for player in table.players):
        lines.setdefault(player.port, [])
    moving: set[asyncio.Task[None]] = set()
    start = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        free = (t for t in islice(order, 20) if not t.moving and any(p.choice for p in t.players))
        table = next(free, None)
        if table is None:
            run.late += 1
            continue
        task = asyncio.create_task(table.move(lines, run))
        moving.add(task)
        task.add_done_callback(moving.discard)
    await asyncio.gather(*moving)
    for connection in (line for free in lines.values() for line in free):
        if connection.reader is not None:
            connection.writer.close()


# -- measuring


class Machine:
    """The processes whose time and memory are counted."""

    def __init__(self, servers: list[int], cluster: Any) -> None:
        self.servers = servers
        pid = Path(cluster.pgdata) / "postmaster.pid"
        self.database = int(pid.read_text().splitlines()[0])

    def memory(self) -> int:
        """Bytes that the servers hold."""
        return sum(map(memory, self.servers))

    def seconds(self) -> tuple[float, float]:
        """Processor time of the servers, and of the database's processes, dead or alive."""
        database = [self.database, *children_of(self.database)]
        ended = ended_seconds(self.database)
        return sum(map(cpu_seconds, self.servers)), ended + sum(map(cpu_seconds, database))


def ended_seconds(process: int) -> float:
    """Processor time of a process's children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


async def measure(arguments: argparse.Namespace, cluster: Any, address: str) -> dict[str, Any]:
    """The report of one run."""
    links = await lay_tables(address, arguments.tables)
    with ExitStack() as running:
        started = [
            running.enter_context(server(address, arguments.processes))
            for _ in range(arguments.processes)
        ]
        ports = [port for _, port in started]
        await asyncio.gather(*map(until_ready, ports))
        machine = Machine([process for process, _ in started], cluster)
        before, start = machine.memory(), time.perf_counter()
        all_ = [
            Table(link, [ports[(number + seat) % len(ports)] for seat in range(PLAYERS)])
            for number, link in enumerate(links)
        ]
        say(f"{arguments.tables} tables: their streams are opened")
        playing = await open_streams(all_)
        opened = time.perf_counter() - start
        await asyncio.sleep(SETTLING)
        report: dict[str, Any] = {
            "tables": arguments.tables,
            "streams": len(playing),
            "processes": arguments.processes,
            "streams_opened_per_second": round(len(playing) / opened, 1),
            "kib_per_table": round((machine.memory() - before) / 1024 / arguments.tables, 1),
            "idle_cpu": await cpu_of(machine, arguments.seconds / 2),
            "paces": [],
        }
        # What a table's first moves cost is not what a move costs: everywhere some are made before.
        say("first moves at every table")
        warming = arguments.moved * len(all_) / max(arguments.rates)
        await play(all_, max(arguments.rates), warming, Run(), cycle(all_))
        for rate in arguments.rates:
            say(f"{rate:.0f} moves a second")
            report["paces"].append(await at_pace(all_, rate, arguments.seconds, machine))
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        report["faults"] = sum(table.faults for table in all_)
        return report


async def cpu_of(machine: Machine, seconds: float) -> dict[str, float]:
    """Cores that are used while nothing happens."""
    before = machine.seconds()
    await asyncio.sleep(seconds)
    after = machine.seconds()
    names = ("servers", "database")
    return {n: round((b - a) / seconds, 3) for n, a, b in zip(names, before, after, strict=True)}


async def at_pace(
    all_: list[Table], rate: float, seconds: float, machine: Machine
) -> dict[str, Any]:
    """So many moves a second, for so long."""
    await play(all_, rate, SETTLING, Run())
    gc.collect()
    gc.disable()  # the client's own pauses are not to be measured
    run, before, start = Run(), machine.seconds(), time.perf_counter()
    await play(all_, rate, seconds, run)
    await asyncio.sleep(1)  # for the last ones to be seen
    after, took = machine.seconds(), time.perf_counter() - start
    gc.enable()
    used = [b - a for a, b in zip(before, after, strict=True)]
    return {
        "asked": rate,
        "moves_per_second": round(run.moves / (took - 1), 1),
        "seen_ms": percentiles(run.latencies),
        "servers_ms_per_move": round(1000 * used[0] / max(1, run.moves), 2),
        "database_ms_per_move": round(1000 * used[1] / max(1, run.moves), 2),
        "cores": round(sum(used) / took, 2),
        "no_table_free": run.late,
        "load_average": round(os.getloadavg()[0], 1),
    }


def say(what: str) -> None:
    """How far it is; the report itself goes to the standard output."""
    print(what, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--rates", type=lambda t: [float(r) for r in t.split(",")], default=[50.0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--moved", type=int, default=2, help="moves at each table before it counts")
    parser.add_argument("--out", type=Path, help="add the report to this file, a line each")
    parser.add_argument("--page", type=Path, help="only write the reports of --out into this page")
    arguments = parser.parse_args()
    if arguments.page:
        rewrite(arguments.page, arguments.out)
        return
    cluster = new_cluster()
    try:
        cluster.psql("CREATE DATABASE scale;")
        address = cluster.get_uri(database="scale")
        report = asyncio.run(measure(arguments, cluster, address))
    finally:
        cluster.cleanup()
    print(json.dumps(report))
    if arguments.out:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        with arguments.out.open("a", encoding="utf-8") as kept:
            print(json.dumps(report), file=kept)


if __name__ == "__main__":
    main()
