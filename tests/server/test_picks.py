"""A choice of several steps is tried without a request: the seat is told where each pick leads."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.running import next_message, table
from tests.server.test_series import Truths, silence

DEALT = {"hands": "random", "figures": "random"}
DRAFT = {"start": "draft"}


def paths(legal: list[dict]) -> list[tuple[int, ...]]:
    """All choices of more than one step, as series."""
    return [(one["id"], *way) for one in legal for way in ways(one.get("leads_to", []))]


def ways(told: list[int] | dict[str, list[int]]) -> list[tuple[int, ...]]:
    """What completes a choice, as series."""
    if isinstance(told, list):
        return [(number,) for number in told]
    return [(int(number), last) for number, further in told.items() for last in further]


def asked(people, looks: list[dict]):
    """Who is asked now, and the look of that seat."""
    seat = next(at for at, look in enumerate(looks) if look["legal"])
    return seat, people[seat], looks[seat]


def pruned(legal: list[dict]) -> list[dict]:
    """Legal decisions as the stream has them: an answer names what leads nowhere, too."""
    return [{name: value for name, value in one.items() if value != []} for one in legal]


@pytest.mark.parametrize(
    ("game", "options"), [("samurai", DEALT), ("samurai", {"hands": "random"}), ("shogun", DRAFT)]
)
def test_each_way_is_a_series_and_looking_is_heard_by_nobody(server, game, options):
    async def check():
        count = 3
        async with table(server.url, game, count, options=options) as people:
            looks = [await person.look(at) for at, person in enumerate(people)]
            seat, person, look = asked(people, looks)
            other = (seat + 1) % count
            legal = pruned(look["legal"])
            async with silence(people[other], other), silence(people[other], None):
                for _ in range(3):
                    assert pruned((await person.look(seat))["legal"]) == legal
            async with person.stream(seat) as stream:
                assert (await next_message(stream))[1]["legal"] == legal
            assert all(not one["legal"] for at, one in enumerate(looks) if at != seat)
            path = max(paths(legal), key=len)
            answer = await person.play(seat, look["version"], *path)
            assert answer.status_code == 200, answer.text
            assert len((await people[other].look(other))["view"]["to_act"]) == 1
            again = next(one for one in look["legal"] if one["id"] == path[0])["then"]
            now = (await person.look(seat))["legal"]
            assert not again or again == [one["id"] for one in now]

    asyncio.run(check())


def test_a_pick_that_is_sent_alone_is_gone_on_with(server):
    async def check():
        async with table(server.url, "samurai", 2, options=DEALT) as people:
            looks = [await person.look(at) for at, person in enumerate(people)]
            seat, person, look = asked(people, looks)
            first = next(one for one in look["legal"] if isinstance(one["leads_to"], list))
            assert (await person.play(seat, look["version"], first["id"])).status_code == 200
            now = await person.look(seat)
            assert [one["id"] for one in now["legal"]] == first["leads_to"]
            named = {str(one["id"]): one["text"] for one in now["legal"]}
            assert named.items() <= look["notation"].items()
            undone = await person.post("/undo", seat=seat, version=now["version"])
            assert undone.status_code == 200, undone.text
            assert (await person.look(seat))["legal"] == look["legal"]

    asyncio.run(check())


def test_where_picks_lead_is_the_same_whatever_the_truth_hides(server):
    """Behind the server's back the truth is exchanged for twins that the seat cannot tell apart."""

    async def check():
        async with table(server.url, "samurai", 3, options=DEALT) as people:
            looks = [await person.look(at) for at, person in enumerate(people)]
            seat, person, look = asked(people, looks)
            truths = Truths(server, person.link, 5)
            for twin in truths.twins(seat, 4):
                kept = truths.database.replace(person.link, twin.tobytes(), lambda rows: rows)
                assert (await person.look(seat))["legal"] == look["legal"]
                truths.database.restore(person.link, kept)

    asyncio.run(check())
