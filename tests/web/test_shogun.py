"""Shogun at the page: the map, plans, marches, keyboard, sizes, languages."""

from __future__ import annotations

import json
import math

import pytest
from playwright.sync_api import Page, expect

import tenka
from tenka.games.shogun import facts
from tests.server.running import ROOT
from tests.web.acting import (
    HUMAN,
    RANDOM,
    by_day_and_by_night,
    lay,
    overflow,
    press,
    resize,
)
from tests.web.conftest import SIZES
from tests.web.shogun import (
    CONFIRM,
    RECORDS,
    THREE,
    card,
    decide,
    field,
    hand,
    load,
    make_plan,
    moment,
    play,
    put,
    sit,
)

# -- what the client carries of the game


def test_the_game_that_the_board_follows_is_one_of_the_finished_ones():
    """The fixture of web/tests/shogun.test.ts."""
    match = tenka.load(json.loads((RECORDS / "war-8.json").read_text()))
    followed = json.loads((ROOT / "web" / "tests" / "shogun-game.json").read_text())
    assert followed == {
        "first": tenka.new("shogun", seed=match.seed, **match.options).view(None),
        "entries": [e.seen_by(None).json() for _, _, noted in match.history for e in noted],
        "last": match.view(None),
    }


def battles(name: str) -> list[list[list[int]]]:
    """What was thrown and what fell, in all battles of a finished game."""
    match = tenka.load(json.loads((RECORDS / f"{name}.json").read_text()))
    cubes = {"thrown": [], "fell": []}
    for _, _, noted in match.history:
        for entry in (e.json() for e in noted):
            if entry["kind"] in cubes:
                cubes[entry["kind"]].append(entry["cubes"])
    return [[thrown, fell] for thrown, fell in zip(*cubes.values(), strict=True)]


def test_the_battles_that_the_tower_is_tried_with_were_fought():
    """The other fixture of web/tests/tower.test.ts."""
    kept = json.loads((ROOT / "web" / "tests" / "shogun-battles.json").read_text())
    assert kept == {name: battles(name) for name in kept}


# -- the map


def test_the_drawn_borders_are_the_rules_borders():
    """A border is stored once, as an arc: who has it in their ring are neighbours."""
    drawing = json.loads((ROOT / "web/src/games/shogun/map.json").read_text())
    owners: dict[int, set[str]] = {}
    for name, shape in drawing["provinces"].items():
        for arc in shape["ring"]:
            owners.setdefault(max(arc, ~arc), set()).add(name)
    land = {frozenset(pair) for pair in owners.values() if len(pair) == 2}
    sea = {frozenset(route["between"]) for route in drawing["seaRoutes"]}
    assert sea == {frozenset(pair) for pair in facts.SEA_ROUTES}
    rules = {
        frozenset((a, b))
        for i, a in enumerate(facts.PROVINCES)
        for k, b in enumerate(facts.PROVINCES)
        if facts.ADJACENT[i, k]
    }
    assert land | sea == rules
    assert not land & sea


@pytest.mark.parametrize("side", facts.SIDES)
def test_with_three_players_eight_provinces_are_not_in_play(page, side):
    sit(page, THREE, options={"side": side})
    expect(page.locator("[data-province]")).to_have_count(37)
    there = page.locator("[data-province]").evaluate_all(
        "all => all.map((p) => p.dataset.province)"
    )
    missing = facts.NOT_FOR_THREE[facts.SIDES.index(side)].split()
    assert set(facts.PROVINCES) - set(there) == set(missing)


def width_is(page: Page, test: str, whole: float) -> None:
    """Wait until the drawn width of Kai compares with another as it should."""
    kai = "document.querySelector('[data-province=Kai]').getBoundingClientRect().width"
    page.wait_for_function(f"whole => {kai} {test}", arg=whole)


def test_zoom_by_wheel_and_buttons(page):
    sit(page, THREE)
    land = page.locator("[data-province=Kai]")
    whole = land.bounding_box()["width"]
    land.hover()
    page.mouse.wheel(0, -400)
    width_is(page, "> 1.5 * whole", whole)
    press(page, "Whole map")
    width_is(page, "< 1.01 * whole", whole)
    press(page, "Zoom in")
    width_is(page, "> 1.3 * whole", whole)


# -- plans


def test_cards_are_laid_moved_swapped_and_taken_back(page):
    sit(page, THREE)
    put(page, "Suruga", "castle")
    put(page, "Mino", "taxes")
    field(page, "castle").click()
    field(page, "taxes").click()
    expect(field(page, "castle")).to_have_accessible_name("castle: Mino")
    expect(field(page, "taxes")).to_have_accessible_name("taxes: Suruga")
    field(page, "castle").drag_to(field(page, "rice"))
    expect(field(page, "castle")).to_have_accessible_name("castle: empty")
    expect(field(page, "rice")).to_have_accessible_name("rice: Mino")
    field(page, "rice").drag_to(card(page, "chest0"))
    expect(card(page, "Mino")).to_be_visible()
    card(page, "chest3").drag_to(field(page, "bid"))
    expect(field(page, "bid")).to_have_accessible_name("bid: chest card 3")
    page.reload()
    expect(field(page, "bid")).to_have_accessible_name("bid: chest card 3")
    expect(page.get_by_role("button", name=CONFIRM)).to_be_disabled()


def test_warnings_do_not_forbid(page):
    """With 12 chests: castle 3, temple 2, theatre 1, armies 3, 2 and 1 leave nothing for a bid."""
    sit(page, [HUMAN, *[RANDOM] * 4])
    spending = ("castle", "temple", "theatre", "deploy5", "deploy3", "deploy1")
    for name, on in zip(
        ("Sagami", "Mimasaka", "Harima", "Kazusa", "Izu", "Bizen"), spending, strict=True
    ):
        put(page, name, on)
    warnings = page.locator(".warnings li")
    expect(warnings).to_have_count(0)
    put(page, "chest4", "bid")
    expect(warnings.first).to_contain_text("costs")
    field(page, "bid").click()
    press(page, "Back to the hand")
    put(page, "Awa-Boso", "battleA")
    expect(warnings).to_have_count(0)
    for name in ("rice", "taxes", "battleB", "bid"):
        put(page, hand(page)[-1], name)
    expect(warnings.first).to_contain_text("costs")
    press(page, CONFIRM)
    expect(field(page, "bid")).to_have_count(0)


# -- moves


def aim_at_others(page: Page) -> None:
    """Play until armies can attack, and choose a province that is not their own."""
    others = page.locator("path[role=button]:not([aria-label*=Takeda])")
    play(page, until="province")
    while not others.count():
        decide(page, "province")
        play(page, until="province")
    others.first.dispatch_event("click")


def test_the_odds_are_shown_before_a_march(page):
    """They are the server's, for the number of armies that would march: first of all that can."""
    answers = []
    page.on("response", lambda answer: "/odds?" in answer.url and answers.append(answer))
    sit(page, THREE)
    aim_at_others(page)
    shown = page.get_by_test_id("odds")
    expect(shown).to_be_visible()
    odds = answers[-1].json()["odds"]
    for at, chance in enumerate(reversed(odds)):
        if at:
            press(page, "One army fewer")
        win, tie, loss = (math.floor(100 * chance[name] + 0.5) for name in ("win", "tie", "loss"))
        expect(shown).to_have_text(f"win {win}% · tie {tie}% · lose {loss}%")
    expect(page.get_by_role("button", name="One army fewer")).to_be_disabled()


def test_a_table_without_odds_shows_none(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    sit(page, THREE, odds=False)
    aim_at_others(page)
    expect(page.get_by_test_id("march")).to_be_visible()
    assert not [url for url in asked if "/odds" in url]


# -- for everyone


def test_by_keyboard_alone(page):
    """A plan, a place, and whatever follows, without a mouse."""
    sit(page, THREE)
    card(page, "Suruga").focus()
    for at, name in enumerate(facts.FIELDS):
        if at:
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowUp")
        for _ in range(at):
            page.keyboard.press("ArrowRight")
        expect(field(page, name)).to_be_focused()
        page.keyboard.press("Enter")
    page.get_by_role("button", name=CONFIRM).focus()
    page.keyboard.press("Enter")
    assert moment(page) == "place"
    tab_to(page, "button.place")
    page.keyboard.press("Enter")
    if moment(page) == "province":
        tab_to(page, "path[role=button]")
        page.keyboard.press("Enter")
        tab_to(page, "header button.main")
        page.keyboard.press("Enter")
    assert moment(page)


def tab_to(page: Page, where: str) -> None:
    """Go to something with the tab key, from the top of the page."""
    page.evaluate("document.activeElement?.blur()")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("where => document.activeElement.matches(where)", where):
            return
    raise AssertionError(f"the tab key does not reach {where}")


def test_every_size(visit, picture):
    """A plan and the places that follow it; on its side a phone has the map one tap away."""
    page = visit("phone on its side")
    page.goto(lay(page, "shogun", [HUMAN, *[RANDOM] * 3]))
    expect(field(page, "bid")).to_be_visible()
    page.get_by_role("button", name="Map", exact=True).tap()
    expect(page.locator("[data-province=Kai]")).to_be_visible()
    page.get_by_role("button", name="My plan").tap()
    make_plan(page)
    for size, window in SIZES.items():
        resize(page, *window)
        picture(page, f"shogun-planning-{size}")
        assert overflow(page) == []
        assert cut_off(page) == []
    press(page, CONFIRM)
    assert moment(page) == "place"
    for size, window in SIZES.items():
        resize(page, *window)
        if "phone" in size:
            press(page, "Map")
        picture(page, f"shogun-places-{size}")
        assert overflow(page) == []


def cut_off(page: Page) -> list[str]:
    """Words of the personal board that do not fit their place."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.field *, .held *, .actions li *, .place *')]
          .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
          .filter((one) => !one.closest('.visually-hidden'))
          .map((one) => one.outerHTML.slice(0, 150))"""
    )


def test_no_faults_of_access(page):
    sit(page, THREE)
    put(page, "Suruga", "castle")
    card(page, "Mino").click()
    assert by_day_and_by_night(page) == []
    play(page, until="province")
    assert by_day_and_by_night(page) == []
    load(page, "war-8")
    page.locator("[data-testid=log] button.again").last.click()
    expect(page.get_by_test_id("battle")).to_be_visible()
    assert by_day_and_by_night(page) == []


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_in_other_languages(visit, language, picture):
    page = visit(language=language)
    sit(page, [HUMAN, *[RANDOM] * 3])
    make_plan(page)
    assert cut_off(page) == []
    picture(page, f"shogun-planning-{language}")
    assert "shogun." not in page.locator("body").inner_text()


def test_pictures_of_winter_and_the_end(visit, picture):
    for size in ("desktop", "phone"):
        page = visit(size)
        load(page, "war-6")
        if size == "phone":
            press(page, "Boards")
        expect(page.get_by_role("table", name="Winter of year 2")).to_contain_text("Takeda")
        picture(page, f"shogun-winter-{size}")
