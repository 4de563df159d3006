"""Tables and seats: creating, joining, hot-seat, cookies, leaving, rematch."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.server.running import Person, connection, table
from tests.server.test_moves import refused


async def create(http, **wish):
    return await http.post("/api/tables", json={"game": "suntzu", **wish})


def test_public_tables_are_listed_and_private_ones_are_not(each_server):
    async def check():
        async with connection(each_server.url) as http:
            shown = (await create(http, listed=True)).json()["table"]["table"]
            hidden = (await create(http)).json()["table"]["table"]
            listed = [t["table"] for t in (await http.get("/api/tables")).json()]
            assert shown in listed
            assert hidden not in listed
            joined = await http.post(f"/api/tables/{shown}/join", json={"name": "Bo"})
            assert joined.json()["table"]["status"] == "running"
            running = (await http.get("/api/tables?status=running")).json()
            assert shown in [t["table"] for t in running]
            taken = await http.post(f"/api/tables/{shown}/join", json={"name": "Cy"})
            refused(taken, 409, "seat_taken")

    asyncio.run(check())


def test_a_seat_is_a_secret_link_and_then_a_cookie(server):
    async def check():
        async with connection(server.url) as http:
            made = await create(http)
            cookie = made.headers["set-cookie"]
            link = made.json()["table"]["table"]
            assert re.search(r"tenka-seat=[\w-]{22}; HttpOnly", cookie)
            assert "SameSite=strict" in cookie
            assert f"Path=/api/tables/{link}" in cookie
            assert (await http.get(f"/api/tables/{link}?seat=0")).status_code == 200
        async with connection(server.url) as elsewhere:
            refused(await elsewhere.get(f"/api/tables/{link}?seat=0"), 403, "not_your_seat")
            visit = await elsewhere.get(made.json()["link"])
            assert visit.status_code == 303
            assert visit.headers["location"] == f"/table/{link}"
            assert (await elsewhere.get(f"/api/tables/{link}?seat=0")).status_code == 200
            assert (await elsewhere.get(f"/api/tables/{link}/seats")).json() == [0]
            wrong = await elsewhere.get(f"/api/tables/{link}/sit/{'x' * 22}")
            refused(wrong, 403, "not_your_seat")

    asyncio.run(check())


def test_several_people_on_one_device(server):
    async def check():
        async with connection(server.url) as http:
            wish = {"seats": [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bo"}]}
            made = (await create(http, **wish)).json()
            assert made["seats"] == [0, 1]
            async with Person(server.url, made["table"]["table"], made["key"]) as both:
                for seat in (0, 1):
                    look = await both.look(seat)
                    assert look["seats"][seat]["name"] == ("Ann", "Bo")[seat]
                    answer = await both.play(seat, look["version"], look["legal"][0]["id"])
                    assert answer.status_code == 200
                watching = await both.look()
                assert watching["viewer"] is None
                assert watching["legal"] == []
                assert watching["view"]["players"][0]["hand"] is None

    asyncio.run(check())


def test_who_sits_here_takes_a_second_seat_with_the_same_key(server):
    async def check():
        async with connection(server.url) as http:
            made = (await create(http)).json()
            async with Person(server.url, made["table"]["table"], made["key"]) as ann:
                second = (await ann.post("/join", name="Ann's twin")).json()
                assert second["seats"] == [0, 1]
                assert second["key"] == made["key"]

    asyncio.run(check())


def test_leaving_before_and_during_the_game(server):
    async def check():
        async with connection(server.url) as http:
            made = (await create(http)).json()
            async with Person(server.url, made["table"]["table"], made["key"]) as ann:
                left = (await ann.post("/leave", seat=0)).json()
                assert [s["kind"] for s in left["seats"]] == ["open", "open"]
                refused(await ann.post("/leave", seat=0), 403, "not_your_seat")
        async with table(server.url) as (ann, bob):
            before = await bob.look(1)
            left = (await bob.post("/leave", seat=1)).json()
            assert left["seats"][1]["stand_in"] == "random"
            waiting = await bob.play(1, before["version"], before["legal"][0]["id"])
            assert waiting.status_code == 409
            async with asyncio.timeout(20):  # the bot gets ready, and it is for the other to decide
                while (await ann.look(0))["to_act"] != [0]:
                    await asyncio.sleep(0.05)
            back = (await bob.post("/return", seat=1)).json()
            assert back["seats"][1]["stand_in"] is None
            refused(await bob.post("/return", seat=1), 409, "wrong_time")

    asyncio.run(check())


def test_an_absent_player_is_replaced_after_the_deadline_and_comes_back(each_server):
    async def check():
        async with table(each_server.url, deadline=1) as (ann, _):
            async with asyncio.timeout(30):
                while not (await ann.look(0))["seats"][0]["stand_in"]:
                    await asyncio.sleep(0.1)
            assert (await ann.post("/return", seat=0)).status_code == 200
            assert (await ann.look(0))["seats"][0]["stand_in"] is None

    asyncio.run(check())


def test_a_rematch_has_the_same_seats_and_there_is_one(server):
    async def check():
        seats = [{"kind": "human", "name": "Ann"}, {"kind": "bot", "level": "random"}]
        async with connection(server.url) as http:
            made = (await create(http, seats=seats, stand_in="random")).json()
        async with Person(server.url, made["table"]["table"], made["key"]) as ann:
            refused(await ann.post("/rematch"), 409, "wrong_time")
            await ann.post("/leave", seat=0)
            async with asyncio.timeout(60):
                while (await ann.look(0))["status"] != "finished":
                    await asyncio.sleep(0.2)
            first, second = [(await ann.post("/rematch")).json() for _ in range(2)]
            assert first["table"]["table"] == second["table"]["table"]
            assert first["seats"] == [0]
            assert [s["name"] for s in first["table"]["seats"]] == [
                s["name"] for s in made["table"]["seats"]
            ]
            assert (await ann.look())["rematch"] == first["table"]["table"]
            ann.link = first["table"]["table"]
            assert (await ann.look(0))["status"] == "running"

    asyncio.run(check())


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": "go"}, "no game 'go'"),
        ({"options": {"event": True}}, "did you mean events"),
        ({"options": {"events": 1}}, "not 1"),
        ({"players": 5}, "2 players"),
        ({"seats": [{"kind": "human"}]}, "2 seats"),
        ({"seats": [{"kind": "human"}, {"kind": "bot", "level": "god"}]}, "no bot 'god'"),
        ({"stand_in": "god"}, "no bot 'god'"),
        ({"seats": [{"kind": "human", "level": "random"}, {"kind": "open"}]}, "level"),
    ],
)
def test_wrong_wishes_are_explained(server, wish, said):
    async def check():
        async with connection(server.url) as http:
            assert said in refused(await create(http, **wish), 422, "bad_choice")

    asyncio.run(check())
