"""Tournaments at a server: entering, rounds that follow by themselves, the organiser, bots."""

from __future__ import annotations

import asyncio
import random
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


async def give_up(somebody: Somebody, table: str, then: str = "finished") -> None:
    """Resign, which ends a game of two, or of one against a bot."""
    (seat,) = await somebody.seats(table)
    answer = await somebody.http.post(f"/api/tables/{table}/resign", json={"seat": seat})
    assert answer.json()["status"] == then, answer.text


async def all_but_the_last_give_up(people_: list[Somebody], table: str) -> None:
    """Then the last one has won."""
    for number, somebody in enumerate(people_[:-1], 1):
        await give_up(somebody, table, "finished" if number == len(people_) - 1 else "running")


async def play_to_the_end(somebody: Somebody, table: str, rng: random.Random) -> None:
    """Decide anything whenever asked, until the game is over."""
    (seat,) = await somebody.seats(table)
    path = f"/api/tables/{table}"
    async with asyncio.timeout(PATIENCE):
        while (shown := await look(somebody, f"{path}?seat={seat}"))["status"] == "running":
            if not shown["legal"]:
                await asyncio.sleep(0.02)
                continue
            choice = {"decisions": [rng.choice(shown["legal"])["id"]]}
            move = {"seat": seat, "version": shown["version"], **choice}
            answer = await somebody.http.post(f"{path}/moves", json=move)
            assert answer.status_code == 200, answer.text


def by_entrant(shown: dict, all_: list[Somebody]) -> dict[int, Somebody]:
    """Who is who: people are told in the order in which they entered, as all seeds are alike."""
    return dict(zip((row["id"] for row in shown["entrants"]), all_, strict=True))


def test_rounds_begin_by_themselves_and_the_best_is_first(each_server):
    async def check():
        async with people(each_server, 3) as all_:
            ann, bo, eve = all_
            path = await organised(ann, bo, eve, rated=False)
            refused(await bo.http.post(f"{path}/begin"), 403, "not_the_host")
            begun = (await ann.http.post(f"{path}/begin")).json()
            refused(await bo.http.post(f"{path}/enter"), 409, "wrong_time")
            who = by_entrant(begun, all_)
            first = of_round(begun, 0)
            assert [len(meeting["seating"]) for meeting in first] == [2, 2]
            assert sum(meeting["seating"].count(None) for meeting in first) == 1  # a bot fills up
            for meeting in first:  # whoever sits in the last seat gives up, bots do not
                loser = [one for one in meeting["seating"] if one is not None][-1]
                assert of_round(await look(ann, path), 1) == []
                await give_up(who[loser], meeting["table"])
            shown = await look(ann, path)
            met = {frozenset(meeting["seating"]) for meeting in first}
            second = of_round(shown, 1)
            assert len(second) == 2
            assert not met & {frozenset(meeting["seating"]) for meeting in second}
            winner = shown["standings"][0]["entrant"]
            assert shown["standings"][0]["points"] == 1
            for meeting in second:
                others = [one for one in meeting["seating"] if one not in (None, winner)]
                await give_up(who[others[0] if others else winner], meeting["table"])
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


def test_before_it_begins_who_goes_takes_part_no_more_and_without_organiser_it_is_off(server):
    """Unless it begins at its time: then nobody else is needed."""

    async def check():
        async with people(server, 3) as (ann, bo, eve):
            path = await organised(ann, bo, eve)
            timed = await organised(ann, eve, begins=time.time() + 3600)
            assert (await bo.http.delete("/api/account")).status_code == 204
            names = [row["name"] for row in (await look(eve, path))["entrants"]]
            assert names == ["Person 0", "Person 2"]
            assert (await ann.http.delete("/api/account")).status_code == 204
            refused(await eve.http.get(path), 404, "not_found")
            left = await look(eve, timed)
            assert (left["organiser"], [row["name"] for row in left["entrants"]]) == (
                None,
                ["Person 2"],
            )

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


def people_at(meeting: dict, who: dict[int, Somebody]) -> list[Somebody]:
    return [who[one] for one in meeting["seating"] if one is not None]


def test_groups_of_three_and_then_knock_out_are_played_to_the_winner(each_server):
    """Samurai: six people in two groups, semi-finals with bots, and a final."""

    async def check():
        async with people(each_server, 6) as all_:
            wish = {"game": "samurai", "options": {}, "players": 3, "kind": "groups"}
            path = await organised(*all_, **wish, rounds=1, group=3)
            begun = (await all_[0].http.post(f"{path}/begin")).json()
            who = by_entrant(begun, all_)
            groups = of_round(begun, 0)
            assert [len(people_at(meeting, who)) for meeting in groups] == [3, 3]
            for meeting in groups:
                await all_but_the_last_give_up(people_at(meeting, who), meeting["table"])
            semifinals = of_round(await look(all_[0], path), 1)
            assert [meeting["seating"].count(None) for meeting in semifinals] == [1, 1]  # bots
            through = {one for meeting in semifinals for one in meeting["seating"]} - {None}
            assert len(through) == 4
            assert {meeting["seating"][-1] for meeting in groups} < through  # who won, and others
            one, other = semifinals
            first, second = people_at(one, who)
            await give_up(first, one["table"], "running")  # a bot plays on for them
            await play_to_the_end(second, one["table"], random.Random(1))
            first, second = people_at(other, who)
            await give_up(first, other["table"], "running")
            await give_up(second, other["table"])  # nobody is left who plays
            (final,) = of_round(await look(all_[0], path), 2)
            finalists = [entrant for entrant in final["seating"] if entrant is not None]
            assert len(finalists) == 2
            assert [who[entrant] for entrant in finalists].count(people_at(one, who)[1]) == 1
            await give_up(who[finalists[0]], final["table"], "running")
            await play_to_the_end(who[finalists[1]], final["table"], random.Random(2))
            over = await look(all_[0], path)
            assert over["status"] == "finished"
            assert all(meeting["places"] is not None for meeting in over["meetings"])
            ahead = [row["entrant"] for row in over["standings"]]
            assert ahead[:2] == finalists[::-1]  # who gave the final up is second
            assert set(ahead[:4]) == through

    asyncio.run(check())


def test_of_four_at_a_table_the_best_two_go_on(server):
    async def check():
        async with people(server, 8) as all_:
            wish = {"game": "samurai", "options": {}, "players": 4, "kind": "knockout"}
            path = await organised(*all_, **wish)
            begun = (await all_[0].http.post(f"{path}/begin")).json()
            who = by_entrant(begun, all_)
            first = of_round(begun, 0)
            assert [len(people_at(meeting, who)) for meeting in first] == [4, 4]
            for meeting in first:
                await all_but_the_last_give_up(people_at(meeting, who), meeting["table"])
            (final,) = of_round(await look(all_[0], path), 1)
            for meeting in first:  # the winner, and of those who shared last place the first seed
                assert meeting["seating"][-1] in final["seating"]
                assert len(set(meeting["seating"]) & set(final["seating"])) == 2
            await all_but_the_last_give_up(people_at(final, who), final["table"])
            over = await look(all_[0], path)
            assert over["status"] == "finished"
            assert over["standings"][0]["entrant"] == final["seating"][-1]

    asyncio.run(check())


def test_five_at_a_table_change_seats(server):
    """Two rounds of Shogun, both won by the same one."""

    async def check():
        async with people(server, 5) as all_:
            wish = {"game": "shogun", "options": {}, "players": 5, "kind": "swiss"}
            path = await organised(*all_, **wish)
            begun = (await all_[0].http.post(f"{path}/begin")).json()
            who = by_entrant(begun, all_)
            (first,) = of_round(begun, 0)
            await all_but_the_last_give_up(people_at(first, who), first["table"])
            (second,) = of_round(await look(all_[0], path), 1)
            pairs = zip(first["seating"], second["seating"], strict=True)
            assert all(before != now for before, now in pairs)
            assert set(first["seating"]) == set(second["seating"]) == set(who)
            winner = first["seating"][-1]
            losers = [one for one in second["seating"] if one != winner]
            seats = [who[one] for one in (*losers, winner)]
            await all_but_the_last_give_up(seats, second["table"])
            over = await look(all_[0], path)
            assert over["status"] == "finished"
            best = over["standings"][0]
            assert (best["entrant"], best["points"], best["wins"]) == (winner, 8, 2)

    asyncio.run(check())
