"""The browser client: what the first load weighs, how soon it stands, and how soon a move is seen.

    python -m benchmarks.client

Starts a server of its own on loopback and opens its pages in the system's Chromium. The weight is
the compressed script, and the fonts, that come over the wire for the lobby and one game. The first
paint and the time to interact are from the request for a page, nothing of it kept before, to its
first words and to the end of the frame in which what can be pressed is drawn; so are those of a
phone, whose processor is slowed down four times. The other times are from a click to
the end of the frame in which its answer is drawn: in Samurai from a tile in the hand to the places
where it can go; in Sun Tzu from 'Confirm orders' to the line in the log that tells of them, on the
page of the same player and on that of the other one.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import tempfile
import time
import urllib.request
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

import hatch_build
from tests.server.running import Server
from tests.web import chromium
from tests.web.acting import HUMAN, RANDOM, asks, count_loaded, lay, lay_orders, press

GAMES = {"samurai": 2, "shogun": 3, "suntzu": 2}
STILL = "localStorage['tenka.settings'] = JSON.stringify({speed: 'off', battles: 'none'})"
LOG = "[data-testid=log]"
TILE = "[data-piece]:not([aria-disabled=true]):not([data-piece$=exchange])"
# What can be pressed first: a game in the lobby, a tile of the hand at a table of Samurai.
OPENED = {"lobby": "main button", "table": TILE}
OPTIONS = {"hands": "random", "figures": "random"}
PHONE = 4  # how many times its processor is slower
# Notes when the first change after which something is there was drawn.
OPEN = """(what) => new MutationObserver((_, observer) => {
  if (!document.querySelector(what)) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => { window.interactive = performance.now() }))
}).observe(document, { childList: true, subtree: true })"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# Notes the time of a click, and when the first change after which something is there was drawn.
WATCH = """([where, what]) => {
  window.seen = {}
  const note = (name) => { window.seen[name] ??= performance.timeOrigin + performance.now() }
  const drawn = () => requestAnimationFrame(() => setTimeout(() => note('drawn')))
  addEventListener('click', () => note('click'), true)
  const place = document.querySelector(where)
  new MutationObserver(() => { if (place.querySelector(what)) drawn() })
    .observe(place, { childList: true, subtree: true })
}"""


def wait_until_compiled(server: Server) -> None:
    while json.load(urllib.request.urlopen(f"{server.url}/healthz"))["preparing"]:
        time.sleep(0.5)


def visitor(browser: Browser, server: Server) -> Page:
    context = browser.new_context(base_url=server.url, locale="en-GB", bypass_csp=True)
    context.add_init_script(STILL)
    return context.new_page()


def weight(browser: Browser, server: Server, game: str) -> dict[str, int]:
    """Bytes of compressed script and of fonts for the lobby and a game, nothing cached before."""
    page = visitor(browser, server)
    loaded = count_loaded(page)
    page.goto("/")
    page.get_by_role("button").nth(1).wait_for()
    page.goto(lay(page, game, [HUMAN, *[RANDOM] * (GAMES[game] - 1)]))
    asks(page).wait_for()
    weight = {kind: loaded(kind) for kind in ("Script", "Font")}
    page.context.close()
    return weight


def opens(browser: Browser, server: Server, what: str, slower: int) -> tuple[float, float]:
    """Milliseconds from asking for a page to its first paint, and until it can be worked with."""
    page = visitor(browser, server)
    page.add_init_script(f"({OPEN})({json.dumps(OPENED[what])})")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    seats = [HUMAN, RANDOM]
    page.goto("/" if what == "lobby" else lay(page, "samurai", seats, options=OPTIONS))
    page.wait_for_function(f"window.interactive && {PAINTED}")
    times = page.evaluate(PAINTED), page.evaluate("window.interactive")
    page.context.close()
    return times


def click_to_pixels(page: Page, *pages: Page) -> list[float]:
    """Milliseconds from the click on a watched page until each watched page shows its answer."""
    watched = (page, *pages)
    for one in watched:
        one.wait_for_function("window.seen.drawn")
    click = page.evaluate("window.seen.click")
    times = [one.evaluate("window.seen.drawn") - click for one in watched]
    for one in watched:
        one.context.close()
    return times


def take_up(browser: Browser, server: Server) -> list[float]:
    """A tile of Samurai is taken up: until the places where it can go are shown."""
    page = visitor(browser, server)
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=OPTIONS))
    expect(asks(page)).to_have_text("Play a tile")
    page.evaluate(WATCH, ["[data-testid=samurai-map]", "[data-target]"])
    page.locator(TILE).first.click()
    return click_to_pixels(page)


def give_orders(browser: Browser, server: Server) -> list[float]:
    """Orders of Sun Tzu are confirmed: until the own page, and the other one, show it."""
    ann, bob = visitor(browser, server), visitor(browser, server)
    address = lay(ann, "suntzu", [HUMAN, {"kind": "open"}], options={"beginner": True})
    bob.request.post(f"/api/tables/{address[3:]}/join", data={"name": "Bob"})
    for page in (ann, bob):
        page.goto(address)
        expect(asks(page)).to_contain_text("5 provinces")
    lay_orders(ann, 1, 2, 3, 4, 5)
    for page in (ann, bob):
        page.evaluate(WATCH, [LOG, "*"])
    press(ann, "Confirm orders")
    return click_to_pixels(ann, bob)


def measure(browser: Browser, server: Server, times: int) -> dict[str, Any]:
    report: dict[str, Any] = {
        f"{kind.lower()}, lobby and {game}": bytes_
        for game in GAMES
        for kind, bytes_ in weight(browser, server, game).items()
    }
    for what, slower in itertools.product(OPENED, (1, PHONE)):
        found = zip(*(opens(browser, server, what, slower) for _ in range(times)), strict=True)
        for name, values in zip(("painted", "interactive"), found, strict=True):
            where = f"{what}{', phone' * (slower > 1)}"
            report[f"ms until {name}, {where}, median"] = round(statistics.median(values))
    for act in (take_up, give_orders):
        act(browser, server)  # the first one warms the server up
    (places,) = zip(*(take_up(browser, server) for _ in range(times)), strict=True)
    own, other = zip(*(give_orders(browser, server) for _ in range(times)), strict=True)
    for name, values in (("places", places), ("own page", own), ("other page", other)):
        report[f"ms to the {name}, median"] = round(statistics.median(values), 1)
        report[f"ms to the {name}, most"] = round(max(values), 1)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=20, help="clicks of each kind")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    hatch_build.build_client()
    path = chromium.find(chromium.WHOLE) or exit(chromium.MISSING)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{folder}/tables.sqlite")
        server.settings["NUMBA_DISABLE_JIT"] = "0"
        with server:
            wait_until_compiled(server)
            browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
            report = measure(browser, server, arguments.times)
            browser.close()
    if arguments.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:44} {value}")


if __name__ == "__main__":
    main()
