"""A refused series tells nothing that its seat did not know.

Behind the server's back the truth is exchanged for a twin that differs only in what the seat may
not know: secrets and the generator's key. Whatever series is refused, the answer must stay the same
in every byte, and neither the table nor anybody's stream may show that it was tried.
"""

from __future__ import annotations

import asyncio
import importlib
import random
import sqlite3
from contextlib import asynccontextmanager

import numpy as np
import pytest

import tenka
from tests.games.series import some_series
from tests.server.running import Person, next_message, plan, table
from tests.server.test_secrecy import Database

PLAYERS = {name: min(tenka.game(name).players) for name in tenka.games()}
POSITIONS, TRIES = 3, 10  # in each game


class Truths:
    """A table of the database whose truth can be exchanged for a twin's, as a seat sees it."""

    def __init__(self, server, link: str, seed: int) -> None:
        self.database, self.link = Database(server.database), link
        self.rng = np.random.default_rng(seed)

    def match(self) -> tenka.Match:
        return self.database.match(self.link)

    def twins(self, seat: int, count: int) -> list:
        """States that a seat cannot tell from the truth."""
        match = self.match()
        twin = importlib.import_module(f"tests.games.{match.game.name}.invariants").twin
        return [twin(match.state, seat, self.rng) for _ in range(count)]

    def dump(self) -> list:
        """All that is kept of the table."""
        file: sqlite3.Connection = self.database.file
        row = file.execute("SELECT * FROM tables WHERE link = ?", (self.link,)).fetchone()
        lines = file.execute("SELECT * FROM ledger WHERE table_id = ?", (row[0],)).fetchall()
        return [row, lines]

    async def answers(self, person: Person, seat: int, version: int, series: list) -> list[str]:
        """The answers to a series that is refused, of the truth and of three twins."""
        answers: list[str] = []
        for state in [self.match().state, *self.twins(seat, 3)]:
            kept = self.database.replace(self.link, state.tobytes(), lambda rows: rows)
            before = self.dump()
            answer = await person.play(seat, version, *series)
            assert answer.status_code in (409, 422), answer.text
            assert self.dump() == before
            answers.append(f"{answer.status_code} {answer.headers['content-type']} {answer.text}")
            self.database.restore(self.link, kept)
        return answers


@asynccontextmanager
async def silence(person: Person, seat: int | None):
    """A stream on which nothing comes but the position at its beginning."""
    async with person.stream(seat) as stream:
        await next_message(stream)
        heard = asyncio.create_task(anext(stream))
        yield
        if heard.done():
            assert heard.result()[0] is None, heard.result()
        heard.cancel()
        await asyncio.gather(heard, return_exceptions=True)


async def plan_randomly(people: list[Person], seats: list[int], rng: random.Random) -> None:
    """Let seats decide one by one until they are asked no more."""
    for seat in seats:
        while (look := await people[seat].look(seat))["legal"]:
            await people[seat].play(seat, look["version"], rng.choice(look["legal"])["id"])


def test_the_last_planner_does_not_learn_which_bid_wins(server):
    """Behind the bid stands what the rules would ask next: of whom depends on all bids."""

    async def check():
        rng = random.Random(1)
        async with table(server.url, "shogun", 3) as people:
            truths = Truths(server, people[0].link, 1)
            await plan_randomly(people, [0, 1], rng)
            while "bid" not in (look := await people[2].look(2))["legal"][-1]["text"]:
                await people[2].play(2, look["version"], rng.choice(look["legal"])["id"])
            said = set()
            for bid in (action["text"] for action in look["legal"]):
                for behind in (["bid=chest0"], ["place 1"], [254], ["place 2", "place 3", 254]):
                    series = [bid, *behind]
                    said.update(await truths.answers(people[2], 2, look["version"], series))
            refusals = {text for text in said if "0 to" not in text}
            assert len(refusals) == 1, refusals
            assert "a series ends" in refusals.pop()

    asyncio.run(check())


def test_what_stands_behind_chance_is_refused_in_one_sentence(server):
    """An attack, then something that only the fallen cubes decide.

    Before the cubes fall a seat may still be asked whether its attack card adds an army: what it is
    told then differs by what it said, but never by what is hidden.
    """

    async def check():
        rng = random.Random(3)
        async with table(server.url, "shogun", 3) as people:
            truths, behind_chance = Truths(server, people[0].link, 2), 0
            while behind_chance < 2:
                match = truths.match()
                seat = rng.choice(match.to_act)
                look = await people[seat].look(seat)
                first = rng.choice(look["legal"])["text"]
                if match.view(None)["phase"] == "armies":
                    told = set()
                    for probe in (">Aki", "stay", "yes", "1", 12):
                        series = [first, probe, 40]
                        answers = set(
                            await truths.answers(people[seat], seat, look["version"], series)
                        )
                        assert len(answers) == 1, (series, answers)
                        told |= answers
                    if not any("shogun.asked" in answer for answer in told):
                        assert len(told) == 1, (first, told)
                        behind_chance += "a series ends" in told.pop()
                await people[seat].play(seat, look["version"], first)

    asyncio.run(check())


@pytest.mark.parametrize("game", tenka.games())
def test_refused_series_are_the_same_whatever_is_hidden(server, game):
    """Numbers and notation, lines of several decisions, nonsense: over whole random games."""

    async def check():
        rng, tried = random.Random(7), 0
        async with table(server.url, game, PLAYERS[game]) as people:
            truths = Truths(server, people[0].link, 7)
            while not (match := truths.match()).over and tried < POSITIONS * TRIES:
                seat = rng.choice(match.to_act)
                look = await people[seat].look(seat)
                if rng.random() < 0.1:
                    async with silence(people[seat], seat), silence(people[seat - 1], None):
                        for _ in range(TRIES):
                            series = some_series(match, seat, rng)
                            if taken(match, seat, series):
                                continue
                            answers = await truths.answers(
                                people[seat], seat, look["version"], series
                            )
                            assert len(set(answers)) == 1, (series, answers)
                            tried += 1
                await people[seat].play(seat, look["version"], rng.choice(look["legal"])["id"])
        assert tried > 20

    asyncio.run(check())


def taken(match: tenka.Match, seat: int, series: list) -> bool:
    """Whether a series would be made."""
    try:
        match.clone().play(seat, series)
    except tenka.IllegalAction:
        return False
    return True


def test_orders_of_a_whole_line_are_made_and_what_is_no_line_is_refused(server):
    """A line that cannot be read is refused like any other, by number or notation."""

    async def check():
        async with table(server.url, options={"beginner": True}) as (ann, _):
            look = await ann.look(0)
            line = " ".join(plan(look))
            assert (await ann.play(0, look["version"], line)).status_code == 200
        async with table(server.url, "shogun", 3) as (ann, *_):
            look = await ann.look(0)
            answer = await ann.play(0, look["version"], "moat=Aki bid=chest1")
            assert (answer.status_code, answer.json()["error"]) == (422, "illegal_decision")

    asyncio.run(check())
