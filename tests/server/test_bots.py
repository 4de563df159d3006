"""Bots think elsewhere, and a bot that fails does not stop a game."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

import tenka
from tenka.server.thinking import BotFailed, Thinker
from tests.server.running import Person, Server, connection


@pytest.fixture
def question():
    match = tenka.new("suntzu", seed=1)
    ids = [action.id for action in match.legal(0)]
    return ("suntzu", "random", match.redacted(0).tobytes(), ids, 7)


def test_a_bot_decides_in_another_process(question):
    async def check():
        thinker = Thinker()
        try:
            assert await thinker.ask(question, 30) in question[3]
        finally:
            thinker.kill()

    asyncio.run(check())


def test_crashes_overruns_and_nonsense_are_failures_and_the_next_question_is_answered(question):
    game, _, state, ids, seed = question

    async def check():
        thinker = Thinker()
        try:
            with pytest.raises(BotFailed, match="UnknownBot"):
                await thinker.ask((game, "nobody", state, ids, seed), 30)
            with pytest.raises(BotFailed, match="ValueError"):
                await thinker.ask((game, "random", state[:3], ids, seed), 30)
            with pytest.raises(BotFailed, match="no answer"):
                await thinker.ask(question, 0.0)
            assert await thinker.ask(question, 30) in ids
            thinker.process.kill()
            with pytest.raises(BotFailed, match="ended"):
                await thinker.ask(question, 30)
            assert await thinker.ask(question, 30) in ids
        finally:
            thinker.kill()

    asyncio.run(check())


def test_bots_get_no_secrets(question):
    """What goes to a thinking process is the redacted state."""
    match = tenka.new("suntzu", seed=1)
    seen = np.frombuffer(question[2], dtype=match.game.dtype)[0]
    assert tuple(seen["key"]) == (0, 0)
    assert (seen["hand"][1] == -1).all()


def test_a_bot_that_overruns_is_replaced_by_a_legal_default(sqlite):
    async def check(server):
        seats = [{"kind": "human"}, {"kind": "bot", "level": "random"}]
        async with connection(server.url) as http:
            wish = {"game": "suntzu", "seats": seats, "options": {"beginner": True}}
            made = (await http.post("/api/tables", json=wish)).json()
        async with Person(server.url, made["table"]["table"], made["key"]) as ann:
            async with asyncio.timeout(60):
                while (await ann.look(0))["to_act"] != [0]:
                    await asyncio.sleep(0.1)

    with Server(sqlite(), bot_seconds=0.00001) as server:
        asyncio.run(check(server))
        assert "a bot failed and a default was played" in server.output()
