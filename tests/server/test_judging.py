"""Live judgement: in a study, for whoever holds its seats, and nowhere else."""

from __future__ import annotations

import asyncio

import pytest

import tenka
from tests.server.running import RANDOM_BOT, Person, Server, connection
from tests.server.test_hints import HUMAN, asked, lay, reason
from tests.server.test_moves import refused
from tests.server.test_replays import finished


@pytest.fixture(scope="module")
def hasty(sqlite):
    """A server that judges by very few states: its rules are interpreted."""
    with Server(sqlite(), review_draws=2) as server:
        yield server


def few_choices(match: tenka.Match) -> int:
    """A position late in a game at which one player has few choices: they are soon judged."""
    again, found = tenka.new(match.game.name, seed=match.seed, **match.options), []
    for number, (player, action, _) in enumerate(match.history):
        if again.to_act == (player,) and 2 <= len(again.legal(player)) <= 4:
            found.append(number)
        again.play(player, action)
    return found[-1]


async def study(url: str, match: tenka.Match, number: int) -> Person:
    """A study of a position of a finished game."""
    async with connection(url) as http:
        record = match.record()
        made = (await http.post("/api/records", json=record)).json()["table"]["table"]
        laid = await http.post(f"/api/tables/{made}/study", json={"number": number})
    return Person(url, laid.json()["table"]["table"], laid.json()["key"])


def test_a_position_of_a_study_is_judged_with_choices_that_can_be_made(hasty):
    async def check():
        match = finished("suntzu")
        async with await study(hasty.url, match, few_choices(match)) as ann:
            (seat,) = (await ann.look())["to_act"]
            look = await ann.look(seat)
            answer = await ann.get("/judgement", seat=seat)
            assert answer.status_code == 200, answer.text
            told = answer.json()
            assert told["version"] == look["version"]
            assert sum(told["chances"]) == pytest.approx(1)
            chances = [option["chance"] for option in told["options"]]
            assert chances == sorted(chances, reverse=True)
            assert all(0 <= chance <= 1 for chance in chances)
            best = told["options"][0]["decisions"]
            assert (await ann.play(seat, look["version"], *best)).status_code == 200
            async with Person(hasty.url, ann.link) as stranger:
                refused(await stranger.get("/judgement", seat=seat), 403, "not_your_seat")

    asyncio.run(check())


def test_a_game_that_is_no_study_is_not_judged_while_it_runs(server):
    async def check():
        async with await lay(server.url, "suntzu", [HUMAN, RANDOM_BOT], hints=True) as ann:
            await asked(ann)
            assert reason(await ann.get("/judgement", seat=0)) == "studies_alone"

    asyncio.run(check())
