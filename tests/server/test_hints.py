"""Hints: an adept's decisions for one person among bots, and refused to everybody else."""

from __future__ import annotations

import asyncio

import pytest

import tenka
from tests.server.running import PATIENCE, RANDOM_BOT, Person, Server, connection, table
from tests.server.test_moves import refused

HUMAN, OPEN = {"kind": "human"}, {"kind": "open"}


async def lay(url: str, game: str, seats: list[dict], **wish) -> Person:
    async with connection(url) as http:
        body = {"game": game, "players": len(seats), "seats": seats, **wish}
        answer = await http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return Person(url, answer.json()["table"]["table"], answer.json()["key"])


async def asked(person: Person, seat: int = 0) -> dict:
    """The table, once a seat is asked."""
    async with asyncio.timeout(PATIENCE):
        while not (look := await person.look(seat))["legal"]:
            await asyncio.sleep(0.1)
    return look


async def alone_asked(person: Person) -> dict:
    """The table, once nobody else is asked: then nothing changes what can be foreseen."""
    async with asyncio.timeout(PATIENCE):
        while (look := await person.look(0))["to_act"] != [0]:
            await asyncio.sleep(0.1)
    return look


def reason(answer) -> str:
    refused(answer, 409, "wrong_time")
    return answer.json()["reason"]


@pytest.mark.parametrize("game", tenka.games())
def test_a_hint_is_a_series_that_can_be_played_as_it_is_told(server, game):
    async def check():
        bots = [RANDOM_BOT] * (min(tenka.game(game).players) - 1)
        async with await lay(server.url, game, [HUMAN, *bots], hints=True) as ann:
            assert (await ann.look())["hints"]
            for _ in range(4):
                look = await alone_asked(ann)
                told = await ann.get("/hint", seat=0)
                assert told.status_code == 200, told.text
                hint = told.json()
                assert (hint["version"], hint["level"]) == (look["version"], "adept")
                assert (await ann.get("/hint", seat=0)).json() == hint  # asked again, the same
                made = await ann.play(0, look["version"], *hint["decisions"])
                assert made.status_code == 200, made.text

    asyncio.run(check())


def test_there_are_no_hints_unless_the_table_was_laid_with_them(server):
    async def check():
        async with await lay(server.url, "suntzu", [HUMAN, RANDOM_BOT]) as ann:
            assert not (await asked(ann))["hints"]
            assert reason(await ann.get("/hint", seat=0)) == "no_hints_here"

    asyncio.run(check())


def test_two_people_get_no_hints_whoever_asks(server):
    async def check():
        async with table(server.url, "suntzu", hints=True) as (ann, bob):
            for person, seat in ((ann, 0), (bob, 1)):
                await asked(person, seat)
                assert reason(await person.get("/hint", seat=seat)) == "hints_alone"

    asyncio.run(check())


def test_people_who_share_a_device_get_no_hints(server):
    async def check():
        async with connection(server.url) as http:
            body = {"game": "suntzu", "seats": [HUMAN, HUMAN], "hints": True}
            answer = await http.post("/api/tables", json=body)
        refused(answer, 422, "bad_choice")
        assert answer.json()["reason"] == "hints_alone"
        # The same person may sit down twice, but who knows who looks over the shoulder.
        async with await lay(server.url, "suntzu", [HUMAN, OPEN], hints=True) as ann:
            await ann.post("/join", seat=1, name="Ann again")
            await asked(ann)
            assert reason(await ann.get("/hint", seat=0)) == "hints_alone"

    asyncio.run(check())


def test_there_are_no_hints_where_another_person_has_sat(server):
    async def check():
        async with await lay(server.url, "samurai", [HUMAN, OPEN, OPEN], hints=True) as ann:
            async with Person(server.url, ann.link) as bob:
                key = (await bob.post("/join", seat=1, name="Bob")).json()["key"]
                bob.http.headers["Authorization"] = f"Bearer {key}"
                assert (await bob.post("/leave", seat=1)).status_code == 200
            for seat in (1, 2):
                wish = {"level": "random", "name": None}
                assert (await ann.http.put(ann.path(f"/seats/{seat}/bot"), json=wish)).is_success
            await asked(ann)
            assert reason(await ann.get("/hint", seat=0)) == "hints_alone"

    asyncio.run(check())


def test_nobody_else_is_given_a_hint_nor_is_one_given_out_of_turn(server):
    async def check():
        async with await lay(server.url, "samurai", [HUMAN, OPEN, RANDOM_BOT], hints=True) as ann:
            assert reason(await ann.get("/hint", seat=0)) == "not_begun"
            wish = {"level": "random", "name": None}
            await ann.http.put(ann.path("/seats/1/bot"), json=wish)
            await asked(ann)
            async with Person(server.url, ann.link) as stranger:
                refused(await stranger.get("/hint", seat=0), 403, "not_your_seat")
                refused(await stranger.get("/hint"), 422, "wrong_shape")
            refused(await ann.get("/hint", seat=1), 403, "not_your_seat")
            await ann.post("/resign", seat=0)
            assert reason(await ann.get("/hint", seat=0)) == "game_over"

    asyncio.run(check())


def test_hints_of_one_address_are_limited(sqlite):
    async def check(url: str):
        async with await lay(url, "suntzu", [HUMAN, RANDOM_BOT], hints=True) as ann:
            await asked(ann)
            for _ in range(2):
                assert (await ann.get("/hint", seat=0)).status_code == 200
            refused(await ann.get("/hint", seat=0), 429, "too_many_requests")

    with Server(sqlite(), hint_rate=0.0001, hint_burst=2) as server:
        asyncio.run(check(server.url))
