"""The built client on a real server, in the system's Chromium."""

from __future__ import annotations

import fcntl
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

import hatch_build
from tests.server.running import ROOT, Server
from tests.web import chromium

SIZES = {
    "desktop": (1280, 720),
    "large": (1920, 1080),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "phone on its side": (844, 390),
}
SCREENS = ROOT / ".pytest_cache" / "screens"
PATIENCE = 45_000  # milliseconds for what takes a tenth of one second on an idle machine
LONGEST = 480  # seconds for a test that takes half a minute at most
expect.set_options(timeout=PATIENCE)


@pytest.fixture(autouse=True)
def no_test_goes_on_for_ever():
    """A page that asks again and again, or never answers, ends its test, not the patience."""

    def give_up(*_: object) -> None:
        raise AssertionError(f"the test has not ended after {LONGEST} seconds")

    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, LONGEST, LONGEST)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.fixture(scope="session")
def client():
    """The client, built from the present sources; of several test processes one builds it."""
    lock = ROOT / ".pytest_cache" / "client.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        hatch_build.build_client()


@pytest.fixture(scope="session")
def once(client, tmp_path_factory):
    """A function that makes a folder by its name; of several test processes one makes it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent

    def made(name: str, make: Callable[[Path], None]) -> Path:
        with (shared / f"{name}.lock").open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            folder = shared / name
            if not folder.exists():
                unfinished = tmp_path_factory.mktemp(name)
                make(unfinished)
                unfinished.rename(folder)
        return folder

    return made


@pytest.fixture(scope="session")
def table_server(client, tmp_path_factory):
    """A server that serves the client; bots do not dawdle, and all rules run interpreted."""
    file = tmp_path_factory.mktemp("tables") / "tables.sqlite"
    with Server(f"sqlite:///{file}") as server:
        yield server


@pytest.fixture(scope="module")
def browser():
    """Chromium. It goes with its module: Playwright keeps an event loop running meanwhile."""
    path = chromium.find()
    if path is None:
        pytest.fail(chromium.MISSING, pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, table_server):
    """A function that opens a page as a new person would: own cookies, own settings.

    No script of the page may have failed by the end of the test.
    """
    contexts, failures = [], []

    def open_page(
        size: str = "desktop",
        language: str = "en-GB",
        theme: str = "light",
        speed: str = "off",
        server: Server = table_server,
        hold: str = "never",
        sound: bool | None = False,  # None: as it is until somebody chooses
        service_workers: str = "block",  # few tests are about what is kept on a device
        **more: object,
    ) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch="phone" in size,
            locale=language,
            color_scheme=theme,
            service_workers=service_workers,
            **{"base_url": server.url, **more},
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        battles = "none" if speed == "off" else speed
        chosen = {"speed": speed, "battles": battles, "hold": hold}
        settings = json.dumps(json.dumps(chosen if sound is None else {**chosen, "sound": sound}))
        context.add_init_script(
            f"localStorage['tenka.settings'] ?? (localStorage['tenka.settings'] = {settings})"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: failures.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert failures == []


@pytest.fixture
def page(visit):
    """Somebody at a desktop."""
    return visit()


@pytest.fixture
def picture():
    """A function that keeps a picture of a page, to be looked at."""

    def keep(page: Page, name: str) -> Path:
        SCREENS.mkdir(parents=True, exist_ok=True)
        path = SCREENS / f"{name}.png"
        page.screenshot(path=path)
        return path

    return keep
