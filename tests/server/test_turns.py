"""Turns are shared: whoever has used less comes next, and people go before what nobody sees."""

from __future__ import annotations

import asyncio

from tenka.server.turns import Turns, Urgency


async def served(turns: Turns[str], asked: list[tuple[str, Urgency]], seconds: float = 0.002):
    """The order in which questions, asked in this order at a busy place, are served."""
    order: list[str] = []

    async def ask(share: str, urgency: Urgency) -> None:
        async with turns.turn(share, urgency):
            order.append(f"{share}{urgency.name[0]}")
            await asyncio.sleep(seconds)

    async with turns.turn("somebody", Urgency.PERSON):
        tasks = [asyncio.create_task(ask(*question)) for question in asked]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    return order


def test_a_flood_is_one_share():
    flood, one = [("a", Urgency.PERSON)] * 20, [("b", Urgency.PERSON)] * 2
    order = asyncio.run(served(Turns(["place"]), [*flood, *one]))
    assert order.index("bP") <= 1
    assert order.index("bP", order.index("bP") + 1) <= 4


def test_in_one_share_people_come_first_and_the_rest_as_it_came():
    urgencies = [Urgency.NOBODY, Urgency.WATCHED, Urgency.PERSON, Urgency.NOBODY, Urgency.PERSON]
    order = asyncio.run(served(Turns(["place"]), [("a", urgency) for urgency in urgencies]))
    assert order == ["aP", "aP", "aW", "aN", "aN"]


def test_what_nobody_sees_costs_more_but_gets_its_turn():
    asked = [("a", Urgency.NOBODY), ("b", Urgency.PERSON)] * 12
    order = asyncio.run(served(Turns(["place"]), asked, seconds=0.01))
    first = order[:10]
    assert 1 <= first.count("aN") <= 4


def test_one_share_does_not_hold_all_places_while_another_waits():
    async def check():
        turns, holding = Turns(["one", "two"]), asyncio.Event()
        running: list[str] = []

        async def hold(share: str) -> None:
            async with turns.turn(share, Urgency.PERSON):
                running.append(share)
                await holding.wait()

        async with turns.turn("a", Urgency.PERSON):
            tasks = [asyncio.create_task(hold(share)) for share in ("a", "a", "b")]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert running == ["a"]  # nobody else wanted the second place
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert running == ["a", "b"]
        holding.set()
        await asyncio.gather(*tasks)

    asyncio.run(check())


def test_whoever_goes_away_while_waiting_holds_no_place():
    async def check():
        turns = Turns(["place"])

        async def ask() -> None:
            async with turns.turn("a", Urgency.PERSON):
                pass

        async with turns.turn("b", Urgency.PERSON):
            early, late = asyncio.create_task(ask()), asyncio.create_task(ask())
            await asyncio.sleep(0)
            early.cancel()
            await asyncio.sleep(0)
        late.cancel()  # in the very moment in which it was given the place
        await asyncio.gather(early, late, return_exceptions=True)
        async with asyncio.timeout(5):
            await ask()

    asyncio.run(check())
