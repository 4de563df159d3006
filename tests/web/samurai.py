"""What people do at Samurai's table."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, Page, expect

import tenka
from tests.server.running import ROOT
from tests.web.acting import asks, press

RECORDS = ROOT / "tests" / "fixtures" / "samurai"
RECORD = "2-players-72"
DEALT = {"hands": "random", "figures": "random"}


def piece(page: Page, name: str) -> Locator:
    """A tile or figure that can be taken up, by its name in the notation."""
    return page.locator(f'[data-piece="{name}"]')


def target(page: Page, decision: str) -> Locator:
    """A place that can be chosen now."""
    return page.locator(f'[data-target="{decision}"]')


def targets(page: Page) -> list[str]:
    """The decisions that a place on the board stands for now."""
    found = page.locator("[data-target]")
    return found.evaluate_all("all => all.map((one) => one.dataset.target)")


def tile_on(page: Page, hex_name: str) -> Locator:
    return page.locator(f'[data-hex="{hex_name}"]')


def choose_hand(page: Page, *tiles: str) -> None:
    for tile in tiles:
        page.locator(f'[data-choice="{tile}"][aria-pressed=false]').first.click()
    press(page, "Take these five")


def my_turn(page: Page) -> bool:
    """Wait until it is my turn or the game is over; whether it is my turn."""
    sentence = re.compile("^(Play a tile|Take a figure)|has left the board|been set aside")
    expect(asks(page)).to_have_text(sentence)
    return asks(page).inner_text().startswith(("Play", "Take"))


def put_somewhere(page: Page) -> None:
    """Choose the first place that is offered, until nothing is asked of the piece any more."""
    while page.locator("[data-target]").count():
        asked = asks(page).inner_text()
        page.locator("[data-target]").first.click()
        expect(asks(page)).not_to_have_text(asked)


def play_turn(page: Page) -> None:
    """One tile, an exchange if there is one, then the end of the turn."""
    offered = page.locator(".offered[data-piece]")
    expect(offered.first).to_be_visible()
    names = [offered.nth(at).get_attribute("data-piece") for at in range(offered.count())]
    name = next((name for name in names if "exchange" in name), names[0])
    offered.nth(names.index(name)).click()
    expect(page.locator("[data-target]").first).to_be_visible()
    put_somewhere(page)
    press(page, "End turn")


def end_turn(page: Page) -> None:
    """All that was tried is told, and taken."""
    with page.expect_response(re.compile("/moves$")) as answer:
        press(page, "End turn")
    assert answer.value.status == 200


def drawn(page: Page) -> list[tuple[str, str]]:
    """The tiles on the board as they are drawn."""
    laid = page.locator("[data-hex]").evaluate_all(
        "nodes => nodes.map((node) => [node.dataset.hex, node.dataset.tile])"
    )
    return sorted(map(tuple, laid))


def study(page: Page, tile: str, name: str = RECORD) -> str:
    """Sit down before the first playing of a tile in a finished game, holding every seat."""
    record = (RECORDS / f"{name}.json").read_text()
    link = page.request.post("/api/records", data=json.loads(record)).json()["table"]["table"]
    match = tenka.load(json.loads(record))
    begun = False
    for number, (player, action, noted) in enumerate(match.history):
        begun = begun or any(entry.kind.name == "turn" for entry in noted)
        if begun and str(action) == tile:
            laid = page.request.post(f"/api/tables/{link}/study", data={"number": number}).json()
            page.goto(f"/t/{laid['table']['table']}")
            page.get_by_role("button", name=re.compile("show me|one after another")).first.click()
            return str(player)
    raise AssertionError(f"nobody plays {tile}")


def middle(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
