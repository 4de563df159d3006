"""Who may call what: docs/permissions.md says it, and every request is made in every role.

A new request needs a line in that page and, if it has a body, one in BODIES.
"""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import re
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from tenka.server import routes
from tenka.server.app import create_app
from tenka.server.settings import Settings
from tests.server.authenticator import Authenticator
from tests.server.running import ROOT, Server, connection
from tests.server.somebody import Somebody, named

PAGE = Path(ROOT) / "docs" / "permissions.md"
TOKEN = "the-token-of-the-operator"  # noqa: S105
BANNED_ADDRESS = "203.0.113.66"
NOBODY, WATCHER, ELSEWHERE = "nobody", "watcher", "stranger's player"
PLAYER, HOST, PERSON, OTHER = "player", "host", "person", "other person"
OPERATOR, BANNED = "operator", "banned"
ROLES = (NOBODY, WATCHER, ELSEWHERE, PLAYER, HOST, PERSON, OTHER, OPERATOR, BANNED)
OWN_SEAT = {HOST: 0, PERSON: 1, PLAYER: 2, BANNED: 2}
OTHERS_SEAT = {HOST: 2, PERSON: 0, PLAYER: 1}
ABOUT_WHO = (401, 403, 404)  # what refusals for the role have
SEAT = "{seat}"  # in a body or a query: that of whoever asks
PAGE_OF_PERSON, TIE_OF_PERSON = "{page}", "{tie}"  # in a body

POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
DEVICE = {  # with the keys of RFC 8291
    "endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "p256dh": POINT,
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
BODIES: dict[str, dict] = {
    "POST /api/tables": {"game": "suntzu"},
    "POST /api/records": {},
    "POST /api/tables/{link}/join": {"name": "Bo"},
    "POST /api/tables/{link}/word": {"seat": SEAT, "word": "rain"},
    "POST /api/tables/{link}/leave": {"seat": SEAT},
    "POST /api/tables/{link}/return": {"seat": SEAT},
    "PUT /api/tables/{link}/seats/{seat}/webhook": {"url": "https://example.org/hook"},
    "PUT /api/tables/{link}/seats/{seat}/webhook/switch": {"on": False},
    "PUT /api/tables/{link}/seats/{seat}/bot": {"level": None},
    "PUT /api/tables/{link}/seats/{seat}/answers": {"on": []},
    "POST /api/tables/{link}/moves": {"seat": SEAT, "version": 0, "decisions": [0]},
    "POST /api/tables/{link}/undo": {"seat": SEAT, "version": 0},
    "POST /api/tables/{link}/chat": {"seat": SEAT, "text": "Hello"},
    "POST /api/tables/{link}/nudge": {"seat": SEAT, "other": 0},
    "POST /api/tables/{link}/stand-in": {"seat": SEAT, "other": 0},
    "POST /api/tables/{link}/pause": {"seat": SEAT, "days": 1},
    "POST /api/tables/{link}/resign": {"seat": SEAT},
    "PUT /api/tables/{link}/spectators": {"seat": SEAT, "quiet": False},
    "POST /api/tables/{link}/spectators/chat": {"name": "Bo", "text": "Hello"},
    "POST /api/tables/{link}/study": {"number": 0},
    "POST /api/scenes": {"game": "suntzu"},
    "POST /api/studies": {"game": "suntzu"},
    "POST /api/tables/{link}/tree/walk": {"node": 0},
    "PUT /api/tables/{link}/tree/{node}": {"name": "", "comment": ""},
    "POST /api/puzzles/of/{game}/{name}/try": {"decisions": []},
    "POST /api/account/passkeys/options": {"name": "Ann"},
    "POST /api/account/passkeys": {"ticket": "A" * 22, "credential": "{}"},
    "POST /api/account/sign-in": {"ticket": "A" * 22, "credential": "{}"},
    "POST /api/account/devices/look": {"ticket": "A" * 22},
    "POST /api/account/devices/enter": {"ticket": "A" * 22},
    "POST /api/account/notices/devices": DEVICE,
    "POST /api/account/notices/webhooks": {"url": "https://example.org/hook"},
    "PUT /api/account/notices/{channel}": {"on": False},
    "POST /api/account/mail": {"address": "ann@example.org"},
    "PUT /api/account": {"name": "Ann"},
    "PUT /api/account/page": {"public": True},
    "POST /api/account/ties": {"kind": "follow", "page": PAGE_OF_PERSON},
    "POST /api/tables/{link}/invitations": {"tie": TIE_OF_PERSON},
    "POST /api/tables/{link}/reports": {"seat": SEAT, "other": 0, "text": "Hm"},
    "POST /api/tournaments": {"name": "Cup", "game": "suntzu", "players": 2, "kind": "swiss"},
    "POST /api/operator/maintenance": {"on": False},
    "POST /api/operator/notice": {},
    "POST /api/operator/bans": {"address": "192.0.2.1"},
}
QUERIES = {
    "GET /api/tables/{link}/odds": "source=Mino&target=Omi",
    "GET /api/tables/{link}/hint": "seat={seat}",
    "GET /api/tables/{link}/judgement": "seat={seat}",
    "GET /api/operator/people": "name=Ann",
    "DELETE /api/operator/bans": "address=192.0.2.1",
}
SPENT = (  # whoever may do this is not what they were before
    "/leave",
    "/resign",
    "/sign-out",
    "/api/account",
    "/api/account/sessions",
    "/{id_}",
    "/{channel}",
    "/operator/tables/{table}",
    "/ties/{tie}",
    "/invitations/{invitation}",
    "/reports/{report}",
    "/api/tournaments/{link}",
)


def rows(title: str) -> dict[str, str]:
    """The rows of all tables of the page whose first column has that title."""
    found, inside = {}, False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif inside and set(line) - set("|-"):
            found[cells[0].strip("`")] = cells[1]
        elif cells[0] == title:
            inside = True
    return found


WHO = {who: set(named.split(", ")) & set(ROLES) for who, named in rows("who").items()}
MAY = {request: WHO[who] for request, who in rows("request").items()}


def served() -> set[str]:
    """All requests that the application answers."""
    app = create_app(Settings(database="sqlite:////nowhere"))
    found = [route for route in app.routes if hasattr(route, "path")]
    for part in pkgutil.iter_modules(routes.__path__):
        found += importlib.import_module(f"{routes.__name__}.{part.name}").router.routes
    return {
        f"{method} {re.sub(':[a-z]+}', '}', route.path)}"
        for route in found
        for method in route.methods - {"HEAD"}
    }


def test_the_page_has_every_request_and_no_other():
    told = {request.partition("?")[0] for request in MAY}
    missing, gone = sorted(served() - told), sorted(told - served())
    assert not missing, f"say in docs/permissions.md who may call: {missing}"
    assert not gone, f"docs/permissions.md has requests that the server does not know: {gone}"
    assert set(rows("role")) == set(ROLES)


class World:
    """A table with people around it, and a client for each role."""

    def __init__(self, server: Server) -> None:
        self.url, self.clients = named(server), AsyncExitStack()
        self.as_role: dict[str, httpx.AsyncClient] = {}
        self.values: dict[str, str] = {}
        self.tie = 0

    async def __aenter__(self) -> World:
        await self.gather()
        return self

    async def __aexit__(self, *what: object) -> None:
        await self.clients.aclose()

    async def client(self, key: str = "", **headers: str) -> httpx.AsyncClient:
        given = {"Authorization": f"Bearer {key}"} if key else {}
        return await self.clients.enter_async_context(connection(self.url, given | headers))

    async def somebody(self) -> Somebody:
        one = Somebody(self.url)
        self.clients.push_async_callback(one.http.aclose)
        assert (await one.register()).status_code == 201
        return one

    async def gather(self) -> None:
        """Everybody anew."""
        await self.clients.aclose()
        guest, person, other = await self.client(), await self.somebody(), await self.somebody()
        host, operator = await self.client(), await self.client(TOKEN)
        laid = (await host.post("/api/tables", json={"game": "samurai", "players": 3})).json()
        elsewhere = (await guest.post("/api/tables", json={"game": "suntzu"})).json()
        join = f"/api/tables/{laid['table']['table']}/join"
        assert (await person.http.post(join, json={"name": "Ann", "seat": 1})).is_success
        key = (await guest.post(join, json={"name": "Bo", "seat": 2})).json()["key"]
        self.as_role = {
            NOBODY: await self.client(),
            WATCHER: await self.client(),
            ELSEWHERE: await self.client(elsewhere["key"]),
            PLAYER: await self.client(key),
            HOST: host,
            PERSON: person.http,
            OTHER: other.http,
            OPERATOR: operator,
            BANNED: await self.client(key, **{"X-Forwarded-For": BANNED_ADDRESS}),
        }
        puzzles = (await guest.get("/api/puzzles/of/samurai")).json()
        ban = {"address": BANNED_ADDRESS}
        assert (await operator.post("/api/operator/bans", json=ban)).is_success
        told = {"seat": 2, "other": 0, "text": "Hm"}
        reports = f"/api/tables/{laid['table']['table']}/reports"
        assert (await self.as_role[PLAYER].post(reports, json=told)).is_success
        overview = (await operator.get("/api/operator")).json()
        found = (await operator.get("/api/operator/people", params={"name": "Ann"})).json()
        self.values = {
            "link": laid["table"]["table"],
            "mailbox": "1-" + "0" * 32,
            "key": "B" * 22,
            "number": "0",
            "node": "0",
            "game": "samurai",
            "players": "3",
            "name": puzzles[0]["name"],
            "table": str(max(table["table"] for table in overview["tables"])),
            "path": "",
            "person": str(found[0]["person"]),
            "report": str(max(report["id"] for report in overview["reports"])),
            **await self.belongings(person),
        }
        self.values |= await self.company(person, other)

    async def company(self, person: Somebody, other: Somebody) -> dict[str, str]:
        """A tie of a person, and an invitation to them."""
        page = (await other.http.put("/api/account/page", json={"public": True})).json()["page"]
        ties = [
            (await one.http.post("/api/account/ties", json={"kind": "follow", "page": link})).json()
            for one, link in ((person, page), (other, self.values["page"]))
        ]
        self.tie = ties[0][0]["id"]
        table = (await other.lay())["table"]
        asked = {"tie": ties[1][0]["id"]}
        assert (await other.http.post(f"/api/tables/{table}/invitations", json=asked)).is_success
        (invitation,) = (await person.http.get("/api/account/company")).json()["invitations"]
        wish = BODIES["POST /api/tournaments"]
        link = (await person.http.post("/api/tournaments", json=wish)).json()["link"]
        for somebody in (other, person):
            entered = await somebody.http.post(f"/api/tournaments/{link}/enter")
        return {
            "tie": str(self.tie),
            "invitation": str(invitation["id"]),
            "tournament": link,
            "entrant": str(entered.json()["me"]),
        }

    async def belongings(self, person: Somebody) -> dict[str, str]:
        """A page, a session elsewhere and a second passkey of a person."""
        offer = await person.begin("passkeys")
        more = Authenticator(person.url).create(offer["options"])
        assert (await person.finish("passkeys", offer["ticket"], more)).is_success
        spare = Somebody(person.url)
        self.clients.push_async_callback(spare.http.aclose)
        assert (await spare.sign_in(person.passkey)).is_success
        about = await person.who()
        shown = await person.http.put("/api/account/page", json={"public": True})
        hook = {"url": "https://example.org/hook"}
        assert (await person.http.post("/api/account/notices/webhooks", json=hook)).is_success
        notices = (await person.http.get("/api/account/notices")).json()
        return {
            "channel": str(notices["channels"][0]["id"]),
            "page": shown.json()["page"],
            "session": next(one["id"] for one in about["sessions"] if not one["here"]),
            "passkey": about["passkeys"][1]["id"],
        }

    def filled(self, path: str, role: str, seat: int) -> str:
        """A path with the names in it replaced by what the role knows."""
        values = {**self.values, "seat": str(seat)}
        values["id_"] = values["session" if "/sessions/" in path else "passkey"]
        if path.startswith("/api/people"):
            values["link"] = values["page"]
        if path.startswith("/api/tournaments"):
            values["link"] = values["tournament"]
        if role == NOBODY:
            values["link"] = "A" * 22
        unknown = set(re.findall(r"{(\w+)}", path)) - set(values)
        assert not unknown, f"World.values does not say what {unknown} is in {path}"
        return path.format(**values)

    async def call(
        self, request: str, role: str, seat: int | None = None, **headers: str
    ) -> httpx.Response:
        """Make a request in a role; of a stream the beginning is enough."""
        method, path = request.split()
        own = OWN_SEAT.get(role, 2) if seat is None else seat
        if request in QUERIES:
            path += f"?{QUERIES[request]}"
        body = BODIES.get(request)
        if body is not None:
            known = {SEAT: own, PAGE_OF_PERSON: self.values["page"], TIE_OF_PERSON: self.tie}
            body = {name: known.get(str(value), value) for name, value in body.items()}
        where, http = self.filled(path, role, own), self.as_role[role]
        async with http.stream(method, where, json=body, headers=headers) as answer:
            if "event-stream" not in answer.headers.get("content-type", ""):
                await answer.aread()
        return answer


def told(answer: httpx.Response) -> str:
    """The code of a refusal."""
    return "" if answer.status_code < 400 else answer.json()["error"]


@pytest.fixture(scope="module")
def guarded(sqlite):
    with Server(sqlite(), operator_token=TOKEN) as server:
        yield server


@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_what_the_page_says(guarded, role):
    async def check() -> None:
        async with World(guarded) as world:
            for request, allowed in MAY.items():
                answer = await world.call(request, role)
                said = (role, request, answer.status_code, told(answer))
                if role not in allowed:
                    assert answer.status_code in ABOUT_WHO, said
                    assert role != BANNED or "/operator" in request or told(answer) == "banned"
                    continue
                assert answer.status_code not in (*ABOUT_WHO, 405, 413, 421, 429), said
                assert answer.status_code < 500, said
                assert told(answer) != "wrong_shape", f"BODIES or QUERIES of {request}: {said}"
                if not request.startswith("GET") and request.endswith(SPENT):
                    await world.gather()

    asyncio.run(check())


def test_nobody_acts_for_the_seat_of_another(guarded):
    async def check() -> None:
        async with World(guarded) as world:
            tried = 0
            for request in MAY:
                asked = f"{request} {BODIES.get(request)} {QUERIES.get(request)}"
                for role, seat in OTHERS_SEAT.items() if SEAT in asked else ():
                    if role == HOST and request.endswith("/bot"):
                        continue
                    answer = await world.call(request, role, seat)
                    assert answer.status_code == 403, (role, request, answer.status_code)
                    tried += 1
            assert tried > 50

    asyncio.run(check())


FOREIGN = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)


def test_no_foreign_page_changes_anything(guarded):
    async def check() -> None:
        async with World(guarded) as world:
            for request in MAY:
                role = OPERATOR if "/operator" in request else PERSON
                for sign in FOREIGN if not request.startswith("GET") else ():
                    answer = await world.call(request, role, **sign)
                    assert told(answer) == "foreign_page", (request, sign)

    asyncio.run(check())
