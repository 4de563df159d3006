"""What is tried before it is confirmed stays in the browser: nobody else is told a byte of it.

Samurai, whose turns are seen by all, has its own test. Here even what is confirmed is a secret.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from tests.web.acting import press
from tests.web.listening import Listener
from tests.web.shogun import CONFIRM, LAY, field, hand
from tests.web.stations import FIVE_PLAN, Station, sit_at

ORDERS = Station("suntzu", "round-9-points-shao", "orders", lambda view: len(view["to_act"]) == 2)


def lay_plan(page: Page, browses: bool) -> Callable[[], None]:
    """Lay a plan of Shogun, or try one card after another first and lay another plan."""
    cards = hand(page)
    fields = ("castle", "temple", "rice", "taxes", "deploy5", "battleA", "theatre", "deploy3")
    for name in cards if browses else ():
        page.evaluate(LAY, [("castle", name)])
        expect(field(page, "castle")).not_to_have_accessible_name("castle: empty")
    if browses:
        cards = cards[1:] + cards[:1]
    page.evaluate(LAY, list(zip((*fields, "deploy1", "battleB"), cards, strict=True)))
    return lambda: press(page, CONFIRM)


def lay_orders(page: Page, browses: bool) -> Callable[[], None]:
    """Lay the orders that are due in Sun Tzu, or try every card first and lay others."""
    due, held = page.locator("[data-province].can"), page.locator("[data-card].can")
    expect(due.first).to_be_visible()
    places = due.evaluate_all("all => all.map((one) => one.dataset.province)")
    cards = sorted(set(held.evaluate_all("all => all.map((one) => one.dataset.card)")) - {"6"})
    tried = [(card, places[0]) for card in cards] if browses else []
    kept = cards[1:] + cards[:1] if browses else cards
    for card, place in [*tried, *zip(kept, places, strict=False)]:
        page.locator(f'[data-card="{card}"]').first.click()
        page.locator(f'[data-province="{place}"]').click()
        expect(page.locator(".picked")).to_have_count(0)
    return lambda: press(page, "Confirm orders")


def asked_of(page: Page) -> list[str]:
    """From now on what a page asks of the server about its table."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/api/tables/" in request.url:
            asked.append(request.url)

    page.on("request", note)
    return asked


@pytest.mark.parametrize(
    ("station", "lay", "told"),
    [(FIVE_PLAN, lay_plan, "planned"), (ORDERS, lay_orders, "ordered")],
    ids=["shogun", "suntzu"],
)
def test_others_get_the_same_bytes_whatever_was_tried(visit, table_server, station, lay, told):
    """Two tables at one position, different cards tried and confirmed by the first player."""
    heard = []
    for browses in (False, True):
        page = visit()
        sit_at(page, station)
        listeners = [Listener(page, table_server.url, seat) for seat in (1, None)]
        asked = asked_of(page)
        confirm = lay(page, browses)
        assert asked == []
        confirm()
        heard.append([listener.until(f'"kind":"{told}"') for listener in listeners])
    assert heard[0] == heard[1]
