"""What people do at the page, and what tests look at there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.server.running import ROOT
from tests.web.conftest import SIZES

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PROVINCES = ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")
HUMAN, RANDOM = {"kind": "human"}, {"kind": "bot", "level": "random"}


def lay(page: Page, game: str, seats: list[dict[str, Any]], **wishes: Any) -> str:
    """Lay a table as this person, past the lobby; the address of its page."""
    wish = {"game": game, "players": len(seats), "seats": seats, **wishes}
    made = page.request.post("/api/tables", data=wish)
    assert made.status == 201, made.text()
    return f"/t/{made.json()['table']['table']}"


def load_record(page: Page, path: Path) -> None:
    """Load a record file in the lobby."""
    page.goto("/")
    page.locator("input[type=file]").set_input_files(path)


def seen_by(page: Page, seat: int | None = 0) -> dict[str, Any]:
    """The view that the server has for this person."""
    link = page.url.rsplit("/", 1)[-1].split("?")[0]
    query = {} if seat is None else {"seat": seat}
    return page.request.get(f"/api/tables/{link}", params=query).json()["view"]


def asks(page: Page) -> Locator:
    """The sentence that says what is asked."""
    return page.get_by_test_id("asks")


def log(page: Page) -> Locator:
    """The log in words."""
    return page.get_by_test_id("log")


def press(page: Page, name: str) -> None:
    """Press the button of that name."""
    page.get_by_role("button", name=name, exact=True).click()


def pick(page: Page, name: str, choice: str) -> None:
    """Choose in the list of that name."""
    page.get_by_role("combobox", name=name, exact=True).select_option(choice)


def slide(page: Page, name: str, choice: str) -> None:
    """Move the slider of that name, by keys, until it says so."""
    slider = page.get_by_role("slider", name=name, exact=True)
    slider.press("Home")
    for _ in range(int(slider.get_attribute("max") or 0)):
        if re.match(rf"{re.escape(choice)}( ·|$)", slider.get_attribute("aria-valuetext") or ""):
            break
        slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"^{re.escape(choice)}( ·|$)"))


def province(page: Page, name: str) -> Locator:
    """A province on Sun Tzu's map."""
    return page.get_by_role("button", name=re.compile(f"^{name}\\b"))


def lay_orders(page: Page, *cards: object) -> None:
    """Orders in Sun Tzu, by clicks: a card, then a province; not confirmed yet."""
    for card, name in zip(cards, PROVINCES, strict=True):
        press(page, f"Card {card}")
        province(page, name).click()


def give_orders(page: Page, *cards: object) -> None:
    """Orders in Sun Tzu, confirmed."""
    expect(asks(page)).to_contain_text("5 provinces")
    lay_orders(page, *(cards or (1, 2, 3, 4, 5)))
    press(page, "Confirm orders")


def count_loaded(page: Page) -> Callable[[str], int]:
    """Count the bytes that come over the wire from now on: the sum so far of a kind ('Font')."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    kinds, sizes = dict[str, str](), dict[str, int]()

    def begun(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def ended(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = int(event["encodedDataLength"])

    session.on("Network.responseReceived", begun)
    session.on("Network.loadingFinished", ended)
    return lambda kind: sum(size for request, size in sizes.items() if kinds[request] == kind)


def faults(page: Page) -> list[str]:
    """The serious faults that axe-core finds on a page, as short lines."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def by_day_and_by_night(page: Page) -> list[str]:
    """The serious faults of a page in light and in dark colours."""
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        found += [f"{theme} {fault}" for fault in faults(page)]
    return found


def overflow(page: Page) -> list[str]:
    """Elements of the shell that stick out of the window, unless they are in a row drawn along."""
    return page.evaluate(
        """() => [...document.querySelectorAll('header *, aside *, button, h1, h2, p')]
          .filter((node) => node.checkVisibility() && !node.closest('svg, .visually-hidden'))
          .filter((node) => !node.closest('[data-along]'))
          .filter((node) => {
            const box = node.getBoundingClientRect()
            return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)
          })
          .map((node) => node.outerHTML.slice(0, 120))"""
    )


def broken_words(page: Page, where: str) -> list[str]:
    """Words that do not stand whole in one line, of all that is there."""
    return page.locator(where).evaluate_all(
        """(all) => all.flatMap((node) => {
          const [text, word] = [node.firstChild, document.createRange()]
          return [...text.data.matchAll(/[^\\s-]+/g)].filter(({ 0: letters, index }) => {
            word.setStart(text, index)
            word.setEnd(text, index + letters.length)
            return new Set([...word.getClientRects()].map(({ top }) => top)).size > 1
          }).map(([letters]) => letters)
        })"""
    )


def resize(page: Page, width: int, height: int) -> None:
    """Turn the window into another; a small one is touched, and all has come to rest."""
    session = page.context.new_cdp_session(page)
    small = min(width, height) < 500
    touch = {"enabled": small, **({"maxTouchPoints": 5} if small else {})}
    session.send("Emulation.setTouchEmulationEnabled", touch)
    session.detach()
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        """async () => {
          for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
          const ends = (motion) => motion.effect.getComputedTiming().endTime < Infinity
          const motions = document.getAnimations().filter(ends)
          await Promise.all(motions.map((motion) => motion.finished.catch(() => {})))
        }"""
    )


def keep_pictures(page: Page, picture: Callable[[Page, str], Path], name: str) -> None:
    """Keep a picture at a desktop and on a phone, where nothing may stick out."""
    for size in ("phone", "desktop"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        picture(page, f"{name}-{size}")
        assert overflow(page) == []
