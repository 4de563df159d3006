"""Rated games: who may play them, that each counts once, and that all can be reckoned again."""

from __future__ import annotations

import asyncio
import json

from typer.testing import CliRunner

from tenka.cli import app
from tenka.ratings.skill import PROVISIONAL
from tests.server.running import connection
from tests.server.somebody import Somebody, count_of, people
from tests.server.test_moves import refused

SHORT = {"beginner": True}
ALONE = [{"kind": "human"}, {"kind": "human"}]


async def rated_table(ann: Somebody, bo: Somebody, name: str = "Bo") -> str:
    """A rated game of two that has begun; its path."""
    path = f"/api/tables/{(await ann.lay(options=SHORT, rated=True))['table']}"
    joined = await bo.http.post(f"{path}/join", json={"name": name})
    assert joined.status_code == 200, joined.text
    return path


async def give_up(loser: Somebody, path: str, seat: int) -> None:
    answer = await loser.http.post(f"{path}/resign", json={"seat": seat})
    assert answer.json()["status"] == "finished"


async def number(somebody: Somebody) -> int | None:
    ratings = (await somebody.http.get("/api/account/results")).json()["ratings"]
    return ratings[0]["number"] if ratings else None


def recounted(database: str) -> dict:
    done = CliRunner().invoke(app, ["operator", "ratings", "--database", database, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_a_rated_game_is_for_people_with_one_seat_each(server):
    async def check():
        async with people(server, 2) as (ann, bo), connection(ann.url) as guest:
            wish = {"game": "suntzu", "rated": True}
            refused(await guest.post("/api/tables", json=wish), 401, "not_signed_in")
            for wrong in ({"seats": ALONE}, {"hints": True}):
                answer = await ann.http.post("/api/tables", json={**wish, **wrong})
                refused(answer, 422, "bad_choice")
            table = await ann.lay(rated=True)
            assert table["rated"]
            assert [seat["rating"] for seat in table["seats"]] == [1500, None]
            join = f"/api/tables/{table['table']}/join"
            refused(await guest.post(join, json={"name": "Eve"}), 401, "not_signed_in")
            refused(await ann.http.post(join, json={"name": "Ann too"}), 409, "wrong_time")
            joined = (await bo.http.post(join, json={"name": "Bo"})).json()["table"]
            assert (joined["status"], joined["seats"][1]["rating"]) == ("running", 1500)

    asyncio.run(check())


def test_bots_are_anchors_and_have_strengths_between_levels(server):
    async def check():
        async with people(server) as (ann,):
            for level, least, most in (("random", 1200, 1400), ("expert", 1400, 1499)):
                somebody = Somebody(ann.url)
                await somebody.register("Cy")
                robot = {"kind": "bot", "level": level}
                table = await somebody.lay(rated=True, seats=[{"kind": "human"}, robot])
                await give_up(somebody, f"/api/tables/{table['table']}", 0)
                assert least < await number(somebody) < most  # who loses to the weak loses more
                await somebody.http.aclose()
            for level, known in (("random~novice", True), ("expert/10", True), ("expert/7", False)):
                seats = [{"kind": "human"}, {"kind": "bot", "level": level}]
                wish = {"game": "suntzu", "seats": seats}
                answer = await ann.http.post("/api/tables", json=wish)
                assert (answer.status_code == 201) == known, answer.text

    asyncio.run(check())


def test_each_game_counts_once_and_all_can_be_reckoned_again(each_server):
    async def check():
        async with people(each_server, 2) as (ann, bo):
            assert await number(ann) is None
            for _ in range(PROVISIONAL):
                path = await rated_table(ann, bo)
                await give_up(ann, path, 0)
                before = [await number(ann), await number(bo)]
                await ann.http.post(f"{path}/chat", json={"seat": 0, "text": "Well played"})
                assert [await number(ann), await number(bo)] == before
                assert before[0] < 1500 < before[1]
            mine = (await bo.http.get("/api/account/results")).json()
            assert mine["ratings"][0]["games"] == PROVISIONAL
            assert not mine["ratings"][0]["provisional"]
            latest, earlier = (one["rating"] for one in mine["games"][:2])
            assert earlier["after"] == latest["before"] < latest["after"] == before[1]
            board = (await ann.http.get("/api/boards/suntzu/2")).json()
            assert board["people"] == []  # nobody wants to be listed, and Bo does next
            shown = await bo.http.put("/api/account/page", json={"public": True, "listed": True})
            board = (await ann.http.get("/api/boards/suntzu/2")).json()
            assert [one["page"] for one in board["people"]] == [shown.json()["page"]]
            assert board["people"][0]["number"] == before[1]
            assert board["season"] == board["seasons"][0]
            told = await asyncio.to_thread(recounted, each_server.database)
            assert told["changed"] == 0
            assert (await ann.http.delete("/api/account")).status_code == 204
            later = await asyncio.to_thread(recounted, each_server.database)
            assert later == {**told, "ratings": told["ratings"] - 1}
            assert await number(bo) == before[1]

    asyncio.run(check())


def test_a_game_played_to_its_end_counts_and_one_that_was_not_agreed_does_not(sqlite_server):
    async def check():
        async with people(sqlite_server, 2) as (ann, bo):
            before = count_of(sqlite_server.database, "rated_games")
            plain = (await ann.lay(options=SHORT))["table"]
            await bo.http.post(f"/api/tables/{plain}/join", json={"name": "Bo"})
            await give_up(bo, f"/api/tables/{plain}", 1)
            assert count_of(sqlite_server.database, "rated_games") == before
            path = await rated_table(ann, bo)
            while (look := await play_once(path, ann, bo))["status"] == "running":
                pass
            assert count_of(sqlite_server.database, "rated_games") == before + 1
            numbers = [await number(ann), await number(bo)]
            best = look["result"]["winners"]
            assert len(best) == 2 or numbers[best[0]] > 1500 > numbers[1 - best[0]]
            again = (await bo.http.post(f"{path}/rematch")).json()["table"]
            assert again["rated"]
            assert [seat["kind"] for seat in again["seats"]] == ["open", "human"]

    asyncio.run(check())


async def play_once(path: str, *players: Somebody) -> dict:
    """Everybody decides something, if asked."""
    look = {}
    for seat, somebody in enumerate(players):
        look = (await somebody.http.get(path, params={"seat": seat})).json()
        if look["legal"]:
            choice = look["legal"][-1]["id"]
            move = {"seat": seat, "version": look["version"], "decisions": [choice]}
            assert (await somebody.http.post(f"{path}/moves", json=move)).is_success
    return look
