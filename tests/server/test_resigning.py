"""Giving up: the game ends, or a bot plays on; who resigned has not won, and records replay."""

from __future__ import annotations

import asyncio

import pytest

import tenka
from tenka.server import replays, resigning
from tests.server.running import RANDOM_BOT, Person, connection, table
from tests.server.test_moves import BEGINNER, refused
from tests.server.test_replays import finished


def test_between_two_the_game_is_over_and_the_other_has_won(each_server):
    async def check():
        async with table(each_server.url, options=BEGINNER) as (ann, bob):
            look = await ann.look(0)
            await ann.play(0, look["version"], look["legal"][0]["id"])
            refused(await bob.post("/resign", seat=0), 403, "not_your_seat")
            over = (await ann.post("/resign", seat=0)).json()
            assert (over["status"], over["seats"][0]["resigned"]) == ("finished", True)
            seen = await bob.look(1)
            assert seen["result"]["winners"] == [1]
            assert seen["result"]["ending"] == resigning.RESIGNATION
            assert seen["to_act"] == seen["legal"] == []
            refused(await ann.post("/return", seat=0), 409, "wrong_time")
            refused(await ann.post("/resign", seat=0), 409, "wrong_time")
            record = (await bob.get("/record")).json()
            assert record["result"] is None
            assert tenka.load(record).history[-1][0] == 0  # it replays as far as it was played
            counted = (await bob.get("/statistics")).json()
            assert counted["result"] == seen["result"]
            assert (await bob.get("/positions/1")).status_code == 200
            assert (await bob.post("/study", number=1)).json()["table"]["status"] == "running"
            assert (await bob.post("/rematch")).json()["table"]["status"] == "running"

    asyncio.run(check())


def test_among_several_a_bot_plays_on_and_cannot_be_sent_away(server):
    async def check():
        async with table(server.url, "samurai", 3) as (ann, bob, cid):
            going_on = (await ann.post("/resign", seat=0)).json()
            assert going_on["status"] == "running"
            assert (going_on["seats"][0]["stand_in"], going_on["seats"][0]["resigned"]) == (
                "random",
                True,
            )
            refused(await ann.post("/return", seat=0), 409, "wrong_time")
            over = (await bob.post("/resign", seat=1)).json()  # Cid is the only one left
            assert over["status"] == "finished"
            assert (await cid.look())["result"]["winners"] == [2]

    asyncio.run(check())


def test_without_any_person_left_the_game_is_over(server):
    async def check():
        async with connection(server.url) as http:
            wish = {"game": "samurai", "seats": [{"kind": "human"}, RANDOM_BOT, RANDOM_BOT]}
            made = (await http.post("/api/tables", json={**wish, "players": 3})).json()
        async with Person(server.url, made["table"]["table"], made["key"]) as ann:
            assert (await ann.post("/resign", seat=0)).json()["status"] == "finished"
            assert 0 not in (await ann.look())["result"]["winners"]

    asyncio.run(check())


@pytest.mark.parametrize("game", tenka.games())
def test_who_resigned_is_no_winner_however_well_the_bot_played(game):
    match = finished(game)
    table, _ = replays.table_of(match, "key")
    assert resigning.result(table, match)["winners"] == list(match.winners)
    for winner in match.winners:
        table.seats[winner].resigned = True
    others = [seat for seat in range(len(table.seats)) if seat not in match.winners]
    best = max(match.scores[seat] for seat in others)
    told = resigning.result(table, match)
    assert told["winners"] == [seat for seat in others if match.scores[seat] == best]
    assert told["scores"] == list(match.scores)
