"""`tenka serve --workers 2`: one address, two processes, one truth, and metrics of them all."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import pytest

from tests.server.running import PATIENCE, RANDOM_BOT, Person, Server, connection, table
from tests.server.test_games import Story, follow, random_player
from tests.server.test_moves import BEGINNER


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def crew(request):
    """A server of two workers on each kind of database."""
    with Server(request.getfixturevalue(request.param)(), workers=2) as server:
        yield server


def workers_of(server) -> list[int]:
    """The processes that serve: children of the one that was started, and busy with the port."""
    number = server.process.pid
    children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    return [int(c) for c in children if b"spawn_main" in Path(f"/proc/{c}/cmdline").read_bytes()]


async def metric(server, name: str) -> float:
    """A metric of /metrics, summed over its labels."""
    async with connection(server.url) as http:
        page = (await http.get("/metrics")).text
    found = re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", page, re.MULTILINE)
    return sum(map(float, found))


async def watch(stack, server, link):
    """A stream of a table that stays open, on a connection of its own: any worker may have it."""
    person = await stack.enter_async_context(Person(server.url, link))
    stream = await stack.enter_async_context(person.stream())
    await anext(stream)
    return stream


async def goes_on(stream) -> bool:
    """Whether a stream still says something, if only that it is there."""
    try:
        await anext(stream)
    except (httpx.TransportError, StopAsyncIteration):
        return False
    return True


def test_there_are_two_and_games_are_played_across_both(crew):
    async def check():
        async with asyncio.timeout(PATIENCE):
            while len(workers_of(crew)) < 2:
                await asyncio.sleep(0.1)
        before = await metric(crew, "tenka_decisions_total")
        async with table(crew.url, options=BEGINNER) as people:
            stories = [Story(0), Story(1), Story(None)]
            async with Person(crew.url, people[0].link) as stranger:
                players = [random_player(p, s, random.Random(s)) for s, p in enumerate(people)]
                async with asyncio.timeout(PATIENCE):
                    await asyncio.gather(
                        *(
                            follow(person, story, act, random.Random(7 + number))
                            for number, (person, story, act) in enumerate(
                                zip([*people, stranger], stories, [*players, None], strict=True)
                            )
                        )
                    )
            for story in stories:
                story.check()
            record = (await people[0].get("/record")).json()
        made = sum("does" in step for step in record["steps"])
        assert await metric(crew, "tenka_decisions_total") - before == made

    asyncio.run(check())


def test_figures_are_the_same_whoever_answers_and_count_streams_of_both(crew):
    async def check():
        async with table(crew.url, options=BEGINNER) as (ann, _), AsyncExitStack() as stack:
            streams = [await watch(stack, crew, ann.link) for _ in range(8)]
            assert len(streams) == 8
            for _ in range(4):
                assert await metric(crew, "tenka_streams") == 8
        async with asyncio.timeout(PATIENCE):
            while await metric(crew, "tenka_streams"):
                await asyncio.sleep(0.1)

    asyncio.run(check())


def test_bots_play_whichever_process_they_belong_to(crew):
    async def check():
        async with connection(crew.url) as http:
            wish = {"game": "suntzu", "seats": [RANDOM_BOT] * 2, "options": BEGINNER}
            link = (await http.post("/api/tables", json=wish)).json()["table"]["table"]
            async with asyncio.timeout(PATIENCE):
                while (await http.get(f"/api/tables/{link}")).json()["status"] != "finished":
                    await asyncio.sleep(0.2)

    asyncio.run(check())


def test_one_worker_is_killed_and_nothing_is_lost(crew):
    """The last test on these servers: what the dead one held open is no longer counted."""

    async def check():
        async with table(crew.url, options=BEGINNER) as (ann, bob), AsyncExitStack() as stack:
            streams = [await watch(stack, crew, ann.link) for _ in range(6)]
            look = await ann.look(0)
            assert (await ann.play(0, look["version"], look["legal"][0]["id"])).status_code == 200
            decisions = await metric(crew, "tenka_decisions_total")
            dead, alive = workers_of(crew)
            os.kill(dead, signal.SIGKILL)
            give_up = time.monotonic() + PATIENCE
            while True:
                with suppress(httpx.TransportError):
                    if len(workers_of(crew)) == 2 and dead not in workers_of(crew):
                        break
                assert time.monotonic() < give_up
                await asyncio.sleep(0.1)
            assert alive in workers_of(crew)
            for person in (ann, bob):  # connections to the dead one are gone
                await person.http.aclose()
                person.http = connection(crew.url, {"Authorization": f"Bearer {person.key}"})
            assert (await ann.look(0))["undo"] == 1
            assert await metric(crew, "tenka_decisions_total") == decisions
            left = [await goes_on(stream) for stream in streams]
            assert await metric(crew, "tenka_streams") == sum(left)

    asyncio.run(check())
