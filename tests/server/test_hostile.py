"""Hostile input gets a refusal, quickly; the server stays as it was."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from contextlib import suppress

import httpx
import pytest

from tests.server.running import Server, connection, table

NOWHERE = "A" * 22


@pytest.fixture(scope="module")
def guarded(sqlite):
    """A server with limits that even a busy machine exceeds."""
    with Server(sqlite(), request_rate=2, request_burst=200, create_rate=1) as server:
        yield server


def raw(server, request: bytes) -> bytes:
    """Send bytes as they are; the first line of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(request)
        return line.recv(4000).split(b"\r\n")[0]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "application/json"),
        (b"{", "application/json"),
        (b"\xff\xfe\x00", "application/json"),
        (b"null", "application/json"),
        (b"[]", "application/json"),
        (b'{"seat": "0", "version": 0, "decisions": [1]}', "application/json"),
        (b'{"seat": true, "version": 0, "decisions": [1]}', "application/json"),
        (b'{"seat": 0, "version": 1e400, "decisions": [1]}', "application/json"),
        (b'{"seat": 0, "version": -1, "decisions": [1]}', "application/json"),
        (b'{"seat": 0, "version": 0, "decisions": [NaN]}', "application/json"),
        (b'{"seat": 0, "version": 0, "decisions": ["\\ud800"]}', "application/json"),
        (b'{"seat": 0, "version": 0, "decisions": ["\\u0000"]}', "application/json"),
        (b'{"seat": 0, "version": 0, "decisions": [[[]]]}', "application/json"),
        (b'{"seat": 0, "version": 0, "decisions": [], "x": 1}', "application/json"),
        (b'{"seat": 0, "version": 0, "decisions": [1], "request": "a\\nb"}', "application/json"),
        (b'{"seat": 0, "version": ' + b"9" * 5000 + b', "decisions": [1]}', "application/json"),
        (b"[" * 30_000, "application/json"),
        (b'{"a":' * 10_000, "application/json"),
        (b"seat=0", "application/x-www-form-urlencoded"),
        (b"<x/>", "text/xml"),
    ],
    ids=range(20),
)
def test_bodies_of_the_wrong_shape(server, body, kind):
    async def check():
        async with table(server.url) as (ann, _):
            answer = await ann.http.post(
                ann.path("/moves"), content=body, headers={"content-type": kind}
            )
            assert 400 <= answer.status_code < 500, answer.text
            assert answer.json()["error"]
            assert len(answer.content) < 2000

    asyncio.run(check())


@pytest.mark.parametrize("text", ["\x00", "\ud800", "\u202e\u0007", " ", "x" * 41, ""])
def test_names_that_no_reader_takes(each_server, text):
    async def check():
        async with connection(each_server.url) as http:
            made = (await http.post("/api/tables", json={"game": "suntzu"})).json()
            body = json.dumps({"name": text}).encode()
            answer = await http.post(f"/api/tables/{made['table']['table']}/join", content=body)
            assert answer.status_code == 422
            options = json.dumps({"game": "suntzu", "options": {text: 1, "events": text}}).encode()
            answer = await http.post("/api/tables", content=options)
            assert answer.status_code == 422

    asyncio.run(check())


def test_huge_bodies_are_refused_unread(server):
    async def chunks():
        for _ in range(3000):
            yield b" " * 10_000

    async def check():
        async with connection(server.url) as http:
            for path, size in (("/api/tables", 70_000), ("/api/records", 1_100_000)):
                answer = await http.post(path, content=b" " * size)
                assert answer.status_code == 413
            with suppress(httpx.TransportError):  # it may hang up while we are still sending
                answer = await http.post("/api/records", content=chunks())
                assert answer.status_code == 413

    asyncio.run(check())


@pytest.mark.parametrize(
    "path",
    [
        f"/api/tables/{NOWHERE}",
        f"/api/tables/{NOWHERE}/stream",
        f"/api/tables/{NOWHERE}/record",
        f"/api/tables/{NOWHERE}/positions/0",
        f"/api/tables/{NOWHERE}/sit/x",
        "/api/tables/short",
        "/api/tables/..%2f..%2fetc%2fpasswd",
        "/api/tables/%00",
        "/api/tables/" + "%ff" * 22,
        "/api/tables/" + "a" * 3000,
        "/../../etc/passwd",
        "/static/..%2f..%2f..%2fpyproject.toml",
        "/table/..%2f..%2fx/y",
        f"/api/tables/{NOWHERE}/positions/99999999999999999999",
        f"/api/tables/{NOWHERE}?seat=abc",
        f"/api/tables/{NOWHERE}/stream?last=-1",
        "/api/tables?status=secret",
        "/api/nothing",
    ],
)
def test_unknown_ids_and_path_tricks(server, path):
    answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert answer.split()[1][:1] == b"4", answer


@pytest.mark.parametrize(
    "request_",
    [
        b"NONSENSE\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 200_000 + b"\r\n\r\n",
        b"DELETE /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n",
        b"BREW /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    ],
    ids=range(6),
)
def test_requests_that_are_no_requests(server, request_):
    answer = raw(server, request_)
    assert answer.split()[1][:1] == b"4", answer


def test_strange_keys_open_nothing(server):
    async def check():
        async with table(server.url) as (ann, bob):
            for key in ("x", "x" * 5000, bob.key[:-1], bob.key + "x", "\xff\xfe", "null"):
                header = {"authorization": f"Bearer {key}".encode("latin-1")}
                answer = await ann.http.get(ann.path("?seat=1"), headers=header)
                assert answer.status_code in (403, 400, 431), answer.text

    asyncio.run(check())


def test_thousands_of_requests_are_turned_away_and_the_server_lives(guarded):
    async def check():
        async with connection(guarded.url) as http:
            start = time.monotonic()
            codes = []
            for _ in range(20):
                answers = await asyncio.gather(
                    *(http.get(f"/api/tables/{NOWHERE}") for _ in range(50))
                )
                codes += [answer.status_code for answer in answers]
            took = time.monotonic() - start
            assert set(codes) <= {404, 429}
            assert codes.count(404) <= 200 + 2 * took + 1
            assert (await http.get("/healthz")).status_code == 200
            refused = next(a for a in answers if a.status_code == 429)
            assert int(refused.headers["retry-after"]) >= 1

    asyncio.run(check())


def test_the_openapi_description_holds(each_server):
    """Schemathesis finds no server error and no answer that is not described."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{each_server.url}/openapi.json"),
            *("--exclude-path-regex", "stream|metrics"),
            *("--checks", "not_a_server_error,status_code_conformance,response_schema_conformance"),
            *("--max-examples", "5", "--phases", "examples,coverage,fuzzing"),
            *("--max-time", "12", "--seed", "1", "--no-color", "--generation-database", "none"),
            *("--request-timeout", "30", "--no-shrink"),
        ],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
