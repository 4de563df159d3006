"""Whoever may not know of a decision cannot tell that one was made.

Tables are listed and have clocks. In random games everything that the others and a stranger can
fetch is compared before and after each step of a player that nobody is told of: a secret decision,
one taken back, a webhook, an answer in advance. All of it must be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import tenka
from tests.server.running import PATIENCE, Person, plan, table
from tests.server.test_moves import BEGINNER
from tests.server.test_secrecy import everything

LISTED = {"listed": True, "pace": {"per_turn": 86400, "bank": 3600, "increment": 60}}
STEPS = 25


async def shown(people: dict[int | None, Person], hidden_from: int) -> dict[int | None, list[str]]:
    """What everyone is sent who may not see this seat's secrets."""
    return {
        viewer: await everything(person, viewer, len(people) - 1)
        for viewer, person in people.items()
        if viewer != hidden_from
    }


async def quiet_step(person: Person, seat: int, rng: random.Random) -> None:
    """Decide, take back, choose a webhook, or answer in advance."""
    look, chance = await person.look(seat), rng.random()
    if chance < 0.1:
        url = rng.choice([None, "https://example.org/hook"])
        answer = await person.http.put(person.path(f"/seats/{seat}/webhook"), json={"url": url})
    elif chance < 0.2 and look["answers"]:
        on = [rng.choice(look["answers"])["name"]] if rng.random() < 0.7 else []
        answer = await person.http.put(person.path(f"/seats/{seat}/answers"), json={"on": on})
    elif chance < 0.4 and look["undo"]:
        answer = await person.post("/undo", seat=seat, version=look["version"], count=1)
    else:
        choice = rng.choice(look["legal"])["id"]
        answer = await person.play(seat, look["version"], choice)
    assert answer.is_success, answer.text


@pytest.mark.parametrize("game", tenka.games())
def test_what_is_done_in_secret_shows_nowhere(server, game):
    rng = random.Random(8)

    async def check() -> int:
        count, secret = min(tenka.game(game).players), 0
        async with (
            table(server.url, game, count, **LISTED) as people,
            table(server.url, game, count, **LISTED),  # it stands before the first in the lobby
            Person(server.url, people[0].link) as stranger,
        ):
            everyone = {**dict(enumerate(people)), None: stranger}
            for _ in range(STEPS):
                now = await stranger.look()
                if now["status"] == "finished":
                    break
                seat = rng.choice(now["to_act"])
                before = await shown(everyone, seat)
                await quiet_step(people[seat], seat, rng)
                if (await stranger.look())["position"] == now["position"]:
                    assert await shown(everyone, seat) == before
                    secret += 1
        return secret

    assert asyncio.run(check()) > 3


def test_a_webhook_after_the_game_changes_no_figure(server):
    async def check():
        async with table(server.url, options=BEGINNER) as (ann, bob):
            rng = random.Random(3)
            while (look := await ann.look())["status"] != "finished":
                seat = look["to_act"][0]
                person = (ann, bob)[seat]
                own = await person.look(seat)
                await person.play(seat, own["version"], rng.choice(own["legal"])["id"])
            before = await everything(bob, 1, 2)
            hook = {"url": "https://example.org/hook"}
            assert (await ann.http.put(ann.path("/seats/0/webhook"), json=hook)).is_success
            assert await everything(bob, 1, 2) == before

    asyncio.run(check())


def test_a_stream_says_that_it_is_alive_at_its_own_pace(server):
    """What the others do in secret neither hastens nor delays the heartbeat."""

    async def check():
        async with table(server.url, options=BEGINNER) as (ann, bob):
            orders = plan(await ann.look(0))
            async with Person(server.url, ann.link) as stranger, stranger.stream() as stream:
                async with asyncio.timeout(PATIENCE):
                    assert (await anext(stream))[0] is not None
                    beats = asyncio.create_task(anext(stream))
                    while not beats.done():  # again and again, faster than hearts beat
                        version = (await ann.look(0))["version"]
                        assert (await ann.play(0, version, orders[0])).is_success
                        version = (await ann.look(0))["version"]
                        await ann.post("/undo", seat=0, version=version)
                    assert beats.result()[0] is None
            assert json.loads((await bob.get("", seat=1)).text)["version"] == 0

    asyncio.run(check())
