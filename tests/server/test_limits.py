"""What one process has let an address do is missing at the others."""

from __future__ import annotations

import asyncio
import itertools
import json

import httpx
import pytest

from tenka.server.limits import LITTLE, Bucket, Limits
from tenka.server.problems import TooMany
from tenka.server.settings import Settings
from tests.server.running import PATIENCE, Server, connection, table
from tests.server.somebody import named

ANN, BO = "192.0.2.1", "2001:db8::/64"
SLOW = 1e-6  # tokens a second
BURST = 100.0


def taken(bucket: Bucket, address: str, most: int = 10_000) -> int:
    """How many tokens an address gets, of so many that it asks for."""
    for count in range(most):
        try:
            bucket.take(address)
        except TooMany:
            return count
    return most


def test_what_was_taken_elsewhere_is_missing_here():
    here, there = Bucket(SLOW, BURST), Bucket(SLOW, BURST)
    assert taken(there, ANN, 60) == 60
    assert taken(there, BO, 5) == 5
    told = there.told()
    assert told == {ANN: 60}  # of little nobody is told
    assert there.told() == {}  # nor of anything twice
    here.missing(ANN, told[ANN])
    assert taken(here, ANN) == BURST - 60
    assert taken(here, BO) == BURST


def test_little_by_little_all_is_told():
    bucket, told = Bucket(SLOW, BURST), 0
    for _ in range(50):
        bucket.take(ANN)
        told += bucket.told().get(ANN, 0)
    assert 50 - BURST / LITTLE < told <= 50


def test_who_is_rested_is_told_of_no_more():
    bucket = Bucket(1e9, BURST)  # full again at once
    assert taken(bucket, ANN, 5) == 5
    assert bucket.told() == {}
    assert not bucket._untold


def test_an_address_owes_no_more_than_a_burst():
    bucket = Bucket(1.0, BURST)
    bucket.missing(ANN, 10**9)
    with pytest.raises(TooMany) as refusal:
        bucket.take(ANN)
    assert BURST <= refusal.value.retry_after <= BURST + 2


def test_who_was_refused_everywhere_is_told_of_in_words_that_fit():
    limits = Limits(Settings(), 1000)
    for number in range(200):  # mailboxes have the longest names
        address = f"{number:03}{'x' * 240}@example.org"
        taken(limits.letters, address)
    words = limits.told()
    assert sum(len(json.loads(word)[1]) for word in words) == 200
    assert all(len(word.encode()) < 7900 for word in words)
    other = Limits(Settings(), 1000)
    for word in words:
        limits.hear(word)  # it said so itself
        other.hear(word)
    assert taken(other.letters, "000" + "x" * 240 + "@example.org") == 0


async def until_refused(ask) -> int:
    """How often something was allowed, until it is not; others are told once a second."""
    async with asyncio.timeout(PATIENCE):
        for count in itertools.count():
            answer = await ask()
            if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                return count
            assert answer.is_success, answer.text
            await asyncio.sleep(0.2)
    raise AssertionError


def test_two_processes_give_an_address_no_more_than_one(postgres):
    address, burst = postgres(), 200

    async def check(one: Server, two: Server) -> None:
        async with connection(named(one)) as here, connection(named(two)) as there:
            path = "/api/account/sign-in/options"
            while (await here.post(path)).is_success:
                pass
            assert await until_refused(lambda: there.post(path)) < burst

    few = {"create_rate": 0.001, "create_burst": burst, "processes": 2}
    with Server(address, **few) as one, Server(address, **few) as two:
        asyncio.run(check(one, two))


def test_streams_of_an_address_count_at_all_processes(postgres):
    address = postgres()

    async def check(one: Server, two: Server) -> None:
        async with table(one.url) as (ann, bo), connection(two.url) as other:

            async def ask() -> httpx.Response:
                async with other.stream("GET", ann.path("/stream")) as answer:
                    if answer.is_error:
                        await answer.aread()
                    return answer

            async with ann.stream(0), ann.stream(0), bo.stream(1):
                await until_refused(ask)
            async with asyncio.timeout(PATIENCE):
                while (await ask()).is_error:
                    await asyncio.sleep(0.2)

    few = {"streams_per_address": 3, "processes": 2}
    with Server(address, **few) as one, Server(address, **few) as two:
        asyncio.run(check(one, two))
