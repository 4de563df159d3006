"""For everyone: three languages, every size, the keyboard alone, screen readers, little to load."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import expect

import tenka
from tests.server.running import ROOT
from tests.web.acting import (
    HUMAN,
    PROVINCES,
    RANDOM,
    asks,
    by_day_and_by_night,
    count_loaded,
    lay,
    log,
    overflow,
    press,
    resize,
)
from tests.web.conftest import SIZES

BEGINNER = {"beginner": True}
BUDGET = 200_000  # bytes of compressed script for the lobby and one game
FONTS = 150_000  # and of fonts
TOWER = 250_000  # and for what rolls and draws Shogun's cubes, once a battle is near
JSON = {"content-type": "application/json"}
WORDS = {
    "en-GB": ("Sun Tzu", "Play", "Rules", r"Lay orders"),
    "pl-PL": ("Sun Tzu", "Graj", "Zasady", r"[Rr]ozkaz"),
    "ru-RU": ("Сунь-цзы", "Играть", "Правила", r"[Пп]риказ"),
}


@pytest.mark.parametrize("language", WORDS)
def test_the_browser_chooses_the_language(visit, language):
    page = visit(language=language)
    title, play, rules, orders = WORDS[language]
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language[:2])
    expect(page.get_by_role("link", name=rules).first).to_be_visible()
    page.get_by_role("button", name=re.compile(f"^{title} ")).click()
    page.locator("summary").click()
    page.locator("details input[type=checkbox]").nth(1).check()
    press(page, play)
    expect(asks(page)).to_have_text(re.compile(orders))
    assert not re.search(r"\b(shell|suntzu)\.\w", page.locator("body").inner_text())


def test_the_language_can_be_changed_and_stays(page):
    page.goto("/")
    press(page, "Settings")
    page.get_by_role("combobox", name="Language").select_option("pl")
    expect(page.get_by_role("heading", name="Ustawienia")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Ustawienia")).to_be_visible()


def test_colours_follow_the_setting(visit):
    page = visit(theme="dark")
    page.goto("/")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(33, 26, 22)"
    press(page, "Settings")
    page.get_by_role("combobox", name="Colours").select_option("light")
    assert page.evaluate(paper) == "rgb(245, 235, 211)"


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_nothing_sticks_out_at_any_size(visit, picture, language):
    page = visit(language=language)
    page.goto("/")
    page.get_by_role("button", name=re.compile("Samurai|Самурай")).click()
    for size, window in SIZES.items():
        resize(page, *window)
        assert overflow(page) == []
        picture(page, f"lobby-{size}-{language}")
    page.goto(lay(page, "samurai", [HUMAN, RANDOM, RANDOM, RANDOM]))
    expect(asks(page)).to_be_visible()
    for size, (width, height) in SIZES.items():
        resize(page, width, height)
        assert overflow(page) == []
        board = page.get_by_role("main").bounding_box()
        assert board["width"] * board["height"] > 0.55 * width * height
        picture(page, f"table-{size}-{language}")


def test_the_rules_are_there_in_three_languages(visit):
    titles = set()
    for language in WORDS:
        page = visit(language=language)
        for game in tenka.games():
            page.goto(f"/help/{game}#end")
            expect(page.locator("[data-topic=end]")).to_be_in_viewport()
            titles.add((game, page.get_by_role("heading", level=2).first.inner_text()))
            assert page.get_by_role("heading", level=2).count() >= 10
    assert len(titles) == 3 * 3


def test_the_rules_open_over_the_table(page):
    page.goto(lay(page, "samurai", [HUMAN, RANDOM]))
    expect(asks(page)).to_be_visible()
    press(page, "Menu")
    press(page, "Rules")
    rules = page.get_by_role("dialog", name="Rules of Samurai")
    rules.get_by_role("button", name="Taking figures").click()
    expect(rules.locator("[data-topic=capture]")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    expect(asks(page)).to_be_visible()


def test_on_a_phone_the_log_is_one_tap_away(visit):
    page = visit(size="phone")
    page.goto(lay(page, "suntzu", [HUMAN, RANDOM], options=BEGINNER))
    expect(asks(page)).to_be_visible()
    expect(log(page)).to_be_hidden()
    page.get_by_role("button", name="Players, log and chat").tap()
    expect(log(page)).to_be_visible()
    page.get_by_role("button", name="Back to the board").tap()
    expect(log(page)).to_be_hidden()


def test_the_keyboard_alone_is_enough(page):
    """From the lobby to a confirmed plan: Tab, Enter, and nothing else."""
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Sun Tzu "))).to_be_visible()
    tab_to(page, re.compile("^Sun Tzu "))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(asks(page)).to_contain_text("general")
    page.keyboard.press("Tab")
    style, width = page.evaluate(
        "(({ outlineStyle, outlineWidth }) => [outlineStyle, parseFloat(outlineWidth)])"
        "(getComputedStyle(document.activeElement))"
    )
    assert style != "none"
    assert width >= 1
    page.goto(lay(page, "suntzu", [HUMAN, RANDOM], options=BEGINNER))
    expect(asks(page)).to_contain_text("5 provinces")
    for card, name in enumerate(PROVINCES, start=1):
        reach(page, page.get_by_role("button", name=f"Card {card}", exact=True))
        reach(page, page.get_by_role("button", name=re.compile(f"^{name}\\b")))
    reach(page, page.get_by_role("button", name="Confirm orders"))
    expect(log(page)).to_contain_text("gives orders")


def reach(page, wanted):
    """Go to something with Tab and the arrows, and press Enter on it."""
    expect(wanted).to_be_visible()
    target = wanted.element_handle()
    for _ in range(120):
        if page.evaluate("(node) => node === document.activeElement", target):
            page.keyboard.press("Enter")
            return
        same_group = page.evaluate(
            "(node) => !!node.closest('[role=group]')?.contains(document.activeElement)", target
        )
        page.keyboard.press("ArrowRight" if same_group else "Tab")
    raise AssertionError(f"the keyboard does not reach {wanted}")


def tab_to(page, name):
    """Press Tab until a button of that name has the focus."""
    target = page.get_by_role("button", name=name).element_handle()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("(node) => node === document.activeElement", target):
            return
    raise AssertionError(f"Tab does not reach {name}")


# Whatever moves, or would.
MOTIONS = """() => [...document.querySelectorAll('*')].flatMap((node) =>
  ['', '::before', '::after'].map((part) => getComputedStyle(node, part)).flatMap((style) =>
    style.animationName === 'none' ? [] : [[
      style.animationDelay, style.animationIterationCount,
      parseFloat(style.animationDuration) <= 0.001, style.transitionDelay,
    ].join(' ')]))"""


def test_who_wants_less_motion_waits_for_none(visit):
    """Nothing is begun later, repeated or slow: the end of a game, whose rows come one by one."""
    page = visit(reduced_motion="reduce")
    page.goto("/")
    page.add_style_tag(content="h1 { animation: turn 9s 9s infinite; transition: all 9s 9s }")
    assert set(page.evaluate(MOTIONS)) == {"0s 1 true 0s"}
    record = (ROOT / "tests" / "fixtures" / "shogun" / "war-8.json").read_bytes()
    laid = page.request.post("/api/records", data=record, headers=JSON)
    page.goto(f"/t/{laid.json()['table']['table']}")
    expect(page.get_by_role("dialog").get_by_role("row")).not_to_have_count(0)
    assert set(page.evaluate(MOTIONS)) == {"0s 1 true 0s"}


PRINT = "document.querySelector('[data-print] canvas').toDataURL()"


def test_who_wants_less_motion_sees_the_same_colours(visit):
    """What is drawn by script has to read the style sheet's colours, without waiting for them."""
    prints = set()
    for motion in ("no-preference", "reduce"):
        page = visit(reduced_motion=motion)
        page.goto(lay(page, "samurai", [HUMAN, RANDOM], options={"hands": "random"}))
        expect(page.locator("[data-print] canvas")).to_be_attached()
        prints.add(page.evaluate(PRINT))
    assert len(prints) == 1


def test_no_serious_fault_for_screen_readers(page):
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Shogun ")).click()
    page.get_by_text("Game options").click()
    assert by_day_and_by_night(page) == []
    page.goto("/help/shogun")
    expect(page.get_by_role("heading", name="Winter")).to_be_visible()
    assert by_day_and_by_night(page) == []
    page.goto(lay(page, "suntzu", [HUMAN, {"kind": "open"}]))
    expect(asks(page)).to_contain_text("Waiting")
    assert by_day_and_by_night(page) == []
    page.goto(lay(page, "suntzu", [HUMAN, HUMAN], options=BEGINNER))
    expect(page.get_by_role("heading", name=re.compile("is next"))).to_be_visible()
    assert by_day_and_by_night(page) == []
    page.get_by_role("button", name=re.compile("show me")).click()
    expect(asks(page)).to_contain_text("5 provinces")
    assert by_day_and_by_night(page) == []
    press(page, "Menu")
    assert by_day_and_by_night(page) == []


@pytest.mark.parametrize("game", ["samurai", "shogun", "suntzu"])
def test_the_first_load_is_small(visit, game):
    page = visit()
    loaded = count_loaded(page)
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Samurai "))).to_be_visible()
    page.goto(lay(page, game, [HUMAN, RANDOM, *[RANDOM] * (game == "shogun")]))
    expect(asks(page)).to_be_visible()
    assert 10_000 < loaded("Script") < BUDGET
    assert 10_000 < loaded("Font") < FONTS


def test_the_tower_is_light_and_comes_only_when_it_is_needed(visit):
    """Its scene and what rolls the cubes are files of their own; the lobby asks for neither."""
    page, asked = visit(), []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Shogun ")).click()
    page.wait_for_load_state("networkidle")
    assets = ROOT / "src" / "tenka" / "server" / "static" / "assets"
    files = [*assets.glob("stage-*.js"), *assets.glob("worker-*.js")]
    assert len(files) == 2
    assert not {file.name for file in files} & set(asked)
    weight = sum(len(gzip.compress(file.read_bytes())) for file in files)
    assert 100_000 < weight < TOWER
