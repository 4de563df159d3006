"""`tenka tables`: what a server keeps, for whoever looks after it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from sqlalchemy.exc import SQLAlchemyError

from tenka.server import keeping
from tenka.server.settings import Settings
from tenka.server.storage import Storage


def storage_of(database: str | None) -> Storage:
    """The database of that address, or one's own, beside whatever server uses it."""
    storage = Storage(database or Settings.from_environment().database_address, processes=2)
    if storage.sqlite and not Path(str(storage.url.database)).exists():
        raise typer.BadParameter(f"there is no file {storage.url.database}")
    return storage


def take(database: str | None, most: int, *, prune: bool) -> dict[str, Any]:
    """The tables of a database, after those whose time is over were removed, if so wished."""
    storage = storage_of(database)
    try:
        return asyncio.run(_take(storage, most, prune=prune))
    except (OSError, SQLAlchemyError) as error:
        raise typer.BadParameter(f"this database cannot be read: {error}") from error


async def _take(storage: Storage, most: int, *, prune: bool) -> dict[str, Any]:
    await storage.open()
    removed = 0
    while prune and (ids := await keeping.remove_some(storage)):
        removed += len(ids)
    async with storage.reading() as connection:
        counts = await keeping.counts(connection)
        listed = await keeping.soonest(connection, most)
    await storage.close()
    return {"counts": counts, "tables": listed, "removed": removed}


def print_overview(seen: dict[str, Any], console: Console) -> None:
    """For people: the orders that stand, the rates, and the tables."""
    notice = seen["notice"]["texts"]["en"] if seen["notice"] else "none"
    console.print(f"maintenance: {'on' if seen['maintenance'] else 'off'}")
    console.print(f"notice: {notice}", markup=False)
    for address, until in seen["bans"].items():
        console.print(f"banned: {address}, until {_moment(until)}", highlight=False)
    console.print(f"server processes: {seen['processes']}, open streams: {seen['streams']}\n")
    for report in seen["reports"]:
        who = f"table {report['table']}, seat {report['seat']}, {report['name']}"
        console.print(f"report {report['id']} of {who}: {report['text']}", markup=False)
    rates = Table("in the last", "tables set up", "tables played at", box=None)
    for span, rate in seen["rates"].items():
        rates.add_row(span, f"{rate['laid']:,}", f"{rate['played']:,}")
    console.print(rates)
    console.print()
    print_tables({**seen, "removed": 0}, console)


def print_people(found: list[dict[str, Any]], console: Console) -> None:
    """For people: who was found, and how they stand."""
    listed = Table("person", "name", "since", "sessions", "tables", "reports", "banned", box=None)
    for one in found:
        until = one["banned_until"]
        banned = "" if not one["banned"] else "for good" if until is None else _moment(until)
        counts = [str(one[name]) for name in ("sessions", "tables", "reports")]
        listed.add_row(
            str(one["person"]), escape(one["name"]), _moment(one["made"]), *counts, banned
        )
    console.print(listed if found else "Nobody is called that.")


def print_tables(kept: dict[str, Any], console: Console) -> None:
    """For people: how many of each status, then those that go first."""
    summary = Table("status", "tables", "lines", "time is over", box=None)
    for status, counted in kept["counts"].items():
        summary.add_row(status, *(f"{number:,}" for number in counted.values()))
    console.print(summary)
    if kept["tables"]:
        listed = Table("table", "game", "status", "lines", "changed", "goes", box=None)
        for table in kept["tables"]:
            when = [_moment(table["changed"]), _moment(table["expires"])]
            known = [str(table[name]) for name in ("table", "game", "status", "lines")]
            listed.add_row(*known, *when)
        console.print()
        console.print(listed)
    over = sum(counted["over"] for counted in kept["counts"].values())
    if kept["removed"]:
        console.print(f"\n{kept['removed']:,} tables removed.")
    elif over:
        console.print(f"\nThe time of {over:,} tables is up: --prune removes them now.")


def _moment(when: float | None) -> str:
    return "never" if when is None else f"{datetime.fromtimestamp(when, UTC):%Y-%m-%d %H:%M}"
