"""A table as the database keeps it: its game, its seats, its position and its book-keeping."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.core.dice import Dice
from tenka.core.errors import UnknownGame
from tenka.core.game import Game
from tenka.core.match import Match
from tenka.core.registry import bots, find, games
from tenka.server import clock, pace
from tenka.server import reasons as why
from tenka.server.book import Book, book_of
from tenka.server.pace import Clock, Pace
from tenka.server.problems import OtherRules, UnknownTable, WrongTime
from tenka.server.storage import TABLES

OPEN, RUNNING, FINISHED = "open", "running", "finished"
FREE, HUMAN, BOT = "open", "human", "bot"  # kinds of seats

Viewer = int | None  # a seat, or a spectator


@dataclass
class Seat:
    """One chair at a table."""

    kind: str
    name: str
    level: str | None = None  # of a bot
    key: str | None = None  # hash of the secret that its holder carries
    stand_in: str | None = None  # level of the bot that plays for an absent holder
    waits: bool = False  # the table, for a bot that is still being prepared
    resigned: bool = False  # its person gave the game up
    person: int | None = None  # who sat down, if they were signed in
    rating: int | None = None  # their number when they sat down to a rated game

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides here now, if one does."""
        return self.level if self.kind == BOT else self.stand_in


@dataclass
class Cup:
    """What the seed of a table's game is made of."""

    secret: str = field(repr=False)
    salt: str = field(repr=False)
    words: list[str | None]  # of each seat; empty: it wants none; None: it has not answered
    awaited: bool = False  # the game begins when every person has answered

    @classmethod
    def filled(cls, seats: int, *, awaited: bool) -> Cup:
        """The cup of a new table."""
        dice = Dice.drawn()
        return cls(dice.secret, dice.salt, [None] * seats, awaited)

    def dice(self) -> Dice:
        """The dice as they lie with the words so far."""
        return Dice(self.secret, self.salt, tuple(word or "" for word in self.words))


@dataclass
class Table:
    """One table. Its columns are the fields; `seats` and `book` are stored as JSON."""

    game: str
    options: dict[str, Any]
    seats: list[Seat]
    book: Book
    listed: bool = False
    pace: Pace | None = None  # how long players may think; without one, as long as they like
    stand_in: str = ""  # level of the bot that plays for whoever is away, or out of time
    odds: bool = True  # whether the odds of battles may be asked for
    hints: bool = False  # whether hints may be, by a person among bots alone
    id: int = 0
    link: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    seed: int = field(default_factory=lambda: secrets.randbits(64))
    status: str = OPEN
    created: float = field(default_factory=clock.now)
    changed: float = field(default_factory=clock.now)  # in a way that everybody may know of
    touched: float = field(default_factory=clock.now)  # in any way: nobody is told
    state: bytes | None = None
    last_line: int = 0  # its number in the ledger
    due: float | None = None
    untold: float | None = None  # since when somebody is asked who was sent no notice of it
    bot_asked: bool = False
    rematch: str | None = None
    origin: str = ""  # the address it was laid from: its tables share what there is of thinking
    alone: bool = False  # bots decide in every seat
    rules_version: int = 0  # of the game's rules, from its first moment on
    expires: float | None = None  # when it goes, if nothing more happens
    host: str | None = None  # hash of the key of whoever laid it, or sits here longest
    cup: Cup | None = None  # not of studies, whose seed is known
    study: dict[str, Any] | None = None  # of which table and position, if it is one
    rated: bool = False  # everybody agreed that it counts
    wishes: dict[str, Any] | None = None  # of whoever laid it: language, ratings
    writing: int = 0  # of the row: how often it was written, but for what any move sets anew

    def __post_init__(self) -> None:
        self.stand_in = self.stand_in or strongest(self.game)

    @property
    def rules(self) -> Game:
        """The game that is played here; refused if it was begun by rules that are not here."""
        try:
            game = find(self.game)
        except UnknownGame as error:
            raise OtherRules(f"the game {self.game!r} is not installed on this server") from error
        begun_by = self.rules_version
        if self.status != OPEN and begun_by != game.version:
            raise OtherRules(
                f"this game was begun by version {begun_by} of the rules of {game.title}; this "
                f"server plays version {game.version}: {game.changes_since(begun_by)}"
            )
        return game

    def match(self) -> Match:
        """The match at its present position, without what led there."""
        if self.state is None:
            raise WrongTime(why.NOT_BEGUN())
        return Match.resume(self.rules, self.options, self.seed, self.state)

    def opening(self) -> Match:
        """The match before the first decision."""
        if self.scene is not None:
            return Match.set_up(self.rules, self.scene, self.seed)
        return Match(self.rules, self.options, self.seed)

    @property
    def scene(self) -> str | None:
        """The text from which a study was set up, if it was."""
        return self.study.get("scene") if self.study else None

    def position_of(self, viewer: Viewer) -> int:
        """How many lines of the ledger a viewer has seen."""
        return self.book.at[0 if viewer is None else viewer + 1]

    def ask(
        self,
        match: Match,
        now: float,
        *,
        renewed: int | None = None,
        done: int | None = None,
        back: int | None = None,
    ) -> list[int]:
        """Note who is to decide from now on; the seats of which a turn begins.

        The table waits for `renewed` from now, whenever it was asked. Seat `done` has played a
        turn, and `back` has taken one back.
        """
        asked, book, fresh = match.to_act, self.book, []
        for seat in range(len(self.seats)):
            before = book.asked[seat]
            if seat not in asked:
                book.asked[seat] = None
                continue
            if before is None or seat == renewed:
                book.asked[seat] = now
            if before is None or seat == done:
                book.turns[seat] += 1
                fresh.append(seat)
        self.bot_asked = any(self.seats[seat].bot for seat in asked)
        self.alone = all(seat.bot for seat in self.seats)
        self.untold = min(self.unaware().values(), default=None)
        self._turn_clocks(now, fresh, back)
        return fresh

    def unaware(self) -> dict[int, float]:
        """The seats of people who are asked and were sent no notice of this turn; since when."""
        book = self.book
        return {
            seat: asked
            for seat, asked in enumerate(book.asked)
            if asked is not None and not self.seats[seat].bot and book.told[seat] < book.turns[seat]
        }

    def _turn_clocks(self, now: float, fresh: list[int], back: int | None) -> None:
        """Let the clocks of those run for whom the table waits."""
        if self.pace is None:
            return
        book = self.book
        clocks = book.clocks or [Clock(self.pace.bank) for _ in self.seats]
        book.clocks = pace.turned(
            self.pace,
            clocks,
            [bool(asked) and not s.bot for asked, s in zip(book.asked, self.seats, strict=True)],
            now,
            start=max(now, book.pause or now),
            fresh=fresh,
            bots=[number for number, seat in enumerate(self.seats) if seat.bot],
            back=back,
        )
        self.set_due()

    def set_due(self) -> None:
        """Note when the first of the clocks that run is up."""
        flags = [pace.flag(self.pace, clock) for clock in self.book.clocks] if self.pace else []
        self.due = min((flag for flag in flags if flag is not None), default=None)

    def stop_clocks(self) -> None:
        """The game is over."""
        self.book.clocks = [replace(clock, since=None) for clock in self.book.clocks]
        self.book.pause = self.book.pause_wish = self.due = self.untold = None

    def columns(self) -> dict[str, Any]:
        """The row of this table, without its id."""
        book = {**vars(self.book), "clocks": [vars(clock) for clock in self.book.clocks]}
        row = {**vars(self), "seed": str(self.seed), "book": book}
        row["pace"] = self.pace and self.pace.json()
        row["seats"] = [vars(seat) for seat in self.seats]
        row["cup"] = self.cup and vars(self.cup)
        del row["id"]
        return row


def strongest(game: str) -> str:
    """The best opponent there is."""
    return bots(game)[-1]


def from_row(row: sa.Row[Any]) -> Table:
    """The table of a row."""
    return from_values(dict(row._mapping))


def from_values(values: dict[str, Any]) -> Table:
    """The table of what its columns hold."""
    values["seed"] = int(values["seed"])
    for seat in values["seats"]:
        seat.pop("webhook", None)  # an older Tenka kept it there
    values["seats"] = [Seat(**seat) for seat in values["seats"]]
    values["cup"] = values["cup"] and Cup(**values["cup"])
    values["book"] = book_of(values["book"])
    values["pace"] = values["pace"] and Pace.read(values["pace"])
    return Table(**values)


def copied(table: Table) -> Table:
    """A table that can be changed without the first."""
    return replace(table, book=table.book.copied())


_UNCHANGING = {
    "id",
    "link",
    "game",
    "options",
    "created",
    "listed",
    "pace",
    "stand_in",
    "odds",
    "hints",
    "origin",
    "study",
    "rated",
    "wishes",
}
ALTERED_BY_MOVES = (
    "changed",
    "touched",
    "state",
    "last_line",
    "book",
    "due",
    "untold",
    "bot_asked",
    "alone",
    "expires",
    "writing",
)
_CHANGING = [column.name for column in TABLES.columns if column.name not in _UNCHANGING]
_UPDATE = (
    sa.update(TABLES)
    .where(TABLES.c.id == sa.bindparam("key"))
    .values({name: sa.bindparam(f"new_{name}") for name in _CHANGING})
)


_BY = {
    str: sa.select(TABLES).where(TABLES.c.link == sa.bindparam("key")),
    int: sa.select(TABLES).where(TABLES.c.id == sa.bindparam("key")),
}
# Nobody else changes or removes it meanwhile; who only needs it to stay need not wait.
_BY_AND_HOLD = {kind: query.with_for_update(key_share=True) for kind, query in _BY.items()}


async def load(connection: AsyncConnection, key: str | int, *, lock: bool = False) -> Table:
    """The table of a link or an id, its row held until the transaction ends if so wished."""
    query = (_BY_AND_HOLD if lock else _BY)[type(key)]
    row = (await connection.execute(query, {"key": key})).one_or_none()
    if row is None:
        raise UnknownTable("there is no table of this link; it may have been mistyped")
    return from_row(row)


@cache
def playable() -> sa.ColumnElement[bool]:
    """Whether this server has the rules by which a table's game was begun."""
    here = []
    for name in games():
        with suppress(UnknownGame):  # its package is broken
            version = find(name).version
            here.append((TABLES.c.game == name) & (TABLES.c.rules_version == version))
    return sa.or_(sa.false(), *here)


async def exists(connection: AsyncConnection, link: str) -> bool:
    """Whether there is, or still is, a table of a link."""
    return bool(await connection.scalar(sa.select(sa.exists().where(TABLES.c.link == link))))


async def game_of(connection: AsyncConnection, link: str) -> str | None:
    """The game of a table, where there is one."""
    return cast(
        str | None, await connection.scalar(sa.select(TABLES.c.game).where(TABLES.c.link == link))
    )


async def insert(connection: AsyncConnection, table: Table) -> None:
    """Keep a new table; it gets its id."""
    done = await connection.execute(sa.insert(TABLES).values(**table.columns()))
    key = done.inserted_primary_key
    if key is None:
        raise RuntimeError("the database gave the table no id")
    table.id = key[0]


async def update(connection: AsyncConnection, table: Table) -> None:
    """Keep a table's new state."""
    table.writing += 1
    row = table.columns()
    values = {f"new_{name}": row[name] for name in _CHANGING}
    await connection.execute(_UPDATE, {"key": table.id, **values})


async def listed(connection: AsyncConnection, status: str, skip: int, most: int) -> list[Table]:
    """Public tables of a status: the latest of each address, then the second of each, and so on."""
    latest = TABLES.c.changed.desc()
    round_ = sa.func.row_number().over(partition_by=TABLES.c.origin, order_by=latest)
    query = (
        sa.select(TABLES)
        .where(TABLES.c.listed, TABLES.c.status == status)
        .order_by(round_, latest, TABLES.c.id)
        .offset(skip)
        .limit(most)
    )
    return [from_row(row) for row in await connection.execute(query)]


async def count_of(connection: AsyncConnection, origin: str, *which: sa.ColumnElement[bool]) -> int:
    """How many tables were laid from an address, of those that pass."""
    query = sa.select(sa.func.count()).where(TABLES.c.origin == origin, *which)
    return await connection.scalar(query) or 0
