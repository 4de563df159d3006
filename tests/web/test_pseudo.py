"""In a language that nobody speaks: no word comes from elsewhere, and longer words fit."""

from __future__ import annotations

import json
import mimetypes
import re

import pytest
from playwright.sync_api import Page, Route, expect

import tenka
from tests.web import pseudo
from tests.web.acting import HUMAN, RANDOM, asks, lay, overflow, resize
from tests.web.conftest import SIZES
from tests.web.test_replay import FILES, last_of

# Names of the product, of languages and of people are the same in every language.
NAMES = re.compile(r"\b(Tenka|English|Polski|JSON|Ann)\b")
ANN = {**HUMAN, "name": "Ann"}

# Words in plain letters that somebody can read or hear.
PLAIN_WORDS = """() => {
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode
    // Names of people are theirs, in any language.
    const ours = !parentElement.closest('script, style, [translate=no]')
    if (ours && parentElement.checkVisibility()) texts.push(data)
  }
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const node of document.querySelectorAll(`[${name}]`)) texts.push(node.getAttribute(name))
  return [...new Set(texts)].filter((text) => /[A-Za-z]{3}/.test(text))
}"""


@pytest.fixture(scope="module")
def built(once):
    """The client with one language more."""
    return once("pseudo", pseudo.build) / "static"


@pytest.fixture
def page(visit, built):
    """Somebody who reads that language."""
    page = visit()

    def serve(route: Route) -> None:
        path = re.sub(r"^https?://[^/]+/|[?#].*", "", route.request.url)
        if path.startswith("api/"):
            route.fallback()
            return
        file = built / (path if "." in path else "index.html")
        route.fulfill(path=file, content_type=mimetypes.guess_type(file.name)[0])

    page.context.route("**/*", serve)
    page.add_init_script(f"localStorage['tenka.language'] = '{pseudo.CODE}'")
    return page


def look(page: Page) -> None:
    """Nothing is said in plain letters, and nothing sticks out, at a desktop and on a phone."""
    assert re.search("[åéíöû]{2}", page.locator("body").inner_text())
    for size in ("phone", "desktop"):
        resize(page, *SIZES[size])
        said = [NAMES.sub("", text) for text in page.evaluate(PLAIN_WORDS)]
        assert [text for text in said if re.search("[A-Za-z]{3}", text)] == []
        assert overflow(page) == []


def test_the_lobby_and_its_settings(page):
    page.goto("/")
    page.locator("article button").first.click()
    page.locator("summary").first.click()
    look(page)
    page.locator("header button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page)


@pytest.mark.parametrize("game", tenka.games())
def test_a_table_its_menu_its_rules_and_its_lesson(page, game):
    bots = [{**RANDOM, "name": "Ann"}] * (min(tenka.game(game).players) - 1)
    page.goto(lay(page, game, [ANN, *bots]))
    expect(asks(page)).to_be_visible()
    look(page)
    page.locator("button.menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page)
    page.goto(f"/help/{game}")
    expect(page.locator("h2").first).to_be_visible()
    look(page)
    page.goto(f"/sheet/{game}")
    expect(page.locator("h2").nth(4)).to_be_visible()
    look(page)
    page.goto(f"/learn/{game}")
    expect(page.locator("section.guide button")).to_be_visible()
    look(page)


@pytest.mark.parametrize("game", tenka.games())
def test_a_replay_its_summary_and_its_menu(page, game):
    content = json.loads(FILES[game].read_text())
    content["seats"] = ["Ann"] * len(content["seats"])
    link = page.request.post("/api/records", data=content).json()["table"]["table"]
    last = last_of(FILES[game])
    for number in (last // 2, last):
        page.goto(f"/t/{link}/replay?n={number}")
        expect(page.locator("input[type=range]")).to_have_value(str(number))
        look(page)
    page.locator(".line .buttons button").first.click()
    expect(page.locator("dialog table").last).to_be_visible()
    look(page)
    page.keyboard.press("Escape")
    page.locator("button.menu").click()
    expect(page.locator("dialog select").first).to_be_visible()
    look(page)


def test_the_waiting_room_for_its_host_and_for_a_guest(page):
    page.goto(lay(page, "samurai", [ANN, {"kind": "open"}, {"kind": "open"}]))
    expect(page.locator(".bot select").first).to_be_visible()
    look(page)
    page.context.clear_cookies()
    page.goto(page.url)
    expect(page.locator("input[autocomplete=nickname]")).to_be_visible()
    look(page)


def test_the_keys_and_the_question_before_resigning(page):
    page.goto(lay(page, "suntzu", [ANN, {**RANDOM, "name": "Ann"}]))
    expect(asks(page)).to_be_visible()
    page.locator("button.menu").click()
    buttons = page.locator("dialog .buttons button")
    buttons.last.click()
    expect(page.get_by_role("dialog")).to_have_count(2)
    look(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(1)
    buttons.nth(1).click()
    expect(page.locator("dialog kbd").first).to_be_visible()
    look(page)
