"""Fair dice at the table: promised before any word, kept secret, proved at the end."""

from __future__ import annotations

import asyncio
import json
import sqlite3

import httpx
import pytest

import tenka
from tenka.core.dice import Dice
from tests.server.running import RANDOM_BOT, Person, Server, connection, next_message, table
from tests.server.test_moves import refused

BEGINNER = {"beginner": True}


async def lay(http, **wish):
    made = await http.post("/api/tables", json={"game": "suntzu", **wish})
    assert made.status_code == 201, made.text
    return made.json()["table"], Person(str(http.base_url), made.json()["table"]["table"])


async def finish(people):
    """Give the game up: a record comes, whatever was played."""
    assert (await people[0].post("/resign", seat=0)).is_success


def test_words_go_into_the_seed_and_the_record_proves_it(each_server):
    async def check():
        async with connection(each_server.url) as http:
            shown, ann = await lay(http, options=BEGINNER)
            ann.http = http
            promised = shown["dice"]["commitment"]
            assert shown["dice"] == {
                "commitment": promised,
                "words": [None, None],
                "awaited": False,
            }
            said = await ann.post("/word", seat=0, word="  kirin ")
            assert said.json()["dice"]["words"] == ["kirin", None]
            refused(await ann.post("/word", seat=0, word="dragon"), 409, "wrong_time")
            joined = await ann.post("/join", name="Bo", word="żuraw")
            begun = joined.json()["table"]
            assert begun["status"] == "running"
            assert begun["dice"] == {
                "commitment": promised,
                "words": ["kirin", "żuraw"],
                "awaited": False,
            }
            refused(await ann.get("/record"), 409, "wrong_time")
            await finish([ann])
            record = (await ann.get("/record")).json()
            match = tenka.load(record)
            assert record["dice"]["commitment"] == promised == match.dice.commitment
            assert record["dice"]["words"] == ["kirin", "żuraw"]
            assert match.seed == match.dice.seed

    asyncio.run(check())


def test_a_table_with_words_waits_until_every_person_has_answered(server):
    async def check():
        async with connection(server.url) as http:
            seats = [{"kind": "human"}, {"kind": "human"}, RANDOM_BOT]
            shown, ann = await lay(http, game="samurai", players=3, seats=seats, words=True)
            ann.http = http
            assert shown["status"] == "open"
            assert (await ann.post("/word", seat=1, word="")).json()["status"] == "open"
            begun = (await ann.post("/word", seat=0, word="crane")).json()
            assert begun["status"] == "running"
            assert begun["dice"]["words"] == ["crane", "", None]
            refused(await ann.post("/word", seat=0, word="crane"), 409, "wrong_time")

    asyncio.run(check())


def test_who_leaves_takes_the_word_along_and_others_see_each_word(server):
    async def check():
        async with connection(server.url) as http:
            _, ann = await lay(http, words=True)
            ann.http = http
            async with connection(server.url) as elsewhere:
                bob = Person(server.url, ann.link)
                bob.http = elsewhere
                assert (await bob.post("/join", name="Bo", word="fox")).is_success
                async with ann.stream() as stream:
                    _, told = await next_message(stream)
                    news = [e for e in told["events"] if e["kind"] == "seats"]
                    assert [(e["what"], e.get("word")) for e in news] == [
                        ("joined", None),
                        ("word", "fox"),
                    ]
                await bob.post("/leave", seat=1)
            seen = await ann.look()
            assert seen["dice"]["words"] == [None, None]
            assert (await ann.post("/word", seat=0, word="owl")).json()["status"] == "open"
            async with connection(server.url) as elsewhere:
                again = await elsewhere.post(
                    f"/api/tables/{ann.link}/join", json={"name": "Cy", "word": "hare"}
                )
                assert again.json()["table"]["status"] == "running"
                assert again.json()["table"]["dice"]["words"] == ["owl", "hare"]

    asyncio.run(check())


def test_a_rematch_is_promised_anew_and_waits_for_words_again(server):
    async def check():
        for words in (False, True):
            async with connection(server.url) as http:
                shown, ann = await lay(http, seats=[{"kind": "human"}, RANDOM_BOT], words=words)
                ann.http = http
                if words:
                    await ann.post("/word", seat=0, word="")
                await finish([ann])
                again = (await ann.post("/rematch")).json()["table"]
                assert again["status"] == ("open" if words else "running")
                assert again["dice"]["commitment"] != shown["dice"]["commitment"]
                assert again["dice"]["words"] == [None, None]

    asyncio.run(check())


def test_a_study_promises_nothing_and_an_import_keeps_the_proof(server):
    async def check():
        async with connection(server.url) as http:
            shown, ann = await lay(http, seats=[RANDOM_BOT, RANDOM_BOT], options=BEGINNER)
            ann.http = http
            async with ann.stream() as stream:
                await next_message(stream, lambda told: told["status"] == "finished")
            record = (await ann.get("/record")).text
            match = tenka.load(record)
            assert match.dice.commitment == shown["dice"]["commitment"]
            study = (await ann.post("/study", number=3)).json()["table"]
            assert study["dice"] is None
            taken = await http.post("/api/records", json=json.loads(record))
            laid = taken.json()["table"]
            assert laid["dice"]["commitment"] == match.dice.commitment
            back = await http.get(f"/api/tables/{laid['table']}/record")
            assert back.text == record
            false = json.loads(record)
            false["dice"]["salt"] = "0" * 32
            answer = await http.post("/api/records", json=false)
            refused(answer, 422, "bad_choice")
            assert answer.json()["reason"] == "record_dice"
            unfinished = tenka.new("suntzu", seed=match.seed, **BEGINNER)
            unfinished.dice = match.dice
            played_on = await http.post("/api/records", json=unfinished.record())
            assert played_on.json()["table"]["dice"] is None

    asyncio.run(check())


def test_nobody_adds_a_word_for_another_and_a_spectator_none(server):
    async def check():
        async with connection(server.url) as http:
            _, ann = await lay(http)
            ann.http = http
            async with connection(server.url) as stranger:
                path = f"/api/tables/{ann.link}/word"
                for seat, status in ((0, 403), (1, 403), (5, 404)):
                    answer = await stranger.post(path, json={"seat": seat, "word": "x"})
                    assert answer.status_code == status
            refused(await ann.post("/word", seat=1, word="x"), 403, "not_your_seat")
            for word in ("x" * 41, "a\nb", "\u202e", None):
                refused(await ann.post("/word", seat=0, word=word), 422, "wrong_shape")
            assert (await ann.look())["dice"]["words"] == [None, None]

    asyncio.run(check())


def test_the_seed_is_in_no_answer_and_no_log_while_the_game_runs(sqlite):
    """All that a server says and logs of a game, searched for what its dice are made of."""
    address, sent = sqlite(), []

    async def keep(answer: httpx.Response) -> None:
        if not answer.headers.get("content-type", "").startswith("text/event-stream"):
            await answer.aread()
            sent.append(answer.text)

    async def play(server):
        async with table(server.url, words=True) as (ann, bob):
            for person in (ann, bob):
                person.http.event_hooks["response"].append(keep)
            for seat, person in enumerate((ann, bob)):
                assert (await person.post("/word", seat=seat, word="crane")).is_success
            for person, seat in ((ann, 0), (bob, 1), (bob, None)):
                query = {} if seat is None else {"seat": seat}
                await person.look(seat)
                for path in ("/journal", "/positions", "/positions/0", "/people"):
                    assert (await person.get(path, **query)).is_success
                async with person.stream(seat) as stream:
                    sent.append(json.dumps((await next_message(stream))[1]))
            for path in ("/record", "/statistics"):
                assert (await ann.get(path)).status_code == 409
            assert (await ann.post("/study", number=0)).status_code == 409
            await ann.http.get("/metrics")
            return ann.link

    with Server(address) as server:
        link = asyncio.run(play(server))
        sent.append(server.output())
    file = sqlite3.connect(address.removeprefix("sqlite:///"))
    query = "SELECT seed, cup FROM tables WHERE link = ?"
    seed, cup = file.execute(query, (link,)).fetchone()
    file.close()
    cup = json.loads(cup)
    secrets = [seed, f"{int(seed):x}", cup["secret"], cup["salt"]]
    assert int(seed) == Dice(cup["secret"], cup["salt"], ("crane", "crane")).seed
    assert len(sent) > 20
    assert [secret for secret in secrets for text in sent if secret in text] == []


@pytest.mark.parametrize("undo", [True, False])
def test_taking_back_changes_nothing_of_the_dice(server, undo):
    async def check():
        async with table(server.url, options=BEGINNER) as (ann, _):
            look = await ann.look(0)
            assert (await ann.play(0, look["version"], look["legal"][0]["id"])).is_success
            if undo:
                version = (await ann.look(0))["version"]
                assert (await ann.post("/undo", seat=0, version=version)).is_success
            assert (await ann.look(0))["dice"] == look["dice"]
            await finish([ann])
            record = (await ann.get("/record")).json()
            assert tenka.load(record).dice.commitment == look["dice"]["commitment"]

    asyncio.run(check())
