"""One decision, a series, retries and everything that is refused."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.running import plan, table

BEGINNER = {"beginner": True}


def refused(answer, status: int, code: str) -> str:
    """The reason of a refusal."""
    assert answer.status_code == status, answer.text
    assert answer.json()["error"] == code
    return answer.json()["detail"]


def test_refusals_name_the_reason_and_change_nothing(each_server):
    async def check():
        async with table(each_server.url, options=BEGINNER) as (ann, bob):
            before = await ann.look(0)
            version, order = before["version"], plan(before)
            stale = refused(await ann.play(0, version + 1, order[0]), 409, "stale_version")
            assert "version" in stale
            refused(await ann.play(1, version, order[0]), 403, "not_your_seat")
            refused(await bob.play(0, version, order[0]), 403, "not_your_seat")
            refused(await ann.play(7, version, order[0]), 404, "not_found")
            said = refused(await ann.play(0, version, "QIN=+9"), 422, "illegal_decision")
            assert "QIN" in said
            refused(await ann.play(0, version, 250), 422, "illegal_decision")
            half = await ann.play(0, version, order[0], order[0])
            assert "decision 2 of 2" in refused(half, 422, "illegal_decision")
            refused(await ann.play(0, version), 422, "wrong_shape")
            after = await ann.look(0)
            assert {**after, "changed": 0} == {**before, "changed": 0}

    asyncio.run(check())


def test_a_hint_does_not_tell_what_others_may_do(server):
    async def check():
        async with table(server.url, options=BEGINNER) as (ann, bob):
            theirs = {a["text"] for a in (await bob.look(1))["legal"]}
            look = await ann.look(0)
            mine = {a["text"] for a in look["legal"]}
            for text in theirs - mine:
                answer = await ann.play(0, look["version"], text + "x")
                assert text not in answer.json()["detail"].replace(text + "x", "")

    asyncio.run(check())


def test_a_series_is_made_whole_and_a_retry_acts_once(each_server):
    async def check():
        async with table(each_server.url, options=BEGINNER) as (ann, _):
            look = await ann.look(0)
            version, order = look["version"], plan(look)
            first = await ann.play(0, version, *order, request="abc")
            again = await ann.play(0, version, *order, request="abc")
            assert first.json()["repeated"] is False
            assert again.json() == {**first.json(), "repeated": True}
            other = await ann.play(0, version, order[0], request="abc")
            refused(other, 409, "request_reused")
            refused(await ann.play(0, first.json()["version"], order[0]), 409, "not_your_turn")
            assert (await ann.look(0))["to_act"] == [1]

    asyncio.run(check())


def test_the_same_request_at_the_same_time_acts_once(each_server):
    async def check():
        async with table(each_server.url, options=BEGINNER) as (ann, _):
            look = await ann.look(0)
            answers = await asyncio.gather(
                *(ann.play(0, look["version"], plan(look)[0], request="x") for _ in range(8))
            )
            assert [a.status_code for a in answers] == [200] * 8
            assert sorted(a.json()["repeated"] for a in answers) == [False] + [True] * 7
            assert len({a.json()["version"] for a in answers}) == 1

    asyncio.run(check())


def test_two_decisions_for_one_version_and_only_one_is_made(each_server):
    async def check():
        async with table(each_server.url, options=BEGINNER) as (ann, _):
            look = await ann.look(0)
            answers = await asyncio.gather(
                *(ann.play(0, look["version"], a["id"]) for a in look["legal"][:4])
            )
            codes = sorted(a.status_code for a in answers)
            assert codes == [200] + [409] * (len(codes) - 1)

    asyncio.run(check())


def test_a_plan_does_not_make_the_others_plans_stale(server):
    async def check():
        async with table(server.url, options=BEGINNER) as (ann, bob):
            looks = [await ann.look(0), await bob.look(1)]
            assert (await ann.play(0, looks[0]["version"], *plan(looks[0]))).status_code == 200
            assert (await bob.play(1, looks[1]["version"], *plan(looks[1]))).status_code == 200

    asyncio.run(check())


@pytest.mark.parametrize("part", ["/moves", "/undo", "/chat"])
def test_nothing_is_possible_without_a_key(server, part):
    async def check():
        async with table(server.url) as (ann, _):
            del ann.http.headers["authorization"]
            body = {"seat": 0, "version": 0, "decisions": [1], "text": "hello"}
            fields = {"/moves": 3, "/undo": 2, "/chat": 0}[part]
            sent = dict(list(body.items())[:fields]) or {"seat": 0, "text": "hello"}
            refused(await ann.post(part, **sent), 403, "not_your_seat")

    asyncio.run(check())
