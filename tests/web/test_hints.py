"""Hints: wished for in the lobby, told in words and on the board, gone with the position."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.acting import asks, give_orders, overflow, press, slide
from tests.web.conftest import SIZES


def test_a_person_among_bots_is_told_what_an_adept_would_do(page, picture):
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Sun Tzu ")).click()
    slide(page, "Bot strength", "random")
    page.get_by_label("Let me ask for hints").check()
    page.get_by_text("Game options").click()
    page.get_by_label("Beginners").check()
    press(page, "Play")
    expect(asks(page)).to_contain_text("5 provinces")
    press(page, "Hint")
    hint = page.get_by_test_id("hint")
    expect(hint).to_contain_text(re.compile(r"An adept would think of this:\s*QIN: .+ WU: "))
    expect(page.locator("[data-mark=advised]")).to_have_count(5)
    for size in ("phone", "desktop"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        picture(page, f"hint-{size}")
        assert overflow(page) == []
    page.evaluate("localStorage['tenka.language'] = 'ru'")
    page.reload()
    press(page, "Подсказка")
    expect(hint).to_contain_text("Знаток подумал бы об этом")
    picture(page, "hint-ru")
    page.evaluate("localStorage['tenka.language'] = 'en'")
    page.reload()
    press(page, "Hint")
    expect(hint).to_be_visible()
    give_orders(page)
    expect(hint).to_have_count(0)
    expect(page.locator("[data-mark=advised]")).to_have_count(0)
