"""The plain board: any game's view as tables, and its decisions as buttons in notation."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.acting import HUMAN, RANDOM, asks, lay, log, resize
from tests.web.conftest import SIZES

DECISIONS = "What you can decide"


def buttons(page):
    """The decisions that can be made now."""
    return page.get_by_role("region", name=DECISIONS).get_by_role("button")


def test_any_game_can_be_played_on_the_plain_board(page, picture):
    page.goto(f"{lay(page, 'suntzu', [HUMAN, RANDOM], options={'beginner': True})}?plain")
    expect(page.get_by_test_id("plain")).to_be_visible()
    for _ in range(5):
        before = buttons(page).all_inner_texts()
        buttons(page).first.click()
        page.wait_for_function(
            "before => [...document.querySelectorAll('.decisions button')]"
            ".map((b) => b.innerText).join() !== before",
            arg=",".join(before),
        )
    expect(log(page)).to_contain_text("ordered")
    for size in ("desktop", "phone"):
        resize(page, *SIZES[size])
        expect(page.get_by_role("row", name="hand size")).to_be_visible()
        picture(page, f"plain board, {size}")


def test_a_spectator_sees_a_plain_board_without_decisions(visit):
    page, watcher = visit(), visit()
    address = lay(page, "samurai", [HUMAN, HUMAN])
    watcher.goto(f"{address}?plain")
    expect(watcher.get_by_test_id("plain")).to_contain_text("settlements")
    expect(asks(watcher)).to_contain_text("Waiting for")
    expect(buttons(watcher)).to_have_count(0)
    view = watcher.request.get(address.replace("/t/", "/api/tables/")).json()["view"]
    for settlement in view["settlements"][:3]:
        expect(watcher.get_by_role("cell", name=settlement["hex"], exact=True)).to_be_visible()
