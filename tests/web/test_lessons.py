"""The guided first games: through the page to their end, by one's own hand and by 'Show me'."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import tenka
from tests.web.acting import faults, lay_orders, log, overflow, press

OVER = {"en-GB": "That was the lesson", "pl-PL": "To koniec lekcji", "ru-RU": "Урок окончен"}


def guide(page: Page):
    return page.get_by_test_id("lesson-says")


def follow(page: Page, ending: str) -> int:
    """Press the guide's one button until the lesson is over; how often it was pressed."""
    button = page.locator("section.guide button:enabled")
    over = guide(page).get_by_text(ending)
    pressed = 0
    while True:
        expect(button.or_(over)).to_be_visible()
        if over.is_visible():
            return pressed
        before = guide(page).inner_text()
        button.click()
        pressed += 1
        expect(guide(page)).not_to_have_text(before)


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [
        *((game, "en-GB", "desktop") for game in tenka.games()),
        ("suntzu", "pl-PL", "phone"),
        ("samurai", "ru-RU", "phone on its side"),
        ("shogun", "pl-PL", "phone"),
    ],
)
def test_a_lesson_runs_to_its_end(visit, picture, game, language, size):
    page = visit(size=size, language=language)
    page.goto(f"/learn/{game}")
    assert follow(page, OVER[language]) > 10
    assert overflow(page) == []
    picture(page, f"lesson-{game}-{size}-{language}")


def test_the_players_of_a_lesson_have_names_in_the_readers_language(visit):
    page = visit(language="ru-RU")
    page.goto("/learn/shogun")
    for seat, name in enumerate(["Такэда", "Уэсуги", "Симадзу"]):
        expect(page.get_by_test_id(f"player-{seat}")).to_contain_text(name)


def test_the_learner_moves_and_other_moves_are_not_taken(page):
    page.goto("/learn/suntzu")
    press(page, "Next")
    press(page, "Next")
    lay_orders(page, 1, 2, 3, 4, 5)
    press(page, "Confirm orders")
    expect(page.get_by_text("This lesson shows a different move")).to_be_visible()
    press(page, "Take all back")
    lay_orders(page, 6, 1, 4, 3, 2)
    press(page, "Confirm orders")
    expect(guide(page)).to_contain_text("The higher card wins")
    expect(log(page)).to_contain_text("Sun Tzu wins in QIN by 3")
    assert faults(page) == []


def test_the_lobby_leads_to_each_lesson(page):
    page.goto("/")
    for game in tenka.games():
        link = page.locator(f"a[href='/learn/{game}']")
        expect(link).to_have_text(re.compile("guided", re.IGNORECASE))
