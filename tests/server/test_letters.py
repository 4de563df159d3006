"""Letters: what they are for, whom they sign in, and how to get no more of them."""

from __future__ import annotations

import asyncio
import hashlib
import re

import pytest

from tests.server.authenticator import Authenticator
from tests.server.post import Browser, World
from tests.server.running import Server, connection, free_port
from tests.server.somebody import Somebody
from tests.server.test_moves import BEGINNER, refused
from tests.server.test_notices import by_letter, link_in, somebody, until

MAILBOX, NOTICES = "ann@mail.example", "/api/account/notices"
FREE = {"letter_rate": 0, "mailing_rate": 0, "notice_seconds": 0.1, "mail_seconds": 0.1}


@pytest.fixture
def world():
    with World() as world:
        yield world


@pytest.fixture
def writing(world, sqlite):
    """A server that writes letters at once, however many."""
    port = free_port()
    base = f"http://localhost:{port}"
    with Server(sqlite(), port, base_url=base, **FREE, **world.settings()) as server:
        yield server


async def its_turn(server: Server, ann: Somebody) -> str:
    """A table that waits for Ann, who does not look; its link."""
    link = (await ann.lay(options=BEGINNER))["table"]
    async with connection(server.url) as http:
        joined = await http.post(f"/api/tables/{link}/join", json={"name": "Bob"})
        assert joined.is_success
    return link


def test_a_letter_has_a_way_to_get_no_more_of_them(writing, world):
    """With one click in the mail program (RFC 8058), or on the page that its last line leads to."""

    async def check() -> None:
        async with somebody(writing) as ann, connection(writing.url) as http:
            assert (await ann.register("Ann")).is_success
            assert (await by_letter(world, ann.http, MAILBOX)).is_success
            await its_turn(writing, ann)
            await until(lambda: len(world.to(MAILBOX)) == 2)
            first, letter = world.to(MAILBOX)
            assert "List-Unsubscribe" not in first  # whoever asks for a letter wants it
            assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            (address,) = re.fullmatch("<(.+)>", letter["List-Unsubscribe"]).groups()
            assert letter.get_content().strip().endswith(address)
            path = address.removeprefix(f"http://localhost:{writing.port}")
            looked = await http.get(path)  # as programs do that follow links: nothing happens
            assert "text/html" in looked.headers["content-type"]
            assert await switched(ann) == [True]
            wrong = path[:-1] + ("1" if path[-1] == "0" else "0")
            refused(await http.post(wrong), 403, "not_proved")
            assert await switched(ann) == [True]
            form = {"List-Unsubscribe": "One-Click"}
            assert (await http.post(path, data=form)).status_code == 204
            assert await switched(ann) == [False]
            await its_turn(writing, ann)
            assert (await ann.sign_in()).is_success
            shown = (await ann.http.get(NOTICES)).json()["channels"]
            (mailbox,) = [one["id"] for one in shown if one["kind"] == "mail"]
            await ann.http.put(f"{NOTICES}/{mailbox}", json={"on": True})
            await its_turn(writing, ann)  # this one is told of, and the one before is not
            await until(lambda: len(world.to(MAILBOX)) == 3)

    async def switched(ann: Somebody) -> list[bool]:
        shown = (await ann.http.get(NOTICES)).json()["channels"]
        return [one["on"] for one in shown if one["kind"] == "mail"]

    asyncio.run(check())


def test_a_link_says_whose_account_it_opens_and_stays_good(writing, world):
    async def check() -> None:
        async with somebody(writing) as ann, somebody(writing) as new:
            assert (await ann.register("Ann")).is_success
            link = (await ann.http.post("/api/account/devices")).json()["link"]
            ticket = link.removeprefix("/account#")
            for _ in range(2):
                assert await look(new, ticket) == {"name": "Ann", "adds": None}
            entered = await new.http.post("/api/account/devices/enter", json={"ticket": ticket})
            assert entered.json()["name"] == "Ann"
            refused(await asked(new, ticket), 403, "not_proved")

            adding = await written(ann, MAILBOX, name="Whoever")
            assert await look(ann, link_in(adding)) == {"name": "Ann", "adds": MAILBOX}
            assert "wants to add this mailbox" in adding.get_content()
            used = {"ticket": link_in(adding)}
            assert (await ann.http.post("/api/account/devices/enter", json=used)).is_success
        async with somebody(writing) as stranger:
            known = await written(stranger, MAILBOX, name="Whoever")
            assert await look(stranger, link_in(known)) == {"name": "Ann", "adds": None}
            fresh = await written(stranger, "bo@mail.example", name="Bo")
            assert await look(stranger, link_in(fresh)) == {"name": "Bo", "adds": None}
            passkey = (await stranger.begin("sign-in"))["ticket"]
            refused(await asked(stranger, passkey), 403, "not_proved")

    async def asked(one: Somebody, ticket: str):
        return await one.http.post("/api/account/devices/look", json={"ticket": ticket})

    async def look(one: Somebody, ticket: str) -> dict:
        return (await asked(one, ticket)).json()

    async def written(one: Somebody, to: str, **more: object):
        before = len(world.to(to))
        sent = await one.http.post("/api/account/mail", json={"address": to, **more})
        assert sent.status_code == 204, sent.text
        await until(lambda: len(world.to(to)) > before)
        return world.to(to)[-1]

    asyncio.run(check())


def test_who_has_a_mailbox_can_do_without_the_passkey_of_a_lost_device(writing, world):
    async def check() -> None:
        async with somebody(writing) as ann:
            assert (await ann.register("Ann")).is_success
            (passkey,) = (await ann.who())["passkeys"]
            lost = f"/api/account/passkeys/{passkey['id']}"
            refused(await ann.http.delete(lost), 409, "wrong_time")
            assert (await by_letter(world, ann.http, MAILBOX)).is_success
            assert (await ann.who())["mailbox"]
            assert (await ann.http.delete(lost)).status_code == 204
            refused(await ann.sign_in(), 403, "not_proved")
            (mailbox,) = (await ann.http.get(NOTICES)).json()["channels"]
            refused(await ann.http.delete(f"{NOTICES}/{mailbox['id']}"), 409, "wrong_time")
            assert (await by_letter(world, ann.http, MAILBOX)).json()["name"] == "Ann"

    asyncio.run(check())


def test_one_address_has_so_many_letters_sent_to_whomever(world, sqlite):
    async def check(server: Server) -> None:
        async with connection(server.url) as http, connection(server.url) as other:
            for number in range(3):
                letter = {"address": f"stranger-{number}@mail.example"}
                assert (await http.post("/api/account/mail", json=letter)).status_code == 204
            letter = {"address": "stranger-3@mail.example"}
            refused(await http.post("/api/account/mail", json=letter), 429, "too_many_requests")
            elsewhere = {"X-Forwarded-For": "203.0.113.7"}
            sent = await other.post("/api/account/mail", json=letter, headers=elsewhere)
            assert sent.status_code == 204

    base = {"base_url": "http://localhost", "mailing_rate": 0.0001, "mailing_burst": 3}
    with Server(sqlite(), **base, **world.settings()) as server:
        asyncio.run(check(server))


def test_a_device_that_gets_another_address_is_told_there(writing, world):
    """Push services change addresses; what the owner has chosen stays."""

    async def check() -> None:
        async with somebody(writing) as ann, somebody(writing) as eve:
            assert (await ann.register("Ann")).is_success
            assert (await eve.register("Eve")).is_success
            before, after = world.url("/push/before"), world.url("/push/after")
            named = {"label": "Phone", "language": "ru"}
            await device(ann, before, **named)
            (first,) = (await ann.http.get(NOTICES)).json()["channels"]
            await ann.http.put(f"{NOTICES}/{first['id']}", json={"on": False})
            await device(eve, world.url("/push/eve"), replaces=before)  # it is not hers
            await device(ann, after, replaces=before)
            (now,) = (await ann.http.get(NOTICES)).json()["channels"]
            known_as = hashlib.sha256(after.encode()).hexdigest()  # by which its browser knows it
            assert now == {**first, "on": False, "device": known_as}
            await ann.http.put(f"{NOTICES}/{first['id']}", json={"on": True})
            await its_turn(writing, ann)
            await until(lambda: world.at("/push/after"))
            assert not world.at("/push/before")
            await device(ann, after, replaces=world.url("/push/forgotten"), label="Phone")
            assert len((await ann.http.get(NOTICES)).json()["channels"]) == 1

    async def device(one: Somebody, endpoint: str, **more: object) -> None:
        body = {"endpoint": endpoint, **Browser().keys(), **more}
        answer = await one.http.post(f"{NOTICES}/devices", json=body)
        assert answer.status_code == 204, answer.text

    asyncio.run(check())


def test_two_ways_in_do_not_go_at_the_same_time(world, postgres):
    """The last passkey and the mailbox, each removed because there is the other."""

    async def check(server: Server) -> None:
        async with somebody(server) as ann:
            assert (await ann.register("Ann")).is_success
            assert (await by_letter(world, ann.http, MAILBOX)).is_success
            passkey = (await ann.who())["passkeys"][0]["id"]
            (mailbox,) = (await ann.http.get(NOTICES)).json()["channels"]
            answers = await asyncio.gather(
                ann.http.delete(f"/api/account/passkeys/{passkey}"),
                ann.http.delete(f"{NOTICES}/{mailbox['id']}"),
            )
            assert sorted(answer.status_code for answer in answers) == [204, 409]
            offer = await ann.begin("passkeys")
            again = Authenticator(ann.url).create(offer["options"])
            assert (await ann.finish("passkeys", offer["ticket"], again)).is_success

    port = free_port()
    base = f"http://localhost:{port}"
    with Server(postgres(), port, base_url=base, **FREE, **world.settings()) as server:
        asyncio.run(check(server))
