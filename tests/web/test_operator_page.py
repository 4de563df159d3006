"""The operator's page, and what everybody else sees of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.running import Server
from tests.web.acting import HUMAN, RANDOM, asks, faults, lay, overflow, press
from tests.web.conftest import PATIENCE

TOKEN = "a-token-that-nobody-guesses"  # noqa: S105


@pytest.fixture
def looked_after(client, tmp_path):
    with Server(f"sqlite:///{tmp_path}/tables.sqlite", operator_token=TOKEN) as server:
        yield server


def test_a_notice_and_maintenance_are_seen_at_a_table(browser, looked_after):
    """By somebody who plays in Polish; the game goes on, and a new one has to wait."""

    def page_of(**wishes):
        context = browser.new_context(base_url=looked_after.url, **wishes)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    ann, operator = page_of(locale="pl-PL"), page_of(locale="en-GB")
    ann.goto(lay(ann, "suntzu", [HUMAN, RANDOM]))
    expect(asks(ann)).not_to_be_empty()
    operator.goto("/operator")
    operator.get_by_label("The operator’s token").fill("wrong")
    press(operator, "Open")
    expect(operator.get_by_role("alert")).to_contain_text("This needs the operator’s token")
    operator.get_by_label("The operator’s token").fill(TOKEN)
    press(operator, "Open")
    operator.get_by_label("English").fill("Back soon")
    operator.get_by_label("Polish").fill("Zaraz wracamy")
    press(operator, "Show it")
    expect(ann.get_by_role("alert")).to_contain_text("Zaraz wracamy")
    press(operator, "Begin maintenance")
    expect(operator.get_by_role("button", name="End maintenance")).to_be_visible()
    expect(ann.get_by_role("alert")).to_contain_text("nie można zakładać nowych stołów")
    ann.get_by_role("alert").get_by_role("button").first.click()
    expect(ann.get_by_role("alert")).not_to_contain_text("Zaraz wracamy")
    refused = ann.request.post("/api/tables", data={"game": "suntzu"})
    assert refused.json()["error"] == "maintenance"
    assert faults(operator) == []
    operator.set_viewport_size({"width": 390, "height": 844})
    assert overflow(operator) == []
    operator.get_by_role("row", name="Sun Tzu").get_by_role("button", name="Remove").click()
    operator.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(operator.get_by_role("row", name="Sun Tzu")).to_have_count(0)
    operator.goto("/")
    expect(operator.get_by_role("contentinfo").or_(operator.locator("footer"))).to_contain_text(
        "after 3 days while it waits for players"
    )
    for page in (ann, operator):
        page.context.close()
