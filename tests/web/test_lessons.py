"""The guided first games: through the page to their end, by one's own hand and by 'Show me'."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import tenka
from tests.web.acting import faults, lay_orders, log, overflow, press, resize
from tests.web.conftest import SIZES

# A step that speaks of nothing on the board, or one with a ring around what it speaks of.
RINGED = "[data-testid=pointer][data-things='0'], [data-testid=pointer]:has(rect)"
OVER = {"en-GB": "That was the lesson", "pl-PL": "To koniec lekcji", "ru-RU": "Урок окончен"}


def guide(page: Page):
    return page.get_by_test_id("lesson-says")


def follow(page: Page, ending: str, *, pointing: bool) -> int:
    """Press the guide's one button until the lesson is over; how often it was pressed."""
    button = page.locator("section.guide button:enabled")
    over = guide(page).get_by_text(ending)
    pressed = 0
    while True:
        expect(button.or_(over)).to_be_visible()
        if over.is_visible():
            return pressed
        if pointing:
            expect(page.locator(RINGED)).to_have_count(1)
        before = guide(page).inner_text()
        button.click()
        pressed += 1
        expect(guide(page)).not_to_have_text(before)


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [
        *((game, language, "desktop") for game, language in zip(tenka.games(), OVER, strict=True)),
        ("shogun", "pl-PL", "phone"),  # the one game that has two pages there
    ],
)
def test_a_lesson_runs_to_its_end(visit, picture, game, language, size):
    page = visit(size=size, language=language)
    page.goto(f"/learn/{game}")
    assert follow(page, OVER[language], pointing=size == "desktop") > 20
    for window in ("phone on its side", "phone", "desktop"):
        resize(page, *SIZES[window])
        assert overflow(page) == []
        picture(page, f"lesson-{game}-{window}-{language}")


def test_the_players_of_a_lesson_have_names_in_the_readers_language(visit):
    page = visit(language="ru-RU")
    page.goto("/learn/shogun")
    for seat, name in enumerate(["Такэда", "Уэсуги", "Симадзу"]):
        expect(page.get_by_test_id(f"player-{seat}")).to_contain_text(name)


def test_the_learner_moves_and_other_moves_are_not_taken(page):
    page.goto("/learn/suntzu")
    for _ in range(4):
        press(page, "Next")
    lay_orders(page, 6, 2, 3, 4, 5)
    press(page, "Confirm orders")
    expect(page.get_by_text("that card goes somewhere else")).to_be_visible()
    expect(guide(page)).to_contain_text("A 1 rarely wins")
    press(page, "Take all back")
    lay_orders(page, 6, 1, 4, 3, 2)
    press(page, "Confirm orders")
    expect(guide(page)).to_contain_text("Your 6 beat")
    expect(log(page)).to_contain_text("Sun Tzu wins in QIN by 3")
    assert faults(page) == []


def test_a_wrong_plan_hears_which_field(page):
    page.goto("/learn/shogun")
    for _ in range(7):
        press(page, "Next")
    expect(guide(page)).to_contain_text("Money first")
    page.get_by_test_id("card-Owari").click()
    page.get_by_test_id("field-castle").click()
    for words in ["Money", "In winter", "Sagami", "Harima", "Musashi", "Izu", "Tajima", "Suruga"]:
        expect(guide(page)).to_contain_text(words)  # the castle is laid, and not asked for again
        press(page, "Show me")
    for words in ["One attack", "bid for your place"]:
        expect(guide(page)).to_contain_text(words)
        press(page, "Show me")
    press(page, "Next")
    expect(guide(page)).to_contain_text("complete")
    for field in ("castle", "temple"):
        page.get_by_test_id(f"field-{field}").click()
    press(page, "Confirm plan")
    expect(page.get_by_text("that card goes somewhere else")).to_be_visible()
    expect(guide(page)).to_contain_text("Owari has room")
    press(page, "Show me")
    expect(guide(page)).to_contain_text("Add it up")
    press(page, "Next")
    press(page, "Confirm plan")
    expect(guide(page)).to_contain_text("Now that everyone has planned")


def test_the_lobby_leads_to_each_lesson(page):
    page.goto("/")
    for game in tenka.games():
        link = page.locator(f"a[href='/learn/{game}']")
        expect(link).to_have_text(re.compile("guided", re.IGNORECASE))
