"""Work with the keyboard alone: shortcuts, their list, and a focus that stays where the work is."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.acting import HUMAN, RANDOM, asks, lay, log, press

DEALT = {"hands": "random", "figures": "random"}


def at_work(page: Page, what: str) -> None:
    """Wait until something of that kind has the focus."""
    page.wait_for_function("(what) => document.activeElement.matches(what)", arg=what)


def test_a_turn_by_shortcuts(page):
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    expect(asks(page)).to_contain_text("tile")
    page.keyboard.press("b")
    at_work(page, "[data-piece]")
    page.keyboard.press("Enter")
    at_work(page, "[data-target]")
    page.keyboard.press("u")
    expect(page.locator("[data-target]")).to_have_count(0)
    at_work(page, "[data-piece]")
    page.keyboard.press("Enter")
    at_work(page, "[data-target]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="End turn")).to_be_enabled()
    page.keyboard.press("c")
    expect(log(page)).to_contain_text("Since your last turn")
    at_work(page, "[data-piece]")


def test_the_keys_are_listed_and_letters_can_be_switched_off(page):
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    expect(asks(page)).to_be_visible()
    page.keyboard.press("l")
    expect(log(page)).to_be_focused()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    for words in ("Confirm", "Take back", "Skip", "To the log"):
        expect(keys).to_contain_text(words)
    keys.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    press(page, "Menu")
    press(page, "Keys")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
