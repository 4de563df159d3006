"""Somebody keeps the table waiting: nudges, and bots that stand in by agreement or after a time."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.server.running import PATIENCE, Person, Server, next_message, plan, table, until_told
from tests.server.test_moves import BEGINNER, refused

ONE_BY_ONE = {"hands": "random", "figures": "random"}  # from the first turn on


@pytest.fixture(scope="module")
def hasty(sqlite):
    """A server on which a bot may be called for soon."""
    with Server(sqlite(), call_seconds=0.1) as server:
        yield server


async def call(person: Person, seat: int, other: int, **more):
    return await person.post("/stand-in", seat=seat, other=other, **more)


async def gone(person: Person, seat: int) -> None:
    """Wait until somebody has been away for a moment."""
    async with asyncio.timeout(PATIENCE):
        while (await person.get("/people")).json()["away"][seat] is None:
            await asyncio.sleep(0.1)
    await asyncio.sleep(0.3)


def test_all_who_are_here_agree_in_whichever_process(postgres):
    async def check(here, there):
        async with (
            table(here.url, "samurai", 3, options=ONE_BY_ONE) as (ann, bob, cid),
            AsyncExitStack() as stack,
        ):
            sleeper = (await ann.look())["to_act"][0]
            people = [ann, bob, cid]
            first, second = (seat for seat in range(3) if seat != sleeper)
            one = people[first]
            key = people[second].key
            other = await stack.enter_async_context(Person(there.url, one.link, key))
            told = await stack.enter_async_context(one.people(first))
            await stack.enter_async_context(other.people(second))
            await until_told(told, lambda p: p["away"][first] is p["away"][second] is None)
            await asyncio.sleep(0.3)
            asked = await call(one, first, sleeper, level="random")
            assert asked.json()["seats"][sleeper]["stand_in"] is None, asked.text
            assert (await call(one, first, sleeper, level="random")).is_success  # heard once
            wish = (await one.look())["calls"]
            assert [(w["seat"], w["level"], w["agreed"]) for w in wish] == [
                (sleeper, "random", [first])
            ]
            agreed = await call(other, second, sleeper, level="random")
            assert agreed.json()["seats"][sleeper]["stand_in"] == "random"
            async with people[sleeper].stream(sleeper) as stream:
                _, seen = await next_message(stream)
            news = [e for e in seen["events"] if e["kind"] == "seats" and "bot" in e["what"]]
            assert [(e["what"], e["seat"], e["level"]) for e in news] == [
                ("bot wanted", first, "random"),
                ("bot stands in", sleeper, "random"),
            ]
            back = await people[sleeper].post("/return", seat=sleeper)
            assert back.json()["seats"][sleeper]["stand_in"] is None

    address = postgres()
    with (
        Server(address, call_seconds=0.1) as here,
        Server(address, call_seconds=0.1) as there,
    ):
        asyncio.run(check(here, there))


def test_who_is_here_or_not_asked_is_not_replaced(hasty):
    async def check():
        async with table(hasty.url, "samurai", 2, options=ONE_BY_ONE) as people:
            asked = (await people[0].look())["to_act"][0]
            other = 1 - asked
            one = people[other]
            refused(await call(one, other, other), 409, "wrong_time")
            refused(await call(people[asked], asked, other), 409, "wrong_time")
            refused(await call(one, asked, other), 403, "not_your_seat")
            refused(await call(one, other, 5), 404, "not_found")
            async with people[asked].people(asked) as told:
                await until_told(told, lambda p: p["away"][asked] is None)
                refused(await call(one, other, asked), 409, "not_away")
            await gone(one, asked)
            refused(await call(one, other, asked, level="god"), 422, "bad_choice")
            done = await call(one, other, asked, level="random")  # of two, the other's word decides
            assert done.json()["seats"][asked]["stand_in"] == "random"

    asyncio.run(check())


def test_after_a_time_one_word_is_enough_also_about_somebody_who_only_sits_there(sqlite):
    async def check(server):
        async with (
            table(server.url, "samurai", 3, options=ONE_BY_ONE) as people,
            AsyncExitStack() as stack,
        ):
            asked = (await people[0].look())["to_act"][0]
            for seat, person in enumerate(people):
                told = await stack.enter_async_context(person.people(seat))
                await until_told(told, lambda p, seat=seat: p["away"][seat] is None)
            one = (asked + 1) % 3
            # At first it is too soon, then the third is to agree, at last one word is enough.
            async with asyncio.timeout(PATIENCE):
                while not (await people[one].look())["seats"][asked]["stand_in"]:
                    await call(people[one], one, asked)
                    await asyncio.sleep(0.2)

    with Server(sqlite(), call_seconds=0.1, patience_seconds=0.2) as server:
        asyncio.run(check(server))


def test_a_secret_decision_neither_hastens_nor_delays_a_call(hasty):
    """Bob plans in secret, or not: what Ann is told and refused is the same."""

    async def told(decides: bool) -> list[str]:
        async with table(hasty.url, options=BEGINNER) as (ann, bob):
            async with bob.people(1) as here:
                await until_told(here, lambda p: p["away"][1] is None)
                look = await bob.look(1)
                answers = [await call(ann, 0, 1)]
                if decides:
                    assert (await bob.play(1, look["version"], plan(look)[0])).is_success
                answers += [await call(ann, 0, 1), await ann.post("/nudge", seat=0, other=1)]
            return [f"{a.status_code} {a.text}" for a in answers]

    async def check():
        assert await told(decides=True) == await told(decides=False)

    asyncio.run(check())


def test_a_nudge_is_for_one_alone_and_not_too_often(server):
    async def check():
        async with table(server.url, options=BEGINNER) as (ann, bob):
            before = (await ann.look(0), await ann.look(), await bob.look(1))
            async with bob.stream(1) as stream:
                await next_message(stream)
                assert (await ann.post("/nudge", seat=0, other=1)).status_code == 204
                _, heard = await next_message(stream)
            assert [(e["what"], e["name"]) for e in heard["events"]] == [
                ("nudged", before[0]["seats"][0]["name"])
            ]
            again = await ann.post("/nudge", seat=0, other=1)
            refused(again, 429, "too_many_requests")
            assert 0 < int(again.headers["retry-after"]) <= 60
            refused(await ann.post("/nudge", seat=0, other=0), 409, "wrong_time")
            refused(await ann.post("/nudge", seat=1, other=0), 403, "not_your_seat")
            assert (await ann.look(0), await ann.look()) == before[:2]
            after = await bob.look(1)
            assert {**after, "position": 0} == {**before[2], "position": 0}

    asyncio.run(check())
