"""The client's pages and files, and the page that lists the interface."""

from __future__ import annotations

import asyncio
import gzip
import json
import re

import httpx
import pytest
from fastapi import FastAPI

from tenka.server.client import STATIC, add_pages
from tests.server.running import connection, table

SCRIPT = b"console.log('a script that is worth compressing')" * 20


@pytest.fixture
def built(tmp_path):
    """A client as Vite builds it, with compressed copies of one file."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Tenka</title>")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "assets" / "main-1a.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "main-1a.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "assets" / "main-1a.js.br").write_bytes(b"as brotli")
    (tmp_path / "assets" / "map-2b.webp").write_bytes(b"\x00\x01")
    return tmp_path


def get(folder, path, **headers) -> httpx.Response:
    """What an application with that client answers."""
    app = FastAPI()
    add_pages(app, folder)

    async def ask():
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as http:
            http.headers["accept-encoding"] = ""
            return await http.get(path, headers=headers)

    return asyncio.run(ask())


@pytest.mark.parametrize("path", ["/", "/new", "/t/a_B-9", "/t/a_B-9/replay", "/help/shogun/"])
def test_every_page_of_the_client_is_the_one_page(built, path):
    answer = get(built, path)
    assert answer.status_code == 200
    assert "<title>Tenka" in answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    again = get(built, path, **{"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_assets_are_kept_forever_and_sent_compressed(built):
    path = "/assets/main-1a.js"
    plain = get(built, path)
    assert plain.content == SCRIPT
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"].startswith("text/javascript")
    zipped = get(built, path, **{"accept-encoding": "gzip, deflate"})
    assert (zipped.content, zipped.headers["content-encoding"]) == (SCRIPT, "gzip")
    picture = get(built, "/assets/map-2b.webp", **{"accept-encoding": "gzip, br"})
    assert "content-encoding" not in picture.headers
    icon = get(built, "/icon.svg", **{"accept-encoding": "gzip"})
    assert (icon.text, icon.headers["content-encoding"]) == ("<svg/>", "gzip")
    assert icon.headers["cache-control"] == "no-cache"


def test_an_installed_client_asks_for_news_under_the_same_names(built):
    (built / "sw.js").write_bytes(SCRIPT)
    (built / "manifest").mkdir()
    (built / "manifest" / "en.webmanifest").write_text("{}")
    worker, manifest = get(built, "/sw.js"), get(built, "/manifest/en.webmanifest")
    assert worker.headers["cache-control"] == manifest.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")
    assert manifest.headers["content-type"] == "application/manifest+json"


def test_a_page_names_what_it_will_need(built):
    pages = {"": ["assets/Lobby-1.js", "assets/Lobby-2.css"], "t": ["assets/Table-3.js"]}
    words = {"": {"en": ["assets/en-4.js"], "pl": ["assets/pl-5.js"]}}
    (built / "ahead.json").write_text(json.dumps({"pages": pages, "words": words}))
    lobby = get(built, "/", **{"accept-language": "de-AT, pl-PL;q=0.9, en;q=0.8"})
    assert lobby.headers["link"] == (
        "</assets/Lobby-1.js>; rel=modulepreload,"
        " </assets/Lobby-2.css>; rel=preload; as=style; crossorigin,"
        " </assets/pl-5.js>; rel=modulepreload"
    )
    assert lobby.headers["vary"] == "Accept-Encoding, Accept-Language"
    table = get(built, "/t/a_B-9", **{"accept-language": "de"})
    assert "Table-3.js" in table.headers["link"]
    assert "en-4.js" in table.headers["link"]
    assert "link" not in get(built, "/assets/main-1a.js").headers


def test_a_tables_page_names_the_board_of_its_game(server):
    async def check():
        async with connection(server.url) as http:
            language = {"accept-language": "pl"}
            laid = (await http.post("/api/tables", json={"game": "samurai"})).json()
            page = await http.get(f"/t/{laid['table']['table']}", headers=language)
            elsewhere = await http.get(f"/t/{'x' * 22}", headers=language)
            ahead = json.loads((STATIC / "ahead.json").read_bytes())
            board = [*ahead["games"]["samurai"], *ahead["words"]["samurai"]["pl"]]
            assert len(board) > 2
            assert all(file in page.headers["link"] for file in board)
            assert not any(file in elsewhere.headers["link"] for file in board)
            assert not all(file in page.headers["link"] for file in ahead["games"]["shogun"])

    asyncio.run(check())


def test_brotli_comes_before_gzip(built):
    from tenka.server.client import files_in

    script = files_in(built)["assets/main-1a.js"]
    assert script.best("gzip, deflate, br;q=0.9") == "br"
    assert script.bodies["br"] == b"as brotli"


@pytest.mark.parametrize(
    "path", ["/assets/gone.js", "/t/..%2f..%2fx", "/.env", "/assets/main-1a.js.gz"]
)
def test_what_is_not_there_is_not_a_page(server, path):
    async def check():
        async with connection(server.url) as http:
            answer = await http.get(path)
            assert (answer.status_code, answer.json()["error"]) == (404, "not_found")

    asyncio.run(check())


def test_without_a_built_client_the_page_says_so(tmp_path):
    answer = get(tmp_path, "/t/somewhere")
    assert answer.status_code == 200
    assert "have not been built" in answer.text


def test_headers_keep_everything_at_home(server):
    async def check():
        async with connection(server.url) as http:
            for path in ("/", "/t/abc", "/docs", "/api/games", "/nothing.txt"):
                headers = (await http.get(path)).headers
                policy = headers["content-security-policy"]
                assert "default-src 'self'" in policy
                assert "script-src" not in policy  # so that scripts are the server's own, in files
                assert "frame-ancestors 'none'" in policy
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "same-origin"

    asyncio.run(check())


def test_the_interface_is_listed_without_anything_from_elsewhere(server):
    async def check():
        async with connection(server.url) as http:
            page = (await http.get("/docs")).text
            description = (await http.get("/openapi.json")).json()
        assert not re.search(r"<script|https?://|//[a-z]", page)
        for path in description["paths"]:
            assert path in page

    asyncio.run(check())


def test_a_seats_link_lands_on_the_tables_page(server):
    async def check():
        async with table(server.url) as (ann, _), connection(server.url) as http:
            seat = await http.get(f"/api/tables/{ann.link}/sit/{ann.key}", follow_redirects=True)
            assert seat.url.path == f"/t/{ann.link}"
            assert seat.headers["content-type"].startswith("text/html")
            assert (await http.get(f"/api/tables/{ann.link}/seats")).json() == [0]

    asyncio.run(check())
