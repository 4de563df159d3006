"""Taking back: plans until the last player is ready, never past what has become known."""

from __future__ import annotations

import asyncio
import random

import tenka
from tests.server.running import next_message, plan, table
from tests.server.test_moves import BEGINNER, refused


def test_a_plan_can_be_withdrawn_until_the_last_player_is_ready(each_server):
    async def check():
        async with table(each_server.url, options=BEGINNER) as (ann, bob):
            start = await ann.look(0)
            order = plan(start)
            await ann.play(0, start["version"], *order)
            ready = await ann.look(0)
            assert (ready["undo"], ready["to_act"]) == (5, [1])
            back = await ann.post("/undo", seat=0, version=ready["version"])
            assert back.status_code == 200, back.text
            again = await ann.look(0)
            assert (again["undo"], again["to_act"], again["view"]) == (0, [0, 1], start["view"])
            await ann.play(0, again["version"], *order)
            other = await bob.look(1)
            await bob.play(1, other["version"], *plan(other))
            late = await ann.look(0)
            assert late["undo"] == 0
            answer = await ann.post("/undo", seat=0, version=late["version"])
            refused(answer, 409, "nothing_to_take_back")

    asyncio.run(check())


def test_some_decisions_of_a_series_can_be_taken_back(server):
    async def check():
        async with table(server.url, options=BEGINNER) as (ann, _):
            start = await ann.look(0)
            order = plan(start)
            await ann.play(0, start["version"], *order[:2])
            two = await ann.look(0)
            await ann.play(0, two["version"], order[2])
            three = await ann.look(0)
            assert three["undo"] == 3
            await ann.post("/undo", seat=0, version=three["version"], count=2, request="u")
            one = await ann.look(0)
            repeated = await ann.post(
                "/undo", seat=0, version=three["version"], count=2, request="u"
            )
            assert repeated.json()["repeated"]
            assert one["undo"] == 1
            too_many = await ann.post("/undo", seat=0, version=one["version"], count=2)
            refused(too_many, 409, "nothing_to_take_back")
            answer = await ann.play(0, one["version"], *order[1:])
            assert answer.status_code == 200, answer.text

    asyncio.run(check())


def test_others_are_told_of_a_withdrawn_plan_and_of_nothing_else(server):
    async def check():
        async with table(server.url, options=BEGINNER) as (ann, bob):
            start = await ann.look(0)
            before = await bob.look(1)
            await ann.play(0, start["version"], plan(start)[0])
            step = await ann.look(0)
            await ann.post("/undo", seat=0, version=step["version"])
            assert await bob.look(1) == {**before, "changed": (await bob.look(1))["changed"]}
            ready = await ann.look(0)
            await ann.play(0, ready["version"], *plan(start))
            done = await ann.look(0)
            await ann.post("/undo", seat=0, version=done["version"])
            async with bob.stream(1) as stream:
                _, message = await next_message(stream)
            kinds = [event["kind"] for event in message["events"]]
            assert kinds[-2:] == ["move", "undo"]
            assert message["events"][-1]["void"] == [message["events"][-2]["id"]]
            assert "decisions" not in message["events"][-2]
            journal = (await bob.get("/journal", seat=1)).json()["entries"]
            assert "ordered" not in [entry["kind"] for entry in journal]

    asyncio.run(check())


def test_undo_never_crosses_chance_what_was_seen_or_an_answer(server):
    """In random games with random taking back, the state is always that of the standing moves."""

    async def check(game: str, count: int, seed: int) -> int:
        rng, taken = random.Random(seed), 0
        async with table(server.url, game, count) as people:
            while True:
                looks = [await p.look(s) for s, p in enumerate(people)]
                if looks[0]["status"] == "finished":
                    break
                for seat, look in enumerate(looks):
                    if look["undo"] and rng.random() < 0.15:
                        others = {s: x["view"] for s, x in enumerate(looks) if s != seat}
                        chances = await chance_entries(people[0])
                        answer = await people[seat].post(
                            "/undo", seat=seat, version=look["version"], count=1
                        )
                        assert answer.status_code == 200, answer.text
                        assert await chance_entries(people[0]) == chances
                        for other, view in others.items():
                            now = (await people[other].look(other))["view"]
                            if len(look["to_act"]) > 1 and seat in look["to_act"]:
                                assert now == view  # not ready yet: nobody can see a change
                        taken += 1
                        break
                else:
                    seat = rng.choice(looks[0]["to_act"])
                    choice = rng.choice(looks[seat]["legal"])
                    answer = await people[seat].play(seat, looks[seat]["version"], choice["id"])
                    assert answer.status_code == 200, answer.text
            match = tenka.load((await people[0].get("/record")).text)
            assert match.view(None) == (await people[0].look())["view"]
        return taken

    async def chance_entries(person):
        games = [tenka.game(name) for name in tenka.games()]
        kinds = {kind.name for game in games for kind in game.journal if kind.chance}
        entries = (await person.get("/journal")).json()["entries"]
        return [entry for entry in entries if entry["kind"] in kinds]

    assert asyncio.run(check("suntzu", 2, 3)) > 3
    assert asyncio.run(check("samurai", 2, 3)) > 3


def test_tiles_openly_laid_can_be_taken_back_until_the_turn_ends(each_server):
    """Everybody sees the tiles come and go; nothing is left of them in anybody's journal."""
    options = {"hands": "random", "figures": "random"}

    async def check():
        async with table(each_server.url, "samurai", options=options) as people:
            start = await people[0].look()
            seat = start["to_act"][0]
            actor, other = people[seat], people[1 - seat]
            async with other.stream(1 - seat) as stream:
                first, _ = await next_message(stream)
                for _ in range(2):  # a tile, and where it goes
                    mine = await actor.look(seat)
                    made = await actor.play(seat, mine["version"], mine["legal"][0]["id"])
                    assert made.status_code == 200, made.text
                await next_message(stream, lambda m: len(m["view"]["tiles"]) == 1)
                mine = await actor.look(seat)
                assert mine["undo"] == 2
                await actor.post("/undo", seat=seat, version=mine["version"])
                _, back = await next_message(stream, lambda m: m["events"][-1]["kind"] == "undo")
            assert back["view"] == start["view"] | {"viewer": 1 - seat} | {
                "players": back["view"]["players"]
            }
            assert back["events"][-1]["void"] == [first + 1, first + 2]
            journal = (await other.get("/journal", seat=1 - seat)).json()["entries"]
            assert "laid" not in [entry["kind"] for entry in journal]
            again = await actor.look(seat)
            assert (again["undo"], again["to_act"]) == (0, [seat])
            stale = await actor.play(seat, mine["version"], mine["legal"][0]["id"])
            refused(stale, 409, "stale_version")

    asyncio.run(check())
