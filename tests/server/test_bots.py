"""Bots think elsewhere, and a bot that fails does not stop a game."""

from __future__ import annotations

import asyncio
import pickle
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tenka
from tenka.server.processes import Worker
from tenka.server.thinking import BotFailed, Decide, Opponent, Thinker
from tests.server.running import PATIENCE, Person, Server, children_of, connection


@pytest.fixture
def question():
    match = tenka.new("suntzu", seed=1)
    ids = [action.id for action in match.legal(0)]
    return Decide(Opponent("suntzu", "random"), 0, match.redacted(0).tobytes(), ids, 7)


def test_a_bot_decides_in_another_process(question):
    async def check():
        thinker = Thinker()
        try:
            assert (await thinker.ask(question, 30)).action in question.legal
        finally:
            thinker.worker.kill()

    asyncio.run(check())


def test_crashes_overruns_and_nonsense_are_failures_and_the_next_question_is_answered(question):
    unknown = replace(question, opponent=Opponent("suntzu", "nobody"))

    async def check():
        thinker = Thinker()
        try:
            with pytest.raises(BotFailed, match="UnknownBot"):
                await thinker.ask(unknown, 30)
            with pytest.raises(BotFailed, match="ValueError"):
                await thinker.ask(replace(question, state=question.state[:3]), 30)
            with pytest.raises(BotFailed, match="no answer"):
                await thinker.ask(question, 0.0)
            assert (await thinker.ask(question, 30)).action in question.legal
            thinker.worker.process.kill()
            with pytest.raises(BotFailed, match="ended"):
                await thinker.ask(question, 30)
            assert (await thinker.ask(question, 30)).action in question.legal
        finally:
            thinker.worker.kill()

    asyncio.run(check())


def test_a_process_that_cannot_begin_says_why():
    """And not that there is nothing to kill."""
    with pytest.raises((AttributeError, pickle.PicklingError), match="pickle"):
        asyncio.run(Worker(lambda: str).ask("anybody there?", 1.0))


def test_bots_get_no_secrets(question):
    """What goes to a thinking process is the redacted state."""
    match = tenka.new("suntzu", seed=1)
    seen = np.frombuffer(question.state, dtype=match.game.dtype)[0]
    assert tuple(seen["key"]) == (0, 0)
    assert (seen["hand"][1] == -1).all()


def test_a_bot_that_overruns_is_replaced_by_a_legal_default(sqlite):
    async def check(server):
        seats = [{"kind": "human"}, {"kind": "bot", "level": "random"}]
        async with connection(server.url) as http:
            wish = {"game": "suntzu", "seats": seats, "options": {"beginner": True}}
            made = (await http.post("/api/tables", json=wish)).json()
        async with Person(server.url, made["table"]["table"], made["key"]) as ann:
            async with asyncio.timeout(PATIENCE):
                while (await ann.look(0))["to_act"] != [0]:
                    await asyncio.sleep(0.1)

    with Server(sqlite(), bot_seconds=0.00001) as server:
        asyncio.run(check(server))
        assert "a bot failed and a default was played" in server.output()


def lives(process: int) -> bool:
    """Whether a process is there; one that has ended and that nobody has asked about is not."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


def test_a_bot_whose_server_dies_ends_without_a_word(sqlite):
    async def begin(server):
        seats = [{"kind": "human"}, *[{"kind": "bot", "level": "expert"}] * 3]
        async with connection(server.url) as http:
            made = await http.post("/api/tables", json={"game": "shogun", "seats": seats})
            assert made.status_code == 201

    with Server(sqlite(), bot_seconds=60) as server:
        asyncio.run(begin(server))
        give_up = time.monotonic() + PATIENCE
        while not (bots := children_of(server.process.pid)) and time.monotonic() < give_up:
            time.sleep(0.05)
        time.sleep(3)  # so that one of them is in the middle of a thought
        server.kill()
        while any(map(lives, bots)) and time.monotonic() < give_up:
            time.sleep(0.05)
        assert bots
        assert not any(map(lives, bots))
        words = [line for line in server.output().splitlines() if not line.startswith("{")]
        assert words == []
