"""Bots in the waiting room, and those who watch."""

from __future__ import annotations

import asyncio

from tests.server.running import Person, Server, connection, next_message, table
from tests.server.test_moves import refused


async def lay(http, game="samurai", players=3, **wish) -> dict:
    made = await http.post("/api/tables", json={"game": game, "players": players, **wish})
    assert made.status_code == 201, made.text
    return made.json()


async def set_bot(person: Person, seat: int, level: str | None, **more):
    return await person.http.put(person.path(f"/seats/{seat}/bot"), json={"level": level, **more})


def test_the_host_puts_bots_of_any_level_in_free_seats(each_server):
    async def check():
        async with connection(each_server.url) as http:
            made = await lay(http)
        link = made["table"]["table"]
        async with Person(each_server.url, link, made["key"]) as ann:
            assert made["table"]["host"] == 0
            async with Person(each_server.url, link) as stranger:
                refused(await set_bot(stranger, 1, "novice"), 403, "not_the_host")
            refused(await set_bot(ann, 0, "novice"), 409, "wrong_time")  # she sits there
            refused(await set_bot(ann, 1, "god"), 422, "bad_choice")
            refused(await set_bot(ann, 7, "novice"), 404, "not_found")
            first = (await set_bot(ann, 1, "novice", name="Robot")).json()["seats"][1]
            assert (first["kind"], first["name"], first["level"]) == ("bot", "Robot", "novice")
            assert (await set_bot(ann, 1, "random")).json()["seats"][1]["level"] == "random"
            assert (await set_bot(ann, 1, None)).json()["seats"][1]["kind"] == "open"
            await set_bot(ann, 1, "random")
            begun = (await set_bot(ann, 2, "novice")).json()
            assert begun["status"] == "running"
            assert [seat["level"] for seat in begun["seats"]] == [None, "random", "novice"]
            refused(await set_bot(ann, 1, None), 409, "wrong_time")  # not during a game

    asyncio.run(check())


def test_the_next_person_is_the_host_when_the_first_goes(server):
    async def check():
        async with connection(server.url) as http:
            made = await lay(http)
        link = made["table"]["table"]
        async with Person(server.url, link, made["key"]) as ann, Person(server.url, link) as bob:
            joined = (await bob.post("/join", name="Bob", seat=2)).json()
            async with Person(server.url, link, joined["key"]) as bob:
                refused(await set_bot(bob, 1, "random"), 403, "not_the_host")
                left = (await ann.post("/leave", seat=0)).json()
                assert left["host"] == 2
                assert (await set_bot(bob, 1, "random")).status_code == 200
                refused(await set_bot(ann, 0, "random"), 403, "not_the_host")

    asyncio.run(check())


def test_spectators_talk_until_the_players_mind(each_server):
    async def check():
        async with table(each_server.url) as (ann, bob), Person(each_server.url, ann.link) as eve:
            async with ann.stream(0) as stream:
                await next_message(stream)
                assert (await eve.post("/spectators/chat", name="Eve", text="Oh!")).is_success
                _, heard = await next_message(stream)
            (said,) = heard["events"]
            assert (said["kind"], said["seat"], said["name"], said["text"]) == (
                "chat",
                None,
                "Eve",
                "Oh!",
            )
            hush = {"seat": 1, "quiet": True}
            refused(await eve.http.put(eve.path("/spectators"), json=hush), 403, "not_your_seat")
            assert (await bob.http.put(bob.path("/spectators"), json=hush)).status_code == 204
            assert (await ann.look(0))["quiet"]
            silenced = await eve.post("/spectators/chat", name="Eve", text="But …")
            refused(silenced, 403, "spectators_quiet")
            await ann.http.put(ann.path("/spectators"), json={"seat": 0, "quiet": False})
            answers = [
                await eve.post("/spectators/chat", name=f"Eve {n}", text="spam") for n in range(6)
            ]
            assert [a.status_code for a in answers] == [200] * 4 + [429] * 2  # and one before
            assert (await ann.post("/chat", seat=0, text="Well.")).is_success

    asyncio.run(check())


def test_an_address_says_only_so_much_as_a_spectator(sqlite):
    async def check(server):
        codes = []
        for _ in range(2):
            async with table(server.url) as (ann, _), Person(server.url, ann.link) as eve:
                said = [await eve.post("/spectators/chat", name="Eve", text="Hi") for _ in range(2)]
                codes += [answer.status_code for answer in said]
        assert codes == [200, 200, 200, 429]

    with Server(sqlite(), talk_rate=0.001, talk_burst=3) as server:
        asyncio.run(check(server))


def test_whom_people_watch_with_is_counted_but_not_named(server):
    async def check():
        async with table(server.url) as (ann, _):
            assert set((await ann.get("/people")).json()) == {"away", "watching"}
            listed = (await ann.http.get("/api/tables?status=running")).text
            assert "watching" not in listed
            assert "away" not in listed

    asyncio.run(check())
