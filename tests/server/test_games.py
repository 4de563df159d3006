"""Whole games over HTTP: several clients, each with its own stream, on both databases."""

from __future__ import annotations

import asyncio
import random

import httpx
import pytest

import tenka
from tenka.server.models.events import Message
from tests.server.running import PATIENCE, RANDOM_BOT, Person, connection, plan, sit_down, table

GAMES = [(name, min(tenka.game(name).players)) for name in tenka.games()]

FULL = [(name, max(tenka.game(name).players)) for name in tenka.games()]
FULL = [case for case in FULL if case not in GAMES]


class Story:
    """What one viewer was told, checked as it is told."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.last = 0
        self.ids: list[int] = []
        self.entries: list[dict] = []
        self.final: dict | None = None

    def hear(self, id_: int, message: dict) -> None:
        assert message["viewer"] == self.viewer
        assert message["position"] == id_
        Message.model_validate(message)  # as the description of the interface says
        for event in message["events"]:
            self.ids.append(event["id"])
            self.entries += event["entries"]
        self.last = id_
        if message["status"] == "finished":
            self.final = message

    def check(self) -> None:
        assert self.ids == list(range(1, len(self.ids) + 1))  # no gap and no repeat
        assert self.final


async def follow(person: Person, story: Story, act=None, drop: random.Random | None = None):
    """Read a stream to the end of the game, now and then dropping the connection."""
    while story.final is None:
        async with person.stream(story.viewer, story.last) as stream:
            async for id_, message in stream:
                if id_ is not None:
                    story.hear(id_, message)
                    if story.final:
                        return
                    if act:
                        await act(message)
                    if drop and drop.random() < 0.05:
                        break


def came_late(answer: httpx.Response) -> bool:
    """Whether a decision was for a message that a later one of the same seat had overtaken."""
    refused = answer.json()
    return refused["error"] == "stale_version" or refused["reason"] == "game_over"


def random_player(person: Person, seat: int, rng: random.Random):
    """Decides at random whenever asked, sometimes after a while, sometimes twice by mistake."""

    async def act(message: dict) -> None:
        if seat not in message["to_act"]:
            assert message["legal"] == []
            return
        choice = rng.choice(message["legal"])
        request = f"r{rng.random()}"
        if rng.random() < 0.1:
            await asyncio.sleep(rng.random() * 0.02)
        what = choice["id"] if rng.random() < 0.5 else choice["text"]
        for _ in range(rng.choice((1, 1, 1, 1, 1, 2))):
            answer = await person.play(seat, message["version"], what, request=request)
            assert answer.status_code == 200 or came_late(answer), answer.text

    return act


async def whole_game(url: str, game: str, count: int, seed: int, **wishes) -> list[Story]:
    people = await sit_down(url, game, count, **wishes)
    watcher = Person(url, people[0].link)
    stories = [Story(seat) for seat in range(count)] + [Story(None)]
    rng = random.Random(seed)
    async with asyncio.timeout(2 * PATIENCE):
        await asyncio.gather(
            *(
                follow(p, stories[s], random_player(p, s, random.Random(seed + s)), rng)
                for s, p in enumerate(people)
            ),
            follow(watcher, stories[-1], drop=rng),
        )
    for story in stories:
        story.check()
    await check_record(watcher, stories, count)
    for person in (*people, watcher):
        await person.http.aclose()
    return stories


async def check_record(watcher: Person, stories: list[Story], count: int) -> None:
    """What was told is what the record of the game says."""
    record = await watcher.get("/record")
    match = tenka.load(record.text)
    assert match.over
    for story in stories:
        assert story.final["result"]["winners"] == list(match.winners)
        assert story.final["result"]["scores"] == list(match.scores)
        assert story.final["view"] == match.view(story.viewer)
        assert story.entries == [e.seen_by(story.viewer).json() for e in match.journal]


@pytest.mark.parametrize(("game", "count"), GAMES)
def test_whole_games_between_several_clients(each_server, game, count):
    asyncio.run(whole_game(each_server.url, game, count, seed=1))


@pytest.mark.parametrize(("game", "count"), FULL)
def test_full_tables(server, game, count):
    asyncio.run(whole_game(server.url, game, count, seed=2))


def test_all_plans_before_any_and_one_after_another(server):
    """Simultaneous planning in different orders leads to the same position."""

    async def play(order: list[int]) -> None:
        async with table(server.url, options={"beginner": True}) as people:
            looks = [await p.look(s) for s, p in enumerate(people)]
            assert looks[0]["to_act"] == [0, 1]
            for seat in order:
                answer = await people[seat].play(seat, looks[seat]["version"], *plan(looks[seat]))
                assert answer.status_code == 200, answer.text
            assert (await people[0].look(0))["view"]["phase"] != looks[0]["view"]["phase"]

    for order in ([0, 1], [1, 0]):
        asyncio.run(play(order))


def test_a_table_of_bots_can_be_watched(each_server):
    async def watch() -> Story:
        async with connection(each_server.url) as http:
            wish = {"game": "suntzu", "seats": [RANDOM_BOT, RANDOM_BOT]}
            made = (await http.post("/api/tables", json=wish)).json()
        assert made["seats"] == []
        assert made["key"] is None
        story = Story(None)
        async with Person(each_server.url, made["table"]["table"]) as watcher:
            async with asyncio.timeout(PATIENCE):
                await follow(watcher, story)
            await check_record(watcher, [story], 2)
        return story

    asyncio.run(watch()).check()
