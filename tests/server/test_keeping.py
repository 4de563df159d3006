"""All that is kept goes when its time is over, which is told; ledgers have a measure."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from tenka.cli import app
from tenka.server import (
    accounts,
    chat,
    clock,
    keeping,
    ledger,
    lobby,
    moves,
    orders,
    rematch,
    sessions,
    tables,
)
from tenka.server.house import House
from tenka.server.presence import SPECTATOR
from tenka.server.problems import Problem, TooMany
from tenka.server.rollcall import GONE
from tenka.server.roster import REPORTS
from tenka.server.seats import Keys
from tenka.server.settings import Settings
from tenka.server.storage import (
    HOLDINGS,
    LEDGER,
    ORDERS,
    PEOPLE,
    PRESENCE,
    PROCESSES,
    TABLES,
    Storage,
)
from tenka.server.tables import Table
from tests.server.running import PATIENCE, Person, Server, connection, next_message, table
from tests.server.somebody import people

KEYS = Keys(("key",))
DAYS = {"keep_open_days": 3, "keep_running_days": 90, "keep_finished_days": 365}


def command(address: str, *words: str) -> str:
    """What `tenka tables` prints."""
    done = CliRunner().invoke(app, ["tables", "--database", address, *words])
    assert done.exit_code == 0, done.output
    return done.stdout


async def age(address: str, days: dict[int, float]) -> None:
    """Let tables have been left alone for so many days."""
    house = House(Settings(database=address, **DAYS))
    async with house.storage.changing() as connection:
        for number, count in days.items():
            older = TABLES.c.changed - count * keeping.DAY
            expires = TABLES.c.expires - count * keeping.DAY
            query = sa.update(TABLES).where(TABLES.c.id == number)
            await connection.execute(query.values(changed=older, expires=expires))
    await house.storage.close()


async def anybody(address: str) -> list[sa.Row]:
    """Who is at any table, as the database was told."""
    storage = Storage(address)
    async with storage.reading() as connection:
        found = (await connection.execute(sa.select(PRESENCE))).all()
    await storage.close()
    return list(found)


async def three_tables(house: House) -> list[Table]:
    """One that waits for players, one in play and one that is over, each with a line at least."""
    kept = []
    for seats in (["human", "open"], ["human", "human"], ["human", "human"]):
        laid = lobby.lay("suntzu", {}, None, [lobby.SeatWish(kind) for kind in seats], "key")
        await lobby.open_table(house, laid)
        kept.append(laid)
    async with house.change(kept[0].id) as change:
        change.write(ledger.CHAT, 0, data={"name": "Ann", "text": "Hello?"})
    async with house.change(kept[2].id) as change:
        change.table.status = tables.FINISHED
        change.write(ledger.CHAT, 0, data={"name": "Ann", "text": "Well played."})
    return kept


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_command_shows_what_is_kept_and_removes_what_is_over(kind, request):
    address = request.getfixturevalue(kind)()

    async def lay() -> list[int]:
        house = House(Settings(database=address, **DAYS))
        await house.storage.open()
        laid = await three_tables(house)
        await house.storage.close()
        return [table.id for table in laid]

    async def left() -> tuple[set[int], set[int]]:
        house = House(Settings(database=address))
        async with house.storage.reading() as connection:
            numbers = set((await connection.execute(sa.select(TABLES.c.id))).scalars())
            lines = set((await connection.execute(sa.select(LEDGER.c.table_id))).scalars())
        await house.storage.close()
        return numbers, lines

    waiting, running, finished = asyncio.run(lay())
    asyncio.run(age(address, {waiting: 2, running: 91, finished: 364}))
    shown = json.loads(command(address, "--json"))
    assert shown["removed"] == 0
    assert {status: counted["tables"] for status, counted in shown["counts"].items()} == {
        "open": 1,
        "running": 1,
        "finished": 1,
    }
    assert shown["tables"][0]["table"] == running
    assert "--prune removes them" in command(address)
    assert asyncio.run(left())[0] == {waiting, running, finished}  # showing removes nothing
    assert "1 tables removed" in command(address, "--prune")
    assert asyncio.run(left()) == ({waiting, finished}, {waiting, finished})
    asyncio.run(age(address, {waiting: 2, finished: 2}))
    assert json.loads(command(address, "--prune", "--json"))["removed"] == 2
    assert asyncio.run(left()) == (set(), set())


def test_the_command_says_when_there_is_no_such_database(tmp_path):
    words = [
        sys.executable,
        "-m",
        "tenka",
        "tables",
        "--database",
        f"sqlite:///{tmp_path}/no.sqlite",
    ]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode != 0
    assert "there is no file" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_table_says_when_it_goes_and_then_it_goes(each_kind_of_server):
    async def check(server):
        async with connection(server.url) as http:
            laid = (await http.post("/api/tables", json={"game": "suntzu", "listed": True})).json()
        told = laid["table"]
        assert told["expires"] - told["changed"] == pytest.approx(3 * keeping.DAY, abs=1)
        async with table(server.url) as (ann, _):
            look = await ann.look(0)
            assert look["expires"] - look["changed"] == pytest.approx(90 * keeping.DAY, abs=1)
            async with Person(server.url, told["table"], laid["key"]) as bob:
                async with bob.stream(0) as stream:
                    await next_message(stream)
                    await age(server.database, {1: 4, 2: 4})  # both were left for four days
                    async with asyncio.timeout(PATIENCE):
                        async for _ in stream:
                            pass  # until it ends
                answer = await bob.get()
                assert (answer.status_code, answer.json()["error"]) == (404, "unknown_table")
            assert (await ann.look(0))["status"] == "running"
            assert (await ann.http.get("/api/tables")).json() == []

    with each_kind_of_server(prune_seconds=0.2) as server:
        asyncio.run(check(server))
        assert "tables removed" in server.output()
    assert asyncio.run(anybody(server.database)) == []  # Bob's stream went with its table


async def somebody_comes(house: House, table: Table):
    """The roll must be written: with a row of this holder and process."""
    house.roll._count((table.id, SPECTATOR), 1, 1.0)
    return house.roll._write(), SPECTATOR, house.roll.process


async def a_process_died(house: House, table: Table):
    left = {"table_id": table.id, "holder": "key", "process": "dead", "streams": 1, "at": 1.0}
    async with house.storage.changing() as connection:
        await connection.execute(sa.insert(PROCESSES).values(id="dead", until=1.0))
        await connection.execute(sa.insert(PRESENCE).values(left))
    return house.roll._bury(), "key", GONE


async def until_one_waits(storage: Storage) -> None:
    """Until a transaction waits for another one."""
    waiting = sa.text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    async with asyncio.timeout(PATIENCE), storage.reading() as connection:
        while not await connection.scalar(waiting):
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("event", [somebody_comes, a_process_died])
def test_nobody_stays_at_a_table_that_goes_while_the_roll_is_written(postgres, event):
    """Another transaction is about to write the same row, which stops the roll in its middle."""
    address = postgres()

    async def check() -> None:
        house = House(Settings(database=address, **DAYS))
        await house.storage.open()
        table = (await three_tables(house))[1]
        writing, holder, process = await event(house, table)
        row = {"table_id": table.id, "holder": holder, "process": process, "streams": 1, "at": 1.0}
        async with house.storage.engine.connect() as other:
            await other.execute(sa.insert(PRESENCE).values(row))
            written = asyncio.create_task(writing)
            await until_one_waits(house.storage)
            async with asyncio.timeout(PATIENCE), house.change(table.id) as change:
                change.write(ledger.CHAT, 0, data={"name": "Ann", "text": "I need not wait."})
            await age(address, {table.id: 91})
            gone = await keeping.remove_some(house.storage)
            await other.rollback()
        await written
        gone += await keeping.remove_some(house.storage)
        assert gone == [table.id]
        await house.storage.close()

    asyncio.run(check())
    assert asyncio.run(anybody(address)) == []


def test_a_secret_decision_does_not_move_the_time(server):
    async def check():
        async with table(server.url, options={"beginner": True}) as (ann, _):
            before = await ann.look(0)
            played = await ann.play(0, before["version"], before["legal"][0]["id"])
            assert played.status_code == 200
            assert (await ann.look())["expires"] == before["expires"]

    asyncio.run(check())


def test_other_settings_hold_for_all_tables_from_the_next_start_on(sqlite):
    address = sqlite()

    async def expiries(**days: float) -> list[float | None]:
        house = House(Settings(database=address, **{**DAYS, **days}))
        await house.open()
        try:
            async with house.storage.reading() as connection:
                query = sa.select(TABLES.c.expires - TABLES.c.changed).order_by(TABLES.c.id)
                return list((await connection.execute(query)).scalars())
        finally:
            await house.close()

    async def lay() -> None:
        house = House(Settings(database=address, **DAYS))
        await house.storage.open()
        await three_tables(house)
        await house.storage.close()

    asyncio.run(lay())
    day = keeping.DAY
    told = asyncio.run(expiries(keep_open_days=1, keep_finished_days=0))
    assert told == [pytest.approx(day, abs=1), pytest.approx(90 * day, abs=1), None]


def test_a_rematch_whose_table_went_is_laid_anew(sqlite):
    async def check():
        house = House(Settings(database=sqlite(), **DAYS))
        await house.storage.open()
        try:
            over = (await three_tables(house))[2]
            first = await rematch.lay_again(house, over.link, KEYS, "here")
            assert (await rematch.lay_again(house, over.link, KEYS, "here")).link == first.link
            async with house.storage.changing() as connection:
                gone = TABLES.c.link == first.link
                await connection.execute(sa.update(TABLES).where(gone).values(expires=1.0))
            assert await keeping.remove_some(house.storage) == [first.id]
            assert (await rematch.lay_again(house, over.link, KEYS, "here")).link != first.link
        finally:
            await house.close()

    asyncio.run(check())


def test_ledgers_have_their_bounds(sqlite, monkeypatch):
    """Talk, changes of seats and taking back end; the game itself goes on."""
    monkeypatch.setattr(ledger, "MOST_LINES", 6)
    monkeypatch.setattr(chat, "MOST_IN_ALL", 3)

    async def check():
        house = House(Settings(database=sqlite(), **DAYS))
        await house.storage.open()
        try:
            link = (await three_tables(house))[1].link
            for _ in range(3):
                await chat.say(house, link, KEYS, 0, "Hello")
            with pytest.raises(TooMany, match="at most 3 things"):
                await chat.say(house, link, KEYS, 0, "Hello")
            while (table := await house.table(link)).last_line < 6:
                seat = table.match().to_act[0]
                choice = table.match().legal(seat)[0].id
                version = table.book.versions[seat]
                await moves.play(house, link, KEYS, seat, version, [choice], None)
            for change in (
                lobby.leave(house, link, KEYS, 0),
                lobby.set_webhook(house, link, KEYS, 0, None),
            ):
                with pytest.raises(Problem, match="at most 6 things"):
                    await change
            table = await house.table(link)
            seat = table.match().to_act[0]
            choice = table.match().legal(seat)[0].id
            await moves.play(house, link, KEYS, seat, table.book.versions[seat], [choice], None)
        finally:
            await house.close()

    asyncio.run(check())


async def four_people(house: House) -> dict[str, int]:
    """One seen lately, one never again but signed in, one with a seat, and one of whom none is so.

    The last is banned.
    """
    found = {}
    async with house.storage.changing() as connection:
        for name in ("lately", "signed in", "seated", "idle"):
            found[name] = await accounts.add(connection, name, name)
            if name != "lately":
                old = {"seen": clock.now() - 731 * keeping.DAY}
                mine = sa.update(PEOPLE).where(PEOPLE.c.id == found[name])
                if name == "signed in":
                    await sessions.begin(connection, found[name], "", 90)
                await connection.execute(mine.values(**old))
        held = {"person_id": found["seated"], "table_id": 1, "key": "key"}
        await connection.execute(sa.insert(HOLDINGS).values(held))
        await orders.ban(connection, f"person {found['idle']}", None)
    return found


async def told(house: House, what: sa.Column) -> set:
    async with house.storage.reading() as connection:
        return set((await connection.execute(sa.select(what))).scalars())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_else_is_over_goes_too(kind, request):
    """Accounts that nobody uses, old reports, those of tables that are gone, and bans that are."""

    async def check() -> None:
        house = House(Settings(database=request.getfixturevalue(kind)(), **DAYS))
        await house.storage.open()
        here, gone = [table.id for table in await three_tables(house)][:2]
        known = await four_people(house)
        row = {"seat": 0, "name": "Eve", "text": "Hm", "said": []}
        async with house.storage.changing() as connection:
            for table, days in ((here, 364), (here, 366), (gone, 0)):
                made = clock.now() - days * keeping.DAY
                new = sa.insert(REPORTS).values(**row, table_id=table, made=made)
                await connection.execute(new)
            for address, hours in (("192.0.2.1", -1), ("192.0.2.2", 1), ("192.0.2.3", None)):
                await orders.ban(connection, address, hours)
            await keeping.remove(connection, [gone])
        assert len(await told(house, REPORTS.c.id)) == 2  # a table takes its reports along
        await keeping.remove_others(house)
        assert len(await told(house, REPORTS.c.id)) == 1
        left = set(known.values()) - {known["idle"]}
        assert await told(house, PEOPLE.c.id) == left
        assert await told(house, ORDERS.c.name) == {"ban 192.0.2.2/32", "ban 192.0.2.3/32"}
        house.settings = Settings(keep_people_days=0)
        async with house.storage.changing() as connection:
            await connection.execute(sa.update(PEOPLE).values(seen=0.0))
        await keeping.remove_others(house)
        assert await told(house, PEOPLE.c.id) == left
        await house.storage.close()

    asyncio.run(check())


def test_a_visit_counts(sqlite):
    """Also without signing in anew."""
    address = sqlite()

    async def check(server: Server) -> None:
        async with people(server) as (ann,):
            with sa.create_engine(address).begin() as database:
                database.execute(sa.text("UPDATE people SET seen = 1"))
                database.execute(sa.text("UPDATE sessions SET until = until - 172800"))
            assert await ann.who()
            with sa.create_engine(address).connect() as database:
                seen = database.execute(sa.text("SELECT seen FROM people")).scalar()
            assert clock.now() - seen < 600

    with Server(address) as server:
        asyncio.run(check(server))
