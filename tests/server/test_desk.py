"""Work on whole games is done elsewhere: while it is not done, everybody else plays on.

The process that does it is stopped, so that whatever it is asked for has to wait.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import contextmanager

import pytest

import tenka
from tenka.server.desk import MOST_WAITING, Kept
from tests.server.running import Server, children_of, connection

AT_ONCE = 20  # seconds: far longer than an answer takes, far shorter than the desk may


def finished(game: str, seed: int = 1) -> tenka.Match:
    match = tenka.new(game, seed=seed)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    return match


@contextmanager
def stopped(server: Server):
    """The desk of a server on which no bot thinks does nothing for a while."""
    processes = children_of(server.process.pid)
    assert processes
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


@pytest.fixture(scope="module")
def quiet_server(sqlite):
    with Server(sqlite()) as server:
        yield server


@pytest.fixture(scope="module")
def record():
    return finished("suntzu").record()


async def imported(http, record: dict) -> str:
    made = await http.post("/api/records", json=record)
    assert made.status_code == 201, made.text
    return f"/api/tables/{made.json()['table']['table']}"


@pytest.mark.parametrize("what", ["statistics", "journal", "record", "positions/5"])
def test_others_play_on_while_a_game_is_looked_through(quiet_server, record, what):
    async def check():
        async with connection(quiet_server.url) as http:
            path = await imported(http, record)
            with stopped(quiet_server):
                heavy = asyncio.create_task(http.get(f"{path}/{what}"))
                async with asyncio.timeout(AT_ONCE):
                    made = await http.post("/api/tables", json={"game": "suntzu"})
                    assert made.status_code == 201
                    assert (await http.get(path)).status_code == 200
                assert not heavy.done()
            assert (await heavy).status_code == 200

    asyncio.run(check())


@pytest.mark.parametrize("what", ["statistics", "journal", "record", "positions/5"])
def test_what_was_made_once_is_kept(quiet_server, record, what):
    async def check():
        async with connection(quiet_server.url) as http:
            path = await imported(http, record)
            first = await http.get(f"{path}/{what}")
            with stopped(quiet_server):
                async with asyncio.timeout(AT_ONCE):
                    again = await http.get(f"{path}/{what}")
        assert first.content == again.content
        assert again.status_code == 200

    asyncio.run(check())


def test_others_play_on_while_a_record_is_refereed(quiet_server, record):
    async def check():
        async with connection(quiet_server.url) as http:
            path = await imported(http, record)
            with stopped(quiet_server):
                heavy = asyncio.create_task(http.post("/api/records", json=record))
                study = asyncio.create_task(http.post(f"{path}/study", json={"number": 3}))
                async with asyncio.timeout(AT_ONCE):
                    assert (await http.get(path)).status_code == 200
                assert not heavy.done()
                assert not study.done()
            assert (await heavy).status_code == 201
            assert (await study).status_code == 201

    asyncio.run(check())


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda r: r.update(seats=["x" * 170_000, "y"]), "no text of more than"),
        (lambda r: r["steps"].insert(0, {"player": 0, "does": "x" * 170_000}), "no text of more"),
        (lambda r: r.update(options={"x" * 10_000: 1}), "no text of more than"),
        (lambda r: r.update(steps=[0] * 20_000), "no list of more than"),
        (lambda r: r.update(seed=[[["x" * 300]]]), "no text of more than"),
    ],
    ids=["names", "notation", "options", "steps", "depths"],
)
def test_what_is_too_long_is_refused_before_it_is_read(quiet_server, record, spoil, why):
    async def check():
        spoilt = {**record, "steps": list(record["steps"])}
        spoil(spoilt)
        async with connection(quiet_server.url) as http:
            answer = await http.post("/api/records", json=spoilt)
        assert answer.status_code == 422
        assert answer.json()["error"] == "bad_choice"
        assert why in answer.json()["detail"]
        assert len(answer.content) < 1000

    asyncio.run(check())


@pytest.mark.parametrize("body", [b"", b"[]", b"7", b"{", b"[" * 100_000, b"\xff"])
def test_what_is_no_record_is_refused(quiet_server, body):
    async def check():
        async with connection(quiet_server.url) as http:
            for kind in ("application/json", "text/plain"):
                answer = await http.post(
                    "/api/records", content=body, headers={"Content-Type": kind}
                )
                assert (answer.status_code, answer.json()["error"]) == (422, "bad_choice")

    asyncio.run(check())


def test_one_address_has_so_much_waiting_and_others_come_in_between(quiet_server, record):
    async def check():
        async with connection(quiet_server.url) as http:
            path = await imported(http, record)

            async def position(number: int, address: str) -> int:
                header = {"X-Forwarded-For": address}
                return (await http.get(f"{path}/positions/{number}", headers=header)).status_code

            with stopped(quiet_server):
                asked = [
                    asyncio.create_task(position(n, "203.0.113.9")) for n in range(MOST_WAITING + 4)
                ]
                while sum(task.done() for task in asked) < 4:
                    await asyncio.sleep(0.05)
                assert {task.result() for task in asked if task.done()} == {429}
                other = asyncio.create_task(position(40, "203.0.113.7"))
                await asyncio.sleep(0.2)
                assert not other.done()  # it waits, and is not turned away
            assert await other == 200
            codes = await asyncio.gather(*asked)
        assert sorted(codes) == [200] * MOST_WAITING + [429] * 4

    asyncio.run(check())


def test_work_that_takes_too_long_is_given_up_and_the_next_is_done(quiet_server, record):
    async def check():
        async with connection(quiet_server.url) as http:
            path = await imported(http, record)
            for process in children_of(quiet_server.process.pid):
                os.kill(process, signal.SIGKILL)
            codes = [(await http.get(f"{path}/statistics")).status_code for _ in range(2)]
        assert codes == [503, 200]

    asyncio.run(check())


def test_what_is_kept_has_its_bounds():
    kept = Kept(most=10)
    for name, text in (("a", "aaaa"), ("b", "bbbb")):
        kept.put(name, text)
    assert kept.get("a") == "aaaa"
    kept.put("c", "cccc")
    assert [kept.get(name) for name in "abc"] == ["aaaa", None, "cccc"]
    kept.put("d", "d" * 11)
    assert kept.size == 0
