"""One address cannot take the bots or the lobby away from the others."""

from __future__ import annotations

import asyncio
import re

from tenka.server.house import House
from tenka.server.settings import Settings
from tests.server.running import (
    PATIENCE,
    RANDOM_BOT,
    Person,
    Server,
    connection,
    next_message,
)

HUMAN = {"kind": "human"}


def at(address: str) -> dict[str, str]:
    """What a proxy on this machine says of a request."""
    return {"X-Forwarded-For": address}


async def metric(http, name: str, *labels: str) -> float:
    """The sum of a metric's lines that have these labels."""
    text = (await http.get("/metrics")).text
    lines = re.findall(rf"^{name}(?:{{(.*)}})? (\S+)$", text, re.MULTILINE)
    return sum(float(value) for said, value in lines if all(label in said for label in labels))


async def lay(http, address: str, **wish: object):
    made = await http.post("/api/tables", json=wish, headers=at(address))
    assert made.status_code == 201, made.text
    return made.json()


def test_a_flood_of_slow_bots_does_not_keep_others_waiting(sqlite):
    slow = [HUMAN, *[{"kind": "bot", "level": "expert"}] * 3]
    thoughts = ("tenka_bot_seconds_count", 'game="shogun"')

    async def check(server):
        async with connection(server.url) as http:
            for _ in range(20):
                await lay(http, "203.0.113.9", game="shogun", seats=slow)
            made = await lay(http, "203.0.113.7", game="suntzu", seats=[HUMAN, RANDOM_BOT])
            async with Person(server.url, made["table"]["table"], made["key"]) as ann:
                before = await metric(http, *thoughts)
                async with ann.stream(0) as stream:
                    await next_message(stream, lambda table: table["to_act"] == [0])
                meanwhile = await metric(http, *thoughts) - before
            mine = 'game="suntzu"'
            spent = await metric(http, "tenka_bot_seconds_sum", mine)
            count = await metric(http, "tenka_bot_seconds_count", mine)
            slowness = await metric(http, "tenka_bot_seconds_sum", 'game="shogun"')
            slowness /= await metric(http, *thoughts)
        assert count >= 1
        assert meanwhile <= 2 * count  # in the order of asking it would be 20 for each
        assert spent < slowness  # waiting is no thinking

    with Server(sqlite(), bot_seconds=60) as server:
        asyncio.run(check(server))


def test_bots_alone_play_while_somebody_looks(each_kind_of_server):
    decided = ("tenka_decisions_total", 'by="bot"')

    async def resting(http) -> float:
        """How much was decided, once that grows no more."""
        last = -1.0
        while (now := await metric(http, *decided)) != last:
            last = now
            await asyncio.sleep(1)
        return last

    async def check(server):
        async with connection(server.url) as http, asyncio.timeout(PATIENCE):
            made = await lay(http, "203.0.113.9", game="suntzu", seats=[RANDOM_BOT] * 2)
            await asyncio.sleep(1)  # several sweeps
            assert await metric(http, *decided) == 0
            async with Person(server.url, made["table"]["table"]) as watcher:
                async with watcher.stream() as stream:
                    await next_message(stream, lambda table: table["position"] > 3)
                paused = await resting(http)
                assert paused > 0
                seen = await watcher.look()
                assert seen["status"] == "running"
                while await metric(http, *decided) == paused:  # that look was enough for a while
                    await asyncio.sleep(0.05)
                async with watcher.stream() as stream:
                    await next_message(stream, lambda table: table["status"] == "finished")

    with each_kind_of_server(bot_pace=0.03, bot_look_seconds=0.5) as server:
        asyncio.run(check(server))


def test_looks_that_were_long_ago_do_not_keep_the_sweep_from_its_work(sqlite):
    """Nor the flags that fall in it."""

    async def check():
        house = House(Settings(database=sqlite(), bot_look_seconds=0.01))
        await house.storage.open()
        try:
            house.bots.called(17)
            await asyncio.sleep(0.02)
            await house.bots._ask_forgotten()
            assert not house.bots._looked
        finally:
            await house.close()

    asyncio.run(check())


def test_a_hundred_tables_of_one_address_hide_no_other(each_server):
    async def check():
        async with connection(each_server.url) as http:
            other = await lay(http, "203.0.113.7", game="suntzu", listed=True)
            many = [await lay(http, "203.0.113.9", game="suntzu", listed=True) for _ in range(105)]
            first = (await http.get("/api/tables")).json()
            second = (await http.get("/api/tables", params={"skip": 100})).json()
        links = [table["table"] for table in first]
        assert len(links) == 100
        assert other["table"]["table"] in links
        assert links.index(many[-1]["table"]["table"]) < links.index(many[-2]["table"]["table"])
        more = {table["table"] for table in second}
        assert not more & set(links)
        assert {made["table"]["table"] for made in many} <= more | set(links)

    asyncio.run(check())


def test_an_address_lays_so_many_tables_and_no_more(each_kind_of_server):
    async def check(server):
        async with connection(server.url) as http:

            async def status(address: str, **wish: object) -> int:
                body = {"game": "suntzu", **wish}
                answer = await http.post("/api/tables", json=body, headers=at(address))
                assert answer.status_code == 201 or answer.json()["error"] == "too_many_requests"
                return answer.status_code

            one, other = "203.0.113.9", "203.0.113.7"
            assert [await status(one, listed=True) for _ in range(4)] == [201, 201, 201, 429]
            assert await status(other, listed=True) == 201
            assert [await status(one) for _ in range(3)] == [201, 201, 429]
            assert await status(other) == 201

    with each_kind_of_server(tables_per_address=5, listed_per_address=3) as server:
        asyncio.run(check(server))
