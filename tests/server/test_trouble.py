"""When the database is away or its disk is full, the server says so, and goes on afterwards."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tenka.server import ledger
from tenka.server.storage import Storage
from tests.server.conftest import new_cluster
from tests.server.running import PATIENCE, Person, Server, connection, table
from tests.server.test_moves import BEGINNER, refused


async def until_well(server: Server) -> None:
    async with asyncio.timeout(PATIENCE), connection(server.url) as http:
        while (await http.get("/healthz")).status_code != 200:
            await asyncio.sleep(0.1)


async def until_ill(server: Server) -> None:
    async with asyncio.timeout(PATIENCE), connection(server.url) as http:
        while (answer := await http.get("/healthz")).status_code == 200:
            await asyncio.sleep(0.1)
    assert "database" in refused(answer, 503, "unavailable")


async def busy(person: Person, times: int) -> set[int]:
    """The statuses of so many moves and undos; each of them must be written down."""
    statuses = set()
    for _ in range(times):
        look = await person.look(0)
        move = await person.play(0, look["version"], look["legal"][0]["id"])
        look = await person.look(0)
        back = await person.post("/undo", seat=0, version=look["version"])
        statuses |= {move.status_code, back.status_code}
    return statuses


def test_a_dead_database_is_503_until_it_lives_again():
    cluster = new_cluster()
    cluster.psql("CREATE DATABASE mortal;")

    async def check(server):
        async with table(server.url, options=BEGINNER) as (ann, _):
            look = await ann.look(0)
            choice = look["legal"][0]["id"]
            kill(cluster)
            for answer in (await ann.get(), await ann.play(0, look["version"], choice)):
                refused(answer, 503, "unavailable")
                assert answer.headers["retry-after"]
            await until_ill(server)
            cluster.ensure_postgres_running()
            await until_well(server)
            assert (await ann.play(0, look["version"], choice)).status_code == 200

    try:
        with Server(cluster.get_uri(database="mortal")) as server:
            asyncio.run(check(server))
            assert "Traceback" not in server.output()
    finally:
        cluster.cleanup()


def kill(cluster) -> None:
    """End PostgreSQL without a chance to say goodbye to anybody."""
    number = int((Path(cluster.pgdata) / "postmaster.pid").read_text().splitlines()[0])
    os.kill(number, signal.SIGQUIT)
    give_up = time.monotonic() + PATIENCE
    while Path(f"/proc/{number}").exists() and time.monotonic() < give_up:
        time.sleep(0.05)


def test_files_that_cannot_grow_are_503_until_they_can(sqlite):
    """The system refuses every write beyond what is there, as a full disk does."""

    async def check(server):
        async with table(server.url, options=BEGINNER) as (ann, _):
            assert await busy(ann, 3) == {200}
            before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, before[1]))
            look = await ann.look(0)
            move = await ann.play(0, look["version"], look["legal"][0]["id"])
            refused(move, 503, "unavailable")
            await until_ill(server)
            assert (await ann.look(0)) == look  # what is there can be read
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
            await until_well(server)
            assert await busy(ann, 3) == {200}

    with Server(sqlite()) as server:
        asyncio.run(check(server))


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A file system of its own with room for little; it takes an administrator to make one."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("this user may not mount a file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take all the room that is left; the file to remove again."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):  # what fits is written
            pass
    assert shutil.disk_usage(folder).free < 4096
    return ballast


@pytest.fixture
def small_disk(tmp_path):
    with disk(tmp_path, 1) as folder:
        yield folder


def test_a_full_disk_is_503_until_there_is_room(small_disk):
    async def check(server):
        async with table(server.url, options=BEGINNER) as (ann, _):
            assert await busy(ann, 2) == {200}
            ballast = fill(small_disk)
            met = set()
            async with asyncio.timeout(PATIENCE):  # its log may be emptied, which makes some room
                while (
                    answer := await ann.http.get("/healthz")
                ).status_code == 200 or 503 not in met:
                    met |= await busy(ann, 1)
            assert "database" in refused(answer, 503, "unavailable")
            ballast.unlink()
            await until_well(server)
            assert await busy(ann, 2) == {200}

    with Server(f"sqlite:///{small_disk / 'tables.sqlite'}") as server:
        asyncio.run(check(server))


class Diligent:
    """Somebody who decides and takes back, and remembers what was acknowledged."""

    def __init__(self, person: Person) -> None:
        self.person, self.sent, self.acknowledged = person, list[str](), list[str]()

    async def decide(self) -> httpx.Response:
        """One decision more, or the last one back."""
        look = await self.person.look(0)
        request = f"r{len(self.sent)}"
        self.sent.append(request)
        body = {"seat": 0, "version": look["version"], "request": request}
        if look["undo"]:
            answer = await self.person.post("/undo", **body)
        else:
            answer = await self.person.post("/moves", **body, decisions=[look["legal"][0]["id"]])
        if answer.status_code == 200:
            self.acknowledged.append(request)
        return answer

    async def decide_until_kept(self, cluster) -> None:
        """Try again; a database that has ended is started."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(subprocess.SubprocessError):
                    await asyncio.to_thread(cluster.ensure_postgres_running)
                with suppress(AssertionError):  # even looking is refused
                    if (await self.decide()).status_code == 200:
                        return
                await asyncio.sleep(0.2)

    async def decide_until_refused(self) -> httpx.Response:
        async with asyncio.timeout(PATIENCE):
            while (answer := await self.decide()).status_code == 200:
                pass
        return answer


async def requests_kept(address: str) -> list[str]:
    """What the ledger of the only table has, in order."""
    storage = Storage(address)
    async with storage.reading() as connection_:
        lines = await ledger.after(connection_, 1)
    await storage.close()
    return [line.request for line in lines if line.request]


@pytest.mark.parametrize("full", ["tables", "log"])
def test_a_full_disk_of_postgresql_is_503_until_there_is_room(full, tmp_path):
    """No table can grow; or its log cannot, which ends PostgreSQL until somebody starts it."""

    async def check(server: Server, folder: Path, cluster) -> Diligent:
        async with table(server.url, options=BEGINNER) as (ann, _):
            diligent = Diligent(ann)
            for _ in range(4):
                assert (await diligent.decide()).status_code == 200
            ballast = fill(folder)
            if full == "log":
                with suppress(subprocess.CalledProcessError):
                    cluster.psql("SELECT pg_switch_wal();")
            refused(await diligent.decide_until_refused(), 503, "unavailable")
            ballast.unlink()
            await diligent.decide_until_kept(cluster)
            await until_well(server)
            for _ in range(4):
                assert (await diligent.decide()).status_code == 200
            return diligent

    with disk(tmp_path, 128) as folder:
        cluster = new_cluster(folder / "data")
        try:
            cluster.psql("CREATE DATABASE little;")
            address = cluster.get_uri(database="little")
            with Server(address) as server:
                diligent = asyncio.run(check(server, folder, cluster))
            kept = asyncio.run(requests_kept(address))
        finally:
            cluster.cleanup()
    assert [request for request in kept if request in diligent.acknowledged] == (
        diligent.acknowledged
    )
    assert len(set(kept)) == len(kept)
    if full == "tables":
        assert kept == diligent.acknowledged
        assert len(kept) < len(diligent.sent)
