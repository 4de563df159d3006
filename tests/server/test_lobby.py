"""Tables and seats: creating, joining, hot-seat, cookies, leaving, rematch."""

from __future__ import annotations

import asyncio
import re

import numpy as np
import pytest

import tenka
from tenka.games.shogun.facts import ADJACENT, PROVINCES
from tenka.ratings import strengths
from tests.server.running import PATIENCE, Person, connection, table
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
            assert re.search(r"tenka-seat-[0-9a-f]{8}=[\w-]{22}; HttpOnly", cookie)
            assert "SameSite=strict" in cookie
            assert f"Path=/api/tables/{link}" in cookie
            assert (await http.get(f"/api/tables/{link}?seat=0")).status_code == 200
        async with connection(server.url) as elsewhere:
            refused(await elsewhere.get(f"/api/tables/{link}?seat=0"), 403, "not_your_seat")
            visit = await elsewhere.get(made.json()["link"])
            assert visit.status_code == 303
            assert visit.headers["location"] == f"/t/{link}"
            assert (await elsewhere.get(f"/api/tables/{link}?seat=0")).status_code == 200
            assert (await elsewhere.get(f"/api/tables/{link}/seats")).json() == [0]
            wrong = await elsewhere.get(f"/api/tables/{link}/sit/{'x' * 22}")
            assert wrong.headers["location"] == f"/t/{link}"  # to watch, or to take a free seat
            assert "set-cookie" not in wrong.headers

    asyncio.run(check())


def test_several_people_on_one_device(server):
    async def check():
        async with connection(server.url) as http:
            wish = {"seats": [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bo"}]}
            made = (await create(http, **wish)).json()
            assert made["seats"] == [0, 1]
            assert [seat["holder"] for seat in made["table"]["seats"]] == [0, 0]
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
            # The bot gets ready, and it is for the other to decide.
            async with asyncio.timeout(PATIENCE):
                while (await ann.look(0))["to_act"] != [0]:
                    await asyncio.sleep(0.05)
            back = (await bob.post("/return", seat=1)).json()
            assert back["seats"][1]["stand_in"] is None
            refused(await bob.post("/return", seat=1), 409, "wrong_time")

    asyncio.run(check())


def test_whose_time_is_up_is_replaced_and_comes_back(each_server):
    async def check():
        async with table(each_server.url, pace={"per_turn": 1}) as (ann, _):
            async with asyncio.timeout(PATIENCE):
                while not (await ann.look(0))["seats"][0]["stand_in"]:
                    await asyncio.sleep(0.1)
            back = (await ann.post("/return", seat=0)).json()
            assert back["seats"][0]["stand_in"] is None

    asyncio.run(check())


def test_a_rematch_has_the_same_seats_and_there_is_one(server):
    async def check():
        seats = [{"kind": "human", "name": "Ann"}, {"kind": "bot", "level": "random"}]
        async with connection(server.url) as http:
            made = (await create(http, seats=seats, stand_in="random")).json()
        async with Person(server.url, made["table"]["table"], made["key"]) as ann:
            refused(await ann.post("/rematch"), 409, "wrong_time")
            await ann.post("/leave", seat=0)
            async with asyncio.timeout(PATIENCE):
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


def test_games_tell_what_can_be_chosen(server):
    async def check():
        async with connection(server.url) as http:
            games = {game["name"]: game for game in (await http.get("/api/games")).json()}
        assert {*games} == {*tenka.games()}
        for name, game in games.items():
            rules = tenka.game(name)
            assert game["players"] == sorted(rules.players)
            assert [o["name"] for o in game["options"]] == [o.name for o in rules.options]
            for option in game["options"]:
                assert option["about"]
                assert option["default"] is None or option["default"] in option["values"]
            assert [bot["level"] for bot in game["bots"]] == list(strengths(name))
            assert game["ready"]
            assert game["progress"] == 1
            assert all(bot["ready"] for bot in game["bots"])
        assert [games[name]["odds"] for name in sorted(games)] == [False, True, False]

    asyncio.run(check())


def test_odds_of_battles_can_be_asked_for_unless_the_table_is_laid_without(server):
    where = {"source": "Shinano", "target": "Kozuke"}

    async def ask(game: str, **wish):
        async with connection(server.url) as http:
            seats = [{"kind": "human"}] * min(tenka.game(game).players)
            made = await http.post("/api/tables", json={"game": game, "seats": seats, **wish})
            path = f"/api/tables/{made.json()['table']['table']}/odds"
            return [
                await http.get(path, params=where | more)
                for more in ({}, {"target": "Atlantis"}, {"target": "Aki"})
            ]

    async def check():
        told, unknown, far = await ask("shogun", players=3)
        assert told.status_code in (200, 422), told.text
        refused(unknown, 422, "bad_choice")
        refused(far, 422, "bad_choice")
        for answer in await ask("shogun", players=3, odds=False):
            refused(answer, 409, "wrong_time")
        for answer in await ask("suntzu"):
            refused(answer, 422, "bad_choice")

    asyncio.run(check())


def test_every_attack_that_can_be_seen_has_odds(server):
    async def check():
        async with table(server.url, "shogun", 3) as (ann, *_):
            provinces = (await ann.look())["view"]["provinces"]
            owner = {p["name"]: p["owner"] for p in provinces}
            armies = {p["name"]: p["armies"] for p in provinces}
            told = 0
            for at, to in np.argwhere(ADJACENT).tolist():
                source, target = PROVINCES[at], PROVINCES[to]
                if armies.get(source, 0) < 4 or owner.get(target, "out") in ("out", owner[source]):
                    continue
                answer = await ann.get("/odds", source=source, target=target)
                assert answer.status_code == 200, answer.text
                odds = answer.json()["odds"]
                assert [o["armies"] for o in odds] == list(range(1, armies[source]))
                told += 1
                if told == 5:
                    return
        raise AssertionError("no attack was found")

    asyncio.run(check())
