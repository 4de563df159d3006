"""The operator's orders hold in every process, from the command line and over HTTP."""

from __future__ import annotations

import asyncio
import json

import pytest
from typer.testing import CliRunner

import tenka
from tenka.cli import app
from tenka.core.between import Strength
from tenka.ratings import strengths
from tenka.ratings.skill import PROVISIONAL
from tenka.server.backup import put_back, take
from tenka.server.orders import Order, Orders
from tenka.server.problems import Banned
from tests.server.running import PATIENCE, Server, connection, next_message, table
from tests.server.somebody import people

TOKEN = "a-token-that-nobody-guesses"  # noqa: S105
OPERATOR = {"Authorization": f"Bearer {TOKEN}"}


def command(database: str, *words: str) -> str:
    """What `tenka operator` prints."""
    done = CliRunner().invoke(app, ["operator", *words, "--database", database])
    assert done.exit_code == 0, done.output
    return done.stdout


async def until(http, true) -> dict:
    """What everybody is told, as soon as that is so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            told = (await http.get("/api/house")).json()
            if true(told):
                return told
            await asyncio.sleep(0.05)


async def heard(lines) -> dict:
    """The next word of the operator in a stream."""
    async for line in lines:
        if line == "event: house":
            return json.loads((await anext(lines)).removeprefix("data: "))
    raise AssertionError("the stream ended")


def strengths_between() -> dict[str, Strength]:
    """The strengths of bots that are no levels, by name."""
    games = tenka.games()
    levels = {level for game in games for level in tenka.bots(game)}
    names = {name for game in games for name in strengths(game)} - levels
    return {name: Strength.named(name) for name in names}


def strengths_told(house: dict) -> dict[str, Strength]:
    """The same, as everybody is told of them."""
    return {
        one["name"]: Strength(one["level"], one["weaker"], one["part"]) for one in house["between"]
    }


def test_orders_from_the_command_line_reach_everybody(each_kind_of_server):
    """A notice comes to whoever watches a table; maintenance leaves running games alone."""

    async def check(server) -> None:
        order = lambda *words: asyncio.to_thread(command, server.database, *words)  # noqa: E731
        async with table(server.url) as (ann, bob), connection(server.url) as http:
            before = (await http.get("/api/house")).json()
            assert (before["maintenance"], before["notice"]) == (False, None)
            assert before["keeps"] == {"open": 3, "running": 90, "finished": 365, "people": 730}
            assert strengths_told(before) == strengths_between()
            async with ann.http.stream("GET", ann.path("/stream"), timeout=PATIENCE) as stream:
                lines = stream.aiter_lines()
                await order("notice", "Back soon", "--pl", "Zaraz wracamy")
                texts = (await heard(lines))["notice"]["texts"]
                assert texts == {"en": "Back soon", "pl": "Zaraz wracamy"}
                await order("maintenance", "on")
                assert (await heard(lines))["maintenance"]
                refused = await http.post("/api/tables", json={"game": "suntzu"})
                assert (refused.status_code, refused.json()["error"]) == (503, "maintenance")
                look = await bob.look(1)
                played = await bob.play(1, look["version"], look["legal"][0]["id"])
                assert played.status_code == 200
                await order("notice")
                assert (await heard(lines))["notice"] is None
            await order("maintenance", "off")
            await until(http, lambda told: not told["maintenance"])
            laid = await http.post("/api/tables", json={"game": "suntzu"})
            assert laid.status_code == 201
            seen = json.loads(await order("status", "--json"))
            assert seen["rates"]["hour"] == {"laid": 2, "played": 2}
            assert ann.link not in json.dumps(seen)  # links are secrets
            assert "tables set up" in await order("status")
            await order("remove", str(seen["tables"][0]["table"]))
            assert json.loads(await order("status", "--json"))["rates"]["hour"]["laid"] == 1

    with each_kind_of_server() as server:
        asyncio.run(check(server))


def test_the_operator_orders_over_http_with_the_token(sqlite):
    async def check(server) -> None:
        async with connection(server.url) as http:
            for headers in ({}, {"Authorization": "Bearer no"}, {"Authorization": TOKEN[:-1]}):
                refused = await http.get("/api/operator", headers=headers)
                assert (refused.status_code, refused.json()["error"]) == (403, "not_the_operator")
            assert (
                await http.post("/api/operator/maintenance", json={"on": True})
            ).status_code == 403
            http.headers.update(OPERATOR)
            post = lambda path, **body: http.post(f"/api/operator/{path}", json=body)  # noqa: E731
            assert (await post("maintenance", on=True)).json()["maintenance"]
            assert (await http.get("/api/house")).json()["maintenance"]  # at once
            assert not (await post("maintenance", on=False)).json()["maintenance"]
            assert (await post("notice", en="Hello")).json()["notice"]["texts"] == {"en": "Hello"}
            assert (await post("notice")).json()["notice"] is None
            laid = (await http.post("/api/tables", json={"game": "suntzu"})).json()
            number = (await http.get("/api/operator")).json()["tables"][0]["table"]
            assert (await http.delete(f"/api/operator/tables/{number}")).json()["tables"] == []
            assert (await http.get(f"/api/tables/{laid['table']['table']}")).status_code == 404
            assert (await http.delete(f"/api/operator/tables/{number}")).status_code == 404
            assert (await post("bans", address="nobody")).json()["error"] == "bad_address"
            banned = (await post("bans", address="127.0.0.0/8", hours=1)).json()["bans"]
            assert list(banned) == ["127.0.0.0/8"]
            assert (await http.get("/api/games")).json()["error"] == "banned"
            assert (await http.get("/")).status_code == 403
            await http.delete("/api/operator/bans", params={"address": "127.0.0.0/8"})
            assert (await http.get("/api/games")).status_code == 200

    with Server(sqlite(), operator_token=TOKEN) as server:
        asyncio.run(check(server))
        assert TOKEN not in server.output()


def test_people_are_found_signed_out_and_banned(sqlite):
    async def check(server) -> None:
        order = lambda *words: asyncio.to_thread(command, server.database, *words)  # noqa: E731
        async with people(server, 2) as (ann, bo), connection(server.url, OPERATOR) as operator:
            assert (await bo.http.put("/api/account", json={"name": "Łukasz"})).is_success
            link = (await ann.lay(seats=[{"kind": "human"}, {"kind": "open"}]))["table"]
            assert (await bo.http.post(f"/api/tables/{link}/join", json={"name": "Bo"})).is_success
            told = {"seat": 0, "other": 1, "text": "He is rude."}
            assert (await ann.http.post(f"/api/tables/{link}/reports", json=told)).is_success
            find = lambda name: operator.get("/api/operator/people", params={"name": name})  # noqa: E731
            assert (await find("nobody")).json() == []
            (seen,) = (await find("łuk")).json()
            assert (seen["tables"], seen["sessions"], seen["reports"]) == (1, 1, 1)
            assert not seen["banned"]
            overview = (await operator.get("/api/operator")).json()
            number = overview["reports"][0]["person"]
            assert (overview["people"], number) == (2, seen["person"])
            assert "Łukasz" in await order("people", str(number))
            await order("sign-out", str(number))
            assert await bo.who() is None
            assert (await bo.sign_in()).is_success
            ban = {"address": f"person {number}", "hours": 1}
            bans = (await operator.post("/api/operator/bans", json=ban)).json()["bans"]
            assert list(bans) == [f"person {number}"]
            assert await bo.who() is None
            assert (await bo.sign_in()).json()["error"] == "banned"
            assert (await ann.who())["name"] == "Person 0"
            (seen,) = (await find(str(number))).json()
            assert seen["banned"]
            assert seen["banned_until"] > seen["made"]
            await order("unban", f"person {number}")
            assert (await bo.sign_in()).is_success
            ban = {"address": "person 999"}
            assert (await operator.post("/api/operator/bans", json=ban)).status_code == 404

    with Server(sqlite(), operator_token=TOKEN) as server:
        asyncio.run(check(server))


def test_nobody_sees_what_somebody_shows_who_is_banned(sqlite):
    """Their page, their place on a leaderboard, a tournament of theirs; afterwards it is there."""

    async def check(server) -> None:
        async with people(server, 2) as (ann, bo), connection(server.url, OPERATOR) as operator:
            for _ in range(PROVISIONAL):
                table = await ann.lay(rated=True, seats=[{"kind": "human"}, {"kind": "open"}])
                path = f"/api/tables/{table['table']}"
                assert (await bo.http.post(f"{path}/join", json={"name": "Bo"})).is_success
                assert (await bo.http.post(f"{path}/resign", json={"seat": 1})).is_success
            shown = {"public": True, "listed": True}
            page = (await bo.http.put("/api/account/page", json=shown)).json()["page"]
            cup = {"name": "Bo is great", "game": "suntzu", "players": 2, "kind": "swiss"}
            assert (await bo.http.post("/api/tournaments", json=cup)).status_code == 201

            async def seen() -> list[int]:
                board = (await ann.http.get("/api/boards/suntzu/2")).json()["people"]
                cups = (await ann.http.get("/api/tournaments")).json()
                status = (await ann.http.get(f"/api/people/{page}")).status_code
                return [len(board), len(cups), status]

            assert await seen() == [1, 1, 200]
            (found,) = (await operator.get("/api/operator/people?name=Person 1")).json()
            ban = {"address": f"person {found['person']}"}
            assert (await operator.post("/api/operator/bans", json=ban)).is_success
            assert await seen() == [0, 0, 404]
            await operator.delete("/api/operator/bans", params=ban)
            assert await seen() == [1, 1, 200]

    with Server(sqlite(), operator_token=TOKEN) as server:
        asyncio.run(check(server))


def test_whoever_guesses_too_often_is_not_told_when_they_are_right(sqlite):
    """Or trying would cost nothing: of a wrong token nobody would have to wait for the answer."""
    statuses = []

    async def check(server) -> None:
        async with connection(server.url) as http:
            for guess in ("no", "perhaps", "one of many", "another", TOKEN):
                headers = {"Authorization": f"Bearer {guess}"}
                statuses.append((await http.get("/api/operator", headers=headers)).status_code)

    with Server(sqlite(), operator_token=TOKEN, talk_rate=0.001, talk_burst=3) as server:
        asyncio.run(check(server))
    assert statuses == [403, 403, 403, 429, 429]


def test_without_a_token_there_is_no_operator_over_http(server):
    async def check() -> None:
        async with connection(server.url) as http:
            for token in ("", "Bearer"):
                refused = await http.get("/api/operator", headers={"Authorization": token})
                assert refused.status_code == 403

    asyncio.run(check())


@pytest.mark.parametrize(
    ("network", "until", "host", "welcome"),
    [
        ("192.0.2.7/32", None, "192.0.2.7", False),
        ("192.0.2.7/32", None, "::ffff:192.0.2.7", False),
        ("192.0.2.7/32", None, "192.0.2.8", True),
        ("192.0.2.7/32", 1.0, "192.0.2.7", True),  # it is over
        ("192.0.2.0/24", None, "192.0.2.200", False),
        ("2001:db8::/64", None, "2001:db8::1", False),
        ("2001:db8::/64", None, "192.0.2.7", True),
        ("192.0.2.7/32", None, "unix", True),
    ],
)
def test_a_ban_is_for_its_addresses_and_its_time(network, until, host, welcome):
    standing = Orders({f"ban {network}": Order({"until": until}, 0.0)})
    if welcome:
        standing.require_welcome(host)
    else:
        with pytest.raises(Banned):
            standing.require_welcome(host)


def test_what_is_put_back_under_a_running_server_is_seen_by_who_watches(
    each_kind_of_server, tmp_path
):
    async def check(server) -> None:
        async with table(server.url) as (ann, _):
            look = await ann.look(0)
            copy = tmp_path / "copy.gz"
            await asyncio.to_thread(take, server.database, copy)
            await ann.play(0, look["version"], look["legal"][0]["id"])
            async with ann.stream(0) as stream:
                _, seen = await next_message(stream)
                assert seen["version"] != look["version"]
                await asyncio.to_thread(put_back, server.database, copy, replace=True)
                async with asyncio.timeout(PATIENCE):
                    async for _ in stream:
                        pass  # until it ends
            async with ann.stream(0) as stream:
                _, seen = await next_message(stream)
                assert seen["version"] == look["version"]

    with each_kind_of_server() as server:
        asyncio.run(check(server))
