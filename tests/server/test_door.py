"""The door: labels that nobody can make up, own names and pages only, nothing kept by caches."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from string import ascii_uppercase

import pytest

from tenka.server import problems
from tests.server.running import PATIENCE, Server, connection, table
from tests.server.test_lobby import create
from tests.server.test_moves import BEGINNER, refused

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"}


def labels(exposed: str, name: str) -> set[str]:
    return set(re.findall(rf'\b{name}="([^"]*)"', exposed))


def test_nobody_can_make_labels_up(server):
    def ask(method: str, path: str) -> bytes:
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
            head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            line.sendall(head.encode())
            return line.recv(100)

    async def exposed() -> tuple[str, set[str]]:
        async with connection(server.url) as http:
            routes = set((await http.get("/openapi.json")).json()["paths"])
            return (await http.get("/metrics")).text, routes

    for first in ascii_uppercase:
        for second in ascii_uppercase[:8]:
            made_up = f"{first}{second}"
            assert ask(made_up, f"/api/{made_up}").split()[1][:1] == b"4"
    seen, routes = asyncio.run(exposed())
    assert labels(seen, "method") <= METHODS
    assert "other" in labels(seen, "method")
    assert labels(seen, "route") <= routes | {"none", "/{path:path}", "/docs", "/openapi.json"}
    assert labels(seen, "code") <= set(problems.codes())
    assert all(re.fullmatch(r"[1-5]\d\d", status) for status in labels(seen, "status"))


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8000", True),
        ("LOCALHOST", True),
        ("tenka.localhost", True),
        ("127.0.0.1", True),
        ("192.168.1.20:8000", True),
        ("[::1]:8000", True),
        ("[fd00::5]", True),
        (socket.gethostname(), True),
        (f"{socket.gethostname().partition('.')[0]}.local:8000", True),
        ("play.example.org", True),
        ("tenka.example", True),
        ("TENKA.example.:443", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("play.example.org.evil.example", False),
        ("", False),
        ("[::1", False),
    ],
)
def test_the_server_answers_to_its_own_names(named, host, ours):
    with socket.create_connection(("127.0.0.1", named.port), PATIENCE) as line:
        line.sendall(
            f"GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        )
        status = line.recv(4000).split()[1]
    assert status == (b"200" if ours else b"421")


@pytest.fixture(scope="module")
def named(sqlite):
    """A server with names of its own."""
    names = {"base_url": "https://tenka.example/", "hosts": "play.example.org, other.example"}
    with Server(sqlite(), **names) as server:
        yield server


def test_only_own_pages_change_anything(server):
    """A page on another port of this host sends the cookie along; and the request is refused."""

    async def check():
        here = server.url
        port = server.port
        foreign = [
            {"Origin": f"http://127.0.0.1:{port + 1}"},
            {"Origin": f"http://localhost:{port}"},
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "same-site", "Origin": f"http://127.0.0.1:{port + 1}"},
            {"Sec-Fetch-Site": "cross-site"},
        ]
        own = [{}, {"Origin": here}, {"Sec-Fetch-Site": "same-origin"}]
        async with connection(server.url) as http:
            wish = {"options": BEGINNER, "seats": [{"kind": "human"}] * 2}
            made = (await create(http, **wish)).json()
            path = f"/api/tables/{made['table']['table']}"
            look = (await http.get(f"{path}?seat=0")).json()
            choice = look["legal"][0]["id"]
            move = {"seat": 0, "version": look["version"], "decisions": [choice]}
            changes = [
                ("POST", "/moves", move),
                ("POST", "/rematch", None),
                ("POST", "/leave", {"seat": 0}),
                ("POST", "/chat", {"seat": 0, "text": "hello"}),
                ("PUT", "/seats/0/webhook", {"url": None}),
                ("DELETE", "", None),
                ("PATCH", "", None),
            ]
            for headers in foreign:
                for method, part, body in changes:
                    answer = await http.request(method, path + part, json=body, headers=headers)
                    refused(answer, 403, "foreign_page")
                answer = await http.get(f"{path}?seat=0", headers=headers)
                assert answer.json() == look
            for headers in own:
                look = (await http.get(f"{path}?seat=0")).json()
                move = {"seat": 0, "version": look["version"]}
                move["decisions"] = [look["legal"][0]["id"]]
                answer = await http.post(f"{path}/moves", json=move, headers=headers)
                assert answer.status_code == 200

    asyncio.run(check())


def test_behind_a_proxy_the_outside_address_is_ours(named):
    async def check():
        async with connection(named.url) as http:
            for origin, status in (("https://tenka.example", 201), ("https://evil.example", 403)):
                headers = {"Origin": origin}
                answer = await http.post("/api/tables", json={"game": "suntzu"}, headers=headers)
                assert answer.status_code == status

    asyncio.run(check())


def test_no_cache_keeps_what_a_seat_sees(server):
    async def check():
        async with table(server.url) as (ann, _):
            for part in ("", "/journal", "/seats", "/positions/0", "/statistics"):
                answer = await ann.get(part, seat=0)
                assert answer.headers.get_list("cache-control") == ["no-store"]
            sit = await ann.http.get(ann.path(f"/sit/{ann.key}"))
            assert sit.headers.get_list("cache-control") == ["no-store"]
            assert sit.headers.get_list("referrer-policy") == ["no-referrer"]
            assert "no-store" not in (await ann.http.get("/")).headers["cache-control"]

    asyncio.run(check())


def test_a_seat_link_takes_no_other_seat_away(server):
    async def check():
        async with connection(server.url) as ann, connection(server.url) as bob:
            made = (await create(ann, options=BEGINNER)).json()
            path = f"/api/tables/{made['table']['table']}"
            joined = (await bob.post(f"{path}/join", json={"name": "Bob"})).json()
            assert (await ann.get(f"{path}/seats")).json() == [0]
            assert (await ann.get(joined["link"])).status_code == 303
            assert (await ann.get(f"{path}/seats")).json() == [0, 1]
            for seat in (0, 1):
                assert (await ann.get(f"{path}?seat={seat}")).status_code == 200
            assert (await bob.get(f"{path}/seats")).json() == [1]

    asyncio.run(check())


def test_a_slash_64_counts_as_one_address(sqlite):
    """A proxy on this machine tells where requests come from."""

    async def check(server):
        async with connection(server.url) as http:

            async def ask(address: str) -> int:
                headers = {"X-Forwarded-For": address}
                return (await http.get("/api/games", headers=headers)).status_code

            one = [await ask(f"2001:db8:1:2:{number:x}::1") for number in range(1, 30)]
            assert one[:10] == [200] * 10
            assert one[-1] == 429
            assert await ask("2001:db8:1:3::1") == 200
            four = [await ask(address) for address in ["192.0.2.7", "::ffff:192.0.2.7"] * 15]
            assert four[-1] == 429
            assert await ask("192.0.2.8") == 200

    with Server(sqlite(), request_rate=0.01, request_burst=10) as server:
        asyncio.run(check(server))


@pytest.mark.parametrize(
    "text",
    [
        "Zoë Łęcki",
        "Юлия",
        "می‌خواهم",
        "क्‍ष",
        "👩‍👩‍👧‍👦",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿 McDuff",
        "❤️ 1️⃣ 🧑🏽‍🚀",
        "葛󠄀城",
        "天下",
        "\U0001faea\U0001fae8",  # younger than some of the Pythons that Tenka runs on
        "O'Neill–Smith",
    ],
)
def test_everybody_can_write_their_name(server, text):
    async def check():
        async with table(server.url) as (ann, _), connection(server.url) as http:
            link = (await create(http)).json()["table"]["table"]
            body = {"name": text}
            joined = await http.post(f"/api/tables/{link}/join", json=body)
            assert joined.json()["table"]["seats"][1]["name"] == text, joined.text
            said = await ann.post("/chat", seat=0, text=f"{text}\u00a0!\n{text}")
            assert said.status_code == 200, said.text

    asyncio.run(check())


@pytest.mark.parametrize(
    "text",
    [
        "\u200b",
        "A\u200bB",
        "ad\u200cmin",
        "ad\u200dmin",
        "\u200dAnn",
        "Ann\u202eBob",
        "\u2066Ann\u2069",
        "\u3164",
        "\u2800\u2800",
        "\u115f\u1160",
        "Ann\ufe0f",
        "Ann\U000e0041\U000e007f",
        "A\u00adB",
        "\u0301",
        "A\x7fB",
        "A\ue000B",
        "A\u0378B",
        "\ufeffAnn",
    ],
    ids=ascii,
)
def test_what_fools_a_reader_is_refused_in_names_and_chat(server, text):
    async def check():
        async with table(server.url) as (ann, _), connection(server.url) as http:
            link = (await create(http)).json()["table"]["table"]
            body = json.dumps({"name": text}).encode()
            joined = await http.post(f"/api/tables/{link}/join", content=body)
            refused(joined, 422, "wrong_shape")
            refused(await ann.post("/chat", seat=0, text=text), 422, "wrong_shape")

    asyncio.run(check())


def test_a_name_is_one_line_with_plain_spaces_in_one_spelling(server):
    async def check():
        async with connection(server.url) as http:
            link = (await create(http, players=2)).json()["table"]["table"]
            for text in ("Ann\nBob", "Ann\rBob", "Ann\u2028Bob", "Ann\x85Bob", "e\u0301" * 41):
                answer = await http.post(f"/api/tables/{link}/join", json={"name": text})
                refused(answer, 422, "wrong_shape")
            given = {"name": "  Zoe\u0308\u00a0\u3000 X "}
            joined = await http.post(f"/api/tables/{link}/join", json=given)
            assert joined.json()["table"]["seats"][1]["name"] == "Zoë X"

    asyncio.run(check())
