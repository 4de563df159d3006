"""The review under a replay: the curves, the costly choices, what was better, and luck."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.running import ROOT, Server
from tests.web.acting import asks, load_record, pick, press
from tests.web.conftest import SIZES

FILE = ROOT / "tests/fixtures/suntzu/track-end-round-3-shao.json"
A_WHILE = 180_000  # milliseconds: the whole game is judged first


@pytest.fixture(scope="module")
def judging_server(client, tmp_path_factory):
    """A server with compiled rules, which judges a position in a moment."""
    file = tmp_path_factory.mktemp("tables") / "tables.sqlite"
    server = Server(f"sqlite:///{file}", review_draws=8)
    server.settings |= {"NUMBA_DISABLE_JIT": "0", "TENKA_COMPILE": "background"}
    with server:
        yield server


def test_a_game_is_explained_after_it(visit, judging_server, picture):
    """From the summary to the costliest choice, what was better, and luck; then on a phone."""
    page = visit(server=judging_server)
    load_record(page, FILE)
    press(page, "Summary")
    page.get_by_role("dialog").get_by_role("button", name="Review").click()
    curve = page.get_by_role("img", name="Chances to win over the game")
    expect(curve).to_be_visible(timeout=A_WHILE)
    chances = [curve.locator(f"[data-seat='{seat}']").get_attribute("d") for seat in range(2)]
    assert chances[0] != chances[1]

    costly = page.get_by_role("group", name="Costly decisions").get_by_role("button")
    worst = costly.and_(page.locator(".blunder")).first
    begins = worst.get_attribute("data-begins")
    worst.click()
    expect(asks(page)).to_contain_text(f"Position {begins} of")
    told = page.get_by_test_id("choice")
    expect(told).to_contain_text("A blunder")
    expect(told).to_contain_text("Better:")
    expect(page.locator("[data-mark='advised']").first).to_be_visible()
    picture(page, "suntzu-review")

    pick(page, "What the curve shows", "luck")
    luck = page.get_by_role("img", name="Luck over the game")
    expect(luck.locator("[data-seat='0']")).not_to_have_attribute("d", chances[0])
    by_knowledge = luck.locator("[data-seat='0']").get_attribute("d")
    pick(page, "What the review knows", "up")
    expect(luck.locator("[data-seat='0']")).not_to_have_attribute("d", by_knowledge)

    phone = visit("phone", language="pl", server=judging_server)
    phone.goto(page.url)
    expect(phone.get_by_test_id("choice")).to_contain_text("Gruby błąd", timeout=A_WHILE)
    for chooser in phone.locator("select").all():
        box = chooser.bounding_box()
        assert box["x"] + box["width"] <= SIZES["phone"][0]
    picture(phone, "suntzu-review-phone")
    phone.get_by_role("button", name="Ocena gry").click()
    expect(phone.get_by_test_id("choice")).to_have_count(0)
    expect(phone.locator("[data-mark='advised']")).to_have_count(0)
    expect(phone).not_to_have_url(re.compile("review"))
