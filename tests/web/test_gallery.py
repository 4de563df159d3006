"""The gallery of all pieces: it opens, can be read, and has no faults that axe-core finds."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.acting import faults, overflow, resize
from tests.web.test_legibility import unread


def test_all_pieces_can_be_read_by_day_and_by_lantern_light(visit, picture):
    page = visit()
    page.goto("/gallery")
    expect(page.get_by_role("heading", name="The gallery")).to_be_visible()
    expect(page.get_by_role("heading", name="By lantern light")).to_have_count(5)
    expect(page.get_by_test_id("away").last).to_be_visible()
    assert faults(page) == []
    for width, height in ((1440, 900), (390, 844)):
        resize(page, width, height)
        picture(page, f"gallery-{width}")
        assert overflow(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        resize(page, width, page.evaluate("document.querySelector('main').scrollHeight"))
        assert unread(page) == []  # with all of it in the window
