"""`tenka backup` and `tenka restore`: a copy of all that a server keeps, taken while it runs.

A copy is a compressed file of lines: what it is, and then every row as [table, value, ...]. It is
the same for SQLite and PostgreSQL, so that it also moves a server from one to the other, and it
tells the version of the database's shape: an old copy is put back as it was, and then migrated.

It holds every secret of the tables: seeds, hands and the hashes of keys.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from alembic.migration import MigrationContext
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from tenka.core.errors import TenkaError
from tenka.server import clock
from tenka.server.orders import RESTORED
from tenka.server.settings import Settings
from tenka.server.storage import ORDERS, PRESENCE, PROCESSES, Storage, migrate

FORMAT = "tenka backup 1"
PASSING = {PRESENCE.name, PROCESSES.name}  # who is here now: no part of a copy
VERSION = "alembic_version"
TOGETHER = 500  # rows that are read or written at once

Said = dict[str, Any]


def take(database: str | None, file: Path) -> Said:
    """Write a copy of a database to a new file that only its owner may read; what is in it."""
    if file.exists():
        raise TenkaError(f"{file} is there already: choose another name")
    partial = file.with_name(f"{file.name}.partial")
    try:
        opener = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opener, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as out:
            said = _run(database, lambda connection: _write(connection, out), change=False)
        partial.rename(file)  # a copy that is there is a whole one
    finally:
        partial.unlink(missing_ok=True)
    return {**said, "bytes": file.stat().st_size}


def put_back(database: str | None, file: Path, *, replace: bool) -> Said:
    """Fill a database from a copy, all of it or nothing; what is in it."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            return _run(database, lambda connection: _read(connection, lines, replace), change=True)
    except (OSError, EOFError, ValueError) as error:
        raise TenkaError(f"{file} cannot be read as a backup: {error}") from error


def _run(database: str | None, work: Callable[[Connection], Said], *, change: bool) -> Said:
    storage = Storage(database or Settings.from_environment().database_address, processes=2)

    async def run() -> Said:
        try:
            async with storage.changing() if change else storage.reading() as connection:
                if not (change or storage.sqlite):  # SQLite's readers see one moment anyway
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                return await connection.run_sync(work)
        finally:
            await storage.close()

    try:
        if storage.sqlite and not change and not Path(str(storage.url.database)).exists():
            raise TenkaError(f"there is no file {storage.url.database}")
        return asyncio.run(run())
    except SQLAlchemyError as error:
        raise TenkaError(f"the database refuses: {error}") from error


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _shape(connection: Connection) -> list[sa.Table]:
    """The tables of a database as it is, each after those it refers to."""
    found = sa.MetaData()
    found.reflect(connection)
    kept = [table for table in found.sorted_tables if table.name not in {*PASSING, VERSION}]
    for column in (column for table in kept for column in table.columns):
        if isinstance(column.type, sa.JSON):
            column.type.none_as_null = True
    return kept


def _write(connection: Connection, out: IO[str]) -> Said:
    version, shape = _version(connection), _shape(connection)
    if version is None:
        raise TenkaError("this database holds no tables of Tenka")
    said = {"format": FORMAT, "version": version, "made": clock.now()}
    head = {**said, "columns": {table.name: list(table.columns.keys()) for table in shape}}
    print(json.dumps(head), file=out)
    rows = {}
    for table in shape:
        rows[table.name] = 0
        # Many rows come in parts, so that a large database fits a small memory.
        query = sa.select(table).order_by(*table.primary_key.columns)
        for row in connection.execution_options(yield_per=TOGETHER).execute(query):
            rows[table.name] += 1
            values = [
                base64.b64encode(value).decode() if isinstance(value, bytes) else value
                for value in row
            ]
            print(json.dumps([table.name, *values], ensure_ascii=False), file=out)
    print(json.dumps({"rows": rows}), file=out)
    return {**said, "rows": rows}


def _read(connection: Connection, lines: IO[str], replace: bool) -> Said:
    head = json.loads(next(lines, "{}"))
    if head.get("format") != FORMAT:
        raise ValueError(f"it does not begin with '{FORMAT}'")
    _make_room(connection, head["version"], replace)
    shape = {table.name: table for table in _shape(connection)}
    rows = dict.fromkeys(head["columns"], 0)
    for name, some in _parts(lines):
        if isinstance(some, dict):
            if some["rows"] != rows:
                raise ValueError("rows are missing")
            break
        rows[name] += len(some)
        names, table = head["columns"][name], shape[name]
        connection.execute(sa.insert(table), [_row(table, names, values) for values in some])
    else:
        raise EOFError("its end is missing")
    for table in shape.values():
        _count_on(connection, table)
    migrate(connection)
    # Servers that run look at the orders, and see that all is other than it was.
    connection.execute(sa.delete(ORDERS).where(ORDERS.c.name == RESTORED))
    now = {"name": RESTORED, "content": {}, "made": clock.now()}
    connection.execute(sa.insert(ORDERS).values(**now))
    return {"version": head["version"], "made": head["made"], "rows": rows}


def _make_room(connection: Connection, version: str, replace: bool) -> None:
    """An empty database of the copy's shape."""
    shape = _shape(connection)
    if shape and any(connection.execute(sa.select(table).limit(1)).first() for table in shape):
        if not replace:
            raise TenkaError("this database is not empty: --replace removes what is there first")
        for table in reversed(shape):
            connection.execute(sa.delete(table))
    if _version(connection) == version:
        return
    old = sa.MetaData()
    old.reflect(connection)
    old.drop_all(connection)
    try:
        migrate(connection, version)
    except Exception as error:
        raise TenkaError(f"this edition of Tenka does not know version {version}") from error


def _parts(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    """Rows of one table after another, some at a time; at the end what was said about them."""
    name, some = "", list[list[Any]]()
    for line in lines:
        content = json.loads(line)
        last = isinstance(content, dict)
        if some and (last or content[0] != name or len(some) == TOGETHER):
            yield name, some
            some = []
        if last:
            yield "", content
            return
        name = content[0]
        some.append(content[1:])


def _row(table: sa.Table, names: list[str], values: list[Any]) -> dict[str, Any]:
    return {
        name: base64.b64decode(value)
        if value is not None and isinstance(table.columns[name].type, sa.LargeBinary)
        else value
        for name, value in zip(names, values, strict=True)
    }


def _count_on(connection: Connection, table: sa.Table) -> None:
    """PostgreSQL numbers new rows after those that were put back."""
    if connection.dialect.name != "postgresql":
        return
    for column in table.primary_key.columns:
        counter = sa.func.pg_get_serial_sequence(table.name, column.name)
        if connection.execute(sa.select(counter)).scalar():
            last = sa.select(sa.func.max(column)).scalar_subquery()
            connection.execute(sa.select(sa.func.setval(counter, last)).where(last.is_not(None)))
