"""Whether today's Tenka can read all that `furnished` put into a database."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import (
    accounts,
    boards,
    channels,
    company,
    ledger,
    orders,
    push,
    rating,
    reports,
    results,
    seats,
    sessions,
    tables,
    ties,
    tournaments,
)
from tenka.server.problems import OtherRules
from tenka.server.storage import Storage, metadata
from tests.server.furnished import (
    ANN,
    HOOK,
    KEYS,
    OVER,
    PER_TURN,
    RUNNING,
    SESSION,
    WAITING,
)

Had = dict[str, int]  # rows, by the names of tables


async def require_readable(address: str, had: Had) -> None:
    """Nothing that was there has gone, and everything is what it was."""
    storage = Storage(address)
    try:
        async with storage.reading() as connection:
            for name, rows in had.items():
                count = sa.select(sa.func.count()).select_from(metadata.tables[name])
                assert await connection.scalar(count) >= rows, name
            await require_tables(connection)
            await require_webhook(connection)
            if "people" in had:
                await require_people(connection, had)
            if "orders" in had:
                assert "192.0.2.7/32" in (await orders.load(connection)).bans
            if "ratings" in had:
                await require_ratings(connection)
            if "ties" in had:
                await require_company(connection)
            if "tournaments" in had:
                await require_tournament(connection)
        if "server_keys" in had:
            push.public_key(await push.private_key(storage))
    finally:
        await storage.close()


async def require_tables(connection: AsyncConnection) -> None:
    """One waits; the games of the others are what their ledgers lead to."""
    waiting = await tables.load(connection, WAITING)
    assert (waiting.status, waiting.last_line) == ("open", 1)
    assert [seat.kind for seat in waiting.seats] == ["human", "open"]
    assert waiting.seats[0].name == "Ann"
    (said,) = await ledger.after(connection, WAITING)
    assert said.data == {"name": "Ann", "text": "Hello?"}
    for number, status in ((RUNNING, "running"), (OVER, "finished")):
        table = await tables.load(connection, number)
        assert table.status == status
        assert [seat.key for seat in table.seats] == [seats.hash_of(key) for key in KEYS]
        lines = await ledger.after(connection, number)
        assert [line.number for line in lines] == list(range(1, table.last_line + 1))
        if table.rules_version == 1:  # it was begun when rules had no versions yet
            with pytest.raises(OtherRules, match="version 1"):
                table.match()
            continue
        match = table.opening()
        for seat, decision in ledger.decisions_in(ledger.standing(lines)):
            match.play(seat, decision)
        assert match.state_bytes() == table.state == table.match().state_bytes()
        assert match.over == (status == "finished")


async def require_webhook(connection: AsyncConnection) -> None:
    """Ann is told at her own address when she is asked, and her clock runs as it did."""
    table = await tables.load(connection, RUNNING)
    assert table.pace is not None
    assert (table.pace.per_turn, len(table.book.clocks)) == (PER_TURN, 2)
    running = [clock.since is not None for clock in table.book.clocks]
    assert running == [asked is not None for asked in table.book.asked]
    assert any(running)
    assert HOOK in [row.address for row in await channels.to_seat(connection, table, 0)]


async def require_people(connection: AsyncConnection, had: Had) -> None:
    """Ann has her name, her passkey, her session and her tables."""
    me = await accounts.about(connection, ANN, sessions.id_of(SESSION))
    assert (me["name"], me["passkeys"][0]["label"]) == ("Ann", "Phone")
    assert [one["here"] for one in me["sessions"]] == [True]
    games = (await results.of_person(connection, ANN))["games"]
    assert [one["game"] for one in games] == ["suntzu"]
    if "channels" in had:
        (mail,) = await channels.of_person(connection, ANN)
        assert (mail["kind"], mail["on"]) == ("mail", True)


async def require_ratings(connection: AsyncConnection) -> None:
    """Ann is rated, and on the board of the season."""
    (rated,) = await rating.of_person(connection, ANN)
    assert (rated["game"], rated["games"], len(rated["course"])) == ("suntzu", 30, 1)
    board = await boards.board(connection, ("suntzu", 2), None)
    assert [one["name"] for one in board["people"]] == ["Ann"]


async def require_company(connection: AsyncConnection) -> None:
    """Ann follows Bo, whom she has invited; the operator has a report of him."""
    assert [(one["name"], one["kind"]) for one in await ties.of_person(connection, ANN)] == [
        ("Bo", "follow")
    ]
    waiting = await company.waiting_for(connection, ANN + 1)
    assert [one["host"] for one in waiting["invitations"]] == ["Ann"]
    (report,) = await reports.all_of_them(connection, 10)
    assert (report["name"], report["said"]) == ("Bo", ["Hurry!"])


async def require_tournament(connection: AsyncConnection) -> None:
    """Bo has won the first round, and the second is being played."""
    tournament = await tournaments.load(connection, 1)
    shown = tournaments.shown(tournament, ANN, "Ann")
    assert (shown["name"], shown["organising"], shown["me"]) == ("Spring", True, 1)
    assert [row["points"] for row in shown["standings"]] == [1, 0]
    assert shown["standings"][0]["entrant"] == 2
    assert tournament.waiting
