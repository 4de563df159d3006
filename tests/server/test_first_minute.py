"""From an empty cache: everything can be played before anything is compiled."""

import asyncio
import random
import signal
import time
from pathlib import Path

import pytest

from tenka.core.cache import root
from tenka.core.registry import bot_code
from tests.server.running import PATIENCE, Person, Server, children_of, connection

LEVELS = ("random", "novice", "adept", "expert", "master")


def compiling(folder):
    """A server that compiles in the background what is not in its cache."""
    server = Server(f"sqlite:///{folder}/table.sqlite")
    server.settings |= {"NUMBA_DISABLE_JIT": "0", "TENKA_CACHE_DIR": str(folder / "cache")}
    server.settings |= {"TENKA_COMPILE": "background"}
    return server


@pytest.fixture
def cold(tmp_path):
    """A server that finds nothing compiled."""
    with compiling(tmp_path) as server:
        yield server


@pytest.fixture
def without_expert(tmp_path):
    """A server that finds all that was ever compiled here, but for Sun Tzu's expert."""
    missing = bot_code("suntzu", "expert").folder
    (tmp_path / "cache").mkdir()
    for folder in root().iterdir():
        if folder.is_dir() and folder != missing:
            (tmp_path / "cache" / folder.name).symlink_to(folder)
    with compiling(tmp_path) as server:
        yield server


async def games(server):
    async with connection(server.url) as http:
        return {game["name"]: game for game in (await http.get("/api/games")).json()}


async def sit_beside(server, level, **more):
    """A person of Sun Tzu against a bot."""
    seats = [{"kind": "human"}, {"kind": "bot", "level": level, **more}]
    async with connection(server.url) as http:
        made = await http.post("/api/tables", json={"game": "suntzu", "seats": seats})
        assert made.status_code == 201, made.text
        return Person(server.url, made.json()["table"]["table"], made.json()["key"])


async def decide(person, rng, times):
    """Some random decisions of the first seat, each once the bot has made its own."""
    async with asyncio.timeout(PATIENCE):
        made = 0
        while made < times:
            look = await person.look(0)
            if look["status"] == "finished":
                break
            if look["legal"]:
                choice = rng.choice(look["legal"])["id"]
                made += (await person.play(0, look["version"], choice)).status_code == 200
            await asyncio.sleep(0.02)
    return await person.look(0)


@pytest.mark.long
def test_bots_of_every_level_answer_before_anything_is_compiled(cold):
    async def check():
        rng = random.Random(1)
        assert all(not game["ready"] for game in (await games(cold)).values())
        for level in LEVELS:
            person = await sit_beside(cold, level)
            async with person:
                look = await decide(person, rng, 7)  # five orders, and more
                assert look["view"]["round"] >= 1
                assert look["seats"][1]["level"] == level
        now = (await games(cold))["suntzu"]
        assert not now["ready"]  # so all of that was interpreted
        assert 0 <= now["progress"] < 1
        for bot in now["bots"]:  # the expert waits for the compiler, and whoever is made of one
            waits = "expert" in bot["level"]
            assert (bot["ready"], bot["meanwhile"]) == (not waits, "adept" if waits else None)

    asyncio.run(check())


@pytest.mark.long
def test_a_table_that_waits_for_its_bot_is_played_once_that_is_ready(without_expert):
    async def check():
        person = await sit_beside(without_expert, "expert", waits=True)
        async with person:
            look = await person.look(0)
            assert look["seats"][1]["waits"]
            await person.play(0, look["version"], look["legal"][0]["id"])  # a general
            while 0 not in (look := await person.look(0))["to_act"]:
                assert look["to_act"] == [1]
                await asyncio.sleep(0.5)
            bots = (await games(without_expert))["suntzu"]["bots"]
            assert all(bot["ready"] for bot in bots)
            assert "a bot failed" not in without_expert.output()

    asyncio.run(check())


def compilers(server):
    """The processes that compile for a server."""
    return [process for process in children_of(server.process.pid) if compiles(process)]


def compiles(process):
    """Whether a process is there, and compiles."""
    try:
        return b"tenka.prepare" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_compilers_end_with_their_server(cold, how):
    """Whether it is asked to end, or killed and cannot tell them."""
    give_up = time.monotonic() + PATIENCE
    while not (found := compilers(cold)) and time.monotonic() < give_up:
        time.sleep(0.05)
    assert found
    cold.process.send_signal(how)
    cold.process.wait(PATIENCE)
    while left := [process for process in found if compiles(process)]:
        assert time.monotonic() < give_up, left
        time.sleep(0.05)
