"""Half requests are dropped, and whoever holds hundreds of them shuts nobody out."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import ExitStack

import pytest

from tenka.server.connections import _untie
from tests.server.running import PATIENCE, Person, Server, connection, plan, table
from tests.server.test_moves import BEGINNER, refused
from tests.server.test_workers import workers_of

HALF = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{"
ASKED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
ELSEWHERE = "127.0.0.2"  # loopback too, but not where a proxy stands
SHORT = {"head_seconds": 1, "body_seconds": 1, "idle_seconds": 1, "unread_seconds": 1}
LONG = {"head_seconds": 600, "body_seconds": 600, "idle_seconds": 600}


def call(server: Server, first: bytes = b"", source: str = ELSEWHERE) -> socket.socket:
    """A connection from an address, on which something has been sent."""
    line = socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0))
    line.sendall(first)
    return line


def everything_from(line: socket.socket) -> bytes:
    """What comes until the server hangs up."""
    got = b""
    try:
        while part := line.recv(4000):
            got += part
    except ConnectionResetError:
        pass
    return got


def is_open(line: socket.socket) -> bool:
    """Whether the server still holds its end."""
    line.setblocking(False)
    try:
        while line.recv(4000):
            pass
        return False
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


def served(server: Server, source: str) -> bool:
    """Whether somebody at an address gets an answer."""
    with call(server, ASKED, source) as line:
        return line.recv(100).startswith(b"HTTP/1.1 200")


@pytest.fixture(scope="module")
def impatient(sqlite):
    """Two processes that wait for nobody longer than a second."""
    with Server(sqlite(), workers=2, **SHORT) as server:
        yield server


@pytest.mark.parametrize(
    ("sent", "heard"),
    [(b"", b"408"), (HALF, b"408"), (HALF_BODY, b"408"), (ASKED, b"200")],
    ids=["nothing", "half a head", "half a body", "idle after an answer"],
)
def test_who_keeps_the_server_waiting_is_dropped(impatient, sent, heard):
    lines = [call(impatient, sent) for _ in range(100)]
    for line in lines:
        assert everything_from(line).split(b" ")[1] == heard
        line.close()


@pytest.mark.parametrize("sent", [HALF, HALF_BODY], ids=["head", "body"])
def test_a_byte_now_and_then_buys_no_time(impatient, sent):
    with call(impatient, sent) as line:
        give_up = time.monotonic() + PATIENCE
        try:
            while True:
                line.sendall(b"y")
                time.sleep(0.1)
                assert time.monotonic() < give_up
        except (BrokenPipeError, ConnectionResetError):
            pass


def test_a_body_that_no_one_waits_for_is_dropped_too(impatient):
    """The answer came at once; the rest of the body never does."""
    asked = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n"
    with call(impatient, asked) as line:
        assert everything_from(line).startswith(b"HTTP/1.1 200")


def test_answers_that_nobody_reads_are_given_up(impatient):
    """So many that no buffer holds them; then the server has hung up, and the rest never comes."""
    asked = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with call(impatient, asked) as line:
        size = len(line.recv(100, socket.MSG_PEEK)) and len(everything_from(line))
    many = 40_000_000 // size
    with call(impatient, asked * many) as line:
        time.sleep(3)
        assert 0 < len(everything_from(line)) < many * size


def test_an_upgrade_does_not_slip_out_of_the_count(sqlite):
    upgrade = (
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with Server(sqlite(), connections=8, **SHORT) as server:
        for _ in range(20):
            with call(server, upgrade) as line:
                line.recv(100)
        assert served(server, "127.0.0.3")


def test_few_files_and_more_half_requests_than_files(sqlite):
    with Server(sqlite(), files=256, **LONG) as server, ExitStack() as stack:
        for _ in range(1000):
            stack.enter_context(call(server, HALF))
        assert served(server, "127.0.0.3")
        assert served(server, ELSEWHERE)


def test_hundreds_of_one_address_shut_nobody_out(sqlite):
    with Server(sqlite(), connections_per_address=20, **LONG) as server, ExitStack() as stack:
        lines = [
            stack.enter_context(call(server, sent)) for sent in [HALF, HALF_BODY, b"", ASKED] * 100
        ]
        assert served(server, "127.0.0.3")
        assert served(server, ELSEWHERE)  # a friend behind the same address
        assert 0 < sum(is_open(line) for line in lines) <= 20


def test_many_addresses_shut_nobody_out(sqlite):
    with Server(sqlite(), connections=40, **LONG) as server, ExitStack() as stack:
        for number in range(200):
            stack.enter_context(call(server, HALF, f"127.0.1.{number + 1}"))
        assert served(server, "127.0.0.3")


def test_moves_come_before_streams_when_files_run_short(sqlite):
    async def check(server):
        async with table(server.url, options=BEGINNER) as (ann, _):
            watching = f"GET {ann.path('/stream')} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
            with ExitStack() as stack:
                streams = [stack.enter_context(call(server, watching)) for _ in range(60)]
                heard = [await asyncio.to_thread(line.recv, 500) for line in streams]
                taken = sum(line.startswith(b"HTTP/1.1 200") for line in heard)
                assert taken == 48  # three quarters of half of the files
                async with connection(server.url) as http:
                    refused(await http.get(ann.path("/stream")), 503, "busy")
                for order in plan(await ann.look(0)):  # each on a connection of its own
                    async with Person(server.url, ann.link, ann.key) as again:
                        version = (await again.look(0))["version"]
                        assert (await again.play(0, version, order)).status_code == 200
            async with asyncio.timeout(PATIENCE), Person(server.url, ann.link) as person:
                while (await person.http.get("/healthz")).status_code != 200:
                    await asyncio.sleep(0.1)
                while True:  # when the others have gone there is room again
                    async with person.http.stream("GET", person.path("/stream")) as answer:
                        if answer.status_code == 200:
                            break

    with Server(sqlite(), files=128, **LONG) as server:
        asyncio.run(check(server))


def test_each_worker_keeps_its_own_count(impatient):
    assert len(workers_of(impatient)) == 2
    assert all(served(impatient, ELSEWHERE) for _ in range(20))


def test_a_transport_of_another_event_loop_is_let_go_as_it_is():
    """Uvloop's has no attributes to look through; uvicorn takes that loop where it finds it."""

    class Foreign:
        __slots__ = ()

    _untie(Foreign())
