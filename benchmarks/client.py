"""The browser client: what the first load weighs, and how soon a move is seen.

    python -m benchmarks.client

Starts a server of its own on loopback and opens its pages in the system's Chromium. The weight is
the compressed script that comes over the wire for the lobby and one game. The time is from the
click on 'Confirm orders', in Sun Tzu, to the moment at which the page of the same player, and the
page of the other one, show that the orders are given.
"""

from __future__ import annotations

import argparse
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
# Notes the time of a click, and of the first change of the log after it.
WATCH = """() => {
  window.seen = {}
  const note = (what) => () => { window.seen[what] ??= performance.timeOrigin + performance.now() }
  addEventListener('click', note('click'), true)
  new MutationObserver(note('change'))
    .observe(document.querySelector('[data-testid=log]'), { childList: true, subtree: true })
}"""


def wait_until_compiled(server: Server) -> None:
    while json.load(urllib.request.urlopen(f"{server.url}/healthz"))["preparing"]:
        time.sleep(0.5)


def visitor(browser: Browser, server: Server) -> Page:
    context = browser.new_context(base_url=server.url, locale="en-GB", bypass_csp=True)
    context.add_init_script(STILL)
    return context.new_page()


def weight(browser: Browser, server: Server, game: str) -> int:
    """Bytes of compressed script for the lobby and a game, nothing cached before."""
    page = visitor(browser, server)
    loaded = count_loaded(page)
    page.goto("/")
    page.get_by_role("button").nth(1).wait_for()
    page.goto(lay(page, game, [HUMAN, *[RANDOM] * (GAMES[game] - 1)]))
    asks(page).wait_for()
    weight = loaded("Script")
    page.context.close()
    return weight


def latency(browser: Browser, server: Server) -> tuple[float, float]:
    """Milliseconds from a click until the own page, and the other one, show what was decided."""
    ann, bob = visitor(browser, server), visitor(browser, server)
    address = lay(ann, "suntzu", [HUMAN, {"kind": "open"}], options={"beginner": True})
    bob.request.post(f"/api/tables/{address[3:]}/join", data={"name": "Bob"})
    for page in (ann, bob):
        page.goto(address)
        expect(asks(page)).to_contain_text("5 provinces")
        page.evaluate(WATCH)
    lay_orders(ann, 1, 2, 3, 4, 5)
    ann.evaluate("() => { window.seen = {} }")
    press(ann, "Confirm orders")
    for page in (ann, bob):
        page.wait_for_function("window.seen.change")
    click = ann.evaluate("window.seen.click")
    times = [page.evaluate("window.seen.change") - click for page in (ann, bob)]
    ann.context.close()
    bob.context.close()
    return times[0], times[1]


def measure(browser: Browser, server: Server, times: int) -> dict[str, Any]:
    report: dict[str, Any] = {
        f"script, lobby and {game}": weight(browser, server, game) for game in GAMES
    }
    latency(browser, server)  # the first one warms the server up
    own, other = zip(*(latency(browser, server) for _ in range(times)), strict=True)
    for name, values in (("own page", own), ("other page", other)):
        report[f"ms to the {name}, median"] = round(statistics.median(values), 1)
        report[f"ms to the {name}, most"] = round(max(values), 1)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=20, help="moves whose time is taken")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    hatch_build.build_client()
    path = chromium.find() or exit(chromium.MISSING)
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
            print(f"{name:32} {value}")


if __name__ == "__main__":
    main()
