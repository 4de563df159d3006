"""The tree of a study: what was tried is kept, walked, named, commented and shown to others."""

from __future__ import annotations

import asyncio
import random

import tenka
from tests.server.running import RANDOM_BOT, Person, connection
from tests.server.test_guests import set_bot
from tests.server.test_judging import study
from tests.server.test_moves import refused
from tests.server.test_replays import finished


async def tree(me: Person) -> dict:
    return (await me.get("/tree")).json()


async def walk(me: Person, node: int, **more: bool) -> None:
    answer = await me.post("/tree/walk", node=node, **more)
    assert answer.status_code == 200, answer.text


async def decide(me: Person, choose=lambda legal: legal[0]) -> int:
    """A decision of the first seat that is asked; the position that it leads to."""
    seat = (await me.look())["to_act"][0]
    look = await me.look(seat)
    made = await me.play(seat, look["version"], choose(look["legal"])["id"])
    assert made.status_code == 200, made.text
    return (await tree(me))["at"]


async def views(me: Person) -> list[dict]:
    return [(await me.look(seat))["view"] for seat in (0, 1)]


def test_whatever_is_played_and_taken_back_each_position_is_found_again(server):
    """Orders of Sun Tzu, which both lay at the same time, taken back and walked at random."""
    match, rng = finished("suntzu"), random.Random(3)

    async def check():
        async with await study(server.url, match, 0) as me:
            known = {0: await views(me)}
            for _ in range(40):
                looks = [await me.look(seat) for seat in (0, 1)]
                undoable = [seat for seat in (0, 1) if looks[seat]["undo"]]
                does = rng.choice(["walk", "undo", "play", "play"])
                if does == "walk":
                    await walk(me, rng.choice(sorted(known)))
                elif does == "undo" and undoable:
                    seat = rng.choice(undoable)
                    await me.post("/undo", seat=seat, version=looks[seat]["version"], count=1)
                else:
                    await decide(me, rng.choice)
                now = (await tree(me))["at"]
                assert known.setdefault(now, await views(me)) == await views(me)
            told = await tree(me)
            assert {node["node"] for node in told["nodes"]} >= known.keys()
            assert len(known) > 10
            assert all(node["parent"] in known or not node["node"] for node in told["nodes"])
            journal = (await me.get("/journal", seat=0)).json()["entries"]
            for node in known:  # what stands is the way to where we are
                await walk(me, node)
            await walk(me, told["at"])
            assert (await me.get("/journal", seat=0)).json()["entries"] == journal

    asyncio.run(check())


def test_variations_are_named_shared_removed_and_studied(server):
    match = finished("samurai")

    async def check():
        number = free_choice(match, 0, 1)
        async with (
            await study(server.url, match, number) as me,
            Person(server.url, me.link) as stranger,
        ):
            root = (await tree(me))["at"]
            first = await decide(me)
            await walk(me, root)
            second = await decide(me, lambda legal: legal[-1])
            assert second != first
            view = (await me.look())["view"]
            noted = await note(me, second, name="The other way", comment="It costs a turn.")
            assert noted.status_code == 204
            told = await tree(stranger)
            nodes = {node["node"]: node for node in told["nodes"]}
            assert {n for n, node in nodes.items() if node["parent"] == root} == {first, second}
            assert nodes[second]["name"] == "The other way"
            assert nodes[second]["comment"] == "It costs a turn."
            assert nodes[second]["decisions"]

            along = await stranger.get(f"/positions/{number + 1}", node=second, open=True)
            assert along.json()["last"] == number + 1
            story = (await stranger.get("/positions", node=second, open=True)).json()
            assert len(story["positions"]) == number + 2
            seen = await stranger.get(f"/positions/{number + 1}", node=second)
            assert seen.json()["view"] == view
            refused(await stranger.post("/tree/walk", node=first), 403, "not_your_seat")
            refused(await note(stranger, first, name="", comment=""), 403, "not_your_seat")
            refused(await stranger.get("/positions", node=99_999), 404, "not_found")
            refused(await me.post("/tree/walk", node=99_999), 404, "not_found")

            copy = await stranger.post("/study", number=number + 1, node=second)
            assert copy.status_code == 201, copy.text
            assert copy.json()["table"]["study"]["node"] == second

            in_use = await me.http.delete(me.path(f"/tree/{second}"))
            refused(in_use, 409, "wrong_time")
            assert (await me.http.delete(me.path(f"/tree/{first}"))).status_code == 204
            assert first not in {node["node"] for node in (await tree(me))["nodes"]}
            await walk(me, root)
            assert await decide(me) == first  # tried again, it is there again

    asyncio.run(check())


def free_choice(match: tenka.Match, *seats: int) -> int:
    """A position in the second half of a game at which one of these seats has a choice."""
    again = tenka.new(match.game.name, seed=match.seed, **match.options)
    for number, (player, action, _) in enumerate(match.history):
        late = number > len(match.history) // 2
        if late and again.to_act[0] in seats and len(again.legal(again.to_act[0])) > 1:
            return number
        again.play(player, action)
    raise AssertionError("nobody had a choice")


def note(me: Person, node: int, **noted: str):
    return me.http.put(me.path(f"/tree/{node}"), json=noted)


def test_a_bot_leaves_what_it_once_played_until_it_is_asked_to_go_on(server):
    match = finished("samurai")

    async def check():
        async with await study(server.url, match, free_choice(match, 0)) as me:
            root = (await tree(me))["at"]
            await set_bot(me, 1, RANDOM_BOT["level"])
            while (await me.look())["to_act"] == [0]:
                mine = await decide(me, lambda legal: legal[-1])
            while not (await me.look(0))["legal"]:
                await asyncio.sleep(0.1)
            answers = [n["node"] for n in (await tree(me))["nodes"] if n["parent"] == mine]
            assert len(answers) == 1
            await walk(me, mine)
            assert (await me.look())["to_act"] == [1]
            await walk(me, root)
            await walk(me, mine, go_on=True)
            while not (await me.look(0))["legal"]:
                await asyncio.sleep(0.1)
            assert (await tree(me))["at"] != mine

    asyncio.run(check())


def test_a_study_that_has_ended_goes_on_from_before_its_end(server):
    match = finished("suntzu")

    async def check():
        async with await study(server.url, match, len(match.history) - 1) as me:
            root = (await tree(me))["at"]
            while (await me.look())["status"] == "running":
                end = await decide(me)
            await walk(me, root)
            assert (await me.look())["status"] == "running"
            await walk(me, end)
            assert (await me.look())["status"] == "finished"

    asyncio.run(check())


def test_a_game_that_is_no_study_has_no_tree(server):
    match = tenka.new("suntzu", seed=2)

    async def check():
        async with connection(server.url) as http:
            made = (await http.post("/api/records", json=match.record())).json()["table"]["table"]
            answer = await http.get(f"/api/tables/{made}/tree")
            refused(answer, 409, "wrong_time")
            refused(await http.get(f"/api/tables/{made}/positions?node=0"), 409, "wrong_time")

    asyncio.run(check())
