"""Requests to addresses that people chose: only to https, and only outside."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from tenka.server import outside
from tenka.server.problems import BadChoice
from tests.server.running import Server, table
from tests.server.test_moves import refused


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://10.1.2.3/x",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://169.254.169.254/latest",
        "https://[64:ff9b::10.0.0.1]/",
        "https://[64:ff9b::a9fe:a9fe]/latest",
        "https://[64:ff9b:1::93.184.215.14]/",
        "https://[2002:0a00:0001::1]/",
        "https://[2002:7f00:1::]/",
        "https://[::10.0.0.1]/",
        "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
        "https://[ff0e::1]/",
        "https://printer.local/",
        "https://example.org:8443/",
        "https://user:word@example.org/",
        "https://example.org/a b",
        "https://exam\nple.org/",
        "ftp://example.org",
        "https://",
        "https://[",
    ],
)
def test_addresses_that_must_not_be_called(url):
    with pytest.raises(BadChoice):
        outside.checked(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://93.184.215.14/hook",
        "https://[2606:2800:21f:cb07::1]/",
        "https://[::ffff:93.184.215.14]/",
        "https://[64:ff9b::93.184.215.14]/",
        "https://[2002:5db8:d70e::1]/",
    ],
)
def test_addresses_of_the_open_internet(url):
    assert outside.checked(url) == url


@pytest.mark.parametrize("address", ["10.0.0.8", "::1", "169.254.1.1", "fd00::1", "0.0.0.0"])  # noqa: S104
def test_a_name_that_leads_inside_is_not_called(monkeypatch, address):
    async def inside(self, host, port, **more):
        return [(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", (address, 443))]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", inside)
    with pytest.raises(BadChoice, match="internal"):
        asyncio.run(outside.resolve("example.org"))


def test_only_what_the_operator_allows_is_called_inside():
    allowed = frozenset({"127.0.0.1:8080", "printer.local"})
    for url in ("http://127.0.0.1:8080/x", "https://printer.local/", "http://printer.local:99/"):
        assert outside.checked(url, allowed) == url
    for url in ("http://127.0.0.1/x", "ftp://printer.local/", "http://u:p@printer.local/"):
        with pytest.raises(BadChoice):
            outside.checked(url, allowed)


def test_a_request_goes_to_the_address_that_was_checked(monkeypatch):
    heard = []

    async def listen(reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        heard.append(head.decode() + (await reader.read(1000)).decode())
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()

    async def public(host):
        return "93.184.215.14"

    async def check():
        async with await asyncio.start_server(listen, "127.0.0.1", 0) as local:
            port, connect = local.sockets[0].getsockname()[1], asyncio.open_connection

            async def open_connection(address, asked, *, ssl, server_hostname):
                heard.append((address, asked, bool(ssl), server_hostname))
                return await connect("127.0.0.1", port)

            with monkeypatch.context() as patch:
                patch.setattr(outside, "resolve", public)
                patch.setattr(asyncio, "open_connection", open_connection)
                sender = outside.Outside()
                return await sender.post("https://example.org/hook?x=1", b"{}", {"Tenka": "yes"})

    assert asyncio.run(check()) == 204
    assert heard[0] == ("93.184.215.14", 443, True, "example.org")
    assert heard[1].startswith("POST /hook?x=1 HTTP/1.1\r\nHost: example.org\r\nTenka: yes\r\n")
    assert heard[1].endswith("\r\n\r\n{}")


def test_a_seats_holder_chooses_its_webhook(server):
    async def check():
        async with table(server.url) as (ann, bob):
            path = ann.path("/seats/0/webhook")
            assert (await ann.http.put(path, json={"url": "https://example.org"})).is_success
            refused(await bob.http.put(path, json={"url": None}), 403, "not_your_seat")
            assert "example.org" not in (await bob.get()).text

    asyncio.run(check())


def test_a_seats_webhook_is_switched_by_its_holder(sqlite):
    address = sqlite()

    async def check(server: Server) -> None:
        async with table(server.url) as (ann, bob):
            path = ann.path("/seats/0/webhook")
            switch = f"{path}/switch"
            refused(await ann.http.put(switch, json={"on": False}), 404, "not_found")
            assert (await ann.http.put(path, json={"url": "https://example.org"})).is_success
            refused(await bob.http.put(switch, json={"on": False}), 403, "not_your_seat")
            for on in (False, True):
                assert (await ann.http.put(switch, json={"on": on})).status_code == 204
                with sa.create_engine(address).connect() as database:
                    kept = database.execute(sa.text('SELECT "on" FROM channels')).scalar()
                assert bool(kept) == on

    with Server(address) as server:
        asyncio.run(check(server))


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.1",
        "[64:ff9b::10.0.0.1]",  # by NAT64
        "[64:ff9b:1::93.184.215.14]",
        "[2002:c0a8:101::1]",  # by 6to4
        "[::ffff:169.254.169.254]",
    ],
)
def test_a_webhook_that_leads_inside_is_refused_and_nothing_is_written(server, host):
    async def check():
        async with table(server.url) as (ann, _):
            before = await ann.look(0)
            path = ann.path("/seats/0/webhook")
            answer = await ann.http.put(path, json={"url": f"https://{host}/hook"})
            assert "internal address" in refused(answer, 422, "bad_choice")
            assert (await ann.look(0))["position"] == before["position"]

    asyncio.run(check())
