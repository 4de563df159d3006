"""A database as any version of Tenka left it, with something in every table that it had.

The rows are today's. A version gets as much of them as its shape has room for, and what it kept in
another way as it kept it.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import sqlalchemy as sa

from tenka.server import clock, ledger, lobby, moves, push, seats, sessions
from tenka.server.ledger import CHAT, Draft
from tenka.server.lobby import SeatWish
from tenka.server.pace import Pace
from tenka.server.storage import Storage, migrate
from tenka.server.tables import FINISHED, Table

Row = dict[str, Any]

WAITING, RUNNING, OVER = 1, 2, 3  # numbers of the tables
ANN, BO = 1, 2  # ... and of the people
KEYS = ("ann's key", "bo's key")
SESSION = "anns-cookie-0123456789"
PER_TURN = 259_200
HOOK = "https://ann.example/turns"
SECRET = "0123456789abcdef" * 2
LONG = 40 * 86400.0  # so much later, whatever is due is due
KEPT_AT_FIRST = ("kind", "name", "level", "key", "stand_in")  # of a seat
KEPT_LATER = ("clocks", "pause", "pause_wish", "turns", "told", "answers", "left", "quiet")
SHAPE = "alembic_version"


def sat_down(**wish: Any) -> Table:
    """A table of Sun Tzu for Ann and Bo, laid by Ann."""
    here = [SeatWish("human", "Ann"), SeatWish("human", "Bo")]
    table = lobby.lay("suntzu", {"beginner": True}, None, here, KEYS[0], **wish)
    for seat, key, person in zip(table.seats, KEYS, (ANN, BO), strict=True):
        seat.key, seat.person = seats.hash_of(key), person
    return table


def played(table: Table, decisions: int) -> list[ledger.Line]:
    """Begin the game, and make so many decisions, or all; what the ledger has then."""
    draft, rng = Draft(table, lines=lobby.begun(table)), random.Random(1)
    draft.write(CHAT, 0, data={"name": "Ann", "text": "Hello?"})
    for number in range(decisions):
        match = table.match()
        if match.over:
            break
        seat = rng.choice(match.to_act)
        choice = rng.choice(match.offered(seat))
        moves.decide(draft, match, seat, [choice], f"r{number}")
    return draft.lines


@cache
def at_tables() -> tuple[list[Row], list[Row]]:
    """Three tables and their ledgers: one waits, one is played at, one has seen its game."""
    waiting = lobby.lay(
        "suntzu", {}, None, [SeatWish("human", "Ann"), SeatWish("open")], KEYS[0], listed=True
    )
    talk = Draft(waiting)
    talk.write(CHAT, 0, data={"name": "Ann", "text": "Hello?"})
    waiting.wishes = {"language": "pl", "ratings": None}
    waiting.expires = clock.now() + LONG
    running = sat_down(pace=Pace(per_turn=PER_TURN))
    over = sat_down()
    found = [(waiting, talk.lines), (running, played(running, 7)), (over, played(over, 10_000))]
    assert over.status == FINISHED
    over.rated, over.rematch = True, running.link
    rows, lines = [], []
    for number, (table, mine) in enumerate(found, WAITING):
        old = {"number": table.last_line, "deadline": table.pace and PER_TURN}
        rows.append({**table.columns(), **old})
        lines += [{**vars(line), "table_id": number} for line in mine]
    return rows, lines


def of_people(now: float) -> dict[str, list[Row]]:
    """Two people, how they sign in, where they are told of their turns."""
    return {
        "people": [
            {"handle": "a" * 22, "name": "Ann", "made": now, "page": "p" * 22, "listed": True},
            {"handle": "b" * 22, "name": "Bo", "made": now},
        ],
        "passkeys": [
            {"id": "cGFzc2tleQ", "person_id": ANN, "public_key": b"\xa5\x00\xff", "signs": 2**40}
            | {"label": "Phone", "made": now, "used": now}
        ],
        "sessions": [
            {"id": sessions.id_of(SESSION), "person_id": ANN, "label": "Phone", "made": now}
            | {"until": now + LONG}
        ],
        "holdings": [
            {"person_id": person, "table_id": table, "key": seats.hash_of(key)}
            for person, key in zip((ANN, BO), KEYS, strict=True)
            for table in (RUNNING, OVER)
        ],
        "tickets": [
            {"id": "c" * 64, "kind": "device", "person_id": ANN, "data": {}, "until": now + LONG}
        ],
        "channels": [
            {"person_id": ANN, "kind": "mail", "address": "ann@example.org", "secrets": {}}
            | {"label": "", "language": "pl", "on": True, "made": now, "sent": 0.0, "busy": 0.0},
            {"table_id": RUNNING, "seat": 0, "key": seats.hash_of(KEYS[0]), "kind": "webhook"}
            | {"address": HOOK, "secrets": {"secret": SECRET}, "label": "", "language": "en"}
            | {"on": True, "made": now, "sent": 0.0, "busy": 0.0},
        ],
        "outbox": [
            {"channel_id": 1, "event": "turn", "table_id": RUNNING, "seat": 0, "turn": 1}
            | {"due": now + LONG, "tries": 0}
        ],
        "server_keys": [{"name": push.NAME, "content": push._new_key()}],
    }


def of_company(now: float) -> dict[str, list[Row]]:
    """What people have with each other: ratings, ties, a tournament."""
    kind = {"game": "suntzu", "players": 2}
    before, after = {"mean": 25.0, "doubt": 8.0}, {"mean_after": 26.0, "doubt_after": 7.5}
    plan = {"options": {"players": 2, "beginner": True}, "kind": "swiss", "rounds": 2}
    return {
        "ratings": [{"person_id": ANN, **kind, "mean": 26.0, "doubt": 7.5, "games": 30}],
        "rated_games": [{"link": "r" * 22, **kind, "ended": now}],
        "rated_seats": [
            {"game_id": 1, "seat": 0, "person_id": ANN, "level": None, "place": 0, **before}
            | after,
            {"game_id": 1, "seat": 1, "person_id": None, "level": "random", "place": 1, **before}
            | after,
        ],
        "ties": [{"person_id": ANN, "other_id": BO, "kind": "follow"}],
        "invitations": [{"table_id": WAITING, "person_id": BO, "host": "Ann", "made": now}],
        "reports": [
            {"table_id": RUNNING, "seat": 1, "name": "Bo", "text": "Rude", "said": ["Hurry!"]}
            | {"made": now}
        ],
        "tournaments": [
            {"link": "t" * 22, "person_id": ANN, "name": "Spring", "game": "suntzu", **plan}
            | {"group_size": 4, "pace": {"per_turn": PER_TURN}, "level": "random", "rated": True}
            | {"begins": now, "status": "running", "changed": now}
        ],
        "entrants": [
            {"tournament_id": 1, "person_id": person, "name": name, "seed": 25.0, "gone": False}
            for person, name in ((ANN, "Ann"), (BO, "Bo"))
        ],
        "meetings": [
            {"tournament_id": 1, "round": 0, "number": 0, "table_id": OVER, "link": "o" * 22}
            | {"seating": [1, 2], "places": [1, 0]},
            {"tournament_id": 1, "round": 1, "number": 0, "table_id": RUNNING, "link": "n" * 22}
            | {"seating": [2, 1], "places": None},
        ],
    }


def rows_of_today() -> dict[str, list[Row]]:
    """Something for every table there is, by its name."""
    now = clock.now()
    tables, lines = at_tables()
    begun = {"start": {"position": 0}, "of": 1}
    ban = {"name": "ban 192.0.2.7/32", "content": {"until": None}, "made": now}
    return {
        "tables": tables,
        "ledger": lines,
        "reviews": [{"table_id": OVER, "number": 0, "content": begun, "made": now}],
        "orders": [ban],
        "presence": [
            {"table_id": RUNNING, "holder": "", "process": "", "streams": 0, "at": now},
        ],
        "processes": [{"id": "f" * 16, "until": now}],
        **of_people(now),
        **of_company(now),
    }


def as_it_was(row: Row, shape: sa.MetaData) -> Row:
    """A table's row with what an older version kept elsewhere, and without what it did not."""
    kept = dict(row)
    if "channels" not in shape.tables and row["status"] == "running":
        kept["seats"] = [{**seat, "webhook": None} for seat in kept["seats"]]
        kept["seats"][0]["webhook"] = HOOK
    if "deadline" in shape.tables["tables"].columns:
        kept["book"] = {k: v for k, v in kept["book"].items() if k not in KEPT_LATER}
    if "people" not in shape.tables:
        known = (*KEPT_AT_FIRST, "webhook")
        kept["seats"] = [{k: v for k, v in s.items() if k in known} for s in kept["seats"]]
    return kept


def write(connection: sa.Connection, version: str) -> dict[str, int]:
    """Bring an empty database to a version's shape and fill it; how many rows each table has."""
    migrate(connection, version)
    shape, rows, count = sa.MetaData(), rows_of_today(), {}
    shape.reflect(connection)
    for table in shape.sorted_tables:
        if table.name == SHAPE:
            continue
        for column in table.columns:
            if isinstance(column.type, sa.JSON):
                column.type.none_as_null = True
        for row in rows[table.name]:
            then = as_it_was(row, shape) if table.name == "tables" else row
            known = {name: value for name, value in then.items() if name in table.columns}
            connection.execute(sa.insert(table).values(**known))
        count[table.name] = len(rows[table.name])
    return count


async def furnish(address: str, version: str = "head") -> dict[str, int]:
    """A new database as a version left it; how many rows each of its tables has."""
    storage = Storage(address)
    try:
        async with storage.changing() as connection:
            return await connection.run_sync(write, version)
    finally:
        await storage.close()
