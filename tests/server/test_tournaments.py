"""Tournaments at a server: entering, rounds that follow by themselves, the organiser, bots."""

from __future__ import annotations

import asyncio
import time

from tests.server.running import PATIENCE
from tests.server.somebody import Somebody, people
from tests.server.test_moves import refused

WISH = {"name": "Spring", "game": "suntzu", "players": 2, "options": {"beginner": True}}


async def organised(ann: Somebody, *others: Somebody, **wish: object) -> str:
    """A tournament that all have entered; its path."""
    body = {**WISH, "kind": "swiss", "rounds": 2, "level": "random", **wish}
    made = await ann.http.post("/api/tournaments", json=body)
    assert made.status_code == 201, made.text
    path = f"/api/tournaments/{made.json()['link']}"
    for somebody in (ann, *others):
        assert (await somebody.http.post(f"{path}/enter")).is_success
    return path


async def look(somebody: Somebody, path: str) -> dict:
    return (await somebody.http.get(path)).json()


def of_round(shown: dict, number: int) -> list[dict]:
    return [meeting for meeting in shown["meetings"] if meeting["round"] == number]


async def give_up(somebody: Somebody, table: str) -> None:
    """End a game of two, or of one against a bot."""
    (seat,) = await somebody.seats(table)
    answer = await somebody.http.post(f"/api/tables/{table}/resign", json={"seat": seat})
    assert answer.json()["status"] == "finished", answer.text


def test_rounds_begin_by_themselves_and_the_best_is_first(each_server):
    async def check():
        async with people(each_server, 3) as all_:
            ann, bo, eve = all_
            path = await organised(ann, bo, eve, rated=False)
            refused(await bo.http.post(f"{path}/begin"), 403, "not_the_host")
            begun = (await ann.http.post(f"{path}/begin")).json()
            refused(await bo.http.post(f"{path}/enter"), 409, "wrong_time")
            by_entrant = dict(zip((row["id"] for row in begun["entrants"]), all_, strict=True))
            first = of_round(begun, 0)
            assert [len(meeting["seating"]) for meeting in first] == [2, 2]
            assert sum(meeting["seating"].count(None) for meeting in first) == 1  # a bot fills up
            for meeting in first:  # whoever sits in the last seat gives up, bots do not
                loser = [one for one in meeting["seating"] if one is not None][-1]
                assert of_round(await look(ann, path), 1) == []
                await give_up(by_entrant[loser], meeting["table"])
            shown = await look(ann, path)
            met = {frozenset(meeting["seating"]) for meeting in first}
            second = of_round(shown, 1)
            assert len(second) == 2
            assert not met & {frozenset(meeting["seating"]) for meeting in second}
            winner = shown["standings"][0]["entrant"]
            assert shown["standings"][0]["points"] == 1
            for meeting in second:
                others = [one for one in meeting["seating"] if one not in (None, winner)]
                await give_up(by_entrant[others[0] if others else winner], meeting["table"])
            over = await look(ann, path)
            assert over["status"] == "finished"
            assert all(meeting["places"] is not None for meeting in over["meetings"])

    asyncio.run(check())


def test_the_organiser_looks_after_it(server):
    async def check():
        async with people(server, 3) as (ann, bo, eve):
            path = await organised(ann, bo, eve, kind="knockout")
            shown = await look(bo, path)
            assert (shown["organising"], shown["organiser"]) == (False, "Person 0")
            eves = f"{path}/entrants/{(await look(eve, path))['me']}"
            refused(await bo.http.delete(eves), 403, "not_the_host")
            assert len((await ann.http.delete(eves)).json()["entrants"]) == 2
            begun = (await ann.http.post(f"{path}/begin")).json()
            (table,) = of_round(begun, 0)
            assert (await bo.seats(table["table"])) in ([0], [1])  # without any link
            refused(await bo.http.post(f"{path}/next"), 403, "not_the_host")
            over = (await ann.http.post(f"{path}/next")).json()  # nobody finishes it
            assert (over["status"], over["meetings"][0]["places"]) == ("finished", [0, 0])
            assert (await bo.http.delete("/api/account")).status_code == 204
            assert "" in [row["name"] for row in (await look(ann, path))["entrants"]]
            refused(await eve.http.delete(path), 403, "not_the_host")
            assert (await ann.http.delete(path)).status_code == 204
            refused(await ann.http.get(path), 404, "not_found")

    asyncio.run(check())


def test_a_tournament_begins_at_its_time(server):
    async def check():
        async with people(server, 2) as (ann, bo):
            path = await organised(ann, bo, kind="groups", begins=time.time() - 1)
            async with asyncio.timeout(PATIENCE):
                while (await look(ann, path))["status"] == "open":
                    await asyncio.sleep(0.2)
            names = [one["name"] for one in (await ann.http.get("/api/tournaments")).json()]
            assert "Spring" in names

    asyncio.run(check())
