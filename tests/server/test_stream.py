"""The live stream: resuming, heartbeat, many viewers, and what each of them is told."""

from __future__ import annotations

import asyncio

import pytest

from tenka.server import tables
from tenka.server.house import House
from tenka.server.settings import Settings
from tests.server.running import PATIENCE, Person, next_message, plan, table
from tests.server.test_moves import BEGINNER
from tests.server.test_swift import begin, decide, kept, until_known


def test_a_stream_resumes_without_a_gap_or_a_repeat(each_server):
    async def check():
        async with table(each_server.url, options=BEGINNER) as (ann, bob):
            async with bob.stream(1) as stream:
                last, hello = await next_message(stream)
            assert [event["id"] for event in hello["events"]] == list(range(1, last + 1))
            look = await ann.look(0)
            await ann.play(0, look["version"], *plan(look))
            await ann.post("/chat", seat=0, text="ready")
            async with bob.stream(1, last) as stream:
                now, missed = await next_message(stream)
            assert [event["id"] for event in missed["events"]] == [last + 1, last + 2]
            assert [event["kind"] for event in missed["events"]] == ["move", "chat"]
            async with bob.stream(1, now) as stream:
                same, nothing = await next_message(stream)
            assert (same, nothing["events"]) == (now, [])

    asyncio.run(check())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_happens_while_the_first_stream_of_a_table_is_opened_is_told(
    kind, request, monkeypatch
):
    """The table has been read, and nobody here watches it yet: no word of it comes again."""
    load, meanwhile = tables.load, []

    async def check(house: House) -> None:
        link = (await begin(house)).link

        async def load_late(*which, **how):
            found = await load(*which, **how)
            if not meanwhile:
                meanwhile.append(link)
                await decide(house, link)
            return found

        monkeypatch.setattr(tables, "load", load_late)
        await house.hub.join(link)
        assert meanwhile
        await until_known(house, link, (await kept(house, link))[0])

    async def run() -> None:
        house = House(Settings(database=request.getfixturevalue(kind)()))
        await house.storage.open()
        try:
            house.spawn(house.wakeups.run())
            await check(house)
        finally:
            await house.close()

    asyncio.run(run())


def test_a_quiet_stream_has_a_heartbeat(server):
    async def check():
        async with table(server.url) as (ann, _), ann.stream(0) as stream:
            async with asyncio.timeout(PATIENCE):
                async for id_, comment in stream:
                    if id_ is None:
                        assert comment.startswith(":")
                        return

    asyncio.run(check())


def test_many_viewers_are_told_the_same_in_the_same_order(server):
    async def check():
        async with table(server.url, options=BEGINNER) as (ann, bob):
            crowd = [Person(server.url, ann.link) for _ in range(30)]

            async def watch(person):
                async with person.stream() as stream:
                    _, message = await next_message(stream, lambda m: m["view"]["round"] > 0)
                    heard = list(message["events"])
                    while not any(e["kind"] == "chat" for e in heard):
                        heard += (await next_message(stream))[1]["events"]
                    return [event["id"] for event in heard], heard

            watching = [asyncio.create_task(watch(person)) for person in crowd]
            await asyncio.sleep(0.5)
            for seat, person in ((0, ann), (1, bob)):
                look = await person.look(seat)
                await person.play(seat, look["version"], *plan(look))
            await ann.post("/chat", seat=0, text="on we go")
            stories = await asyncio.gather(*watching)
            assert all(story == stories[0] for story in stories)
            for person in crowd:
                await person.http.aclose()

    asyncio.run(check())


def test_a_seat_that_is_given_up_ends_its_stream(server):
    async def check():
        async with Person(server.url) as ann:
            made = await ann.http.post("/api/tables", json={"game": "suntzu"})
            ann.link = made.json()["table"]["table"]
            async with ann.stream(0) as stream:
                await next_message(stream)
                await ann.post("/leave", seat=0)
                async with asyncio.timeout(PATIENCE):
                    async for id_, message in stream:
                        assert id_ is None or message["events"] == []

    asyncio.run(check())


def test_chat_is_limited(server):
    async def check():
        async with table(server.url) as (ann, bob):
            answers = [await ann.post("/chat", seat=0, text=f"word {n}") for n in range(7)]
            assert [a.status_code for a in answers] == [200] * 5 + [429] * 2
            assert (await bob.post("/chat", seat=1, text="mine")).status_code == 200
            assert (await bob.post("/chat", seat=1, text="x" * 501)).status_code == 422
            assert (await bob.post("/chat", seat=1, text="\x00")).status_code == 422

    asyncio.run(check())
