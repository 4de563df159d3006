"""The rules on their pages: drawings, links from one section to another, a summary to print."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import tenka


@pytest.mark.parametrize("game", tenka.games())
def test_rules_have_drawings_and_links(page, game):
    page.goto(f"/help/{game}")
    drawings = page.locator("figure > :not(figcaption)")
    expect(drawings).to_have_count(2)
    for drawing in drawings.all():
        assert drawing.bounding_box()["height"] > 30
    link = page.locator("section a[href*='#']").first
    topic = link.get_attribute("href").partition("#")[2]
    link.click()
    expect(page.locator(f"[data-topic={topic}]")).to_be_focused()


@pytest.mark.parametrize("game", tenka.games())
def test_a_summary_fits_on_one_sheet_in_every_language(visit, game):
    for language in ("en-GB", "pl-PL", "ru-RU"):
        page = visit(language=language)
        page.goto(f"/sheet/{game}")
        expect(page.locator("h2").nth(4)).to_be_visible()
        paper = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
