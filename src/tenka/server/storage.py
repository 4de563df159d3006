"""Where tables are kept: SQLite or PostgreSQL behind SQLAlchemy, brought up to date by Alembic.

The database is the truth. A change of a table is one transaction that holds the table's row from
the first look to the commit, so that changes of one table come one after another, in whichever
process they are made.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import event
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from tenka.server import clock
from tenka.server.driver import answering, connected, driver_address, impatient
from tenka.server.postgres import look_before_use, understood
from tenka.server.sqlite import begin_sqlite, connect_at_once, keep_log_short, set_up_sqlite

MIGRATING = 7315463  # the advisory lock under which one process at a time migrates

KEPT = 10  # connections that stay open while there is nothing to do
DIRECT = 4  # of PostgreSQL's that are used without the pool: see swift.py
CHECKED_SECONDS = 1.0  # how long the answer to 'does it keep what it is told?' is good

metadata = sa.MetaData()

TABLES = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("link", sa.String(22), nullable=False, unique=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seed", sa.String(20), nullable=False),  # 64 bits without a sign fit no integer
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),  # in a way that everybody may know of
    sa.Column("touched", sa.Float, nullable=False),  # in any way, also in secret
    sa.Column("state", sa.LargeBinary),
    sa.Column("last_line", sa.Integer, nullable=False),  # its number in the ledger
    sa.Column("seats", sa.JSON, nullable=False),
    sa.Column("book", sa.JSON, nullable=False),
    sa.Column("pace", sa.JSON(none_as_null=True)),
    sa.Column("stand_in", sa.String(40), nullable=False),
    sa.Column("due", sa.Float, index=True),  # when somebody's time is up, and a bot stands in
    sa.Column("untold", sa.Float, index=True),  # since when somebody is asked who was not told
    sa.Column("bot_asked", sa.Boolean, nullable=False, index=True),
    sa.Column("rematch", sa.String(22)),
    sa.Column("odds", sa.Boolean, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("origin", sa.String(64), nullable=False, index=True),  # the address it was laid from
    sa.Column("alone", sa.Boolean, nullable=False),  # bots decide in every seat
    sa.Column("rules_version", sa.Integer, nullable=False),  # of the game, once it has begun
    sa.Column("expires", sa.Float, index=True),  # when it goes, if nothing more happens
    sa.Column("host", sa.String(64)),  # hash of the key of whoever laid it
    sa.Column("study", sa.JSON(none_as_null=True)),  # the table it is a study of, and its position
    sa.Column("cup", sa.JSON(none_as_null=True)),  # what its seed is made of: a secret
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("wishes", sa.JSON(none_as_null=True)),
    sa.Column("writing", sa.Integer, nullable=False, server_default=sa.text("0")),  # see swift.py
    sa.Index("listing", "listed", "status", "changed"),
)

LEDGER = sa.Table(
    "ledger",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("void", sa.Boolean, nullable=False),
    sa.Column("at", sa.JSON, nullable=False),
    sa.Column("rows", sa.LargeBinary, nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("request", sa.String(64)),
    sa.Column("made", sa.Float, nullable=False),
    sa.UniqueConstraint("table_id", "seat", "request", name="one_request"),
)

# What was found of a finished game, part by part: what comes before the first choice, then each.
REVIEWS = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("content", sa.JSON, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
)

# What the operator has ordered: see orders.py.
ORDERS = sa.Table(
    "orders",
    metadata,
    sa.Column("name", sa.String(80), primary_key=True),
    sa.Column("content", sa.JSON, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
)

# Who is at which table; without a foreign key, because it must never hold up a table's removal.
PRESENCE = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("holder", sa.String(64), primary_key=True),  # hash of a key; empty: spectators
    sa.Column("process", sa.String(16), primary_key=True, index=True),  # empty: has gone ...
    sa.Column("streams", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),  # ... at this time
)

PROCESSES = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),  # taken for dead, if not heard of by then
)


# -- people who wished to be known again; whoever plays as a guest is in none of these


def reference(name: str, to: str, going: str = "CASCADE", **more: Any) -> sa.Column[int]:
    """A column that names a row of another table; it goes with that row, unless it is emptied."""
    return sa.Column(name, sa.Integer, sa.ForeignKey(f"{to}.id", ondelete=going), **more)


of_person = partial(reference, "person_id", "people")

PEOPLE = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("handle", sa.String(22), nullable=False, unique=True),  # what passkeys know them by
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("page", sa.String(22), index=True, unique=True),  # of their games, if they show it
    sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),  # for everybody
    # When they signed in or came back last, to within a day.
    sa.Column("seen", sa.Float, nullable=False, server_default=sa.text("0")),
)

PASSKEYS = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(1400), primary_key=True),  # at most 1023 bytes, in base64
    of_person(nullable=False, index=True),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("signs", sa.BigInteger, nullable=False),  # of signatures, where a device counts
    sa.Column("label", sa.String(40), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=False),
)

SESSIONS = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # hash of the cookie
    of_person(nullable=False, index=True),
    sa.Column("label", sa.String(40), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False, index=True),
)

# The hashes of the keys of a person's seats. Tables go without asking, as with presence.
HOLDINGS = sa.Table(
    "holdings",
    metadata,
    of_person(primary_key=True),
    sa.Column("table_id", sa.Integer, primary_key=True, autoincrement=False, index=True),
    sa.Column("key", sa.String(64), primary_key=True),
)

# Something begun that is to be finished soon, once: a ceremony of a passkey, another device.
TICKETS = sa.Table(
    "tickets",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # hash of what its holder was given
    sa.Column("kind", sa.String(8), nullable=False),
    of_person(index=True),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("until", sa.Float, nullable=False, index=True),
)


# Where notices go: a person's devices, mail and webhooks, or the webhook of one seat.
CHANNELS = sa.Table(
    "channels",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    of_person(index=True),
    sa.Column("table_id", sa.Integer, index=True),  # of a seat's own ...
    sa.Column("seat", sa.Integer),
    sa.Column("key", sa.String(64)),  # ... as long as whoever chose it sits there
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("address", sa.String(1000), nullable=False),
    sa.Column("secrets", sa.JSON, nullable=False),
    sa.Column("label", sa.String(40), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("on", sa.Boolean, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("sent", sa.Float, nullable=False),  # when it was used last
    sa.Column("busy", sa.Float, nullable=False),  # until then a process is at it
    sa.Index(
        "one_mailbox",
        "address",
        unique=True,
        sqlite_where=sa.text("kind = 'mail'"),
        postgresql_where=sa.text("kind = 'mail'"),
    ),
)

# Notices that are to be sent, each once for a turn.
OUTBOX = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    reference("channel_id", "channels", nullable=False),
    sa.Column("event", sa.String(8), nullable=False),
    sa.Column("table_id", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("due", sa.Float, nullable=False, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.UniqueConstraint("channel_id", "event", "table_id", "seat", "turn", name="one_notice"),
)

# What the server itself signs with.
SERVER_KEYS = sa.Table(
    "server_keys",
    metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("content", sa.String(200), nullable=False),
)


class Storage:
    """The database, with reading apart from changing."""

    def __init__(
        self, address: str, processes: int = 1, seconds: float = 0, connections: int = 30
    ) -> None:
        self.url = driver_address(address)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.seconds = 0 if self.sqlite else seconds  # that one piece of work may take; 0: any
        connections = max(1, connections - (0 if self.sqlite else DIRECT))
        extra: dict[str, Any] = {"pool_size": min(KEPT, connections)}
        extra["max_overflow"] = connections - extra["pool_size"]
        if not self.sqlite:
            extra["connect_args"] = impatient(seconds) if seconds else {}
        elif processes > 1:
            extra["connect_args"] = {"isolation_level": None}
        else:
            extra["async_creator"] = partial(connect_at_once, str(self.url.database))
        self.at_once = "async_creator" in extra
        # Errors of the database must not carry seeds, states and keys into the logs.
        self.engine = create_async_engine(self.url, hide_parameters=True, **extra)
        self.reader = self.engine.execution_options(reading=True)
        if not self.sqlite:  # there each question has its own answer, also within a transaction
            self.reader = self.reader.execution_options(isolation_level="AUTOCOMMIT")
            look_before_use(self.engine)
        self._turn = asyncio.Lock()
        self._checked = 0.0
        if self.sqlite:
            event.listen(self.engine.sync_engine, "connect", set_up_sqlite)
            event.listen(self.engine.sync_engine, "begin", begin_sqlite)

    async def open(self) -> None:
        """Create what is missing and migrate what is old."""
        if self.sqlite and self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        with answering():
            await self._migrate()

    async def _migrate(self) -> None:
        async with self._transaction() as connection:
            if not self.sqlite:
                await connection.execute(
                    sa.text("SET LOCAL idle_in_transaction_session_timeout = 0")
                )
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            await connection.run_sync(migrate)

    async def tidy(self) -> None:
        """What the database needs in the background, if anything."""
        if self.at_once:
            await keep_log_short(str(self.url.database), self._turn)

    async def close(self) -> None:
        """Give all connections back."""
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to look things up with; it never waits for a change."""
        with answering():
            async with self._soon(), connected(self.reader) as connection:
                yield connection

    def _soon(self) -> AbstractAsyncContextManager[Any]:
        """What takes too long is given up, with its connection: nobody may be at the other end."""
        return asyncio.timeout(self.seconds) if self.seconds else nullcontext()

    async def driver(self) -> Any:
        """A connection of PostgreSQL's driver itself, beside those of the pool."""
        import asyncpg

        _, how = self.engine.dialect.create_connect_args(self.url)
        with understood():
            return await asyncpg.connect(**how, **(impatient(self.seconds) if self.seconds else {}))

    async def agree_on_time(self, connection: AsyncConnection) -> None:
        """Go by PostgreSQL's clock: it is the one that all processes have, on any machine."""
        if not self.sqlite:
            asked = clock.now()
            told = sa.select(sa.func.extract("epoch", sa.func.clock_timestamp()))
            clock.agree(float(await connection.scalar(told) or asked), asked)

    async def check(self) -> None:
        """Refuse if the database does not answer or, its disk being full, keeps nothing.

        Something must really be written to know that; it is the version of the shape, as it was.
        """
        if time.monotonic() - self._checked < CHECKED_SECONDS:
            return
        async with self.changing() as connection:
            await connection.execute(sa.text("UPDATE alembic_version SET version_num=version_num"))
        self._checked = time.monotonic()

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction: all of it happens, or nothing."""
        with answering():
            async with self._soon(), self._transaction() as connection:
                yield connection

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may take its time.

        SQLite has one writer at a time. Within a process they queue here, because SQLite itself
        would have them sleep and try again. The queue moves on before the connection is given
        back, which takes a turn of the event loop.
        """
        async with (
            connected(self.engine) as connection,
            self._turn if self.sqlite else nullcontext(),
            connection.begin(),
        ):
            yield connection


def migrate(connection: Connection, version: str = "head") -> None:
    """Run the migrations that this database has not seen."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, version)
