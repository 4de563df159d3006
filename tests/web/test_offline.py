"""Kept on a device: the client without a connection, and an open page when a new edition comes."""

from __future__ import annotations

import json
import re
import shutil
import socket
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from tenka.server.client import STATIC, add_pages
from tests.server.running import free_port
from tests.web.acting import HUMAN, RANDOM, asks, lay
from tests.web.conftest import PATIENCE

NEW = "A new edition of three games"
OLD = "Three games about uniting a realm"
KEPT = """async ([paths, patience]) => {
  const there = (path) => caches.match(path, {ignoreVary: true})
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const found = await Promise.all(paths.map(there))
    if (navigator.serviceWorker.controller && found.every(Boolean)) return true
    await new Promise((done) => setTimeout(done, 50))
  }
  return false
}"""
ALL_KEPT = """async () => {
  const names = await caches.keys()
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return lists.flat().map((request) => new URL(request.url).pathname)
}"""


def edition(folder: Path = STATIC) -> dict:
    """What the service worker of a built client may keep."""
    text = (folder / "sw.js").read_text().partition("=")[2]
    return json.JSONDecoder().raw_decode(text)[0]


def wait_until_kept(page: Page, folder: Path = STATIC, game: str | None = None) -> None:
    """Wait until this device has what an English reader needs, and what players of a game need."""
    paths = [
        file["path"]
        for file in edition(folder)["files"]
        if file.get("language", "en") == "en" and file.get("game", game) == game
    ]
    assert page.evaluate(KEPT, [["/", *paths], PATIENCE])


def test_without_a_connection_the_lobby_and_the_rules_open(visit):
    page = visit(service_workers="allow")
    address = lay(page, "suntzu", [HUMAN, RANDOM], options={"beginner": True})
    page.goto(address)
    expect(asks(page)).to_contain_text("5 provinces")
    wait_until_kept(page, game="suntzu")

    page.context.set_offline(True)
    expect(page.get_by_test_id("away")).to_contain_text("You are offline")
    page.goto("/help/shogun")
    expect(page.get_by_role("heading", name="Rules of Shogun")).to_be_visible()
    expect(page.locator("figure svg").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("alert").first).to_contain_text("You are offline")
    page.get_by_role("navigation", name="Samurai").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="Rules of Samurai")).to_be_visible()
    page.goto(address)
    expect(page.get_by_role("status").first).to_contain_text("You are offline")

    page.context.set_offline(False)
    expect(asks(page)).to_contain_text("5 provinces")
    assert {path for path in page.evaluate(ALL_KEPT) if not path.startswith("/assets/")} == {"/"}


@contextmanager
def serving(folder: Path, port: int):
    """The pages of a built client, without a table behind them."""
    app = FastAPI()
    add_pages(app, folder)
    door = socket.create_server(("127.0.0.1", port))  # whoever comes early waits there
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    try:
        yield
    finally:
        server.should_exit = server.force_exit = True
        thread.join()


@pytest.fixture
def renewed(client, tmp_path):
    """The client as another edition: other words, and no file has the name it had."""
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    texts = [path for path in folder.rglob("*") if path.suffix in (".js", ".css", ".html")]
    for path in texts:
        text = path.read_text().replace(OLD, NEW)
        text = re.sub(r"\b([\w.-]+-[\w-]{8})\.(js|css|woff2|svg)\b", r"\1x.\2", text)
        path.write_text(text.replace('"name":"tenka ', '"name":"tenka x'))
    for path in (folder / "assets").iterdir():
        path.rename(path.with_stem(f"{path.stem}x"))
    return folder


def test_a_page_outlives_its_edition_and_the_next_one_is_new(visit, client, renewed):
    port = free_port()
    page = visit(service_workers="allow", base_url=f"http://127.0.0.1:{port}")
    rules = page.get_by_role("link", name="Rules").first
    with serving(STATIC, port):
        page.goto("/")
        expect(rules).to_be_visible()
        wait_until_kept(page)
    with serving(renewed, port):
        rules.click()  # of the old edition, from what is kept
        expect(page.get_by_role("heading", name="Rules of")).to_be_visible()
        page.evaluate("navigator.serviceWorker.ready.then((kept) => kept.update())")
        wait_until_kept(page, renewed)
        page.get_by_role("link", name="Tenka: to the lobby").click()
        expect(page.get_by_text(NEW)).to_be_visible()
        page.close()  # before the server is: it still fetches what may be wanted next


def test_where_nothing_is_kept_a_missing_part_brings_the_new_edition(visit, client, renewed):
    port = free_port()
    page = visit(base_url=f"http://127.0.0.1:{port}")
    rules = page.get_by_role("link", name="Rules").first
    with serving(STATIC, port):
        page.goto("/")
        expect(rules).to_be_visible()
        page.wait_for_load_state("networkidle")  # what the lobby itself consists of has come
    with serving(renewed, port):
        rules.click()
        expect(page.get_by_role("heading", name="Rules of")).to_be_visible()
        page.get_by_role("link", name="Tenka: to the lobby").click()
        expect(page.get_by_text(NEW)).to_be_visible()
        page.close()  # before the server is: it still fetches what may be wanted next
