"""Reviews of finished games: made in the background, kept and bounded.

Of a running game there is none.
"""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import tenka
from tenka.analysis import review
from tenka.server.models.replay import Reviewing
from tests.server.running import PATIENCE, Person, Server, connection, table

FIXTURES = Path(__file__).parent.parent / "fixtures"
GAME = FIXTURES / "suntzu" / "track-end-round-3-shao.json"


def compiled(server):
    """A server with compiled rules: judging takes a thousand times longer without."""
    server.settings |= {"NUMBA_DISABLE_JIT": "0", "TENKA_COMPILE": "background"}
    return server


async def imported(http, file=GAME):
    made = await http.post("/api/records", json=json.loads(file.read_text(encoding="utf-8")))
    return f"/api/tables/{made.json()['table']['table']}/review"


async def asked(http, path, enough=lambda told: told["review"] is not None):
    """Ask again and again until there is enough."""
    give_up = time.monotonic() + 5 * PATIENCE  # code may have to be compiled first
    while time.monotonic() < give_up:
        answer = await http.post(path)
        assert answer.status_code == 200, answer.text
        if enough(answer.json()):
            return answer.json()
        await asyncio.sleep(0.05)
    raise AssertionError("no review came")


def test_a_review_is_made_once_and_kept_and_a_killed_server_goes_on_with_it(each_kind_of_server):
    server = compiled(each_kind_of_server(review_draws=8))
    expected = review(tenka.load(GAME), draws=8)

    async def begin():
        async with connection(server.url) as http:
            path = await imported(http)
            nothing = (await http.get(path)).json()
            assert nothing == {"done": 0, "of": None, "review": None}
            await asked(http, path, lambda told: told["done"] > 0)
            return path

    async def end(path):
        async with connection(server.url) as http:
            found = await asked(http, path)
            kept = (await http.get(path)).json()
        assert kept == found
        assert Reviewing.model_validate(found)
        assert found["done"] == found["of"] == len(expected["steps"])
        assert found["review"] == json.loads(json.dumps(expected))

    with server:
        path = asyncio.run(begin())
        server.kill()
        server.start()
        asyncio.run(end(path))


def test_a_running_game_has_no_review(server):
    async def check():
        async with table(server.url) as people:
            for person in people:
                for answer in (await person.post("/review"), await person.get("/review")):
                    assert answer.status_code == 409
                    assert answer.json()["reason"] == "after_review"
        async with connection(server.url) as http:
            wish = {"game": "suntzu", "stand_in": "random"}
            made = (await http.post("/api/tables", json=wish)).json()
            async with Person(server.url, made["table"]["table"], made["key"]) as waiting:
                assert (await waiting.post("/review")).status_code == 409

    asyncio.run(check())


def test_an_address_has_few_games_reviewed_at_a_time(sqlite):
    """Where rules are interpreted the first review takes so long that the second comes too soon."""

    async def check(server):
        async with connection(server.url) as http:
            first, second = await imported(http), await imported(http)
            assert (await http.post(first)).status_code == 200
            assert (await http.post(first)).status_code == 200
            refused = await http.post(second)
            assert refused.status_code == 429
            assert int(refused.headers["Retry-After"]) > 0

    with Server(sqlite(), reviews_per_address=1) as server:
        asyncio.run(check(server))


def test_a_server_can_do_without_reviews(sqlite):

    async def check(server):
        async with connection(server.url) as http:
            answer = await http.post(await imported(http))
            assert answer.status_code == 409
            assert answer.json()["reason"] == "no_reviews"

    with Server(sqlite(), review_draws=0) as server:
        asyncio.run(check(server))
