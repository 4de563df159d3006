"""Puzzles over HTTP: lists, one for each day, positions without secrets, tries."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tenka.puzzles import collection, write
from tenka.server.played import games_of
from tests.server.running import Server, connection
from tests.server.test_moves import refused
from tests.server.test_replays import finished

PUZZLE = collection("samurai")[0]
PATH = f"/api/puzzles/of/samurai/{PUZZLE.name}"


def test_puzzles_are_listed_by_game_and_difficulty(server):
    async def check():
        async with connection(server.url) as http:
            every = (await http.get("/api/puzzles/of/samurai")).json()
            assert [one["name"] for one in every] == [p.name for p in collection("samurai")]
            easy = (await http.get("/api/puzzles/of/samurai?difficulty=easy")).json()
            assert easy == [one for one in every if one["difficulty"] == "easy"]
            refused(await http.get("/api/puzzles/of/chess"), 404, "not_found")

    asyncio.run(check())


def test_a_day_has_its_puzzle(server):
    async def check():
        async with connection(server.url) as http:
            days = [f"2026-11-{day:02}" for day in range(1, 31)]
            found = [(await http.get("/api/puzzles/daily", params={"day": d})).json() for d in days]
            again = [(await http.get("/api/puzzles/daily", params={"day": d})).json() for d in days]
            assert found == again
            assert len({one["name"] for one in found}) > 5
            assert (await http.get("/api/puzzles/daily")).status_code == 200
            refused(await http.get("/api/puzzles/daily?day=yesterday"), 422, "wrong_shape")

    asyncio.run(check())


def test_a_solver_sees_what_the_seat_may_know_and_no_answer(server):
    async def check():
        async with connection(server.url) as http:
            shown = (await http.get(PATH)).json()
            match = PUZZLE.match()
            assert shown["view"] == match.view(PUZZLE.seat)
            assert shown["players"] == len(match.seats)
            assert [one["id"] for one in shown["legal"]] == match.offered(PUZZLE.seat)
            secrets = {"answers", "answer", "tempting", "chance", "seed", "decisions"}
            assert not secrets & set(shown)
            refused(await http.get("/api/puzzles/of/samurai/0000"), 404, "not_found")
            refused(await http.get(f"/api/puzzles/of/suntzu/{PUZZLE.name}"), 404, "not_found")

    asyncio.run(check())


def test_the_solution_is_told_after_the_right_try_or_when_somebody_gives_up(server):
    async def attempt(http, *decisions):
        return await http.post(f"{PATH}/try", json={"decisions": list(decisions)})

    async def check():
        async with connection(server.url) as http:
            wrong = await attempt(http, *PUZZLE.tempting)
            assert wrong.json() == {"right": False, "solution": None}
            right = (await attempt(http, *PUZZLE.answers[0])).json()
            assert right["right"]
            assert right["solution"]["answer"] == list(PUZZLE.answers[0])
            assert right["solution"]["chance"] > right["solution"]["tempting_chance"]
            given_up = (await attempt(http)).json()
            assert given_up == {"right": False, "solution": right["solution"]}
            refused(await attempt(http, "nonsense"), 422, "illegal_decision")
            refused(await attempt(http, *PUZZLE.answers[0] * 2), 422, "illegal_decision")

    asyncio.run(check())


def test_the_finished_games_of_a_server_can_be_searched_and_its_own_puzzles_are_shown(
    tmp_path, sqlite
):
    """Games are read beside the running server; studies and running games are none of them."""
    match, address = finished("suntzu"), sqlite()
    own = replace(collection("samurai")[0], game="suntzu")
    write(tmp_path / "suntzu.json", "suntzu", [own])

    async def play(url: str) -> list[str]:
        async with connection(url) as http:
            link = (await http.post("/api/records", json=match.record())).json()["table"]["table"]
            assert (await http.post(f"/api/tables/{link}/study", json={"number": 3})).is_success
            listed = (await http.get("/api/puzzles/of/suntzu")).json()
            return [one["name"] for one in listed]

    with Server(address, puzzles=tmp_path) as server:
        listed = asyncio.run(play(server.url))
        (found,) = games_of(address, "suntzu")
        assert games_of(address, "samurai") == []
    assert found.seed == match.seed
    assert found.decisions == tuple((player, action.id) for player, action, _ in match.history)
    assert listed == [p.name for p in collection("suntzu")] + [own.name]
