"""A process that is cut off from its database, and one whose clock is wrong."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

import sqlalchemy as sa

from tenka.server.problems import Unavailable
from tenka.server.storage import ORDERS, Storage
from tests.server.running import PATIENCE, Person, Server, next_message, sit_down
from tests.server.somebody import Somebody, named, people
from tests.server.test_moves import refused
from tests.server.test_trouble import until_ill, until_well
from tests.server.wire import Wire, wire_to

DAY = 86400.0


def test_a_process_that_is_cut_off_says_so_and_comes_back(postgres):
    address = postgres()

    async def play(wire: Wire, cut_off: Server, other: Server) -> None:
        ann, bo = await sit_down(other.url, "suntzu", 2)
        async with (
            ann,
            bo,
            Person(cut_off.url, ann.link, ann.key) as there,
            there.stream(0) as told,
        ):
            _, look = await next_message(told)
            choice = look["legal"][0]["id"]
            wire.whole.clear()
            refused(await there.play(0, look["version"], choice), 503, "unavailable")
            await until_ill(cut_off)
            said = await bo.post("/chat", seat=1, text="Where are you?")
            assert said.status_code == 200  # the others go on
            wire.whole.set()
            await until_well(cut_off)
            await next_message(
                told, lambda heard: "Where are you?" in [e.get("text") for e in heard["events"]]
            )
            played = await there.play(0, look["version"], choice)
            assert played.status_code == 200  # of the first one nothing was kept

    async def check() -> None:
        async with wire_to(address) as (wire, near):
            settings = {"processes": 2, "database_seconds": 1}
            cut_off, other = Server(near, **settings), Server(address, **settings)
            try:
                await asyncio.to_thread(other.start)
                await asyncio.to_thread(cut_off.start)
                await play(wire, cut_off, other)
            finally:
                for server in (cut_off, other):
                    await asyncio.to_thread(server.stop)

    asyncio.run(check())


def test_whoever_is_cut_off_in_the_middle_of_a_change_holds_nobody_up(postgres):
    """What they held is free as soon as PostgreSQL has waited long enough for them."""
    address = postgres()

    async def check() -> None:
        async with wire_to(address) as (wire, near):
            gone, here = Storage(near, seconds=1), Storage(address, seconds=1)
            await here.open()
            row = {"name": "maintenance", "content": {}, "made": 1.0}
            async with here.changing() as connection:
                await connection.execute(sa.insert(ORDERS).values(**row))
            held = sa.update(ORDERS).values(made=2.0)
            with suppress(Unavailable):
                async with gone.changing() as connection:
                    await connection.execute(held)
                    wire.whole.clear()
                    await connection.execute(held)  # no answer comes
                    raise AssertionError("something came through")
            async with asyncio.timeout(PATIENCE):
                while not await changed(here):
                    pass
            async with here.reading() as connection:
                assert await connection.scalar(sa.select(ORDERS.c.made)) == 3.0
            wire.whole.set()
            await gone.close()
            await here.close()

    async def changed(storage: Storage) -> bool:
        with suppress(Unavailable):
            async with storage.changing() as connection:
                await connection.execute(sa.update(ORDERS).values(made=3.0))
            return True
        return False

    asyncio.run(check())


def test_a_process_whose_clock_is_wrong_goes_by_the_databases(postgres):
    """A year ahead it would end every session and remove every table."""
    address = postgres()

    async def check(right: Server, wrong: Server) -> None:
        async with people(right) as (ann,):
            there = Somebody(named(wrong))
            there.http.cookies = ann.http.cookies  # for every port of this host
            link = (await ann.lay())["table"]
            assert await there.seats(link) == [0]
            laid = await there.lay()
            assert abs(laid["created"] - time.time()) < DAY
            deadline = time.monotonic() + 1  # so that it has looked for what is over
            while time.monotonic() < deadline:
                assert await ann.seats(link) == [0]
                await asyncio.sleep(0.1)
            assert await there.who() == await ann.who()
            await there.http.aclose()

    with (
        Server(address, processes=2) as right,
        Server(address, processes=2, ahead=400 * DAY, prune_seconds=0.2) as wrong,
    ):
        asyncio.run(check(right, wrong))
        assert "the clock was put right" in wrong.output()
        assert "the clock was put right" not in right.output()
