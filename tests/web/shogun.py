"""What people do at Shogun's table."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tenka.games.shogun import facts
from tests.server.running import ROOT
from tests.web.acting import HUMAN, RANDOM, lay, press

RECORDS = ROOT / "tests" / "fixtures" / "shogun"
THREE = [HUMAN, RANDOM, RANDOM]
CONFIRM = "Confirm plan"
MOST = 1_000  # decisions of one person in a game, and more
GOING = 5_000  # milliseconds after which a question that is no longer there is let be
PHONE = {"width": 390, "height": 844}

# What the page asks for now; nothing while a decision is on its way or others decide.
MOMENT = """() => {
  const seen = (where) => document.querySelector(where) !== null
  const words = [...document.querySelectorAll('header button')].map((b) => b.textContent.trim())
  if (seen('.shogun[aria-busy=true]')) return ''
  if (words.includes('Summary')) return 'over'
  if (seen('.report')) return 'winter'
  const lift = document.querySelector('main > button.main')
  if (lift?.textContent.endsWith('show me')) return 'curtain'
  if (seen('[data-testid=field-bid]')) return 'plan'
  if (seen('button.place')) return 'place'
  if (seen('[data-testid=march]')) return 'march'
  if (seen('button.group:enabled')) return 'group'
  if (seen('path[role=button]')) return 'province'
  if (seen('[data-testid^=take-]:enabled')) return 'take'
  if (words.includes('Yes')) return 'extra army'
  return ''
}"""


# Lays cards on fields, each by a click on the card and one on the field.
LAY = """async (plan) => {
  for (const [field, card] of plan) {
    for (const what of [`card-${card}`, `field-${field}`]) {
      document.querySelector(`[data-testid="${what}"]`).click()
      await new Promise(requestAnimationFrame)
    }
  }
}"""


def moment(page: Page) -> str:
    """Wait until something is asked, or the game is over."""
    return page.wait_for_function(MOMENT).json_value()


def field(page: Page, name: str) -> Locator:
    return page.get_by_test_id(f"field-{name}")


def card(page: Page, name: str) -> Locator:
    """A card in hand."""
    return page.get_by_test_id(f"card-{name}")


def hand(page: Page) -> list[str]:
    cards = page.locator("[data-testid^=card-]")
    return cards.evaluate_all("all => all.map((one) => one.dataset.testid.slice(5))")


def put(page: Page, name: str, on: str) -> None:
    """Lay a card by two clicks."""
    card(page, name).click()
    field(page, on).click()


def make_plan(page: Page) -> dict[str, str]:
    """Lay cards on all fields as far as they last; a bid that is left a card bids nothing."""
    expect(field(page, "bid")).to_be_visible()
    left = hand(page)
    bid = {"bid": "chest0"} if len(left) >= len(facts.FIELDS) else {}
    rest = [card for card in left if card not in bid.values()]
    plan = dict(zip(facts.ACTION_CARDS, rest, strict=False)) | bid
    page.evaluate(LAY, list(plan.items()))
    return plan


def decide(page: Page, now: str) -> None:
    """Answer what is asked with the first thing that is possible."""
    if now == "plan":
        make_plan(page)
        press(page, CONFIRM)
    elif now == "place":
        page.locator("button.place").first.click()
    elif now == "province":
        page.locator("path[role=button]").first.dispatch_event("click")
    elif now == "march":
        page.get_by_role("button", name="March with").click()
    elif now == "take":
        page.locator("[data-testid^=take-]").first.click()
    elif now == "group":
        page.locator("button.group:enabled").first.click()
    elif now == "curtain":
        page.locator("main > button.main").click()
        expect(page.locator(".shogun")).to_be_visible()
    elif now == "winter":
        press(page, "Continue")
    else:
        with suppress(TimeoutError):  # a question that is just going is not asked again
            page.get_by_role("button", name="Yes", exact=True).click(timeout=GOING)


def play(page: Page, until: str = "over") -> None:
    """Decide until something else is asked."""
    for _ in range(MOST):
        if (now := moment(page)) == until:
            return
        decide(page, now)
    raise AssertionError(f"after {MOST} decisions the page still asks for a {now}")


def sit(page: Page, seats: list[dict], **wishes: object) -> None:
    """Lay a table and look at it."""
    page.goto(lay(page, "shogun", seats, **wishes))
    expect(page.locator("[data-province=Kai]")).to_be_visible()


def load(page: Page, name: str) -> list[dict]:
    """Load a finished game and look at it; its journal."""
    record = (RECORDS / f"{name}.json").read_bytes()
    laid = page.request.post(
        "/api/records", data=record, headers={"content-type": "application/json"}
    )
    link = laid.json()["table"]["table"]
    page.goto(f"/t/{link}")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    return page.request.get(f"/api/tables/{link}/journal").json()["entries"]
