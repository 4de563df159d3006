"""What was granted is taken back: sessions, bans, and accounts that go in the middle of things."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import itertools
import pkgutil
import re

import sqlalchemy as sa
import webauthn

from tenka.server import passkeys, routes
from tenka.server.storage import PEOPLE, SESSIONS, TABLES, Storage
from tests.server.authenticator import Authenticator
from tests.server.running import PATIENCE, Person, Server, connection
from tests.server.somebody import Somebody, named, people
from tests.server.test_keeping import until_one_waits
from tests.server.test_moves import refused
from tests.server.test_permissions import PERSON, World

TOKEN = "the-token-of-the-operator"  # noqa: S105
ADDRESS = "203.0.113.66"


async def ends(answer) -> None:
    """Read a stream until the server ends it."""
    async with asyncio.timeout(PATIENCE):
        async for _ in answer.aiter_lines():
            pass


def test_open_streams_end_with_their_session_and_with_a_ban(postgres):
    """Each in one process because of what was done in the other; those of others go on."""
    address = postgres()

    async def check(one: Server, two: Server) -> None:
        async with people(one) as (ann,), connection(two.url) as guest, connection(one.url) as op:
            phone = Somebody(named(two))
            assert (await phone.sign_in(_at(ann.passkey, phone.url))).status_code == 200
            path = f"/api/tables/{(await ann.lay())['table']}/stream"
            banned = {"X-Forwarded-For": ADDRESS}
            async with (
                phone.http.stream("GET", path, params={"seat": 0}) as hers,
                guest.stream("GET", path, headers=banned) as theirs,
                guest.stream("GET", path) as other,
            ):
                assert {hers.status_code, theirs.status_code, other.status_code} == {200}
                assert (await ann.http.delete("/api/account/sessions")).status_code == 204
                await ends(hers)
                op.headers["Authorization"] = f"Bearer {TOKEN}"
                ban = await op.post("/api/operator/bans", json={"address": ADDRESS})
                assert ban.status_code == 200
                await ends(theirs)
                refused(await guest.get(path, headers=banned), 403, "banned")
                refused(await phone.http.get(path, params={"seat": 0}), 403, "not_your_seat")
                said = await ann.http.post(
                    path.replace("/stream", "/chat"), json={"seat": 0, "text": "Still there?"}
                )
                assert said.status_code == 200
                async with asyncio.timeout(PATIENCE):
                    async for line in other.aiter_lines():
                        if "Still there?" in line:
                            break
            await phone.http.aclose()

    settings = {"processes": 2, "operator_token": TOKEN, "base_url": "http://localhost"}
    with Server(address, **settings) as one, Server(address, **settings) as two:
        asyncio.run(check(one, two))


def _at(passkey: Authenticator, url: str) -> Authenticator:
    """The same passkey at another origin of the site."""
    passkey.origin = url
    return passkey


def test_a_session_that_ended_leaves_no_seat_behind(server):
    async def check() -> None:
        async with people(server) as (ann,):
            link = (await ann.lay())["table"]
            stolen = Somebody(ann.url)
            assert (await stolen.sign_in(ann.passkey)).is_success
            joined = await stolen.http.post(f"/api/tables/{link}/join", json={"name": "Eve"})
            other = (await stolen.lay())["table"]
            assert joined.is_success
            assert (await ann.http.delete("/api/account/sessions")).status_code == 204
            assert await stolen.seats(link) == await stolen.seats(other) == []
            assert await ann.seats(other) == [0]
            await stolen.http.aclose()

    asyncio.run(check())


def test_what_a_guest_had_is_the_sessions_once_it_is_claimed(server):
    async def check() -> None:
        async with people(server, known=False) as (ann,):
            link = (await ann.lay())["table"]
            assert (await ann.register()).is_success
            assert (await ann.http.post(f"/api/tables/{link}/claim")).json() == [0]
            assert await ann.seats(link) == [0]
            ann.http.cookies.delete("tenka-session")
            assert await ann.seats(link) == []

    asyncio.run(check())


async def seats_of(storage: Storage, link: str) -> list[dict]:
    async with storage.reading() as connection_:
        return await connection_.scalar(sa.select(TABLES.c.seats).where(TABLES.c.link == link))


def test_whoever_goes_while_they_sit_down_is_not_there(postgres_server):
    """Their table is laid already, and then there is nobody any more whose it could be."""

    async def check() -> None:
        storage = Storage(postgres_server.database)
        async with people(postgres_server) as (ann,), storage.changing() as going:
            mine = PEOPLE.c.id == sa.select(sa.func.max(PEOPLE.c.id)).scalar_subquery()
            person = await going.scalar(sa.select(PEOPLE.c.id).where(mine).with_for_update())
            seat = [{"kind": "human", "name": "Ann"}, {"kind": "open"}]
            wish = {"game": "suntzu", "seats": seat}
            laying = asyncio.create_task(ann.http.post("/api/tables", json=wish))
            await until_one_waits(storage)
            await going.execute(sa.delete(SESSIONS).where(SESSIONS.c.person_id == person))
            await going.execute(sa.delete(PEOPLE).where(PEOPLE.c.id == person))
            await going.commit()
            refused(await laying, 401, "not_signed_in")
        async with storage.reading() as connection_:
            latest = sa.select(TABLES.c.link).order_by(TABLES.c.id.desc()).limit(1)
            link = await connection_.scalar(latest)
        assert [(s["kind"], s["key"]) for s in await seats_of(storage, link)] == [
            ("open", None),
            ("open", None),
        ]
        await storage.close()

    asyncio.run(check())


def test_whoever_sits_down_while_they_go_leaves_that_table_too(postgres_server):
    async def check() -> None:
        storage = Storage(postgres_server.database)
        async with people(postgres_server) as (ann,):
            first = (await ann.lay())["table"]
            held = sa.select(TABLES.c.id).where(TABLES.c.link == first).with_for_update()
            async with storage.changing() as busy:
                await busy.execute(held)  # so that leaving the first table takes a while
                going = asyncio.create_task(ann.http.delete("/api/account"))
                await until_one_waits(storage)
                second = (await ann.lay())["table"]
            assert (await going).status_code == 204
        for link in (first, second):
            assert [s["key"] for s in await seats_of(storage, link)] == [None, None]
        await storage.close()

    asyncio.run(check())


def test_an_unknown_passkey_is_looked_at_as_long_as_a_wrong_one(sqlite, monkeypatch):
    """The signature is checked in any case: how long a refusal takes tells nothing."""
    checked, check_it = [], webauthn.verify_authentication_response

    def noting(**given):
        checked.append(given["credential_public_key"])
        return check_it(**given)

    monkeypatch.setattr(webauthn, "verify_authentication_response", noting)

    async def check() -> None:
        storage = Storage(sqlite())
        await storage.open()
        url = "http://localhost"
        site = passkeys.Site("localhost", [url])
        async with storage.changing() as connection_:
            _, options = await passkeys.offer_sign_in(connection_, site)
            data = {"site": site.name, "challenge": "AAAA"}
            signed = Authenticator(url).get(options)
            for _ in range(2):
                try:
                    await passkeys.signed(connection_, site, data, signed)
                except passkeys.NotProved:
                    continue
                raise AssertionError("an unknown passkey opened something")
        await storage.close()

    asyncio.run(check())
    assert checked == [passkeys.nobodys_key()] * 2


def test_limits_count_a_person_wherever_they_are(sqlite):
    async def check(server: Server) -> None:
        async with people(server) as (ann,), Person(server.url) as guest:
            answers = [
                await ann.http.post(
                    "/api/tables",
                    json={"game": "suntzu"},
                    headers={"X-Forwarded-For": f"203.0.113.{number}"},
                )
                for number in range(10)
            ]
            assert [answer.status_code for answer in answers[:5]] == [201] * 5
            refused(answers[-1], 429, "too_many_requests")
            elsewhere = {"X-Forwarded-For": "203.0.113.9"}
            wish = {"game": "suntzu"}
            laid = await guest.http.post("/api/tables", json=wish, headers=elsewhere)
            assert laid.status_code == 201  # others at these addresses are not held up

    with Server(sqlite(), create_rate=0.001, create_burst=8) as server:
        asyncio.run(check(server))


# Nobody is signed in then.
UNKNOWN_YET = (
    "sign-in/options",
    "account/sign-in",
    "devices/look",
    "devices/enter",
    "/letters/{mailbox}",
)


def bucketed() -> list[str]:
    """All requests that take from a bucket."""
    found = []
    for part in pkgutil.iter_modules(routes.__path__):
        for route in importlib.import_module(f"{routes.__name__}.{part.name}").router.routes:
            if re.search(r"limits\.(creations|talk|hints)", inspect.getsource(route.endpoint)):
                found += [f"{method} {route.path}" for method in route.methods]
    return [request for request in found if not request.endswith(UNKNOWN_YET)]


def test_every_bucket_counts_a_person_wherever_they_are(sqlite):
    """What is spent from one address is missing at all others."""

    async def check(server: Server) -> None:
        addresses = (f"198.51.100.{number}" for number in itertools.count(1))
        async with World(server) as world:

            async def ask(request: str) -> int:
                where = {"X-Forwarded-For": next(addresses)}
                return (await world.call(request, PERSON, **where)).status_code

            asked = bucketed()
            assert len(asked) > 20
            for request in asked:  # the first of a bucket empties it
                while await ask(request) != 429 and request in SPENDING:
                    pass
            for request in asked:
                assert await ask(request) == 429, request

    small = {f"{what}_{part}": value for what in BUCKETS for part, value in TINY.items()}
    with Server(sqlite(), operator_token=TOKEN, **small) as server:
        asyncio.run(check(server))


BUCKETS, TINY = ("create", "talk", "hint"), {"rate": 0.0001, "burst": 40}
SPENDING = (
    "POST /api/studies",
    "POST /api/account/ties",
    "GET /api/tables/{link}/hint",
)


def test_a_request_is_counted_once_for_a_person(sqlite):
    """Also one that asks for the seats and for the person."""

    async def check(server: Server) -> None:
        async with people(server) as (ann,):
            link = (await ann.lay())["table"]
            answers = [
                await ann.http.post(
                    f"/api/tables/{link}/claim", headers={"X-Forwarded-For": f"203.0.113.{number}"}
                )
                for number in range(21)
            ]
            assert [answer.status_code for answer in answers] == [200] * 19 + [429] * 2

    with Server(sqlite(), request_rate=0.001, request_burst=20) as server:
        asyncio.run(check(server))
