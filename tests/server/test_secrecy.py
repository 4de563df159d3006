"""Nobody is sent what they may not know.

The test looks into the server's database. At many moments of whole random games it puts another
truth there, one that differs only in what a viewer may not know: then everything that every
endpoint and the stream sends to this viewer must be the same, byte for byte. And in all that was
ever sent there is no seed, no key and no state.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import random
import sqlite3

import numpy as np
import pytest

import tenka
from tenka.core.chance import words_of
from tenka.core.journal import DECIDED, NONE, WIDTH
from tests.server.running import Person, Server, plan, table
from tests.server.test_moves import BEGINNER

OFTEN = {"suntzu": 0.06, "samurai": 0.06, "shogun": 0.02}  # Shogun's games are long
ATTACKS = [("Shinano", "Kozuke"), ("Mino", "Omi")]


class Database:
    """The server's file, seen from behind."""

    def __init__(self, address: str) -> None:
        self.file = sqlite3.connect(address.removeprefix("sqlite:///"), timeout=30)

    def match(self, link: str) -> tenka.Match:
        """The truth about a table."""
        game, options, seed, state = self.file.execute(
            "SELECT game, options, seed, state FROM tables WHERE link = ?", (link,)
        ).fetchone()
        rules = tenka.game(game)
        return tenka.Match.resume(rules, json.loads(options), int(seed), state)

    def replace(self, link: str, state: bytes, change_rows) -> list:
        """Put another state and other rows in place; what stood there."""
        number, before = self.file.execute(
            "SELECT id, state FROM tables WHERE link = ?", (link,)
        ).fetchone()
        lines = self.file.execute(
            "SELECT number, rows FROM ledger WHERE table_id = ?", (number,)
        ).fetchall()
        with self.file:
            self.file.execute("UPDATE tables SET state = ? WHERE id = ?", (state, number))
            self.file.executemany(
                "UPDATE ledger SET rows = ? WHERE table_id = ? AND number = ?",
                [(change_rows(rows), number, at) for at, rows in lines],
            )
        return [before, dict(lines), number]

    def restore(self, link: str, kept: list) -> None:
        before, lines, number = kept
        with self.file:
            self.file.execute("UPDATE tables SET state = ? WHERE id = ?", (before, number))
            self.file.executemany(
                "UPDATE ledger SET rows = ? WHERE table_id = ? AND number = ?",
                [(rows, number, at) for at, rows in lines.items()],
            )


def other_secrets(game: tenka.Game, viewer: int | None):
    """Changes rows of a journal where this viewer may not know them."""

    def change(rows: bytes) -> bytes:
        table = np.frombuffer(rows, dtype=np.int16).reshape(-1, WIDTH).copy()
        for row in table:
            if row[0] == DECIDED:
                if row[1] != viewer:
                    row[2] = (row[2] + 1) % len(game.actions)
                continue
            fields = game.journal[row[0]].fields
            names = [field.name for field in fields]
            if any(f.secret for f in fields) and row[1 + names.index("player")] != viewer:
                for at, field in enumerate(fields, start=1):
                    cells = row[at:] if field.many else row[at : at + 1]
                    if field.secret:
                        cells[cells != NONE] = (cells[cells != NONE] + 1) % len(field.words)
        return table.tobytes()

    return change


async def everything(person: Person, viewer: int | None, count: int) -> list[str]:
    """What all endpoints and the stream send to a viewer now."""
    seat = {} if viewer is None else {"seat": viewer}
    answers = [await person.get(part, **seat) for part in ("", "/journal", "/seats")]
    answers += [await person.get(part) for part in ("/statistics", "/record")]
    answers += [await person.get("/odds", source=a, target=b) for a, b in ATTACKS]
    answers += [
        await person.http.get(path) for path in ("/api/games", "/api/tables?status=running")
    ]
    answers += [
        await person.get("", seat=other) for other in range(count) if other != viewer
    ]  # refused, but what do the refusals say?
    answers.append(await person.play(0 if viewer else 1, 0, "no such thing"))
    async with person.http.stream("GET", person.path("/stream"), params=seat) as answer:
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                break
    return [f"{answer.status_code} {answer.text}" for answer in answers] + [line]


class Seen:
    """Positions that a viewer saw, as they were shown then."""

    def __init__(self, viewer: int | None, person: Person) -> None:
        self.person, self.seat = person, {} if viewer is None else {"seat": viewer}
        self.views: dict[int, dict] = {}

    async def check(self, rng: random.Random) -> list[str]:
        """Of a running game, the same are shown again, no others, and never with all cards up."""
        first = await self.person.get("/positions/0", **self.seat)
        last = first.json()["last"]
        self.views[last] = (await self.person.get("", **self.seat)).json()["view"]
        answers = [
            await self.person.get(f"/positions/{number}", **self.seat)
            for number in {last, rng.choice([*self.views])}
        ]
        for answer in answers:
            assert answer.json()["view"] == self.views[answer.json()["number"]]
        beyond = await self.person.get(f"/positions/{last + 1}", **self.seat)
        up = await self.person.get("/positions/0", open=True)
        assert (beyond.status_code, up.status_code) == (404, 409)
        return [answer.text for answer in (first, *answers, beyond, up)]


async def random_game(server: Server, game: str, count: int, rng: random.Random) -> list[str]:
    twin = importlib.import_module(f"tests.games.{game}.invariants").twin
    numbers = np.random.default_rng(5)
    database, sent = Database(server.database), []
    async with table(server.url, game, count) as people:
        link = people[0].link
        async with Person(server.url, link) as stranger:
            viewers = [*enumerate(people), (None, stranger)]
            stories = {viewer: Seen(viewer, person) for viewer, person in viewers}
            while not (match := database.match(link)).over:
                if rng.random() < OFTEN[game]:
                    for viewer, person in viewers:
                        sent += await stories[viewer].check(rng)
                        truth = await everything(person, viewer, count)
                        eyes = -1 if viewer is None else viewer
                        other = twin(match.state, eyes, numbers).tobytes()
                        kept = database.replace(link, other, other_secrets(match.game, viewer))
                        lie = await everything(person, viewer, count)
                        database.restore(link, kept)
                        assert truth == lie
                        view = json.loads(truth[0].split(" ", 1)[1])["view"]
                        assert view == match.view(viewer)
                        sent += truth
                seat = rng.choice(match.to_act)
                look = await people[seat].look(seat)
                await people[seat].play(
                    seat,
                    look["version"],
                    rng.choice(look["legal"])["id"],
                    request=f"{rng.random()}",
                )
        match = database.match(link)
        hashes = json.loads(
            database.file.execute("SELECT seats FROM tables WHERE link = ?", (link,)).fetchone()[0]
        )
        secrets = [str(match.seed), f"{match.seed:x}", *map(str, words_of(match.seed))]
        secrets += [p.key for p in people] + [seat["key"] for seat in hashes]
        for secret in secrets:
            assert not any(secret in text for text in sent)
    return sent


@pytest.mark.parametrize("game", tenka.games())
def test_what_a_viewer_may_not_know_changes_nothing_that_is_sent(server, game):
    count = min(tenka.game(game).players)
    sent = asyncio.run(random_game(server, game, count, random.Random(4)))
    assert len(sent) > 40


def test_how_far_a_plan_has_got_does_not_show(server):
    async def check():
        async with table(server.url, options=BEGINNER) as (ann, bob):
            stranger = Person(server.url, ann.link)
            before = [await everything(bob, 1, 2), await everything(stranger, None, 2)]
            for order in plan(await ann.look(0))[:4]:
                look = await ann.look(0)
                assert (await ann.play(0, look["version"], order)).status_code == 200
            after = [await everything(bob, 1, 2), await everything(stranger, None, 2)]
            assert after == before
            await stranger.http.aclose()

    asyncio.run(check())


def test_keys_open_their_own_seat_at_their_own_table_only(server):
    async def check():
        async with table(server.url) as (ann, bob), table(server.url) as (cid, _):
            assert (await ann.get(seat=1)).status_code == 403
            ann.link = cid.link
            for part in ("", "/journal", "/stream", "/positions/0"):
                assert (await ann.get(part, seat=0)).status_code == 403
            assert (await bob.look())["viewer"] is None  # a player who watches is a spectator
            assert (await bob.look())["legal"] == []

    asyncio.run(check())
