"""Decisions in one statement, at tables that are watched: as good as the careful way."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
import sqlalchemy as sa
from sqlalchemy.engine.interfaces import CacheStats

import tenka
from tenka.server import ledger, lobby, moves, seats, tables, tidings
from tenka.server.house import House
from tenka.server.lobby import SeatWish
from tenka.server.problems import Illegal, NotYourSeat, RequestReused, Stale
from tenka.server.settings import Settings
from tenka.server.tables import RUNNING, Table
from tests.server.running import PATIENCE

KEY = "a-key-for-every-seat-x"
KEYS = seats.Keys((KEY,))


@asynccontextmanager
async def houses(address: str, count: int = 2):
    """Several server processes' insides on one database, and a table that each of them watches."""
    here = [House(Settings(database=address, processes=count)) for _ in range(count)]
    for house in here:
        await house.storage.open()
        house.spawn(house.wakeups.run())
    table = await begin(here[0])
    try:
        for house in here:
            await house.hub.join(table.link)
        yield here, table.link
    finally:
        for house in here:
            await house.close()


async def begin(house: House, game: str = "samurai") -> Table:
    table = lobby.lay(game, {}, 2, [SeatWish("human", f"Player {n}") for n in range(2)], KEY)
    lines = lobby.begun(table)
    async with house.storage.changing() as connection:
        await tables.insert(connection, table)
        for line in lines:
            line.table_id = table.id
        await ledger.insert(connection, lines)
    return table


async def kept(house: House, link: str) -> tuple[Table, list[ledger.Line]]:
    async with house.storage.reading() as connection:
        table = await tables.load(connection, link)
        return table, await ledger.after(connection, table.id)


async def decide(house: House, link: str, request: str | None = None, version: int | None = None):
    table, _ = await kept(house, link)
    match = table.match()
    seat = match.to_act[0]
    now = table.book.versions[seat] if version is None else version
    return await moves.play(house, link, KEYS, seat, now, [match.legal(seat)[0].id], request)


async def until_known(house: House, link: str, table: Table) -> None:
    """Until a process has heard of a table as it is now."""
    async with asyncio.timeout(PATIENCE):
        while house.hub.known(link) != table:
            await asyncio.sleep(0.01)


def forbid(house: House, monkeypatch) -> None:
    """Neither the careful way nor a look at the database by whoever is told of a change."""
    for place, name in ((House, "change"), (type(house.hub), "_read")):

        def refuse(*_: object, name: str = name) -> None:
            raise AssertionError(name)

        monkeypatch.setattr(place, name, refuse)


def test_a_decision_is_one_statement_and_others_need_not_read_it(postgres, monkeypatch):
    async def check() -> None:
        async with houses(postgres()) as ((one, two), link):
            await asyncio.sleep(0.5)  # until both listen
            forbid(one, monkeypatch)
            for number in range(6):
                await decide((one, two)[number % 2], link)
                table, lines = await kept(one, link)
                assert [line.number for line in lines] == list(range(1, number + 3))
                assert table.last_line == number + 2
                for house in (one, two):
                    await until_known(house, link, table)
                    assert list(house.hub._links[link].lines) == lines[1:]

    asyncio.run(check())


def test_a_row_that_was_written_meanwhile_takes_the_careful_way(postgres):
    async def check() -> None:
        async with houses(postgres(), 1) as ((house,), link):
            async with house.storage.changing() as connection:  # nobody is told of this
                meanwhile = await tables.load(connection, link, lock=True)
                meanwhile.rematch = "elsewhere"
                await tables.update(connection, meanwhile)
            assert await house.swift.decide(house, link, first) is None
            await decide(house, link)
            table, lines = await kept(house, link)
            assert table.rematch == "elsewhere"
            assert len(lines) == 2
            assert house.hub.known(link) == table
            assert await house.swift.decide(house, link, first) is not None

    asyncio.run(check())


def test_a_turn_of_which_nobody_wants_to_hear_leaves_the_next_one_quick(postgres, monkeypatch):
    async def check() -> None:
        async with houses(postgres()) as ((one, two), link):
            await asyncio.sleep(0.5)  # until both listen
            forbid(one, monkeypatch)
            one.settings = replace(one.settings, notice_seconds=0.0)
            for number in range(4):
                await decide((one, two)[number % 2], link)
                asked = (await kept(one, link))[0].untold
                await one.outbox.gather()
                table, _ = await kept(one, link)
                assert (asked is None, table.untold) == (False, None)
                async with asyncio.timeout(PATIENCE):
                    while two.hub.known(link).last_line < table.last_line:
                        await asyncio.sleep(0.01)

    asyncio.run(check())


def test_no_statement_about_a_table_is_made_anew_each_time(postgres):
    async def check() -> None:
        async with houses(postgres(), 1) as ((house,), link):
            made = []
            sa.event.listen(
                house.storage.engine.sync_engine,
                "before_cursor_execute",
                lambda *given: made.append(given[4].cache_hit),
            )
            for _ in range(3):
                await kept(house, link)
                async with house.change(link) as change:
                    first(change)
            assert set(made[2 * len(made) // 3 :]) == {CacheStats.CACHE_HIT}

    asyncio.run(check())


def first(draft: ledger.Draft) -> None:
    match = draft.table.match()
    seat = match.to_act[0]
    moves.decide(draft, match, seat, [match.legal(seat)[0].id])


def test_of_two_decisions_for_one_position_one_is_made(postgres):
    async def check() -> None:
        async with houses(postgres()) as (both, link):
            for _ in range(5):
                table, lines = await kept(both[0], link)
                seat = table.match().to_act[0]
                version = table.book.versions[seat]
                made = await asyncio.gather(
                    *(decide(house, link, version=version) for house in both),
                    return_exceptions=True,
                )
                assert sorted(type(one).__name__ for one in made) == ["Receipt", "Stale"]
                assert len((await kept(both[0], link))[1]) == len(lines) + 1

    asyncio.run(check())


def test_a_request_that_comes_again_is_known_again(postgres):
    async def check() -> None:
        async with houses(postgres(), 1) as ((house,), link):
            table, _ = await kept(house, link)
            match = table.match()
            seat = match.to_act[0]
            asked = house, link, KEYS, seat, table.book.versions[seat]
            number = match.legal(seat)[0].id
            made = await moves.play(*asked, [number], "once")
            again = await moves.play(*asked, [number], "once")
            assert (made.repeated, again.repeated) == (False, True)
            assert again.version == made.version
            with pytest.raises(RequestReused):
                await moves.play(*asked, [number, number], "once")
            table, lines = await kept(house, link)
            assert len(lines) == 2

    asyncio.run(check())


def test_refusals_are_those_of_the_careful_way(postgres):
    async def check() -> None:
        async with houses(postgres(), 1) as ((house,), link):
            table, _ = await kept(house, link)
            seat = table.match().to_act[0]
            version = table.book.versions[seat]
            with pytest.raises(NotYourSeat):
                await moves.play(house, link, seats.Keys(), seat, version, [0], None)
            with pytest.raises(Stale):
                await moves.play(house, link, KEYS, seat, version + 1, [0], None)
            with pytest.raises(Illegal):
                await moves.play(house, link, KEYS, seat, version, ["nonsense"], None)
            assert (await kept(house, link))[0] == table

    asyncio.run(check())


@pytest.mark.parametrize("game", tenka.games())
def test_what_is_told_is_all_that_a_move_alters(game):
    count = min(tenka.game(game).players)
    wishes = [SeatWish("human", f"Player {n}") for n in range(count)]
    table = lobby.lay(game, {}, count, wishes, KEY)
    lobby.begun(table)
    for _ in range(40):
        draft = ledger.Draft(tables.copied(table))
        first(draft)
        draft.touch()
        draft.table.writing += 1
        if draft.table.status != RUNNING:
            break
        text = tidings.told(draft.table, draft.lines)
        assert text
        assert tidings.heard(text, table) == (draft.table, draft.lines)
        table = draft.table


def test_who_has_heard_more_elsewhere_is_not_told_an_older_position(postgres):
    """A process that has not heard of the last moves yet is joined by somebody who has."""

    async def check() -> None:
        async with houses(postgres()) as ((one, two), link):
            await asyncio.sleep(0.5)  # until both listen
            two.hub.hear = lambda *told: None  # what it is told is still on its way
            for _ in range(3):
                await decide(one, link)
            table, _ = await kept(one, link)
            behind = two.hub._links[link]
            assert behind.table.last_line == table.last_line - 3
            last = table.position_of(0)
            following = two.hub.follow(behind, 0, last, 15.0, lambda: True)
            assert (await anext(following)).startswith("retry")
            assert (await anext(following)).startswith(f"id: {last}\n")
            await following.aclose()

    asyncio.run(check())
