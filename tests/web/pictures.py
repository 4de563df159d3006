"""The pictures of the three boards, for the README: each in the middle of a finished game.

python -m tests.web.pictures docs/pictures
"""

from __future__ import annotations

import argparse
import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.server.running import Server
from tests.web import chromium
from tests.web.shogun import LAY, hand
from tests.web.stations import Station, contested, sit_among_bots

SIZE: ViewportSize = {"width": 1440, "height": 900}
STILL = json.dumps(json.dumps({"speed": "off", "battles": "none", "hold": "never", "sound": False}))
QUIET = 3_000  # milliseconds until the map is printed


def plan(page: Page) -> None:
    """Lay a part of a plan, and take up one more card."""
    cards = [card for card in hand(page) if not card.startswith("chest")]
    names = page.locator("[data-testid^=field-]").evaluate_all(
        "all => all.map((one) => one.dataset.testid.slice(6))"
    )
    page.evaluate(LAY, list(zip(names, cards[:-2], strict=False)))
    page.get_by_test_id(f"card-{cards[-2]}").click()
    page.mouse.move(0, 0)  # or a closer look at that province would lie on the map


def consider(page: Page) -> None:
    """Take up a tile, and look at a town."""
    page.locator(".offered[data-piece]:not([data-piece$=exchange])").first.click()
    page.locator("[data-settlement=Kyoto]").hover(force=True)


def look_on(page: Page) -> None:
    """Nothing more is done: the last order is asked for."""


def amid_war(view: dict[str, Any]) -> bool:
    """All others have planned the autumn of the first year."""
    return view["year"] == 1 and view["season"] == "autumn" and len(view["to_act"]) == 1


def ordered(view: dict[str, Any]) -> bool:
    """The other one has given orders for the fifth round."""
    return view["round"] == 5 and len(view["to_act"]) == 1


BOARDS: dict[str, tuple[Station, Callable[[Page], None]]] = {
    "shogun": (Station("shogun", "shared-4", "planning", amid_war, first=True), plan),
    "samurai": (Station("samurai", "3-players-12", "play a tile", contested), consider),
    "suntzu": (Station("suntzu", "round-9-points-shao", "orders", ordered, first=True), look_on),
}


def take(page: Page, name: str, database: Path, folder: Path) -> None:
    """Keep a picture of a board."""
    station, then = BOARDS[name]
    sit_among_bots(page, station, database)
    then(page)
    page.wait_for_timeout(QUIET)
    seen = Image.open(io.BytesIO(page.screenshot()))
    path = folder / f"{name}.webp"
    seen.convert("RGB").save(path, quality=84, method=6)
    print(f"{path}: {path.stat().st_size / 1024:.0f} KB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--board", choices=[*BOARDS], help="this one alone")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as tables,
        Server(f"sqlite:///{tables}/tables.sqlite") as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(
            executable_path=chromium.find(), args=[*chromium.FLAGS, chromium.EVEN]
        ) as browser,
    ):
        for name in [arguments.board] if arguments.board else BOARDS:
            page = browser.new_page(viewport=SIZE, base_url=server.url)
            page.add_init_script(f"localStorage['tenka.settings'] ??= {STILL}")
            take(page, name, Path(tables, "tables.sqlite"), arguments.folder)
            page.close()


if __name__ == "__main__":
    main()
