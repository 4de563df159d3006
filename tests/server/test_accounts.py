"""People who wish to be known again: passkeys, devices, seats, going, and who may do what."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager

import pytest
import sqlalchemy as sa

import tenka
from tenka.server.app import create_app
from tenka.server.settings import Settings
from tests.server.authenticator import Authenticator, encoded
from tests.server.running import RANDOM_BOT, Server, connection
from tests.server.test_moves import refused

BEGINNER = {"beginner": True}


def named(server: Server) -> str:
    """The server by a name: numbers have no passkeys."""
    return f"http://localhost:{server.port}"


class Somebody:
    """A browser with a passkey."""

    def __init__(self, url: str) -> None:
        self.http, self.url = connection(url), url
        self.passkey = Authenticator(url)

    async def begin(self, what: str, **body: object) -> dict:
        answer = await self.http.post(f"/api/account/{what}/options", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def finish(self, what: str, ticket: str, credential: str, **more: object):
        body = {"ticket": ticket, "credential": credential, **more}
        return await self.http.post(f"/api/account/{what}", json=body)

    async def register(self, name: str = "Ann", **more: object):
        offer = await self.begin("passkeys", name=name)
        made = self.passkey.create(offer["options"])
        return await self.finish("passkeys", offer["ticket"], made, **more)

    async def sign_in(self, passkey: Authenticator | None = None, **lies: object):
        offer = await self.begin("sign-in")
        signed = (passkey or self.passkey).get(offer["options"], **lies)
        return await self.finish("sign-in", offer["ticket"], signed)

    async def who(self) -> dict | None:
        return (await self.http.get("/api/account")).json()["account"]

    async def lay(self, **wish: object) -> dict:
        made = await self.http.post("/api/tables", json={"game": "suntzu", **wish})
        assert made.status_code == 201, made.text
        return made.json()["table"]

    async def seats(self, link: str) -> list[int]:
        return (await self.http.get(f"/api/tables/{link}/seats")).json()


@asynccontextmanager
async def people(server: Server, count: int = 1, *, known: bool = True):
    """Browsers of their own; signed up, if known."""
    all_ = [Somebody(named(server)) for _ in range(count)]
    try:
        for number, one in enumerate(all_):
            if known:
                assert (await one.register(f"Person {number}")).status_code == 201
        yield all_
    finally:
        for one in all_:
            await one.http.aclose()


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
                while _count(address, "sessions") + _count(address, "tickets"):
                    await asyncio.sleep(0.1)

    with Server(address, prune_seconds=0.2) as server:
        asyncio.run(check(server))


def _count(address: str, what: str) -> int:
    with sa.create_engine(address).connect() as database:
        return database.execute(sa.select(sa.func.count()).select_from(sa.table(what))).scalar()


def test_a_guests_seats_come_along_and_open_on_any_device(each_server):
    async def check():
        async with people(each_server, known=False) as (ann,):
            link = (await ann.lay())["table"]
            assert (await ann.register()).is_success
            phone = Somebody(ann.url)
            assert (await phone.sign_in(ann.passkey)).is_success
            assert await phone.seats(link) == []  # not taken along yet
            claimed = await ann.http.post(f"/api/tables/{link}/claim")
            assert claimed.json() == [0]
            assert await phone.seats(link) == [0]
            later = (await ann.lay())["table"]  # what is laid by a person is theirs at once
            assert await phone.seats(later) == [0]
            mine = (await phone.http.get("/api/account/tables")).json()
            assert [(one["table"]["table"], one["seats"]) for one in mine] == [
                (later, [0]),
                (link, [0]),
            ]
            joined = await phone.http.post(f"/api/tables/{link}/join", json={"name": "Ann too"})
            assert joined.json()["seats"] == [0, 1]  # the same person plays both
            assert joined.json()["key"] is None
            assert [seat["holder"] for seat in joined.json()["table"]["seats"]] == [0, 0]
            await phone.http.aclose()

    asyncio.run(check())


def test_who_signs_out_leaves_no_seat_behind_in_the_browser(server):
    async def check():
        async with people(server) as (ann,):
            link = (await ann.lay())["table"]
            assert await ann.seats(link) == [0]
            await ann.http.post("/api/account/sign-out")
            assert await ann.seats(link) == []
            await ann.sign_in()
            assert await ann.seats(link) == [0]

    asyncio.run(check())


def test_everything_that_is_kept_of_a_person_can_be_taken_home(server):
    async def check():
        async with people(server) as (ann,):
            table = await ann.lay(seats=[{"kind": "human", "name": "Ann"}, RANDOM_BOT])
            path = f"/api/tables/{table['table']}"
            await ann.http.post(f"{path}/chat", json={"seat": 0, "text": "Hello!"})
            answer = await ann.http.get("/api/account/export")
            assert "attachment" in answer.headers["content-disposition"]
            told = answer.json()
            assert told["name"] == "Person 0"
            assert len(told["passkeys"]) == len(told["sessions"]) == 1
            (kept,) = told["tables"]
            assert (kept["table"], kept["mine"]) == (table["table"], [0])
            assert [one["text"] for one in kept["said"]] == ["Hello!"]
            assert not {"seed", "cup", "key"} & set(kept)

    asyncio.run(check())


def test_deletion_leaves_finished_games_with_an_empty_name(each_server):
    """One table waits, one is being played, one is over; Ann goes, and nothing of her stays."""

    async def check():
        async with people(each_server) as (ann,), connection(ann.url) as other:
            waiting = (
                await ann.lay(seats=[{"kind": "human", "name": "Ann-Marie"}, {"kind": "open"}])
            )["table"]
            running, over = [], []
            for links in (running, over):
                table = await ann.lay(
                    options=BEGINNER,
                    seats=[{"kind": "human", "name": "Ann-Marie"}, {"kind": "open"}],
                )
                path = f"/api/tables/{table['table']}"
                assert (await other.post(f"{path}/join", json={"name": "Bo"})).is_success
                await ann.http.post(f"{path}/chat", json={"seat": 0, "text": "My secret"})
                links.append(path)
            assert (await ann.http.post(f"{over[0]}/resign", json={"seat": 0})).is_success
            assert "Ann-Marie" in (await other.get(f"{over[0]}/record")).text
            assert (await ann.http.delete("/api/account")).status_code == 204
            assert await ann.who() is None
            refused(await ann.sign_in(), 403, "not_proved")
            shown = {
                name: (await other.get(path)).json()
                for name, path in (
                    ("waiting", f"/api/tables/{waiting}"),
                    ("running", running[0]),
                    ("over", over[0]),
                )
            }
            assert shown["waiting"]["seats"][0]["kind"] == "open"
            assert shown["running"]["seats"][0]["kind"] == "bot"
            assert (shown["over"]["seats"][0]["kind"], shown["over"]["seats"][0]["name"]) == (
                "human",
                "",
            )
            for path in (running[0], over[0]):
                async with other.stream("GET", f"{path}/stream") as stream:
                    async for line in stream.aiter_lines():
                        if line.startswith("data: ") and "events" in line:
                            assert "Ann-Marie" not in line
                            assert "My secret" not in line
                            break
            record = (await other.get(f"{over[0]}/record")).json()
            assert record["seats"] == ["", "Bo"]
            assert tenka.load(record).dice
            again = await other.post(f"{over[0]}/rematch")
            assert [s["kind"] for s in again.json()["table"]["seats"]] == ["open", "human"]

    asyncio.run(check())


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


def test_results_are_counted_and_shown_to_whom_their_owner_wants(each_server):
    """A game lost, one won, and three that do not count: alone on both sides, a study, a record."""

    async def check():
        async with people(each_server) as (ann,), connection(ann.url) as bo:
            ended = []
            for loser in (0, 1):
                table = await ann.lay(options=BEGINNER)
                path = f"/api/tables/{table['table']}"
                assert (await bo.post(f"{path}/join", json={"name": "Bo"})).is_success
                gives_up = ann.http if loser == 0 else bo
                assert (await gives_up.post(f"{path}/resign", json={"seat": loser})).is_success
                ended.append(table["table"])
            alone = await ann.lay(seats=[{"kind": "human"}, {"kind": "human"}])
            for seat in (0, 1):
                await ann.http.post(f"/api/tables/{alone['table']}/resign", json={"seat": seat})
            await ann.http.post(f"/api/tables/{ended[0]}/study", json={"number": 0})
            record = (await bo.get(f"/api/tables/{ended[0]}/record")).json()
            assert (await ann.http.post("/api/records", json=record)).is_success
            mine = (await ann.http.get("/api/account/results")).json()
            assert mine["totals"] == [{"game": "suntzu", "played": 2, "won": 1}]
            assert {(game["table"], game["won"]) for game in mine["games"]} == {
                (ended[0], False),
                (ended[1], True),
            }
            assert mine["games"][0]["others"] == [{"name": "Bo", "level": None}]
            assert mine["page"] is None
            shown = (await ann.http.put("/api/account/page", json={"public": True})).json()
            again = (await ann.http.put("/api/account/page", json={"public": True})).json()
            assert again["page"] == shown["page"]
            page = f"/api/people/{shown['page']}"
            assert (await bo.get(page)).json() == shown
            await ann.http.put("/api/account/page", json={"public": False})
            refused(await bo.get(page), 404, "not_found")
            refused(await bo.get(f"/api/people/{'A' * 22}"), 404, "not_found")

    asyncio.run(check())


def test_a_person_can_go_whatever_their_games_were_played_by(sqlite):
    address = sqlite()

    async def check(server):
        async with people(server) as (ann,):
            table = await ann.lay(seats=[{"kind": "human", "name": "Ann"}, RANDOM_BOT])
            left = (await ann.lay())["table"]
            assert (await ann.http.post(f"/api/tables/{left}/leave", json={"seat": 0})).is_success
            mine = (await ann.http.get("/api/account/tables")).json()
            assert [one["table"]["table"] for one in mine] == [table["table"]]
            with sa.create_engine(address).begin() as database:
                database.execute(sa.text("UPDATE tables SET rules_version = 1"))
            assert (await ann.http.delete("/api/account")).status_code == 204
            assert await ann.who() is None
        with sa.create_engine(address).connect() as database:
            kept = database.execute(
                sa.text("SELECT seats FROM tables WHERE link = :link"), {"link": table["table"]}
            ).scalar()
            assert json.loads(kept)[0]["name"] == ""
            for what in ("people", "passkeys", "sessions", "holdings"):
                assert _count(address, what) == 0

    with Server(address) as server:
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


# -- who may call what: what each gets who has all else right
GUEST, OWNER, OTHER = "guest", "owner", "other"
EVERYBODY, PEOPLE_ONLY = {GUEST, OWNER, OTHER}, {OWNER, OTHER}
MAY = {
    ("POST", "/api/account/passkeys/options"): EVERYBODY,
    ("POST", "/api/account/passkeys"): set(),  # only with a ticket and what a browser made of it
    ("POST", "/api/account/sign-in/options"): EVERYBODY,
    ("POST", "/api/account/sign-in"): set(),
    ("POST", "/api/account/devices"): PEOPLE_ONLY,
    ("POST", "/api/account/devices/enter"): set(),
    ("GET", "/api/account"): EVERYBODY,
    ("PUT", "/api/account"): PEOPLE_ONLY,
    ("DELETE", "/api/account/sessions/{id_}"): {OWNER},
    ("DELETE", "/api/account/passkeys/{id_}"): {OWNER},
    ("GET", "/api/account/tables"): PEOPLE_ONLY,
    ("GET", "/api/account/export"): PEOPLE_ONLY,
    ("GET", "/api/account/results"): PEOPLE_ONLY,
    ("PUT", "/api/account/page"): PEOPLE_ONLY,
    ("GET", "/api/people/{link}"): set(),  # only with the link of somebody who shows their page
    ("POST", "/api/tables/{link}/claim"): PEOPLE_ONLY,
    ("DELETE", "/api/account/sessions"): PEOPLE_ONLY,
    ("POST", "/api/account/sign-out"): PEOPLE_ONLY,
    ("DELETE", "/api/account"): PEOPLE_ONLY,
}
BODIES = {
    "/api/account/passkeys/options": {"name": "Ann"},
    "/api/account/passkeys": {"ticket": "A" * 22, "credential": "{}"},
    "/api/account/sign-in": {"ticket": "A" * 22, "credential": "{}"},
    "/api/account/devices/enter": {"ticket": "A" * 22},
    "/api/account": {"name": "Ann"},
    "/api/account/page": {"public": True},
}


def test_the_table_of_who_may_call_what_has_every_route():
    app = create_app(Settings(database="sqlite:////nowhere"))
    routes = {
        (method.upper(), path)
        for path, methods in app.openapi()["paths"].items()
        for method, about in methods.items()
        if "account" in about["tags"]
    }
    assert routes == set(MAY)


@pytest.mark.parametrize("role", [GUEST, OTHER, OWNER])
def test_everybody_gets_what_the_table_says(server, role):
    async def check():
        async with people(server, 2) as (owner, other), people(server, known=False) as (guest,):
            asking = {OWNER: owner, OTHER: other, GUEST: guest}[role]
            link = (await owner.lay())["table"]
            offer = await owner.begin("passkeys")
            more = Authenticator(owner.url).create(offer["options"])
            await owner.finish("passkeys", offer["ticket"], more)
            spare = Somebody(owner.url)
            await spare.sign_in(owner.passkey)
            await spare.http.aclose()
            about = await owner.who()
            session = next(one["id"] for one in about["sessions"] if not one["here"])
            ids = {"sessions": session, "passkeys": about["passkeys"][1]["id"]}
            for (method, path), allowed in MAY.items():
                id_ = ids.get(path.split("/")[3], "") if "id_" in path else ""
                where = path.replace("{link}", link).replace("{id_}", id_)
                body = (
                    {"json": BODIES[path]} if path in BODIES and method in ("POST", "PUT") else {}
                )
                answer = await asking.http.request(method, where, **body)
                assert answer.is_success == (role in allowed), (method, path, answer.text)
                if role not in allowed:
                    assert answer.status_code in (401, 403, 404), answer.text
                if path.endswith("/claim") and role == OTHER:
                    assert answer.json() == []  # without a key of a seat, nothing is taken along
                if (method, path) == ("POST", "/api/account/sign-out") and role in allowed:
                    assert (await asking.sign_in()).is_success
            left = {OWNER: 0, OTHER: 2, GUEST: 2}[role]
            assert len((await owner.who() or {"passkeys": []})["passkeys"]) == left

    asyncio.run(check())
