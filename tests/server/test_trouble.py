"""When the database is away or its disk is full, the server says so, and goes on afterwards."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest

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


@pytest.fixture
def small_disk(tmp_path):
    """A file system of its own with room for little; it takes an administrator to make one."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("this user may not mount a file system")
    yield tmp_path
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def test_a_full_disk_is_503_until_there_is_room(small_disk):
    async def check(server):
        async with table(server.url, options=BEGINNER) as (ann, _):
            assert await busy(ann, 2) == {200}
            ballast = small_disk / "ballast"
            with pytest.raises(OSError, match="No space"):
                ballast.write_bytes(b"x" * 2**20)  # more than there is; what fits is written
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
