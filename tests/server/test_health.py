"""Health, metrics, logs, and the database's shape."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tenka.server import lobby, moves, tables
from tenka.server.lobby import SeatWish
from tenka.server.pace import Pace
from tenka.server.problems import OtherRules
from tenka.server.storage import TABLES, Storage, metadata, migrate
from tests.server.running import Server, connection, table


def test_health_and_metrics(each_server):
    async def check():
        async with table(each_server.url) as (ann, _), connection(each_server.url) as http:
            look = await ann.look(0)
            await ann.play(0, look["version"], look["legal"][0]["id"])
            assert (await http.get("/healthz")).json()["status"] == "ok"
            told = [await http.get("/metrics") for _ in range(2)]  # by each process of its own
            metrics = "".join(answer.text for answer in told)
            assert 'tenka_decisions_total{by="human",game="suntzu"}' in metrics
            assert ann.link not in metrics

    asyncio.run(check())


def test_logs_are_json_and_hold_no_links_keys_or_seeds(sqlite):
    async def play(server) -> list[str]:
        async with table(server.url) as (ann, bob):
            look = await ann.look(0)
            await ann.play(0, look["version"], look["legal"][0]["id"])
            await ann.play(0, look["version"], look["legal"][0]["id"])
            await bob.http.get(f"/api/tables/{bob.link}/sit/{bob.key}")
            async with bob.stream(1) as stream:
                async for _ in stream:
                    break
            return [ann.link, ann.key, bob.key, look["legal"][0]["text"]]

    address = sqlite()
    with Server(address) as server:
        secrets = asyncio.run(play(server))
        lines = server.output().splitlines()
    with sa.create_engine(address).connect() as connection:
        secrets += connection.execute(sa.text("SELECT seed FROM tables")).scalars()
        keys = connection.execute(sa.text("SELECT seats FROM tables")).scalar()
    secrets += [seat["key"] for seat in json.loads(keys)]
    assert len([json.loads(line) for line in lines]) > 5
    assert any(json.loads(line).get("route") == "/api/tables/{link}/moves" for line in lines)
    for secret in secrets:
        assert not any(secret in line for line in lines)


def test_migrations_make_the_shape_that_the_code_expects(sqlite, postgres):
    async def check(address):
        storage = Storage(address)
        await storage.open()
        await storage.open()  # once more changes nothing
        async with storage.reading() as connection:
            difference = await connection.run_sync(
                lambda c: compare_metadata(MigrationContext.configure(c), metadata)
            )
        await storage.close()
        assert difference == []

    for address in (sqlite(), postgres()):
        asyncio.run(check(address))


def test_only_a_hash_of_each_key_is_kept(sqlite):
    async def keys(server):
        async with table(server.url) as people:
            return [person.key for person in people]

    address = sqlite()
    with Server(address) as server:
        known = asyncio.run(keys(server))
    with sa.create_engine(address).connect() as connection:
        stored = json.loads(connection.execute(sa.text("SELECT seats FROM tables")).scalar())
    assert all(key not in str(stored) for key in known)


def test_tables_of_the_first_version_are_brought_up_to_date(sqlite, postgres):
    """A database as the first migration left it, with tables in it."""
    mixed, alone = (
        lobby.lay("suntzu", {}, None, [SeatWish(kind), SeatWish("bot")], "key")
        for kind in ("human", "bot")
    )
    alone.ask(moves.start(alone), time.time())

    async def check(address):
        storage = Storage(address)
        async with storage.changing() as connection:
            await connection.run_sync(migrate, "0001")
            old = await connection.run_sync(lambda c: sa.inspect(c).get_columns("tables"))
            names = [column["name"] for column in old if column["name"] != "id"]
            today = {name: {"number": "last_line"}.get(name, name) for name in names}
            kinds = {**{c.name: c.type for c in TABLES.c}, "deadline": sa.Integer()}
            then = sa.table("tables", *[sa.column(n, kinds[today[n]]) for n in names])
            for table in (mixed, alone):
                now = {**table.columns(), "deadline": 3600}
                row = {name: now[today[name]] for name in names}
                await connection.execute(sa.insert(then).values(**row))
        await storage.open()
        async with storage.reading() as connection:
            found = await tables.load(connection, mixed.link)
            bots_only = await tables.load(connection, alone.link)
        await storage.close()
        assert found.odds
        assert found.pace == Pace(per_turn=3600)
        assert found.touched == mixed.changed
        assert found.last_line == mixed.last_line
        assert found.seats == mixed.seats
        assert (found.origin, found.alone) == ("", False)
        assert (found.host, found.study, found.cup) == (mixed.seats[0].key, None, None)
        assert bots_only.alone
        assert not bots_only.bot_asked  # at a table of earlier rules nobody waits for a bot
        with pytest.raises(OtherRules, match=r"version 1 of the rules of Sun Tzu.* reinforcements"):
            bots_only.match()
        assert found.rules.version > 1  # not begun yet: it will be, by the rules of today

    for address in (sqlite(), postgres()):
        asyncio.run(check(address))


@pytest.fixture(scope="module")
def description():
    """What `python -m tenka.server.openapi` prints."""
    words = [sys.executable, "-m", "tenka.server.openapi"]
    return json.loads(subprocess.run(words, capture_output=True, check=True).stdout)


def test_the_description_can_be_had_without_a_server(server, description):
    async def check():
        async with connection(server.url) as http:
            assert description == (await http.get("/openapi.json")).json()

    asyncio.run(check())


def test_the_description_leaves_nothing_open(description):
    schemas = description["components"]["schemas"]
    open_ended = [
        n for n, shape in schemas.items() if '"additionalProperties": true' in json.dumps(shape)
    ]
    assert open_ended == []
    assert set(schemas["ErrorCode"]["enum"]) >= {"stale_version", "wrong_shape"}
