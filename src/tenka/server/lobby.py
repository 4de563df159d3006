"""Tables are laid; seats are taken, given to bots, given up and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

from sqlalchemy.ext.asyncio import AsyncConnection

import tenka
from tenka.core.errors import OptionError, UnknownGame
from tenka.ratings import strengths
from tenka.server import (
    channels,
    clock,
    fairness,
    ledger,
    moves,
    preparing,
    rating,
    seats,
    tables,
    ties,
    traces,
)
from tenka.server import reasons as why
from tenka.server.book import Book
from tenka.server.ledger import SEATS, START, Line
from tenka.server.pace import Pace
from tenka.server.problems import BadChoice, NotTheHost, SeatTaken, TooMany, UnknownThing, WrongTime
from tenka.server.storage import TABLES
from tenka.server.tables import (
    BOT,
    FINISHED,
    FREE,
    HUMAN,
    OPEN,
    RUNNING,
    Cup,
    Seat,
    Table,
    strongest,
)

if TYPE_CHECKING:
    from tenka.server.house import House

DAY = 24 * 3600


@dataclass(frozen=True)
class SeatWish:
    """How a seat is to be filled: left open, held by whoever asks, or played by a bot."""

    kind: str
    name: str | None = None
    level: str | None = None
    waits: bool = False


def lay(
    game: str,
    options: dict[str, Any],
    players: int | None,
    wishes: Sequence[SeatWish] | None,
    key: str,
    *,
    listed: bool = False,
    pace: Pace | None = None,
    stand_in: str | None = None,
    odds: bool = True,
    words: bool = False,
    hints: bool = False,
) -> Table:
    """A new table; without wishes, one seat for whoever asks and open ones for others."""
    try:
        rules = tenka.game(game)
        chosen = rules.choose(players, options)
    except (UnknownGame, OptionError) as error:
        raise BadChoice(error) from error
    count = chosen["players"]
    wishes = wishes or [SeatWish(HUMAN), *[SeatWish(FREE)] * (count - 1)]
    if len(wishes) != count:
        raise BadChoice(why.SEAT_COUNT(game=rules.title, seats=count, given=len(wishes)))
    filled = [
        _seat(game, wish, side, key) for wish, side in zip(wishes, rules.seats(count), strict=True)
    ]
    if hints and sum(wish.kind == HUMAN for wish in wishes) != 1:
        raise BadChoice(why.HINTS_ALONE())
    level = level_of(game, stand_in)
    table = Table(game, chosen, filled, Book.blank(count), listed, pace, level, odds, hints)
    table.cup = Cup.filled(count, awaited=words)
    table.host = longest_here(table)
    return table


def pace_of(wish: dict[str, Any] | None) -> Pace | None:
    """The pace that is wished for, if it makes sense."""
    if wish is None:
        return None
    pace = Pace.read(wish)
    if pace.per_turn + pace.bank <= 0:
        raise BadChoice(why.NO_TIME())
    if pace.rest and pace.rest.zone not in available_timezones():
        raise BadChoice(why.NO_SUCH_ZONE(zone=pace.rest.zone))
    if pace.rest and pace.rest.nights and pace.rest.nights[0] == pace.rest.nights[1]:
        raise BadChoice(why.NIGHT_HOURS())
    return pace


def _seat(game: str, wish: SeatWish, side: str, key: str) -> Seat:
    if wish.kind == BOT:
        level = level_of(game, wish.level)
        return Seat(BOT, wish.name or side, level, waits=wish.waits)
    if wish.level is not None:
        raise BadChoice(why.LEVEL_OF_PERSON())
    if wish.kind == HUMAN:
        return Seat(HUMAN, wish.name or side, key=seats.hash_of(key))
    return Seat(FREE, side)


def level_of(game: str, level: str | None) -> str:
    """The level of a bot: the strongest, unless another is asked for."""
    if level is not None and level not in strengths(game):
        known = ", ".join(strengths(game))
        raise BadChoice(why.NO_SUCH_BOT(game=game, level=level, known=known))
    return level or strongest(game)


async def open_table(house: House, table: Table) -> None:
    """Keep a new table; if nobody is awaited, the game starts at once."""
    preparing.want(table.game)
    await house.add(table, begun(table) if fairness.is_ready(table) else [])


async def require_room(house: House, connection: AsyncConnection, table: Table) -> None:
    """Refuse a table during maintenance, or of an address that has laid as many as it may."""
    house.orders.now.require_new_tables()
    settings, now = house.settings, clock.now()
    live = (TABLES.c.status != FINISHED) | (TABLES.c.created > now - DAY)
    most = settings.tables_per_address
    if most and await tables.count_of(connection, table.origin, live) >= most:
        raise TooMany(f"at most {most} tables of one address: finish some first", retry_after=60)
    waiting = (TABLES.c.listed, TABLES.c.status == OPEN)
    most = settings.listed_per_address if table.listed and table.status == OPEN else 0
    if most and await tables.count_of(connection, table.origin, *waiting) >= most:
        raise TooMany(
            f"at most {most} tables of one address wait in the lobby: lay this one unlisted",
            retry_after=60,
        )


def begun(table: Table) -> list[Line]:
    """Start the game of a new table; the first line of its ledger."""
    match = moves.start(table)
    table.ask(match, clock.now())
    return [ledger.write(table, START, rows=match.journal_bytes())]


async def join(
    house: House, link: str, keys: seats.Keys, seat: int | None, name: str, word: str | None
) -> tuple[Table, int, str | None]:
    """Take a seat: the given one, or the first that is free. The last one starts the game.

    Who sits here already takes another seat with the same key, and so plays both.
    """
    async with house.change(link) as change:
        table = change.table
        ledger.require_room(table)
        free = [n for n, s in enumerate(table.seats) if s.kind == FREE]
        if table.status != OPEN or not free:
            raise SeatTaken("no seat is free at this table; you can watch it")
        if seat is not None and seat not in free:
            raise SeatTaken(f"seat {seat} is not free; free are {free}")
        rating.agree_to_join(table, keys.person)
        others = [seat.person for seat in table.seats]
        await ties.require_welcome(change.connection, keys.person, others)
        taken = free[0] if seat is None else seat
        own, hashed = _key_here(table, keys)
        worth = await rating.rating_at(change.connection, table, keys.person)
        rating.require_wished(table, worth)
        table.seats[taken] = Seat(HUMAN, name, key=hashed, person=keys.person, rating=worth)
        table.host = table.host or hashed
        change.write(SEATS, taken, data={"what": "joined", "name": name})
        if word is not None:
            fairness.add_word(change, taken, word)
        if fairness.is_ready(table):
            moves.begin(change)
    return table, taken, own


def _key_here(table: Table, keys: seats.Keys) -> tuple[str | None, str]:
    """The key with which somebody sits here already, if this device has it, and its hash.

    Whoever is new gets one.
    """
    held = {hashed for hashed in keys.hashes if seats.opened_by(table, [hashed])}
    own = next((key for key in keys.given if seats.hash_of(key) in held), None)
    if own is None and held:
        return None, held.pop()
    own = own or seats.new_key()
    return own, seats.hash_of(own)


def longest_here(table: Table) -> str | None:
    """Who is the host if nobody else is: the first person, as far as the seats tell."""
    return next((seat.key for seat in table.seats if seat.key), None)


async def set_bot(
    house: House, link: str, keys: seats.Keys, seat: int, level: str | None, name: str | None
) -> Table:
    """Give a seat to a bot, or take it from one: the host may, before the game and in a study.

    Before the game a seat without its bot is free again, and the last seat taken starts it. In a
    study the host plays whatever no bot does.
    """
    async with house.change(link) as change:
        table = change.table
        require_seat(table, seat)
        if table.host is None or table.host not in keys.hashes:
            raise NotTheHost("only whoever laid the table puts bots in its seats")
        ledger.require_room(table)
        before = table.seats[seat]
        waiting = table.status == OPEN and before.kind != HUMAN
        if not waiting and not (table.status == RUNNING and table.study):
            raise WrongTime(why.NO_BOT_HERE())
        own = [n for n, one in enumerate(table.seats) if one.key == table.host]
        if level is not None and own == [seat]:
            raise WrongTime(why.LAST_SEAT_OF_STUDY())
        if level is not None:
            rating.require_rated_bot(table, level)
            label = name or before.name
            table.seats[seat] = Seat(BOT, label, level_of(table.game, level))
            change.write(SEATS, seat, data={"what": "bot joined", "name": label, "level": level})
        else:
            _without_bot(table, seat)
            change.write(SEATS, seat, data={"what": "bot left", "name": before.name})
        if table.status == RUNNING:
            table.ask(table.match(), clock.now())
        elif fairness.is_ready(table):
            moves.begin(change)
    return table


def _without_bot(table: Table, seat: int) -> None:
    if table.status == OPEN:
        table.seats[seat] = Seat(FREE, table.rules.seats(len(table.seats))[seat])
    else:
        table.seats[seat] = Seat(HUMAN, table.seats[seat].name, key=table.host)


async def leave(house: House, link: str, keys: seats.Keys, seat: int) -> Table:
    """Give up a seat. Before the game it is free again; during it a bot stands in."""
    async with house.change_by(link, keys, seat) as change:
        table = change.table
        if table.status == FINISHED:
            raise WrongTime(why.NOTHING_TO_LEAVE())
        left = table.seats[seat]
        if table.status == OPEN:
            side = table.rules.seats(len(table.seats))[seat]
            table.seats[seat] = Seat(FREE, side)
            if table.cup:
                table.cup.words[seat] = None
            traces.leave(table, left.key)
            if all(other.key != table.host for other in table.seats):
                table.host = longest_here(table)
        else:
            left.stand_in = table.stand_in
            table.ask(table.match(), clock.now())
        change.write(SEATS, seat, data={"what": "left", "name": left.name})
    return table


async def return_to(house: House, link: str, keys: seats.Keys, seat: int) -> Table:
    """Take a seat back from the bot that stood in."""
    async with house.change_by(link, keys, seat) as change:
        table = change.table
        if table.status != RUNNING or not table.seats[seat].stand_in:
            raise WrongTime(why.NO_STAND_IN())
        if table.seats[seat].resigned:
            raise WrongTime(why.RESIGNED())
        _require_time(table, seat)
        table.seats[seat].stand_in = None
        table.ask(table.match(), clock.now(), renewed=seat)
        change.write(SEATS, seat, data={"what": "returned", "name": table.seats[seat].name})
    return table


def _require_time(table: Table, seat: int) -> None:
    """Refuse whoever has none left; an increment is earned by coming back."""
    if table.pace and table.book.clocks:
        before = table.book.clocks[seat]
        table.book.clocks[seat] = replace(before, bank=max(before.bank, table.pace.increment))
        if table.pace.per_turn + table.book.clocks[seat].bank <= 0:
            raise WrongTime(why.TIME_SPENT())


async def set_webhook(
    house: House, link: str, keys: seats.Keys, seat: int, url: str | None
) -> str | None:
    """Choose where a seat's notices go, or that there are none. Nobody else is told.

    What is posted there is signed with the secret that this gives.
    """
    async with house.change_by(link, keys, seat) as change:
        table = change.table
        change.write(SEATS, seat, public=False, data={"what": "webhook"})
        return await channels.choose_for_seat(change.connection, table, seat, url)


async def switch_webhook(house: House, link: str, keys: seats.Keys, seat: int, *, on: bool) -> None:
    """Use a seat's webhook, or leave it alone for now; nothing is written in the ledger."""
    async with house.storage.changing() as connection:
        table = await tables.load(connection, link)
        seats.require(table, seat, keys)
        await channels.switch_of_seat(connection, table, seat, on=on)


def require_seat(table: Table, seat: int | None) -> None:
    """Refuse a seat that the table does not have."""
    if seat is not None and not 0 <= seat < len(table.seats):
        raise UnknownThing(f"this table has seats 0 to {len(table.seats) - 1}, not {seat}")
