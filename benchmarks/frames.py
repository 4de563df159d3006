"""The client in motion: frames a second, and what fifty battles leave in memory.

    python -m benchmarks.frames

Starts a server of its own on loopback and opens a finished game of Shogun in the system's Chromium:

- its last battle is watched with a journal in which sixty cubes go into the tower and sixty come
  out, on a desktop's page and on a phone's with a processor that is several times slower;
- the phone's map is dragged to and fro;
- fifty battles are watched in three dimensions, and what they left is counted: bytes of script, and
  buffers and textures of the graphics card.

Headless Chromium draws without a graphics card, so this is the slow end of what a machine does. The
work is the time that the page's script takes for one frame.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserType, CDPSession, Page, sync_playwright

import hatch_build
from tests.server.running import ROOT, Server
from tests.web import chromium
from tests.web.test_shogun_tower import ANY_CARD, COUNT_OBJECTS, OBJECTS

RECORD = ROOT / "tests" / "fixtures" / "shogun" / "war-3.json"
SIZES = {"desktop": (1920, 1080), "phone": (390, 844)}
SLOWER = {"desktop": 1, "phone": 4}  # how many times the processor is slowed down
CUBES = [20, 20, 10, 0, 0, 10]
BATTLE = [
    {
        "kind": "attack",
        "player": 0,
        "province": "Kai",
        "source": "Sagami",
        "armies": 20,
        "defender": 1,
    },
    {"kind": "thrown", "province": "Kai", "attacker": 0, "defender": 1, "peasants": "defence"}
    | {"cubes": CUBES},
    {"kind": "fell", "province": "Kai", "cubes": CUBES},
    {"kind": "battle result", "province": "Kai", "result": "defender won", "armies": 10},
]
# Keeps the times of frames, and how long the page's script worked on each: of those in which
# something was drawn on a canvas, or of all.
COUNT = """(all) => {
  window.frames_drawn = []
  let drawn = false
  const clear = CanvasRenderingContext2D.prototype.clearRect
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    drawn = true
    clear.apply(this, box)
  }
  const ask = window.requestAnimationFrame
  window.requestAnimationFrame = (draw) => ask((now) => {
    const began = performance.now()
    draw(now)
    if (all || drawn) window.frames_drawn.push([now, performance.now() - began])
    drawn = false
  })
  const next = () => requestAnimationFrame(next)
  if (all) next()
}"""
# A machine without a card is too slow for the third dimension; it is not to notice.
TIMELESS = "performance.now = () => 0"
WARM, BATTLES = 5, 50


@contextmanager
def opened(browser: Browser, server: Server, size: str, **wishes: Any) -> Iterator[Page]:
    """The finished game on a page of that size, with the journal that has sixty cubes."""
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    context = browser.new_context(base_url=server.url, locale="en-GB", viewport=viewport, **wishes)
    context.add_init_script(ANY_CARD + COUNT_OBJECTS)
    page = context.new_page()
    head = {"content-type": "application/json"}
    laid = page.request.post("/api/records", data=RECORD.read_bytes(), headers=head).json()
    page.route("**/journal*", lambda route: route.fulfill(json={"entries": BATTLE}))
    page.goto(f"/t/{laid['table']['table']}")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    yield page
    context.close()


def slow_down(page: Page, size: str) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER[size]})
    return session


def watch(browser: Browser, server: Server, size: str) -> dict[str, Any]:
    """Frames of one battle."""
    with opened(browser, server, size) as page:
        if size == "phone":
            page.get_by_role("button", name="Boards").click()
        page.evaluate(COUNT, False)
        slow_down(page, size)
        page.get_by_role("button", name="Last battle").click()
        page.locator('[data-testid=tower]:not([data-lying=""])').wait_for()
        return figures(page.evaluate("window.frames_drawn"))


def pan(browser: Browser, server: Server) -> dict[str, Any]:
    """Frames while a finger drags the phone's map, printed and all, to and fro."""
    with opened(browser, server, "phone") as page:
        map_ = page.locator("svg[data-moves]")
        page.locator(".under canvas").wait_for()
        page.evaluate(COUNT, True)
        slow_down(page, "phone")
        box = map_.bounding_box() or exit("There is no map")
        middle = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 20, middle)
        page.mouse.down()
        for x in (box["width"] - 20, 20) * 2:
            page.mouse.move(box["x"] + x, middle + 40, steps=40)
        page.mouse.up()
        return figures(page.evaluate("window.frames_drawn.splice(0)"))


def figures(frames: list[tuple[float, float]]) -> dict[str, Any]:
    times, work = zip(*frames, strict=True)
    gaps = [b - a for a, b in itertools.pairwise(times) if b > a]
    return {
        "frames a second": round(1000 * len(gaps) / sum(gaps), 1),
        "longest gap, ms": round(max(gaps), 1),
        "work a frame, ms, median": round(statistics.median(work), 2),
        "work a frame, ms, most": round(max(work), 2),
    }


def held(page: Page, session: CDPSession) -> dict[str, int]:
    """What the page keeps, after all that nobody needs has been thrown away."""
    for _ in range(3):  # what only garbage held is garbage the next time
        session.send("HeapProfiler.collectGarbage")
    counted = session.send("Memory.getDOMCounters")
    return {
        "KiB of script's objects": session.send("Runtime.getHeapUsage")["usedSize"] >> 10,
        "nodes": counted["nodes"],
        "listeners": counted["jsEventListeners"],
    } | page.evaluate(OBJECTS)


def remember(kind: BrowserType, server: Server) -> dict[str, Any]:
    """What fifty battles in three dimensions leave, beside what the first five left."""
    path = chromium.find(chromium.WHOLE)
    with (
        kind.launch(executable_path=path, args=list(chromium.SOLID)) as browser,
        opened(browser, server, "desktop", reduced_motion="reduce") as page,
    ):
        page.set_default_timeout(120_000)
        page.set_viewport_size({"width": 640, "height": 400})
        session = page.context.new_cdp_session(page)
        page.evaluate(TIMELESS)
        results = page.locator("[data-testid=log] button.again")
        for battle in range(WARM + BATTLES):
            results.nth(battle % results.count()).dispatch_event("click")
            page.locator('[data-testid=tower]:not([data-lying=""])').wait_for()
            page.get_by_role("button", name="Close", exact=True).dispatch_event("click")
            page.get_by_test_id("tower").wait_for(state="detached")
            if battle == WARM - 1:
                before = held(page, session)
        after = held(page, session)
    return {f"{name}, before and after": f"{before[name]} · {after[name]}" for name in after}


def measure(browser: Browser, server: Server) -> dict[str, Any]:
    report = {f"sixty cubes, {size}": watch(browser, server, size) for size in SIZES}
    report["panning, phone"] = pan(browser, server)
    report[f"{BATTLES} battles"] = remember(browser.browser_type, server)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    hatch_build.build_client()
    path = chromium.find(chromium.WHOLE) or exit(chromium.MISSING)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        Server(f"sqlite:///{folder}/tables.sqlite") as server,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        report = measure(browser, server)
        browser.close()
    if arguments.json:
        print(json.dumps(report))
        return
    for what, found in report.items():
        for name, value in found.items():
            print(f"{what:22} {name:26} {value}")


if __name__ == "__main__":
    main()
