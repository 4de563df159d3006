"""'Your turn', told once by every channel that its owner switched on; and signing in by e-mail."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tenka.server import push
from tenka.server.outbox import Notice
from tests.server.post import Browser, World, decoded, require_vapid
from tests.server.running import PATIENCE, Person, Server, connection, free_port, plan
from tests.server.somebody import Somebody, count_of, named
from tests.server.test_moves import BEGINNER, refused

CURVE = ec.SECP256R1()
DAY = 86400
MAILBOX = "ann@mail.example"


@pytest.fixture(scope="module")
def world():
    with World() as world:
        yield world


@pytest.fixture(scope="module")
def telling(world, sqlite):
    """A server that tells at once."""
    port, quick = free_port(), {"notice_seconds": 0.1, "mail_seconds": 0.1}
    quick |= {"letter_rate": 0, "mailing_rate": 0}
    base = {"base_url": f"http://localhost:{port}"}
    with Server(sqlite(), port, **quick, **base, **world.settings()) as server:
        yield server


async def until(check) -> None:
    async with asyncio.timeout(PATIENCE):
        while not check():
            await asyncio.sleep(0.05)


@asynccontextmanager
async def somebody(server):
    one = Somebody(named(server))
    try:
        yield one
    finally:
        await one.http.aclose()


def link_in(letter) -> str:
    """The ticket of the link in a letter."""
    return re.search(r"/account#([\w-]{22})\s", letter.get_content())[1]


async def by_letter(world, http, mailbox: str, **more):
    """Ask for a letter, and follow its link."""
    before, to = len(world.to(mailbox.lower())), mailbox.lower()
    asked = await http.post("/api/account/mail", json={"address": mailbox, **more})
    assert asked.status_code == 204, asked.text
    await until(lambda: len(world.to(to)) > before)
    ticket = link_in(world.to(to)[-1])
    return await http.post("/api/account/devices/enter", json={"ticket": ticket})


def test_the_push_service_reads_the_message_of_the_rfc():
    """RFC 8291, 5: so that what reads our own messages is right."""
    number = int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    browser = Browser(ec.derive_private_key(number, CURVE), decoded("BTBZMqHH6r4Tts7J_aSIgg"))
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )
    assert browser.read(decoded(body)) == b"When I grow up, I want to be a watermelon"


def test_a_turn_is_told_once_by_every_channel(telling, world):
    browser = Browser()

    async def switch_on(ann) -> str:
        device = {"endpoint": world.url("/push/ann"), **browser.keys(), "language": "pl"}
        path = "/api/account/notices"
        assert (await ann.http.post(f"{path}/devices", json=device)).status_code == 204
        hook = await ann.http.post(f"{path}/webhooks", json={"url": world.url("/hook")})
        assert (await by_letter(world, ann.http, MAILBOX, language="ru")).is_success
        shown = (await ann.http.get(path)).json()
        assert [(c["kind"], c["on"]) for c in shown["channels"]] == [
            ("push", True),
            ("webhook", True),
            ("mail", True),
        ]
        return hook.json()["secret"], shown["push_key"]

    def counts():
        return [len(world.at("/push/ann")), len(world.at("/hook")), len(world.to(MAILBOX)) - 1]

    async def check():
        async with somebody(telling) as ann, connection(telling.url) as http:
            assert (await ann.register("Ann")).is_success
            secret, key = await switch_on(ann)
            table = await ann.lay(options=BEGINNER, pace={"per_turn": 3 * DAY})
            joined = await http.post(f"/api/tables/{table['table']}/join", json={"name": "Bob"})
            await until(lambda: counts() == [1, 1, 1])
            read_all(table["table"], secret, key, ann)
            bob = Person(telling.url, table["table"], joined.json()["key"])
            look = (await ann.http.get(f"/api/tables/{table['table']}?seat=0")).json()
            move = {"seat": 0, "version": look["version"], "decisions": plan(look)}
            made = await ann.http.post(f"/api/tables/{table['table']}/moves", json=move)
            assert made.is_success, made.text
            async with bob:
                look = await bob.look(1)
                assert (await bob.play(1, look["version"], *plan(look))).is_success
                while 0 not in (await bob.look())["to_act"]:
                    look = await bob.look(1)
                    choice = look["legal"][0]["id"]
                    assert (await bob.play(1, look["version"], choice)).is_success
            await until(lambda: counts() == [2, 2, 2])  # the next turn: nothing came between

    def read_all(link, secret, key, ann):
        (headers, body) = world.at("/push/ann")[0]
        claims = require_vapid(headers["Authorization"], f"http://{world.host}", key)
        assert claims["sub"] == "mailto:tenka@example.org"
        assert headers["Content-Encoding"] == "aes128gcm"
        assert (
            2 * DAY < int(headers["TTL"]) < 3 * DAY
        )  # a device may be away as long as there is time
        told = json.loads(browser.read(body))
        assert (told["title"], told["url"]) == ("Twój ruch: Sun Tzu", f"/t/{link}")
        assert told["body"].startswith("Teraz ty decydujesz. Czas mija 20")
        (headers, body) = world.at("/hook")[0]
        sent, mac = re.fullmatch(r"t=(\d+),v1=(\w+)", headers["Tenka-Signature"]).groups()
        signed = hmac.new(secret.encode(), f"{sent}.".encode() + body, hashlib.sha256)
        assert signed.hexdigest() == mac
        said = json.loads(body)
        assert (said["event"], said["seat"]) == ("your turn", 0)
        assert said["table"] == f"http://localhost:{telling.port}/t/{link}"
        letter = world.to(MAILBOX)[1]
        assert letter["Subject"] == "Ваш ход: Sun Tzu"
        assert f"http://localhost:{telling.port}/t/{link}\n" in letter.get_content()
        secrets = "".join(ann.http.cookies.values())
        assert secrets not in letter.get_content() + body.decode() + json.dumps(told)

    asyncio.run(check())


@pytest.mark.parametrize(
    ("flags", "seconds"),
    [
        ([110.0], 10),
        ([110.0, 400.0], 300),
        ([110.0, None], push.WITHOUT_CLOCK),
        ([100.0 + 90 * DAY], push.LONGEST),
        ([50.0], 0),
    ],
)
def test_a_push_waits_for_a_device_until_all_time_is_up(flags, seconds):
    assert push.patience(flags, now=100.0) == seconds


def test_who_is_banned_is_told_of_no_turn(sqlite, world):
    """They cannot play until the ban is over; the other one of the table is told."""
    operator = {"Authorization": "Bearer the-token"}

    async def listen(one, name: str) -> None:
        device = {"endpoint": world.url(f"/push/{name}"), **Browser().keys()}
        path = "/api/account/notices/devices"
        assert (await one.http.post(path, json=device)).status_code == 204

    async def check(server):
        async with somebody(server) as ann, somebody(server) as bo:
            for one, name in ((ann, "unwelcome"), (bo, "welcome")):
                assert (await one.register(name)).is_success
                await listen(one, name)
            people = "/api/operator/people?name=unwelcome"
            (found,) = (await bo.http.get(people, headers=operator)).json()
            table = (await ann.lay(options=BEGINNER))["table"]
            ban = {"address": f"person {found['person']}"}
            banned = await bo.http.post("/api/operator/bans", json=ban, headers=operator)
            assert banned.is_success, banned.text
            join = {"name": "Bo"}
            assert (await bo.http.post(f"/api/tables/{table}/join", json=join)).is_success
            await until(lambda: world.at("/push/welcome"))
            await until(lambda: not count_of(server.database, "outbox"))
            assert not world.at("/push/unwelcome")

    quick = {"notice_seconds": 0.1, "operator_token": "the-token"}
    with Server(sqlite(), **quick, **world.settings(), base_url="http://localhost") as server:
        asyncio.run(check(server))


def test_who_is_invited_is_told_once_by_every_channel(telling, world):
    browser, mailbox, push = Browser(), "guest@mail.example", "/push/guest"

    async def check():
        async with somebody(telling) as ann, somebody(telling) as bo:
            assert (await ann.register("Ann")).is_success
            assert (await bo.register("Bo")).is_success
            page = (await bo.http.put("/api/account/page", json={"public": True})).json()["page"]
            device = {"endpoint": world.url(push), **browser.keys(), "language": "ru"}
            notices = "/api/account/notices"
            assert (await bo.http.post(f"{notices}/devices", json=device)).status_code == 204
            hook = {"url": world.url("/guests-hook")}
            assert (await bo.http.post(f"{notices}/webhooks", json=hook)).is_success
            assert (await by_letter(world, bo.http, mailbox, language="pl")).is_success
            follow = {"kind": "follow", "page": page}
            (tie,) = (await ann.http.post("/api/account/ties", json=follow)).json()
            link = (await ann.lay())["table"]
            invitations = f"/api/tables/{link}/invitations"
            for _ in range(2):  # twice is once
                asked = await ann.http.post(invitations, json={"tie": tie["id"]})
                assert asked.status_code == 204, asked.text
            await until(lambda: len(world.to(mailbox)) == 2)
            await until(lambda: world.at(push) and world.at("/guests-hook"))
            read_all(link)
            again = (await ann.lay())["table"]
            asked = await ann.http.post(f"/api/tables/{again}/invitations", json={"tie": tie["id"]})
            assert asked.status_code == 204
            await until(lambda: len(world.at(push)) == len(world.at("/guests-hook")) == 2)

    def read_all(link):
        told = json.loads(browser.read(world.at(push)[0][1]))
        assert (told["title"], told["url"]) == ("Вас приглашают: Sun Tzu", f"/t/{link}")
        said = json.loads(world.at("/guests-hook")[0][1])
        assert (said["event"], said["seat"], said["until"]) == ("invited", None, None)
        letter = world.to(mailbox)[1]
        assert letter["Subject"] == "Zaproszenie do gry: Sun Tzu"
        assert f"http://localhost:{telling.port}/t/{link}" in letter.get_content().splitlines()
        assert "Ann" not in letter.get_content() + json.dumps([told, said])

    asyncio.run(check())


@pytest.mark.parametrize(
    ("status", "asked", "is_news"),
    [("open", True, True), ("open", False, False), ("running", True, False)],
)
def test_an_invitation_is_news_while_it_stands_and_the_table_waits(status, asked, is_news):
    row = SimpleNamespace(event="invited", seat=0, turn=0)
    assert Notice(row, SimpleNamespace(status=status), asked).is_news is is_news
    assert not Notice(row, None, asked).is_news


def test_who_looks_is_not_told_and_a_device_that_is_gone_is_forgotten(sqlite, world):
    async def check(server):
        async with somebody(server) as ann, connection(server.url) as http:
            assert (await ann.register("Ann")).is_success
            device = {"endpoint": world.url("/push/gone"), **Browser().keys()}
            world.answers["/push/gone"] = 410
            path = "/api/account/notices"
            assert (await ann.http.post(f"{path}/devices", json=device)).status_code == 204
            laid = await ann.lay(options=BEGINNER)
            stream = f"/api/tables/{laid['table']}/stream?seat=0"
            async with ann.http.stream("GET", stream) as open_, asyncio.timeout(PATIENCE):
                told = open_.aiter_lines()
                while (await anext(told)) != "event: people":
                    pass
                here = f"/api/tables/{laid['table']}/people"
                while (await http.get(here)).json()["away"][0] is not None:
                    await asyncio.sleep(0.05)
                join = {"name": "Bob"}
                assert (await http.post(f"/api/tables/{laid['table']}/join", json=join)).is_success
                for _ in range(5):  # there is time to tell, but nobody is
                    await asyncio.sleep(0.2)
                    assert not world.at("/push/gone")
                    assert (await http.get(here)).json()["away"][0] is None
            await until(lambda: world.at("/push/gone"))
            async with asyncio.timeout(PATIENCE):
                while (await ann.http.get(path)).json()["channels"]:
                    await asyncio.sleep(0.05)

    with Server(
        sqlite(),
        notice_seconds=0.1,
        notice_open_seconds=3600,
        away_seconds=0.1,
        **world.settings(),
        base_url="http://localhost",
    ) as server:
        asyncio.run(check(server))


def test_a_letter_signs_in_and_nobody_can_tell_who_has_an_account(telling, world):
    async def check():
        mailbox = "bo@mail.example"
        async with somebody(telling) as bo, somebody(telling) as elsewhere:
            new = await by_letter(world, bo.http, "Bo@Mail.Example", name="Bo")
            assert new.json()["name"] == "Bo", new.text
            people = count_of(telling.database, "people")
            known = await by_letter(world, elsewhere.http, mailbox, name="Somebody else")
            assert known.json()["name"] == "Bo"
            assert count_of(telling.database, "people") == people
            shown = (await bo.http.get("/api/account/notices")).json()["channels"]
            assert [(c["kind"], c["address"], c["on"]) for c in shown] == [("mail", mailbox, False)]
            one = await bo.http.delete(f"/api/account/notices/{shown[0]['id']}")
            refused(one, 409, "wrong_time")  # or nobody could come back
            ticket = link_in(world.to(mailbox)[-1])
            used = await bo.http.post("/api/account/devices/enter", json={"ticket": ticket})
            refused(used, 403, "not_proved")
        async with connection(telling.url) as http:
            answers = [
                await http.post("/api/account/mail", json={"address": address})
                for address in (mailbox, "stranger@mail.example")
            ]
            first, second = ((a.status_code, a.content, sorted(a.headers)) for a in answers)
            assert first == second
            await until(lambda: world.to("stranger@mail.example"))
            assert world.to("stranger@mail.example")[0].get_content().count("http") == 1
            for wrong in ("nobody", "a@b", "a b@c.de", "a@c.de,d@e.fg", "ä@c.de"):
                answer = await http.post("/api/account/mail", json={"address": wrong})
                refused(answer, 422, "bad_choice")

    asyncio.run(check())


def test_a_mailbox_of_another_is_not_taken_over(telling, world):
    async def check():
        async with somebody(telling) as ann, somebody(telling) as bob:
            assert (await by_letter(world, ann.http, "mine@mail.example")).is_success
            assert (await bob.register("Bob")).is_success
            refused(await by_letter(world, bob.http, "mine@mail.example"), 403, "not_proved")
            assert (await bob.who())["name"] == "Bob"

    asyncio.run(check())


def test_without_a_mail_account_there_are_no_letters(server):
    async def check():
        async with connection(server.url) as http:
            assert (await http.get("/api/account")).json()["mail"] is False
            answer = await http.post("/api/account/mail", json={"address": MAILBOX})
            refused(answer, 409, "wrong_time")

    asyncio.run(check())
