"""A film of a battle in three dimensions, for the README.

    python -m tests.web.film docs/pictures/battle.webp

The replay of a stored game goes one step forward in Chromium without a graphics card, whose
pictures take longer than the battle does. So the page's clock is stopped, and set forward by hand
from picture to picture.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from tests.server.running import Server
from tests.web import chromium
from tests.web.acting import asks, load_record, press
from tests.web.shogun import RECORDS
from tests.web.test_shogun_tower import ANY_CARD

SIZE: ViewportSize = {"width": 1280, "height": 800}
SHOWN = (960, 600)
STEP = 60  # milliseconds between pictures
LAST = 2_500  # for as long the result is seen
MOST = 150  # pictures
QUIET = 3_000  # milliseconds until the map is printed
RESULT = "against"  # a word that is told when all cubes lie


def pictures(page: Page) -> Iterator[Image.Image]:
    """The next battle of the replay, picture by picture, until its result was told."""
    press(page, "One step forward")
    battle = page.get_by_test_id("battle")
    for _ in range(MOST):
        page.clock.run_for(STEP)
        page.screenshot()  # what was drawn in that time is seen in the next
        seen = Image.open(io.BytesIO(page.screenshot()))
        yield seen.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)
        if battle.count() and RESULT in battle.inner_text():
            return


def film(page: Page, number: int, path: Path) -> None:
    """Keep the battle that follows on a position of a stored war as an animated picture."""
    page.clock.install()
    load_record(page, RECORDS / "war-8.json")
    page.get_by_role("slider", name="Position in the game").fill(str(number))
    expect(asks(page)).to_contain_text(f"Position {number} of")
    page.wait_for_timeout(QUIET)
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    frames = list(pictures(page))
    lengths = [STEP] * (len(frames) - 1) + [LAST]
    frames[0].save(path, append_images=frames[1:], duration=lengths, loop=0, quality=80, method=6)
    print(f"{len(frames)} pictures, {path.stat().st_size / 1024:.0f} KB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--position", type=int, default=203, help="before a battle")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"sqlite:///{folder}/tables.sqlite") as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(
            executable_path=chromium.find(), args=list(chromium.SOLID)
        ) as browser,
    ):
        page = browser.new_page(viewport=SIZE, base_url=server.url)
        page.set_default_timeout(120_000)
        page.add_init_script(ANY_CARD)
        film(page, arguments.position, arguments.path)


if __name__ == "__main__":
    main()
