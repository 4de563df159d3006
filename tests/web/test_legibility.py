"""Every board in its fullest state, at every size: all can be read, and nothing is covered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.acting import press, resize
from tests.web.stations import FIVE_PLAN, Station, contested, sit_at, step_to, story

SIZES = (
    (390, 844),
    (844, 390),
    (820, 1180),
    (1280, 720),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
PHONES = SIZES[:2]
SMALLEST = 11  # pixels
# What would be shown for more than a second stays.
STAY = """() => {
  const later = window.setTimeout
  window.setTimeout = (act, ms = 0, ...more) => (ms > 1000 ? 0 : later(act, ms, ...more))
}"""
MEASURE = Path(__file__).with_name("legibility.js").read_text()


def pick(page: Page) -> None:
    """Take up a tile, so that every place where it can lie is offered."""
    page.locator(".offered[data-piece]:not([data-piece$=exchange])").first.click()
    expect(page.locator("[data-target]").first).to_be_visible()


def again(page: Page) -> None:
    """Look at the last battle again."""
    page.locator(".again").last.click()
    expect(page.get_by_test_id("battle")).to_be_visible()


def stay(page: Page) -> None:
    """Nothing more is to be done."""


STATIONS: dict[str, tuple[Station, Callable[[Page], None]]] = {
    "samurai": (Station("samurai", "4-players-8", "play a tile", contested), pick),
    "samurai-two": (Station("samurai", "2-players-18", "play a tile", contested), pick),
    "samurai-figures": (Station("samurai", "4-players-8", "take a figure"), stay),
    "shogun-plan": (FIVE_PLAN, stay),
    "shogun-march": (Station("shogun", "war-8", "target"), stay),
    "shogun-draft": (Station("shogun", "war-8", "draft"), stay),
    "shogun-battle": (Station("shogun", "war-8", "target"), again),
    "suntzu-orders": (Station("suntzu", "round-9-points-shao", "orders"), stay),
    "suntzu-generals": (Station("suntzu", "round-9-points-shao", "generals"), stay),
    "suntzu-battle": (Station("suntzu", "round-9-points-shao", "orders"), again),
}


def unread(page: Page) -> list[str]:
    """What could not be read on the page as it stands."""
    return page.evaluate(f"({MEASURE})({{smallest: {SMALLEST}}})")


@pytest.mark.parametrize("game", ["samurai", "shogun", "suntzu"])
def test_everything_can_be_read_at_every_size(visit, game):
    page = visit()
    wrong = []
    for name, (station, then) in STATIONS.items():
        if station.game != game:
            continue
        resize(page, 1440, 900)
        sit_at(page, station)
        then(page)
        for width, height in SIZES:
            resize(page, width, height)
            wrong += [f"{name} {width}x{height} {fault}" for fault in unread(page)]
    assert wrong == []


def test_points_can_be_read_in_a_phones_replay(visit):
    """All of what is counted after Sun Tzu's third round, and wide cards on the map beside it."""
    page = visit(size="phone on its side", speed="fast")
    step_to(page, story(page, "suntzu/round-9-pool-shao"), "points")
    page.evaluate(STAY)
    press(page, "One step forward")
    scoring = page.get_by_test_id("scoring")
    for width, height in PHONES:
        resize(page, width, height)
        expect(scoring).to_be_in_viewport(ratio=1)
        assert unread(page) == []
