"""What a phone has no room or no mouse for is still there: one look, one tap away."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.acting import broken_words, overflow
from tests.web.stations import FIVE_PLAN, FIXTURES, Station, sit_at

UPRIGHT, ASIDE = {"width": 390, "height": 844}, {"width": 844, "height": 390}
CONTESTED = Station("samurai", "4-players-8", "play a tile", lambda view: view["tiles_played"] == 0)


LONG = ("Wojciech-Grzegorz Brzęcz", "Małgorzata Szczebrzeszyńska", "Константин Преображенский")
LONG_WORD = "Достопримечательностьева"


def out_of_sight(page: Page) -> list[str]:
    """Provinces that can be chosen, but whose middle is outside the map's pane."""
    return page.evaluate(
        """() => {
          const pane = document.querySelector('[data-moves]').getBoundingClientRect()
          return [...document.querySelectorAll('path[role=button]')].filter((path) => {
            const box = path.getBoundingClientRect()
            const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
            return x < pane.left || x > pane.right || y < pane.top || y > pane.bottom
          }).map((path) => path.dataset.province)
        }"""
    )


def test_shogun_goes_to_the_question_and_tells_by_a_tap(visit):
    page = visit(size="phone")
    sit_at(page, Station("shogun", "war-8", "target"))
    expect(page.locator("path[role=button]").first).to_be_visible()
    page.wait_for_function("() => !document.getAnimations().length")
    assert out_of_sight(page) == []
    source = page.locator("[data-province][role=img]").first
    source.dispatch_event("pointerenter", {"pointerType": "touch"})
    expect(page.locator(".peek").first).to_be_visible()
    source.dispatch_event("pointerleave", {"pointerType": "touch"})
    expect(page.locator(".peek").first).to_be_visible()


def test_shogun_shows_the_chests_while_one_plans(visit):
    page = visit(size="phone")
    sit_at(page, FIVE_PLAN)
    strip = page.get_by_role("button", name="Players, log and chat")
    expect(strip.get_by_text(re.compile("chests \\d"))).to_have_count(5)


@pytest.mark.parametrize("language", ["en-GB", "pl", "ru"])
def test_shogun_is_planned_below_the_map(visit, language):
    """The map to the edges with what is mine, cards, fields and buttons are seen together."""
    page = visit(size="phone", language=language)
    sit_at(page, FIVE_PLAN)
    for part in (
        "[data-moves]",
        "[data-testid=field-castle]",
        ".held",
        "header .buttons button.main",
    ):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)
    width = page.locator("[data-moves]").bounding_box()["width"]
    assert width == UPRIGHT["width"]
    assert page.locator("[data-moves] > g").evaluate("map => map.getScreenCTM().a") >= 1.2
    assert len(out_of_sight(page)) < page.locator("path[role=button]").count()
    assert page.locator("header .line").bounding_box()["height"] < 2 * 44


@pytest.mark.parametrize("language", ["en-GB", "pl", "ru"])
def test_sun_tzus_orders_lie_above_the_buttons(visit, language):
    """Map, camps and hand are seen together, and the buttons stand in one row."""
    page = visit(size="phone", language=language)
    sit_at(page, Station("suntzu", "round-9-points-shao", "orders"))
    page.locator("[data-card].can").first.tap()
    page.locator("[data-province].can").first.tap()
    buttons = page.locator("header .buttons")
    assert buttons.locator("button").count() > 2
    top = buttons.bounding_box()["y"]
    assert UPRIGHT["height"] - top < 80
    for card in page.locator("[data-card]").all():
        box = card.bounding_box()
        assert box["y"] + box["height"] <= top + 1


def test_shoguns_plan_fits_a_small_phone_on_its_side(visit):
    page = visit(size="phone on its side")
    page.set_viewport_size({"width": 640, "height": 360})
    sit_at(page, FIVE_PLAN)
    for part in ("[data-testid=field-castle]", ".held", "[data-testid=chests-left]"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)


def test_samurai_tells_of_tiles_and_places_without_a_mouse(visit):
    page = visit(size="phone")
    sit_at(page, CONTESTED)
    page.locator("[data-piece]:not([data-piece$=exchange])").first.tap()
    expect(page.get_by_test_id("moment")).to_contain_text(re.compile("^.+: .+"))
    page.locator("[data-settlement]:not(:has(.gone))").last.dispatch_event("click")
    expect(page.get_by_test_id("outlook")).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en-GB", "pl", "ru"])
def test_a_phone_on_its_side_shows_what_the_games_are_called(visit, language):
    """Each with its print above and what is pressed to play it below: without scrolling."""
    page = visit(size="phone on its side", language=language)
    page.goto("/")
    for part in (".print", ".title", ".play"):
        games = page.locator(f"article {part}")
        expect(games).to_have_count(3)
        for game in games.all():
            expect(game).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("size", ["phone", "phone on its side"])
def test_long_names_stand_whole_beside_their_points_at_the_end(visit, size):
    content = json.loads((FIXTURES / "shogun" / "war-8.json").read_text())
    page = visit(size=size)
    content["seats"] = [*LONG, LONG_WORD, "Ann"]
    link = page.request.post("/api/records", data=content).json()["table"]["table"]
    page.goto(f"/t/{link}")
    expect(page.get_by_role("heading", name=f"{LONG_WORD} wins")).to_be_visible()
    rows = page.locator("dialog tr:has(.sum)")
    expect(rows).to_have_count(5)
    for row in rows.all():
        name, points = row.locator("th").bounding_box(), row.locator(".sum").bounding_box()
        assert name["y"] <= points["y"] + points["height"] / 2 <= name["y"] + name["height"]
    assert broken_words(page, "dialog h2, dialog th b") == []
    assert overflow(page) == []


def test_turning_the_phone_keeps_the_cards_that_are_laid(visit):
    page = visit(size="phone")
    sit_at(page, Station("suntzu", "round-9-points-shao", "orders"))
    page.locator("[data-card].can").first.tap()
    page.locator("[data-province].can").first.tap()
    expect(page.get_by_role("button", name="Confirm orders")).to_be_enabled()
    for size in (ASIDE, UPRIGHT):
        page.set_viewport_size(size)
        expect(page.get_by_role("button", name="Confirm orders")).to_be_enabled()
        expect(page.locator("[data-card]")).to_have_count(3)


def test_a_phone_is_silent_until_it_is_told_to_sound(visit):
    page = visit(size="phone", sound=None)
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    sound = page.get_by_role("checkbox", name="Sound")
    expect(sound).not_to_be_checked()
    sound.check()
    expect(page.get_by_role("slider", name="Volume")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(sound).to_be_checked()
    desktop = visit(sound=None)
    desktop.goto("/")
    desktop.get_by_role("button", name="Settings").click()
    expect(desktop.get_by_role("checkbox", name="Sound")).to_be_checked()
