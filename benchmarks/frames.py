"""The client in motion: frames a second, and what fifty battles leave in memory.

    python -m benchmarks.frames

Starts a server of its own on loopback and opens a finished game of Shogun in the system's Chromium:

- its last battle is watched as if sixty cubes had gone into the tower and sixty come out, on a
  desktop's page and on a phone's with a processor that is several times slower;
- the same in three dimensions, with a graphics card that is told everything and draws nothing: what
  is left is the page's own part;
- the phone's map is dragged to and fro;
- many battles are watched in three dimensions, and what they left is counted: the script's objects,
  the code that the browser compiled, and buffers and textures of the graphics card. If the objects
  grow, it fails.

Headless Chromium draws without a graphics card, so frames a second are the slow end of what a
machine does. The script's work is what it takes of a frame; the thread's is all that the page's one
thread does for it: script, styles, layout and the list of what is to be drawn.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

import hatch_build
from tests.server.running import ROOT, Server
from tests.web import chromium
from tests.web.test_shogun_tower import ANY_CARD, COUNT_OBJECTS, OBJECTS

RECORD = ROOT / "tests" / "fixtures" / "shogun" / "war-3.json"
SIZES = {"desktop": (1920, 1080), "phone": (390, 844)}
SLOWER = {"desktop": 1, "phone": 4}  # how many times the processor is slowed down
CUBES = [20, 20, 10, 0, 0, 10]
# In every battle so many cubes are thrown in, and as many come out.
MANY = f"""
const parse = JSON.parse
JSON.parse = (...text) => {{
  const told = parse(...text)
  for (const {{ entries }} of told?.events ?? [])
    for (const entry of entries ?? [])
      if (entry.kind === 'thrown' || entry.kind === 'fell') entry.cubes = {CUBES}
  return told
}}
"""
# Keeps the times of frames, and how long the page's script worked on each: of those in which
# something was drawn on a canvas, or of all.
COUNT = """(all) => {
  window.frames_drawn = []
  let drawn = false
  for (const [{ prototype }, name] of
    [[CanvasRenderingContext2D, 'clearRect'], [WebGL2RenderingContext, 'clear']]) {
    const draw = prototype[name]
    prototype[name] = function (...how) { drawn = true; draw.apply(this, how) }
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
# A graphics card that draws nothing, and whose picture is not waited for.
BLANK = """
for (const name of ['clear', 'drawArrays', 'drawElements', 'drawElementsInstanced'])
  WebGL2RenderingContext.prototype[name] = () => {}
addEventListener('DOMContentLoaded', () => {
  document.head.append(document.createElement('style'))
  document.styleSheets[0].insertRule('[data-testid=tower] canvas { display: none !important }')
})
"""
# A machine without a card is too slow for the third dimension; it is not to notice.
TIMELESS = "performance.now = () => 0"
FLAT = "--disable-gpu-compositing"  # the page itself is drawn as ever, which is faster here
BEGUN = "window.frames_drawn.length > 5"
LIE = '[data-testid=tower]:not([data-lying=""])'
GROWTH = 100  # KiB from the first mark to the last that are still chance
MARKS = (5, 55, 105, 155)  # battles after which what is kept is counted


@contextmanager
def opened(
    browser: Browser, server: Server, size: str, script: str = "", **wishes: Any
) -> Iterator[Page]:
    """The finished game on a page of that size."""
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    wishes |= {"base_url": server.url, "locale": "en-GB", "viewport": viewport}
    context = browser.new_context(bypass_csp=True, **wishes)
    context.add_init_script(ANY_CARD + COUNT_OBJECTS + script)
    page = context.new_page()
    page.set_default_timeout(120_000)
    head = {"content-type": "application/json"}
    laid = page.request.post("/api/records", data=RECORD.read_bytes(), headers=head).json()
    page.goto(f"/t/{laid['table']['table']}")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    yield page
    context.close()


def slow_down(page: Page, size: str) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER[size]})
    return session


@contextmanager
def worked(session: CDPSession, page: Page) -> Iterator[dict[str, float]]:
    """How long the page's thread worked for a frame of the time between, on average."""

    def so_far() -> tuple[float, int]:
        told = session.send("Performance.getMetrics")["metrics"]
        (seconds,) = (one["value"] for one in told if one["name"] == "TaskDuration")
        return seconds, page.evaluate("window.frames_drawn.length")

    session.send("Performance.enable")
    found: dict[str, float] = {}
    seconds, frames = so_far()
    yield found
    later, more = so_far()
    found["thread a frame, ms, mean"] = round(1000 * (later - seconds) / (more - frames), 2)


def watch(browser: Browser, server: Server, size: str, script: str = "") -> dict[str, Any]:
    """Frames of one battle."""
    with opened(browser, server, size, MANY + script) as page:
        if size == "phone":
            page.get_by_role("button", name="Boards").click()
        page.evaluate(COUNT, False)
        session = slow_down(page, size)
        page.get_by_role("button", name="Last battle").dispatch_event("click")
        page.wait_for_function(BEGUN)
        page.evaluate("window.frames_drawn.splice(0)")  # also those from before the cubes fell
        with worked(session, page) as thread:
            page.locator(LIE).wait_for()
        assert page.get_by_test_id("tower").get_attribute("data-lying") == " ".join(map(str, CUBES))
        return numbers(page.evaluate("window.frames_drawn")) | thread


def pan(browser: Browser, server: Server) -> dict[str, Any]:
    """Frames while a finger drags the phone's map, printed and all, to and fro."""
    with opened(browser, server, "phone") as page:
        map_ = page.locator("svg[data-moves]")
        page.locator(".under canvas").wait_for()
        page.evaluate(COUNT, True)
        session = slow_down(page, "phone")
        box = map_.bounding_box() or exit("There is no map")
        middle = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 20, middle)
        page.mouse.down()
        with worked(session, page) as thread:
            for x in (box["width"] - 20, 20) * 2:
                page.mouse.move(box["x"] + x, middle + 40, steps=40)
        page.mouse.up()
        return numbers(page.evaluate("window.frames_drawn.splice(0)")) | thread


def numbers(frames: list[tuple[float, float]]) -> dict[str, Any]:
    times, work = zip(*frames, strict=True)
    gaps = [b - a for a, b in itertools.pairwise(times) if b > a]
    return {
        "frames a second": round(1000 * len(gaps) / sum(gaps), 1),
        "longest gap, ms": round(max(gaps), 1),
        "work a frame, ms, median": round(statistics.median(work), 2),
        "work a frame, ms, most": round(max(work), 2),
    }


def heap(session: CDPSession) -> dict[str, int]:
    """The script's objects, and the code that the browser has compiled for it by now."""
    chunks: list[str] = []

    def keep(event: dict[str, Any]) -> None:
        chunks.append(event["chunk"])

    session.on("HeapProfiler.addHeapSnapshotChunk", keep)
    session.send("HeapProfiler.takeHeapSnapshot")
    session.remove_listener("HeapProfiler.addHeapSnapshotChunk", keep)
    found = json.loads("".join(chunks))
    meta, nodes = found["snapshot"]["meta"], found["nodes"]
    kind, size = (meta["node_fields"].index(name) for name in ("type", "self_size"))
    step, kinds = len(meta["node_fields"]), meta["node_types"][0]
    bytes_ = Counter[str]()
    for at in range(0, len(nodes), step):
        bytes_[kinds[nodes[at + kind]]] += nodes[at + size]
    code, others = bytes_.pop("code"), bytes_.total() - bytes_["native"]
    return {"KiB of script's objects": others >> 10, "KiB of compiled code": code >> 10}


def held(page: Page, session: CDPSession) -> dict[str, int]:
    """What the page keeps, after all that nobody needs has been thrown away."""
    for _ in range(3):  # what only garbage held is garbage the next time
        session.send("HeapProfiler.collectGarbage")
    counted = session.send("Memory.getDOMCounters")
    return (
        heap(session)
        | {
            "nodes": counted["nodes"],
            "listeners": counted["jsEventListeners"],
        }
        | page.evaluate(OBJECTS)
    )


def remember(browser: Browser, server: Server) -> dict[str, Any]:
    """What battles in three dimensions leave, counted again and again."""
    kept: list[dict[str, int]] = []
    with opened(browser, server, "desktop", reduced_motion="reduce") as page:
        page.set_viewport_size({"width": 640, "height": 400})
        session = page.context.new_cdp_session(page)
        page.evaluate(TIMELESS)
        results = page.locator("[data-testid=log] button.again")
        for battle in range(MARKS[-1]):
            results.nth(battle % results.count()).dispatch_event("click")
            page.locator(LIE).wait_for()
            page.get_by_role("button", name="Close", exact=True).dispatch_event("click")
            page.get_by_test_id("tower").wait_for(state="detached")
            if battle + 1 in MARKS:
                kept.append(held(page, session))
    name = "KiB of script's objects"
    if kept[-1][name] - kept[0][name] > GROWTH:
        exit(f"Battles leave something behind: {name} {kept[0][name]}, then {kept[-1][name]}")
    return {name: " · ".join(str(found[name]) for found in kept) for name in kept[0]}


def measure(flat: Browser, server: Server) -> dict[str, Any]:
    path = chromium.find(chromium.WHOLE)
    report = {f"sixty cubes, {size}": watch(flat, server, size) for size in SIZES}
    report["panning, phone"] = pan(flat, server)
    with flat.browser_type.launch(executable_path=path, args=[*chromium.SOLID, FLAT]) as solid:
        for size in SIZES:
            report[f"sixty solid cubes, {size}"] = watch(solid, server, size, BLANK)
        report[f"{', '.join(map(str, MARKS))} battles"] = remember(solid, server)
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
            print(f"{what:26} {name:26} {value}")


if __name__ == "__main__":
    main()
