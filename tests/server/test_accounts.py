"""People who wish to be known again: passkeys, their ceremonies, sessions and devices."""

from __future__ import annotations

import asyncio
import json
import time

import sqlalchemy as sa

from tests.server.authenticator import Authenticator, encoded
from tests.server.running import Server, connection
from tests.server.somebody import Somebody, count_of, named, people
from tests.server.test_moves import refused


def test_a_passkey_makes_a_person_and_opens_the_door_again(each_server):
    async def check():
        async with people(each_server, known=False) as (ann,):
            assert await ann.who() is None
            made = await ann.register("Ann", label="Laptop")
            assert made.status_code == 201
            cookie = made.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            assert "Path=/api" in cookie
            assert "Secure" not in cookie  # this is http; behind https it is
            assert [p["label"] for p in made.json()["passkeys"]] == ["Laptop"]
            assert (await ann.http.post("/api/account/sign-out")).status_code == 204
            assert await ann.who() is None
            assert (await ann.sign_in()).status_code == 200
            who = await ann.who()
            assert who["name"] == "Ann"
            assert [session["here"] for session in who["sessions"]] == [True]
            renamed = await ann.http.put("/api/account", json={"name": "Anna"})
            assert renamed.json()["name"] == "Anna"

    asyncio.run(check())


def test_the_cookie_is_for_https_only_where_there_is_https(server):
    async def check():
        url = named(server)
        async with connection(url, {"X-Forwarded-Proto": "https"}) as http:
            somebody = Somebody(url)
            await somebody.http.aclose()
            somebody.http = http
            somebody.passkey.origin = url.replace("http://", "https://")
            made = await somebody.register()
            assert made.status_code == 201, made.text
            assert "; Secure" in made.headers["set-cookie"]

    asyncio.run(check())


def test_whatever_is_wrong_with_a_passkey_is_refused_alike(server):
    async def check():
        async with people(server, 2) as (ann, eve):
            url = named(server)
            answers = [
                await eve.sign_in(Authenticator(url)),  # nobody's
                await eve.sign_in(ann.passkey, origin="http://elsewhere.example"),
                await eve.sign_in(ann.passkey, challenge=encoded(b"x" * 32)),
                await eve.sign_in(ann.passkey, type="webauthn.create"),
            ]
            stranger = Authenticator(url)
            stranger.id = ann.passkey.id  # Ann's passkey by name, with a key of Eve's
            answers.append(await eve.sign_in(stranger))
            offer = await eve.begin("sign-in")
            for nonsense in ("", "{}", "[]", "x" * 9000, '{"id": "\\u0000"}', "[" * 9000):
                answers.append(await eve.finish("sign-in", offer["ticket"], nonsense))
            for answer in answers:
                refused(answer, 403, "not_proved")
            assert len({answer.text for answer in answers}) == 1
            assert (await eve.who())["name"] == "Person 1"

    asyncio.run(check())


def test_a_ceremony_is_for_one_purpose_and_one_time(server):
    async def check():
        async with people(server, 2) as (ann, eve):
            offer = await ann.begin("sign-in")
            signed = ann.passkey.get(offer["options"])
            assert (await ann.finish("sign-in", offer["ticket"], signed)).status_code == 200
            again = await ann.finish("sign-in", offer["ticket"], signed)
            refused(again, 403, "not_proved")
            offer = await ann.begin("sign-in")
            made = Authenticator(ann.url).create(
                (await ann.begin("passkeys"))["options"],
                challenge=json.loads(offer["options"])["challenge"],
            )
            refused(await ann.finish("passkeys", offer["ticket"], made), 403, "not_proved")
            hers = await ann.begin("passkeys")  # begun by Ann, finished by Eve
            stolen = Authenticator(ann.url).create(hers["options"])
            refused(await eve.finish("passkeys", hers["ticket"], stolen), 403, "not_proved")
            guest = Somebody(ann.url)
            refused(await guest.finish("passkeys", hers["ticket"], stolen), 403, "not_proved")
            await guest.http.aclose()
            assert len((await ann.who())["passkeys"]) == 1
            twice = await ann.begin("passkeys")  # a passkey that is known already
            taken = eve.passkey.create(twice["options"])
            refused(await ann.finish("passkeys", twice["ticket"], taken), 403, "not_proved")

    asyncio.run(check())


def test_several_passkeys_and_the_last_one_stays(each_server):
    async def check():
        async with people(each_server) as (ann,):
            offer = await ann.begin("passkeys")
            known = [one["id"] for one in json.loads(offer["options"])["excludeCredentials"]]
            assert known == [encoded(ann.passkey.id)]
            second = Authenticator(ann.url)
            added = await ann.finish("passkeys", offer["ticket"], second.create(offer["options"]))
            first, other = (one["id"] for one in added.json()["passkeys"])
            assert (await ann.http.delete(f"/api/account/passkeys/{first}")).status_code == 204
            refused(await ann.sign_in(), 403, "not_proved")
            assert (await ann.sign_in(second)).status_code == 200
            last = await ann.http.delete(f"/api/account/passkeys/{other}")
            refused(last, 409, "wrong_time")
            assert last.json()["reason"] == "last_passkey"

    asyncio.run(check())


def test_a_link_signs_in_another_device_once(server):
    async def check():
        async with people(server) as (ann,), connection(ann.url) as phone:
            link = (await ann.http.post("/api/account/devices")).json()["link"]
            ticket = link.removeprefix("/account#")
            body = {"ticket": ticket, "label": "Phone"}
            entered = await phone.post("/api/account/devices/enter", json=body)
            assert entered.json()["name"] == "Person 0"
            refused(await phone.post("/api/account/devices/enter", json=body), 403, "not_proved")
            there = [one for one in (await ann.who())["sessions"] if one["label"] == "Phone"]
            assert [one["here"] for one in there] == [False]
            gone = await ann.http.delete(f"/api/account/sessions/{there[0]['id']}")
            assert gone.status_code == 204
            assert (await phone.get("/api/account")).json()["account"] is None

    asyncio.run(check())


def test_signing_out_elsewhere_ends_every_other_session(server):
    async def check():
        async with people(server) as (ann,):
            elsewhere = Somebody(ann.url)
            assert (await elsewhere.sign_in(ann.passkey)).is_success
            assert (await ann.http.delete("/api/account/sessions")).status_code == 204
            assert await elsewhere.who() is None
            assert await ann.who()
            await elsewhere.http.aclose()

    asyncio.run(check())


def test_sessions_and_tickets_end_with_their_time(sqlite):
    address = sqlite()

    async def check(server):
        async with people(server) as (ann,):
            offer = await ann.begin("sign-in")
            with sa.create_engine(address).begin() as database:
                for what in ("sessions", "tickets"):
                    over = sa.table(what, sa.column("until"))
                    database.execute(sa.update(over).values(until=time.time() - 1))
            assert await ann.who() is None
            signed = ann.passkey.get(offer["options"])
            refused(await ann.finish("sign-in", offer["ticket"], signed), 403, "not_proved")
            async with asyncio.timeout(60):
                while count_of(address, "sessions") + count_of(address, "tickets"):
                    await asyncio.sleep(0.1)

    with Server(address, prune_seconds=0.2) as server:
        asyncio.run(check(server))


def test_numbers_have_no_passkeys_and_names_are_not_asked_for(server):
    async def check():
        async with connection(server.url) as http:
            for what in ("passkeys", "sign-in"):
                answer = await http.post(f"/api/account/{what}/options", json={"name": "Ann"})
                refused(answer, 422, "bad_choice")
                assert answer.json()["reason"] == "passkeys_want_a_name"
        async with connection(named(server)) as http:
            offer = (await http.post("/api/account/sign-in/options")).json()
            assert not json.loads(offer["options"]).get("allowCredentials")

    asyncio.run(check())


def test_ceremonies_are_limited_and_foreign_pages_begin_none(sqlite):
    async def check(server):
        async with connection(named(server)) as http:
            foreign = {"Origin": "http://elsewhere.example"}
            for method, path in ((http.post, "/sign-in/options"), (http.delete, "")):
                answer = await method(f"/api/account{path}", headers=foreign)
                refused(answer, 403, "foreign_page")
            answers = [await http.post("/api/account/sign-in/options") for _ in range(8)]
            assert answers[0].status_code == 200
            refused(answers[-1], 429, "too_many_requests")

    with Server(sqlite(), create_rate=0.001, create_burst=4) as server:
        asyncio.run(check(server))


def test_an_address_has_so_many_new_people_and_those_who_are_known_come_in(sqlite):
    async def check(server):
        async with people(server, 3) as (ann, *_):
            eve = Somebody(ann.url)
            refused(await eve.register("Eve"), 429, "too_many_requests")
            assert await eve.who() is None
            assert (await eve.sign_in(ann.passkey)).status_code == 200
            offer = await ann.begin("passkeys")
            more = Authenticator(ann.url).create(offer["options"])
            assert (await ann.finish("passkeys", offer["ticket"], more)).status_code == 201
            await eve.http.aclose()

    with Server(sqlite(), people_rate=0.001, people_burst=3) as server:
        asyncio.run(check(server))


def test_who_is_signed_out_gets_no_second_account_by_accident(server):
    async def check():
        async with people(server, known=False) as (ann,):
            answer = await ann.http.post("/api/account/passkeys/options", json={})
            refused(answer, 401, "not_signed_in")

    asyncio.run(check())


def test_no_secret_of_a_person_is_kept_or_logged(sqlite):
    address, secrets = sqlite(), []

    async def use(server):
        async with people(server) as (ann,):
            secrets.append(ann.http.cookies["tenka-session"])
            offer = await ann.begin("sign-in")
            secrets.append(offer["ticket"])
            link = (await ann.http.post("/api/account/devices")).json()["link"]
            secrets.append(link.removeprefix("/account#"))

    with Server(address) as server:
        asyncio.run(use(server))
        told = server.output()
    with sa.create_engine(address).connect() as database:
        for what in ("sessions", "tickets", "people", "passkeys"):
            told += str(database.execute(sa.select(sa.text("*")).select_from(sa.table(what))).all())
    assert [secret for secret in secrets if secret in told] == []
