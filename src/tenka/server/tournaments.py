"""Tournaments at this server: who takes part, the rounds that follow each other, and how it stands.

Who meets whom is `tenka.pairings`' business. A round begins when the one before is over, in the
transaction that ends its last game; nobody has to be there for it.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import tenka
from tenka.pairings import NOBODY, Meeting, Plan, Seating, next_round, standings
from tenka.ratings import Skill
from tenka.server import clock, lobby, rating, seats
from tenka.server import reasons as why
from tenka.server.book import Book
from tenka.server.pace import Pace
from tenka.server.problems import NotTheHost, SeatTaken, TooMany, UnknownThing, WrongTime
from tenka.server.roster import ENTRANTS, MEETINGS, RATINGS, TOURNAMENTS
from tenka.server.storage import HOLDINGS, PEOPLE, TABLES
from tenka.server.tables import BOT, FINISHED, HUMAN, OPEN, RUNNING, Cup, Seat, Table

if TYPE_CHECKING:
    from tenka.server.house import House

MOST_OF_ONE = 5  # that one person organises at the same time
MOST_ENTRANTS = 128
ORIGIN = "tournament"  # from where its tables are laid, as thinking is shared


@dataclass
class Tournament:
    """A tournament with all that has happened in it."""

    row: Any
    entrants: list[Any]  # rows, the best seed first
    meetings: list[Any]  # rows, by round and number

    @property
    def plan(self) -> Plan:
        """How it goes."""
        row = self.row
        return Plan(row.kind, row.options["players"], row.rounds, row.group_size)

    @property
    def rounds(self) -> list[list[Meeting]]:
        """What has been played; only whole rounds count."""
        by_round: dict[int, list[Meeting]] = defaultdict(list)
        for row in self.meetings:
            if row.places is not None:
                by_round[row.round].append(Meeting(tuple(row.seating), tuple(row.places)))
        open_rounds = {row.round for row in self.meetings if row.places is None}
        return [by_round[number] for number in sorted(by_round) if number not in open_rounds]

    @property
    def waiting(self) -> bool:
        """Whether a table of the present round is not over."""
        return any(row.places is None for row in self.meetings)

    def next_tables(self) -> list[Seating]:
        """The tables of the next round; none if it is over."""
        gone = {row.id for row in self.entrants if row.gone or row.person_id is None}
        return next_round(self.plan, [row.id for row in self.entrants], self.rounds, gone)


async def load(connection: AsyncConnection, key: str | int, *, lock: bool = False) -> Tournament:
    """A tournament by its link or number, its row held until the transaction ends if so wished."""
    column = TOURNAMENTS.c.link if isinstance(key, str) else TOURNAMENTS.c.id
    query = sa.select(TOURNAMENTS).where(column == key)
    row = (await connection.execute(query.with_for_update() if lock else query)).one_or_none()
    if row is None:
        raise UnknownThing("there is no such tournament")
    mine = ENTRANTS.c.tournament_id == row.id
    seeds = sa.select(ENTRANTS).where(mine).order_by(ENTRANTS.c.seed.desc(), ENTRANTS.c.id)
    entrants = (await connection.execute(seeds)).all()
    theirs = sa.select(MEETINGS).where(MEETINGS.c.tournament_id == row.id)
    rounds = theirs.order_by(MEETINGS.c.round, MEETINGS.c.number)
    meetings = (await connection.execute(rounds)).all()
    return Tournament(row, list(entrants), list(meetings))


# -- before it begins


async def lay(connection: AsyncConnection, person: int, wish: dict[str, Any]) -> str:
    """A new tournament of a person; its link."""
    query = sa.select(sa.func.count()).where(
        TOURNAMENTS.c.person_id == person, TOURNAMENTS.c.status != FINISHED
    )
    if (await connection.scalar(query) or 0) >= MOST_OF_ONE:
        raise TooMany(f"at most {MOST_OF_ONE} tournaments of one person", retry_after=3600)
    pace = lobby.pace_of(wish["pace"])
    table = lobby.lay(wish["game"], wish["options"], wish["players"], None, "", pace=pace)
    level = lobby.level_of(wish["game"], wish["level"])
    if wish["rated"]:
        table.rated = True
        rating.require_rated_bot(table, level)
    row = {
        "link": secrets.token_urlsafe(16),
        "person_id": person,
        "name": wish["name"],
        "game": wish["game"],
        "options": table.options,
        "kind": wish["kind"],
        "rounds": wish["rounds"],
        "group_size": wish["group"],
        "pace": pace and pace.json(),
        "level": level,
        "rated": wish["rated"],
        "begins": wish["begins"],
        "status": OPEN,
        "changed": clock.now(),
    }
    await connection.execute(sa.insert(TOURNAMENTS).values(**row))
    return str(row["link"])


async def enter(connection: AsyncConnection, link: str, person: int) -> None:
    """Take part."""
    tournament = await load(connection, link, lock=True)
    if tournament.row.status != OPEN:
        raise WrongTime(why.TOURNAMENT_BEGUN())
    if any(row.person_id == person for row in tournament.entrants):
        return
    if len(tournament.entrants) >= MOST_ENTRANTS:
        raise SeatTaken(f"at most {MOST_ENTRANTS} people take part")
    name = await connection.scalar(sa.select(PEOPLE.c.name).where(PEOPLE.c.id == person))
    row = {"tournament_id": tournament.row.id, "person_id": person, "name": name, "gone": False}
    seed = await _seed(connection, person, tournament)
    await connection.execute(sa.insert(ENTRANTS).values(**row, seed=seed))


async def _seed(connection: AsyncConnection, person: int, tournament: Tournament) -> float:
    """What is known of somebody's strength."""
    row = tournament.row
    query = sa.select(RATINGS.c.mean).where(
        RATINGS.c.person_id == person,
        RATINGS.c.game == row.game,
        RATINGS.c.players == row.options["players"],
    )
    mean: float | None = await connection.scalar(query)
    return Skill().mean if mean is None else mean


async def leave(connection: AsyncConnection, link: str, entrant: int | None, person: int) -> None:
    """Take part no more: oneself, or somebody whom the organiser sends away."""
    tournament = await load(connection, link, lock=True)
    mine = [row for row in tournament.entrants if row.person_id == person]
    if entrant is not None:
        require_organiser(tournament, person)
        mine = [row for row in tournament.entrants if row.id == entrant]
    if not mine or tournament.row.status == FINISHED:
        raise WrongTime(why.NOT_IN_TOURNAMENT())
    this = ENTRANTS.c.id == mine[0].id
    if tournament.row.status == OPEN:
        await connection.execute(sa.delete(ENTRANTS).where(this))
    else:
        await connection.execute(sa.update(ENTRANTS).where(this).values(gone=True))


def require_organiser(tournament: Tournament, person: int) -> None:
    """Refuse everybody else."""
    if tournament.row.person_id != person:
        raise NotTheHost("only whoever organises a tournament does that")


async def cancel(connection: AsyncConnection, link: str, person: int) -> None:
    """Call a tournament off; games that are being played go on for themselves."""
    tournament = await load(connection, link, lock=True)
    require_organiser(tournament, person)
    await connection.execute(sa.delete(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament.row.id))


# -- rounds


async def begin(house: House, connection: AsyncConnection, tournament: Tournament) -> None:
    """Begin the first round."""
    if tournament.row.status != OPEN:
        raise WrongTime(why.TOURNAMENT_BEGUN())
    if len(tournament.entrants) < 2:
        raise WrongTime(why.TOO_FEW_ENTRANTS())
    await _go_on(house, connection, tournament)


async def force(house: House, connection: AsyncConnection, tournament: Tournament) -> None:
    """Wait no longer for the tables of this round: those that are not over count as shared."""
    if tournament.row.status != RUNNING:
        raise WrongTime(why.NOT_IN_TOURNAMENT())
    for row in tournament.meetings:
        if row.places is None:
            await _settle(connection, row, [0] * len(row.seating))
    await _go_on(house, connection, await load(connection, tournament.row.id))


async def table_over(house: House, connection: AsyncConnection, table: Table) -> None:
    """Note how a game ended, if it was one of a tournament; the last of a round begins the next."""
    query = sa.select(MEETINGS).where(MEETINGS.c.table_id == table.id)
    row = (await connection.execute(query)).one_or_none()
    if row is None or row.places is not None:
        return
    await load(connection, row.tournament_id, lock=True)  # two tables may end at once
    await _settle(connection, row, rating.places_of(table))
    tournament = await load(connection, row.tournament_id)
    if tournament.row.status == RUNNING and not tournament.waiting:
        await _go_on(house, connection, tournament)


async def go_on_without(house: House, connection: AsyncConnection, id_: int) -> None:
    """Go on though tables are gone: what was not over there counts as shared."""
    tournament = await load(connection, id_, lock=True)
    for row in tournament.meetings:
        there = await connection.scalar(sa.select(TABLES.c.id).where(TABLES.c.id == row.table_id))
        if row.places is None and there is None:
            await _settle(connection, row, [0] * len(row.seating))
    tournament = await load(connection, id_)
    if tournament.row.status == RUNNING and not tournament.waiting:
        await _go_on(house, connection, tournament)


async def _settle(connection: AsyncConnection, row: Any, places: list[int]) -> None:
    which = [
        MEETINGS.c[name] == getattr(row, name) for name in ("tournament_id", "round", "number")
    ]
    await connection.execute(sa.update(MEETINGS).where(*which).values(places=places))


async def _go_on(house: House, connection: AsyncConnection, tournament: Tournament) -> None:
    """Lay the tables of the next round, or note that the last one is over."""
    seatings = tournament.next_tables()
    number = len(tournament.rounds)
    for at, seating in enumerate(seatings):
        table = await _lay_table(house, connection, tournament, seating)
        row = {"tournament_id": tournament.row.id, "round": number, "number": at}
        row |= {"table_id": table.id, "link": table.link, "seating": list(seating)}
        await connection.execute(sa.insert(MEETINGS).values(**row))
    status = RUNNING if seatings else FINISHED
    this = sa.update(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament.row.id)
    await connection.execute(this.values(status=status, changed=clock.now()))


async def _lay_table(
    house: House, connection: AsyncConnection, tournament: Tournament, seating: Seating
) -> Table:
    """A table at which everybody sits already; on every device of theirs they hold their seats."""
    row, known = tournament.row, {one.id: one for one in tournament.entrants}
    sides = tenka.game(row.game).seats(len(seating))
    sitting = []
    for entrant, side in zip(seating, sides, strict=True):
        if entrant == NOBODY:
            sitting.append(Seat(BOT, side, row.level))
        else:
            one, key = known[entrant], seats.hash_of(seats.new_key())
            sitting.append(Seat(HUMAN, one.name, key=key, person=one.person_id))
    table = Table(row.game, row.options, sitting, Book.blank(len(seating)), listed=True)
    table.pace = Pace.read(row.pace) if row.pace else None
    table.cup, table.rated = Cup.filled(len(seating), awaited=False), row.rated
    table.stand_in, table.origin = row.level, ORIGIN
    for seat in table.seats:
        seat.rating = await rating.rating_at(connection, table, seat.person)
    await house.insert(connection, table, lobby.begun(table))
    held = [
        {"person_id": seat.person, "table_id": table.id, "key": seat.key}
        for seat in table.seats
        if seat.person is not None
    ]
    await connection.execute(sa.insert(HOLDINGS), held)
    return table


async def forget(connection: AsyncConnection, person: int) -> None:
    """Take the name of somebody who goes out of all tournaments.

    In those that have not begun they take part no more; one that nobody else can begin is off.
    """
    waits = TOURNAMENTS.c.status == OPEN
    theirs = (TOURNAMENTS.c.person_id == person) & TOURNAMENTS.c.begins.is_(None)
    await connection.execute(sa.delete(TOURNAMENTS).where(waits, theirs))
    mine = ENTRANTS.c.person_id == person
    open_ = ENTRANTS.c.tournament_id.in_(sa.select(TOURNAMENTS.c.id).where(waits))
    await connection.execute(sa.delete(ENTRANTS).where(mine, open_))
    await connection.execute(sa.update(ENTRANTS).where(mine).values(name="", gone=True))


# -- telling


async def listed(
    connection: AsyncConnection, most: int, banned: Collection[int] = ()
) -> list[dict[str, Any]]:
    """Tournaments that one can enter, then those being played, then the latest that are over.

    What somebody organises who is banned is listed once it has begun: others play there.
    """
    order = sa.case({OPEN: 0, RUNNING: 1}, value=TOURNAMENTS.c.status, else_=2)
    count = sa.select(sa.func.count()).where(ENTRANTS.c.tournament_id == TOURNAMENTS.c.id)
    query = sa.select(TOURNAMENTS, count.scalar_subquery().label("people"))
    whose = TOURNAMENTS.c.person_id
    query = query.where((TOURNAMENTS.c.status != OPEN) | whose.is_(None) | whose.not_in(banned))
    found = await connection.execute(
        query.order_by(order, TOURNAMENTS.c.changed.desc()).limit(most)
    )
    return [{**_about(row), "people": row.people} for row in found]


def _about(row: Any) -> dict[str, Any]:
    names = ("link", "name", "game", "options", "kind", "rounds", "pace", "level", "rated")
    told = {name: getattr(row, name) for name in names}
    return {**told, "group": row.group_size, "begins": row.begins, "status": row.status}


def shown(tournament: Tournament, person: int | None, organiser: str | None) -> dict[str, Any]:
    """All of a tournament, as everybody sees it, and what whoever asks is in it."""
    entrants = [row.id for row in tournament.entrants]
    return {
        **_about(tournament.row),
        "people": len(entrants),
        "organiser": organiser,
        "organising": person is not None and tournament.row.person_id == person,
        "me": next((r.id for r in tournament.entrants if person and r.person_id == person), None),
        "entrants": [
            {"id": row.id, "name": row.name, "gone": bool(row.gone)} for row in tournament.entrants
        ],
        "standings": [
            {"entrant": row.entrant, "points": row.points, "wins": row.wins}
            | {"opposition": row.opposition, "reached": row.reached}
            for row in standings(tournament.plan, entrants, tournament.rounds)
        ],
        "meetings": [
            {"round": row.round, "table": row.link, "places": row.places}
            | {"seating": [None if one == NOBODY else one for one in row.seating]}
            for row in tournament.meetings
        ],
    }
