"""Who is here: told to everyone at a table, by whichever process, and nothing else with it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import AsyncExitStack

import pytest

from tests.server.running import PATIENCE, Person, Server, plan, table, until_told
from tests.server.test_moves import BEGINNER


@pytest.fixture(scope="module")
def lenient(sqlite):
    """A server that takes nobody for gone who comes again, however slow the machine is."""
    with Server(sqlite(), away_seconds=PATIENCE) as server:
        yield server


def test_who_comes_and_goes_is_told(each_server):
    async def check():
        async with table(each_server.url) as (ann, bob):
            begun = time.time()
            async with ann.people(0) as told, Person(each_server.url, ann.link) as stranger:
                first = await until_told(told, lambda p: p["away"][0] is None)
                assert first["away"][1] is not None  # Bob has not been here yet
                async with bob.people(1), stranger.people():
                    await until_told(told, lambda p: p == {"away": [None, None], "watching": 1})
                    assert (await bob.get("/people")).json() == {
                        "away": [None, None],
                        "watching": 1,
                    }
                gone = await until_told(told, lambda p: p["away"][1] and not p["watching"])
                assert begun <= gone["away"][1] <= time.time()

    asyncio.run(check())


def test_a_reload_is_no_departure(lenient):
    async def check():
        async with table(lenient.url) as (ann, bob), ann.people(0) as told:
            async with bob.people(1):
                await until_told(told, lambda p: p["away"] == [None, None])
            async with bob.people(1), Person(lenient.url, ann.link) as stranger, stranger.people():
                told = await until_told(told, lambda p: p["watching"] == 1)
                assert told["away"] == [None, None]

    asyncio.run(check())


def test_two_processes_know_of_each_other_and_of_one_that_dies(sqlite, postgres):
    async def check(here, there):
        async with table(here.url) as (ann, bob), AsyncExitStack() as stack:
            far = await stack.enter_async_context(Person(there.url, bob.link, bob.key))
            told = await stack.enter_async_context(ann.people(0))
            await stack.enter_async_context(far.people(1))
            await until_told(told, lambda p: p["away"] == [None, None])
            there.kill()
            gone = await until_told(told, lambda p: p["away"][1] is not None)
            assert gone["away"][1] <= time.time()

    for database in (sqlite, postgres):
        address = database()
        with (
            Server(address, processes=2, presence_seconds=0.3) as here,
            Server(address, processes=2, presence_seconds=0.3) as there,
        ):
            asyncio.run(check(here, there))


def test_a_process_that_was_taken_for_dead_tells_anew_who_is_here(sqlite):
    async def check(server):
        async with table(server.url) as (ann, _), ann.people(0) as told:
            await until_told(told, lambda p: p["away"][0] is None)
            with sqlite3.connect(address.removeprefix("sqlite:///"), timeout=30) as file:
                file.execute("DELETE FROM processes")
                file.execute("UPDATE presence SET process = '', streams = 0")
            async with asyncio.timeout(PATIENCE):
                while (await ann.get("/people")).json()["away"][0] is not None:
                    await asyncio.sleep(0.05)

    address = sqlite()
    with Server(address, presence_seconds=0.3) as server:
        asyncio.run(check(server))


def test_what_a_killed_server_left_open_is_closed_when_it_starts_again(sqlite):
    address = sqlite()

    async def sit(url):
        async with table(url) as (ann, _), ann.people(0) as told:
            await until_told(told, lambda p: p["away"][0] is None)
            server.kill()
            return ann.link, ann.key

    async def look(link, key):
        async with Person(server.url, link, key) as ann:
            async with asyncio.timeout(PATIENCE):
                while (await ann.get("/people")).json()["away"][0] is None:
                    await asyncio.sleep(0.05)

    with Server(address) as server:
        person = asyncio.run(sit(server.url))
        server.start()
        asyncio.run(look(*person))


def test_a_device_with_two_seats_does_not_tell_through_which_it_looks(lenient):
    """Handing the device over would tell that one has planned and the other has not."""
    wish = {"options": BEGINNER, "seats": [{"kind": "human", "name": n} for n in ("Ann", "Bob")]}

    async def check():
        async with Person(lenient.url) as both:
            made = (await both.http.post("/api/tables", json={"game": "suntzu", **wish})).json()
            both.link, key = made["table"]["table"], made["key"]
            async with Person(lenient.url, both.link) as stranger, stranger.people() as told:
                for seat in (0, 1, None):
                    async with Person(lenient.url, both.link, key) as device, device.people(seat):
                        heard = await until_told(told, lambda p: True) if seat == 0 else None
                        while heard and heard["away"] != [None, None]:
                            heard = await until_told(told, lambda p: True)
                more = asyncio.create_task(anext(told))
                answer = (await stranger.get("/people")).json()
                assert answer == {"away": [None, None], "watching": 1}
                assert not more.done()
                more.cancel()
                await asyncio.gather(more, return_exceptions=True)

    asyncio.run(check())


def test_presence_tells_nothing_of_what_is_decided_in_secret(server):
    async def check():
        async with (
            table(server.url, options=BEGINNER) as (ann, bob),
            ann.people(0) as seen,
            bob.people(1),
        ):
            await until_told(seen, lambda p: p["away"] == [None, None])
            more = asyncio.create_task(anext(seen))
            before = (await ann.get("/people")).text
            for order in plan(await bob.look(1))[:4]:
                version = (await bob.look(1))["version"]
                assert (await bob.play(1, version, order)).is_success
                assert (await ann.get("/people")).text == before
            assert not more.done()
            more.cancel()
            await asyncio.gather(more, return_exceptions=True)

    asyncio.run(check())
