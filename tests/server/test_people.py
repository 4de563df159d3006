"""What a person has: seats on every device, results, all to take home, and to leave behind."""

from __future__ import annotations

import asyncio
import json

import sqlalchemy as sa

import tenka
from tests.server.running import RANDOM_BOT, Server, connection
from tests.server.somebody import Somebody, count_of, people
from tests.server.test_moves import refused

BEGINNER = {"beginner": True}


def test_a_guests_seats_come_along_and_open_on_any_device(each_server):
    async def check():
        async with people(each_server, known=False) as (ann,):
            link = (await ann.lay())["table"]
            assert (await ann.register()).is_success
            phone = Somebody(ann.url)
            assert (await phone.sign_in(ann.passkey)).is_success
            assert await phone.seats(link) == []  # not taken along yet
            claimed = await ann.http.post(f"/api/tables/{link}/claim")
            assert claimed.json() == [0]
            assert await phone.seats(link) == [0]
            later = (await ann.lay())["table"]  # what is laid by a person is theirs at once
            assert await phone.seats(later) == [0]
            mine = (await phone.http.get("/api/account/tables")).json()
            assert [(one["table"]["table"], one["seats"]) for one in mine] == [
                (later, [0]),
                (link, [0]),
            ]
            joined = await phone.http.post(f"/api/tables/{link}/join", json={"name": "Ann too"})
            assert joined.json()["seats"] == [0, 1]  # the same person plays both
            assert joined.json()["key"] is None
            assert [seat["holder"] for seat in joined.json()["table"]["seats"]] == [0, 0]
            await phone.http.aclose()

    asyncio.run(check())


def test_who_signs_out_leaves_no_seat_behind_in_the_browser(server):
    async def check():
        async with people(server) as (ann,):
            link = (await ann.lay())["table"]
            assert await ann.seats(link) == [0]
            await ann.http.post("/api/account/sign-out")
            assert await ann.seats(link) == []
            await ann.sign_in()
            assert await ann.seats(link) == [0]

    asyncio.run(check())


def test_everything_that_is_kept_of_a_person_can_be_taken_home(server):
    async def check():
        async with people(server) as (ann,):
            table = await ann.lay(seats=[{"kind": "human", "name": "Ann"}, RANDOM_BOT])
            path = f"/api/tables/{table['table']}"
            await ann.http.post(f"{path}/chat", json={"seat": 0, "text": "Hello!"})
            answer = await ann.http.get("/api/account/export")
            assert "attachment" in answer.headers["content-disposition"]
            told = answer.json()
            assert told["name"] == "Person 0"
            assert len(told["passkeys"]) == len(told["sessions"]) == 1
            (kept,) = told["tables"]
            assert (kept["table"], kept["mine"]) == (table["table"], [0])
            assert [one["text"] for one in kept["said"]] == ["Hello!"]
            assert not {"seed", "cup", "key"} & set(kept)

    asyncio.run(check())


def test_deletion_leaves_finished_games_with_an_empty_name(each_server):
    """One table waits, one is being played, one is over; Ann goes, and nothing of her stays."""

    async def check():
        async with people(each_server) as (ann,), connection(ann.url) as other:
            waiting = (
                await ann.lay(seats=[{"kind": "human", "name": "Ann-Marie"}, {"kind": "open"}])
            )["table"]
            running, over = [], []
            for links in (running, over):
                table = await ann.lay(
                    options=BEGINNER,
                    seats=[{"kind": "human", "name": "Ann-Marie"}, {"kind": "open"}],
                )
                path = f"/api/tables/{table['table']}"
                assert (await other.post(f"{path}/join", json={"name": "Bo"})).is_success
                await ann.http.post(f"{path}/chat", json={"seat": 0, "text": "My secret"})
                links.append(path)
            assert (await ann.http.post(f"{over[0]}/resign", json={"seat": 0})).is_success
            assert "Ann-Marie" in (await other.get(f"{over[0]}/record")).text
            assert (await ann.http.delete("/api/account")).status_code == 204
            assert await ann.who() is None
            refused(await ann.sign_in(), 403, "not_proved")
            shown = {
                name: (await other.get(path)).json()
                for name, path in (
                    ("waiting", f"/api/tables/{waiting}"),
                    ("running", running[0]),
                    ("over", over[0]),
                )
            }
            assert shown["waiting"]["seats"][0]["kind"] == "open"
            assert shown["running"]["seats"][0]["kind"] == "bot"
            assert (shown["over"]["seats"][0]["kind"], shown["over"]["seats"][0]["name"]) == (
                "human",
                "",
            )
            for path in (running[0], over[0]):
                async with other.stream("GET", f"{path}/stream") as stream:
                    async for line in stream.aiter_lines():
                        if line.startswith("data: ") and "events" in line:
                            assert "Ann-Marie" not in line
                            assert "My secret" not in line
                            break
            record = (await other.get(f"{over[0]}/record")).json()
            assert record["seats"] == ["", "Bo"]
            assert tenka.load(record).dice
            again = await other.post(f"{over[0]}/rematch")
            assert [s["kind"] for s in again.json()["table"]["seats"]] == ["open", "human"]

    asyncio.run(check())


def test_results_are_counted_and_shown_to_whom_their_owner_wants(each_server):
    """A game lost, one won, and three that do not count: alone on both sides, a study, a record."""

    async def check():
        async with people(each_server) as (ann,), connection(ann.url) as bo:
            ended = []
            for loser in (0, 1):
                table = await ann.lay(options=BEGINNER)
                path = f"/api/tables/{table['table']}"
                assert (await bo.post(f"{path}/join", json={"name": "Bo"})).is_success
                gives_up = ann.http if loser == 0 else bo
                assert (await gives_up.post(f"{path}/resign", json={"seat": loser})).is_success
                ended.append(table["table"])
            alone = await ann.lay(seats=[{"kind": "human"}, {"kind": "human"}])
            for seat in (0, 1):
                await ann.http.post(f"/api/tables/{alone['table']}/resign", json={"seat": seat})
            await ann.http.post(f"/api/tables/{ended[0]}/study", json={"number": 0})
            record = (await bo.get(f"/api/tables/{ended[0]}/record")).json()
            assert (await ann.http.post("/api/records", json=record)).is_success
            mine = (await ann.http.get("/api/account/results")).json()
            counted = {"game": "suntzu", "played": 2, "won": 1, "average": 0.0, "best": 0}
            assert mine["totals"] == [counted]
            assert {(game["table"], game["won"]) for game in mine["games"]} == {
                (ended[0], False),
                (ended[1], True),
            }
            assert mine["games"][0]["others"] == [{"name": "Bo", "level": None}]
            assert mine["page"] is None
            shown = (await ann.http.put("/api/account/page", json={"public": True})).json()
            again = (await ann.http.put("/api/account/page", json={"public": True})).json()
            assert again["page"] == shown["page"]
            page = f"/api/people/{shown['page']}"
            assert (await bo.get(page)).json() == {**shown, "mine": False}
            await ann.http.put("/api/account/page", json={"public": False})
            refused(await bo.get(page), 404, "not_found")
            refused(await bo.get(f"/api/people/{'A' * 22}"), 404, "not_found")

    asyncio.run(check())


def test_a_person_can_go_whatever_their_games_were_played_by(sqlite):
    address = sqlite()

    async def check(server):
        async with people(server) as (ann,):
            table = await ann.lay(seats=[{"kind": "human", "name": "Ann"}, RANDOM_BOT])
            left = (await ann.lay())["table"]
            assert (await ann.http.post(f"/api/tables/{left}/leave", json={"seat": 0})).is_success
            mine = (await ann.http.get("/api/account/tables")).json()
            assert [one["table"]["table"] for one in mine] == [table["table"]]
            with sa.create_engine(address).begin() as database:
                database.execute(sa.text("UPDATE tables SET rules_version = 1"))
            assert (await ann.http.delete("/api/account")).status_code == 204
            assert await ann.who() is None
        with sa.create_engine(address).connect() as database:
            kept = database.execute(
                sa.text("SELECT seats FROM tables WHERE link = :link"), {"link": table["table"]}
            ).scalar()
            assert json.loads(kept)[0]["name"] == ""
            for what in ("people", "passkeys", "sessions", "holdings"):
                assert count_of(address, what) == 0

    with Server(address) as server:
        asyncio.run(check(server))
