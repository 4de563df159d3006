"""Shogun at the page: planning fast and safely."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.acting import HUMAN, RANDOM, overflow, press, resize
from tests.web.shogun import (
    CONFIRM,
    PHONE,
    THREE,
    card,
    field,
    make_plan,
    play,
    put,
    sit,
)
from tests.web.stations import FIVE_PLAN, sit_at

AGAIN, FILL, STANDING = "Last plan again", "Chests on the rest", "If winter came now"
MOST_CLICKS = 13
COUNT_CLICKS = """() => {
  window.clicks = 0
  document.addEventListener('click', (event) => (window.clicks += event.isTrusted ? 1 : 0), true)
}"""


def left(page: Page):
    """The chests that would be left."""
    return page.get_by_test_id("chests-left")


def test_a_tablet_on_its_side_has_as_much_room_for_the_map_as_for_the_plan(page):
    """All fields stand in one row there, though it is narrow."""
    resize(page, 1024, 768)
    sit_at(page, FIVE_PLAN)
    plan = page.locator(".panel").bounding_box()
    assert page.locator("[data-moves]").bounding_box()["height"] >= plan["height"]
    fields = page.locator("[data-testid^=field-]").all()
    assert len({one.bounding_box()["y"] for one in fields}) == 1
    assert overflow(page) == []


def test_a_plan_has_a_running_budget_and_fields_come_first_or_last(page, picture):
    """Takeda of five has 12 chests; on a phone they stay in sight whatever is scrolled."""
    sit(page, [HUMAN, *[RANDOM] * 4])
    expect(left(page)).to_have_text("= 12 left")
    expect(page.get_by_role("button", name=AGAIN)).to_have_count(0)
    field(page, "castle").click()
    card(page, "Sagami").click()
    expect(field(page, "castle")).to_have_accessible_name("castle: Sagami")
    expect(left(page)).to_have_text("= 9 left")
    put(page, "chest4", "bid")
    expect(left(page)).to_have_text("= 5 left")
    put(page, "Izu", "taxes")
    expect(page.get_by_test_id("budget")).to_contain_text("taxes")
    expect(page.get_by_test_id("winter-forecast")).to_contain_text("7 rice needed")
    put(page, "Harima", "rice")
    press(page, FILL)
    expect(page.get_by_role("button", name=FILL)).to_be_disabled()
    expect(card(page, "chest0")).to_have_count(0)
    picture(page, "shogun-budget-desktop")
    page.set_viewport_size(PHONE)
    page.locator(".panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    expect(left(page)).to_be_in_viewport()
    picture(page, "shogun-budget-phone")
    assert overflow(page) == []
    page.get_by_role("button", name=STANDING).locator("visible=true").click()
    expect(page.get_by_test_id("standing").get_by_role("row", name="Takeda")).to_contain_text("7")
    picture(page, "shogun-standing-phone")
    assert overflow(page) == []
    press(page, "Close")
    expect(page.get_by_test_id("standing")).to_have_count(0)


def test_a_season_is_planned_with_few_clicks_when_the_last_plan_is_taken_over(page, picture):
    sit(page, THREE)
    plan = make_plan(page)
    decide_plan(page)
    play(page, until="plan")
    page.evaluate(COUNT_CLICKS)
    press(page, AGAIN)
    expect(field(page, "battleB")).to_have_accessible_name("battle or move B: chest card 4")
    for name in ("castle", "temple", "theatre"):  # what stands there is not built twice
        expect(field(page, name)).not_to_have_accessible_name(f"{name}: {plan[name]}")
    if page.get_by_role("button", name=FILL).is_enabled():
        press(page, FILL)
    while (empty := page.get_by_role("button", name=": empty")).count() and hand_left(page):
        empty.first.click()
        hand_left(page).first.click()
    picture(page, "shogun-last-plan-desktop")
    press(page, CONFIRM)
    expect(field(page, "bid")).to_have_count(0)
    assert page.evaluate("window.clicks") <= MOST_CLICKS


def hand_left(page: Page):
    """The cards in hand; a locator is true if there are any."""
    cards = page.locator("[data-testid^=card-]")
    return cards if cards.count() else None


def decide_plan(page: Page) -> None:
    press(page, CONFIRM)
    expect(field(page, "bid")).to_have_count(0)
