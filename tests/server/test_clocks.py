"""Clocks at a table: who pays for what, pauses by agreement, and when a bot comes."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.running import PATIENCE, Server, connection, plan, table
from tests.server.test_moves import BEGINNER, refused

DAY = 86400
LONG = {"per_turn": 3 * DAY, "bank": DAY, "increment": 60}


def test_who_decides_pays_and_the_increment_comes_with_the_turn(server):
    async def check():
        quick = {"bank": 600, "increment": 5}
        async with table(server.url, options=BEGINNER, pace=quick) as (ann, bob):
            before = await ann.look()
            assert before["pace"] == {**quick, "per_turn": 0, "rest": None}
            assert [clock["left"] for clock in before["clocks"]] == [600, 600]
            flags = [clock["flag"] - clock["since"] for clock in before["clocks"]]
            assert flags == [600, 600]
            assert before["due"] == pytest.approx(min(c["flag"] for c in before["clocks"]), abs=1)
            look = await ann.look(0)
            made = await ann.play(0, look["version"], plan(look)[0])  # in secret: nobody can tell
            assert made.is_success, made.text
            assert (await ann.look())["clocks"] == before["clocks"]
            made = await ann.play(0, made.json()["version"], *plan(look)[1:])
            assert made.is_success, made.text
            mine, his = (await bob.look())["clocks"]
            assert mine["since"] is mine["flag"] is None
            assert 600 < mine["left"] < 605
            assert his == before["clocks"][1]
            back = await ann.post("/undo", seat=0, version=made.json()["version"])
            assert back.is_success, back.text
            mine, his = (await bob.look())["clocks"]
            assert mine["left"] < 600  # the increment is gone, and so is what was thought before
            assert his == before["clocks"][1]

    asyncio.run(check())


def test_a_pause_is_agreed_and_so_is_its_end(server):
    async def check():
        async with table(server.url, options=BEGINNER, pace=LONG) as (ann, bob):
            before = await ann.look()
            refused(await ann.post("/pause", seat=0, days=None), 409, "wrong_time")
            refused(await bob.post("/pause", seat=0, days=2), 403, "not_your_seat")
            assert (await ann.post("/pause", seat=0, days=2)).is_success
            assert (await ann.post("/pause", seat=0, days=2)).is_success  # heard once
            wanted = await bob.look()
            assert wanted["pause"] == {"until": None, "days": 2, "agreed": [0]}
            assert wanted["clocks"] == before["clocks"]
            assert (await bob.post("/pause", seat=1, days=3)).is_success  # that is another wish
            assert (await bob.look())["pause"] == {"until": None, "days": 3, "agreed": [1]}
            assert (await ann.post("/pause", seat=0, days=3)).is_success
            paused = await bob.look()
            for clock, other in zip(paused["clocks"], before["clocks"], strict=True):
                assert clock["since"] == paused["pause"]["until"]
                assert clock["flag"] == pytest.approx(other["flag"] + 3 * DAY, abs=600)
            look = await bob.look(1)
            assert (await bob.play(1, look["version"], *plan(look))).is_success  # one can play on
            for person, seat in ((bob, 1), (ann, 0)):
                assert (await person.post("/pause", seat=seat, days=None)).is_success
            after = await ann.look()
            assert after["pause"] is None
            assert after["clocks"][0]["flag"] == pytest.approx(before["clocks"][0]["flag"], abs=600)
            async with ann.stream(0) as stream:
                _, told = await anext(aiter(stream))
            news = [
                (e["what"], e.get("days")) for e in told["events"] if "pause" in e.get("what", "")
            ]
            assert news == [
                ("pause wanted", 2),
                ("pause wanted", 3),
                ("paused", 3),
                ("end of pause wanted", None),
                ("pause ended", None),
            ]

    asyncio.run(check())


def test_where_clocks_run_nobody_calls_for_a_bot(server):
    async def check():
        async with table(server.url, options=BEGINNER, pace=LONG) as (ann, _):
            answer = await ann.post("/stand-in", seat=0, other=1)
            assert "time is up" in refused(answer, 409, "wrong_time")
        async with table(server.url, options=BEGINNER) as (ann, _):
            assert (await ann.look())["clocks"] is None
            refused(await ann.post("/pause", seat=0, days=1), 409, "wrong_time")

    asyncio.run(check())


@pytest.mark.parametrize(
    ("pace", "code"),
    [
        ({}, "bad_choice"),
        ({"increment": 5}, "bad_choice"),
        ({"per_turn": 60, "rest": {"zone": "Atlantis"}}, "bad_choice"),
        ({"per_turn": 60, "rest": {"zone": "UTC", "nights": [7, 7]}}, "bad_choice"),
        ({"per_turn": 60, "rest": {"zone": "UTC", "nights": [7, 24]}}, "wrong_shape"),
        ({"per_turn": -1}, "wrong_shape"),
        ({"per_turn": 31 * DAY}, "wrong_shape"),
    ],
)
def test_a_pace_that_makes_no_sense_is_refused(server, pace, code):
    async def check():
        async with connection(server.url) as http:
            refused(
                await http.post("/api/tables", json={"game": "suntzu", "pace": pace}), 422, code
            )

    asyncio.run(check())


def test_a_clock_goes_on_in_another_process_and_a_spent_one_is_spent(sqlite):
    """The server is killed while a clock of one second runs; the next one sees that it is up."""

    async def begin(url):
        async with table(url, options=BEGINNER, pace={"bank": 1}) as (ann, bob):
            return ann, bob, (await ann.look())["clocks"]

    async def check(url, people, before):
        for person in people:
            person.http = connection(url, {"Authorization": f"Bearer {person.key}"})
        ann, bob = people
        async with ann, bob, asyncio.timeout(PATIENCE):
            while not all(seat["stand_in"] for seat in (await ann.look())["seats"]):
                await asyncio.sleep(0.1)
            answer = await ann.post("/return", seat=0)
            assert "time is up" in refused(answer, 409, "wrong_time")
            async with ann.stream(0) as stream:
                _, told = await anext(aiter(stream))
        up = {e["seat"]: e["time"] for e in told["events"] if e.get("what") == "time up"}
        for seat, clock in enumerate(before):
            assert up[seat] >= clock["flag"] == clock["since"] + 1

    address = sqlite()
    with Server(address, sweep_seconds=3600) as first:  # which looks once, when it starts
        *people, before = asyncio.run(begin(first.url))
        first.kill()
    with Server(address) as second:
        asyncio.run(check(second.url, people, before))
