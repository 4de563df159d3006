"""Looking back: positions, since the last turn, statistics, records, study."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import tenka
from tenka.core.recordfile import text
from tenka.server.models.replay import Statistics
from tests.server.running import Person, connection, plan, table
from tests.server.test_moves import BEGINNER, refused


def finished(game: str, seed: int = 5) -> tenka.Match:
    rng, match = random.Random(seed), tenka.new(game, seed=seed)
    while not match.over:
        player = rng.choice(match.to_act)
        match.play(player, rng.choice(match.legal(player)))
    return match


@pytest.mark.parametrize("game", tenka.games())
def test_a_record_goes_in_and_comes_out_and_every_position_is_there(each_server, game):
    match = finished(game)
    again = tenka.new(game, seed=match.seed)
    views = [again.clone()]
    for player, action, _ in match.history:
        again.play(player, action)
        views.append(again.clone())

    async def check():
        async with connection(each_server.url) as http:
            made = await http.post("/api/records", json=match.record())
            assert made.status_code == 201, made.text
            assert made.json()["table"]["status"] == "finished"
            path = f"/api/tables/{made.json()['table']['table']}"
            assert (await http.get(f"{path}/record")).text == text(match.record())
            for number in {0, 1, len(views) // 2, len(views) - 1}:
                for seat in (None, 0, 1):
                    query = {} if seat is None else {"seat": seat}
                    found = (await http.get(f"{path}/positions/{number}", params=query)).json()
                    assert found["view"] == views[number].view(seat)
                    assert found["last"] == len(views) - 1
                opened = (await http.get(f"{path}/positions/{number}?open=true")).json()
                state = views[number].state
                assert opened["view"] == json.loads(json.dumps(match.game.view(state, -1)))
            for query in ({}, {"seat": 1}, {"open": True}):
                told = (await http.get(f"{path}/positions", params=query)).json()["positions"]
                assert len(told) == len(views)
                found = await http.get(f"{path}/positions/{len(views) // 2}", params=query)
                assert told[len(views) // 2] == found.json()["entries"]
            journal = [json.loads(json.dumps(entry.json())) for entry in match.journal]
            assert [entry for step in told for entry in step] == journal
            missing = await http.get(f"{path}/positions/{len(views)}")
            refused(missing, 404, "not_found")

    asyncio.run(check())


def test_of_a_running_game_there_is_what_the_viewer_saw(server):
    async def check():
        async with table(server.url, options=BEGINNER) as (ann, bob):
            start, theirs = await ann.look(0), await bob.look(1)
            for order in plan(start)[:3]:
                now = await ann.look(0)
                await ann.play(0, now["version"], order)
            own = (await ann.get("/positions/3", seat=0)).json()
            assert own["last"] == 3
            assert own["view"] == (await ann.look(0))["view"]
            others = (await bob.get("/positions/0", seat=1)).json()
            assert (others["last"], others["view"]) == (0, theirs["view"])
            refused(await bob.get("/positions/1", seat=1), 404, "not_found")
            refused(await bob.get("/positions/0", seat=0), 403, "not_your_seat")
            refused(await bob.get("/positions", seat=0), 403, "not_your_seat")
            refused(await bob.get("/positions", open=True), 409, "wrong_time")
            refused(await bob.get("/positions/0", open=True), 409, "wrong_time")
            refused(await bob.get("/record"), 409, "wrong_time")
            refused(await bob.get("/statistics"), 409, "wrong_time")
            refused(await bob.post("/study", number=0), 409, "wrong_time")

    asyncio.run(check())


@pytest.mark.parametrize("game", tenka.games())
def test_statistics_of_a_finished_game(server, game):
    """Their shape and the plain ones; tests/games/test_statistics.py counts the others."""
    match = finished(game)

    async def check():
        async with connection(server.url) as http:
            made = (await http.post("/api/records", json=match.record())).json()
            path = f"/api/tables/{made['table']['table']}/statistics"
            found = (await http.get(path)).json()
        assert Statistics.model_validate(found)
        assert found["result"]["winners"] == list(match.winners)
        assert sum(found["decisions"]) == len(match.history)
        ends = [seat[-1] for seat in found["series"][0]["seats"]]
        assert ends == found["result"]["scores"] == list(match.scores)

    asyncio.run(check())


def test_study_goes_on_from_a_position_at_a_table_of_ones_own(server):
    match = finished("suntzu")

    async def check():
        async with connection(server.url) as http:
            made = (await http.post("/api/records", json=match.record())).json()
            path = f"/api/tables/{made['table']['table']}"
            copy = (await http.post(f"{path}/study", json={"number": 20})).json()
            assert copy["table"]["status"] == "running"
            assert copy["seats"] == [0, 1]
            beyond = await http.post(f"{path}/study", json={"number": 10_000})
            refused(beyond, 404, "not_found")
        async with Person(server.url, copy["table"]["table"], copy["key"]) as me:
            seat = (await me.look())["to_act"][0]
            look = await me.look(seat)
            answer = await me.play(seat, look["version"], look["legal"][0]["id"])
            assert answer.status_code == 200

    asyncio.run(check())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda r: r.update(format="x"),
        lambda r: r.update(version=99),
        lambda r: r.update(game="go"),
        lambda r: r.update(game=["suntzu"]),
        lambda r: r.update(options={"players": "many"}),
        lambda r: r.update(seed=-1),
        lambda r: r.update(seats=[1, 2, 3]),
        lambda r: r["steps"].insert(5, {"player": 0, "does": "pass"}),
        lambda r: r["steps"].insert(5, {"player": [], "does": {}}),
        lambda r: r["steps"].insert(5, "nonsense"),
        lambda r: r.update(result={"winners": [0]}),
    ],
)
def test_a_damaged_record_is_refused(server, spoil):
    record = finished("suntzu").record()
    spoil(record)

    async def check():
        async with connection(server.url) as http:
            refused(await http.post("/api/records", json=record), 422, "bad_choice")

    asyncio.run(check())


def test_an_unfinished_record_is_a_table_to_play_on(server):
    match = tenka.new("suntzu", seed=3, beginner=True)
    match.play(0, "QIN=6 CHU=1")

    async def check():
        async with connection(server.url) as http:
            made = (await http.post("/api/records", json=match.record())).json()
            assert made["table"]["status"] == "running"
            assert made["seats"] == [0, 1]

    asyncio.run(check())
