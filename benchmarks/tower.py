"""The tower in the browser: frames a second while sixty cubes fall and roll.

    python -m benchmarks.tower

Starts a server of its own on loopback, opens a finished game of Shogun in the system's Chromium
and watches its last battle again, with a journal in which sixty cubes go into the tower and sixty
come out. Headless Chromium draws without a graphics card, so this is the slow end of what a
desktop does. The work is the time that the page's script takes for one frame.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import tempfile
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import hatch_build
from tests.server.running import ROOT, Server
from tests.web import chromium

RECORD = ROOT / "tests" / "fixtures" / "shogun" / "war-3.json"
SIZES = {"desktop": (1920, 1080), "phone": (390, 844)}
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
    {"kind": "thrown", "province": "Kai", "cubes": CUBES},
    {"kind": "fell", "province": "Kai", "cubes": CUBES},
    {"kind": "battle result", "province": "Kai", "result": "defender won", "armies": 10},
]
# Keeps the times at which frames were drawn, and how long the page's script worked on each.
COUNT = """() => {
  window.frames_drawn = []
  const ask = window.requestAnimationFrame
  window.requestAnimationFrame = (draw) => ask((now) => {
    const began = performance.now()
    draw(now)
    window.frames_drawn.push([now, performance.now() - began])
  })
}"""


def watch(browser: Browser, server: Server, size: str) -> list[tuple[float, float]]:
    """Frames of one battle: when, and how many milliseconds of work."""
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    context = browser.new_context(base_url=server.url, locale="en-GB", viewport=viewport)
    page = context.new_page()
    head = {"content-type": "application/json"}
    laid = page.request.post("/api/records", data=RECORD.read_bytes(), headers=head).json()
    page.route("**/journal*", lambda route: route.fulfill(json={"entries": BATTLE}))
    page.goto(f"/t/{laid['table']['table']}")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    if size == "phone":
        page.get_by_role("button", name="Boards").click()
    page.evaluate(COUNT)
    page.get_by_role("button", name="Last battle").click()
    page.locator('[data-testid=tower]:not([data-lying=""])').wait_for()
    frames = page.evaluate("window.frames_drawn")
    context.close()
    return [(now, work) for now, work in frames]


def figures(frames: list[tuple[float, float]]) -> dict[str, Any]:
    times, work = zip(*frames, strict=True)
    gaps = [b - a for a, b in itertools.pairwise(times)]
    return {
        "frames a second": round(1000 * len(gaps) / sum(gaps), 1),
        "longest gap, ms": round(max(gaps), 1),
        "work a frame, ms, median": round(statistics.median(work), 2),
        "work a frame, ms, most": round(max(work), 2),
    }


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
        report = {size: figures(watch(browser, server, size)) for size in SIZES}
        browser.close()
    if arguments.json:
        print(json.dumps(report))
        return
    for size, found in report.items():
        for name, value in found.items():
            print(f"{size:8} {name:26} {value}")


if __name__ == "__main__":
    main()
