"""Shogun at the page: the map, plans, whole games, the tower, keyboard, phone, and secrets."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tenka.games.shogun import facts
from tests.server.running import ROOT
from tests.web.acting import HUMAN, RANDOM, asks, faults, lay, log, overflow, press
from tests.web.conftest import SIZES

RECORDS = ROOT / "tests" / "fixtures" / "shogun"
THREE = [HUMAN, RANDOM, RANDOM]
CONFIRM = "Confirm plan"

# What the page asks for now; nothing while a decision is on its way or others decide.
MOMENT = """() => {
  const seen = (where) => document.querySelector(where) !== null
  const words = [...document.querySelectorAll('header button')].map((b) => b.textContent.trim())
  if (seen('.shogun[aria-busy=true]')) return ''
  if (words.includes('Summary')) return 'over'
  if (seen('.report')) return 'winter'
  if (document.querySelector('main > button.main')?.textContent.endsWith('show me')) return 'curtain'
  if (seen('[data-testid=field-bid]')) return 'plan'
  if (seen('button.place')) return 'place'
  if (seen('[data-testid=march]')) return 'march'
  if (seen('path[role=button]')) return 'province'
  if (seen('[data-testid^=take-]:enabled')) return 'take'
  if (seen('button.group:enabled')) return 'group'
  if (words.includes('Yes')) return 'extra army'
  return ''
}"""


def moment(page: Page) -> str:
    """Wait until something is asked, or the game is over."""
    return page.wait_for_function(MOMENT).json_value()


def field(page: Page, name: str):
    return page.get_by_test_id(f"field-{name}")


def card(page: Page, name: str):
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
    """Lay cards on all fields as far as they last: provinces first, a chest card as the bid."""
    expect(field(page, "bid")).to_be_visible()
    left, plan = hand(page), {}
    for name in facts.FIELDS:
        if not left:
            break
        bid = next((one for one in left if one.startswith("chest")), left[0])
        plan[name] = bid if name == "bid" else left[0]
        put(page, plan[name], name)
        left.remove(plan[name])
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
        press(page, "Yes")


def play(page: Page, until: str = "over") -> None:
    """Decide until something else is asked."""
    while (now := moment(page)) != until:
        decide(page, now)


def sit(page: Page, seats: list[dict], **wishes: object) -> None:
    """Lay a table and look at it."""
    page.goto(lay(page, "shogun", seats, **wishes))
    expect(page.locator("[data-province=Kai]")).to_be_visible()


# -- the map


def drawn(page: Page, what: str) -> set[frozenset[str]]:
    """The pairs of provinces that borders or sea routes on the page lie between."""
    found = page.locator(f"[data-{what}]").evaluate_all(
        f"all => all.map((one) => one.dataset.{what})"
    )
    return {frozenset(pair.split("|")) for pair in found if "|" in pair}


def test_the_drawn_borders_are_the_rules_borders(page):
    sit(page, [HUMAN, *[RANDOM] * 3])
    sea = drawn(page, "route")
    assert sea == {frozenset(pair) for pair in facts.SEA_ROUTES}
    rules = {
        frozenset((a, b))
        for i, a in enumerate(facts.PROVINCES)
        for k, b in enumerate(facts.PROVINCES)
        if facts.ADJACENT[i, k]
    }
    assert drawn(page, "border") | sea == rules
    assert not drawn(page, "border") & sea


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
    press(page, "Closer")
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
    for name, on in zip(("Sagami", "Mimasaka", "Harima", "Kazusa", "Izu", "Bizen"), spending, strict=True):
        put(page, name, on)
    warnings = page.locator(".warnings li")
    expect(warnings).to_have_count(0)
    put(page, "chest4", "bid")
    expect(warnings.first).to_contain_text("it costs")
    field(page, "bid").click()
    press(page, "Back to the hand")
    put(page, "Awa-Boso", "battleA")
    expect(warnings).to_have_count(0)
    for name in ("rice", "taxes", "battleB", "bid"):
        put(page, hand(page)[-1], name)
    expect(warnings.first).to_contain_text("it costs")
    press(page, CONFIRM)
    expect(field(page, "bid")).to_have_count(0)


def test_two_browsers_plan_at_once(visit, table_server):
    """A plan can be changed until the last player is ready; nobody sees another's before that."""
    one, two = visit(), visit()
    address = lay(one, "shogun", [HUMAN, {"kind": "open"}, RANDOM])
    joined = two.request.post(f"/api/tables/{address[3:]}/join", data={"name": "Bo"})
    assert joined.ok
    one.goto(address)
    two.goto(address)
    plan = make_plan(one)
    press(one, CONFIRM)
    press(one, "Change my plan")
    field(one, "castle").click()
    field(one, "temple").click()
    press(one, CONFIRM)
    expect(one.get_by_role("button", name="Change my plan")).to_be_visible()
    shown = two.request.get(f"/api/tables/{address[3:]}?seat=1").json()["view"]["players"][0]["plan"]
    assert set(shown.values()) == {"closed"}
    make_plan(two)
    press(two, CONFIRM)
    board = one.get_by_role("table", name="Plans of all players")
    expect(board.get_by_role("row", name="Uesugi").get_by_role("cell").last).to_have_text("1")
    mine = board.get_by_role("row", name="Takeda").get_by_role("cell")
    expect(mine.nth(0)).to_have_text(plan["temple"])
    expect(mine.nth(1)).to_have_text(plan["castle"])
    expect(board.get_by_role("row", name="Shimazu").get_by_text("closed card")).to_have_count(10)


def test_a_spectator_sees_no_plan(visit):
    player, guest = visit(), visit()
    address = lay(player, "shogun", [HUMAN, HUMAN, RANDOM])
    guest.goto(address)
    player.goto(address)
    press(player, "I am Takeda: show me")
    make_plan(player)
    press(player, CONFIRM)
    board = guest.get_by_role("table", name="Plans of all players")
    row = board.get_by_role("row", name="Takeda")
    expect(row.get_by_text("closed card")).to_have_count(11)
    expect(guest.locator("path[role=button]")).to_have_count(0)
    expect(guest.get_by_test_id("field-bid")).to_have_count(0)


# -- whole games


def test_a_whole_game_against_bots(page, picture):
    sit(page, THREE)
    play(page)
    expect(page.get_by_role("dialog")).to_be_visible()
    picture(page, "shogun-end")
    assert page.request.get(page.url.replace("/t/", "/api/tables/")).json()["status"] == "finished"


def test_five_seats_share_a_device_for_a_round(page):
    page.goto(lay(page, "shogun", [HUMAN] * 5))
    for _ in facts.CLANS:
        play(page, until="plan")
        decide(page, "plan")
    play(page, until="plan")
    expect(page.get_by_role("banner")).to_contain_text("summer, year 1")
    expect(log(page)).to_contain_text("Order of this round")


def test_the_draft(page):
    sit(page, THREE, options={"start": "draft"})
    play(page, until="plan")
    expect(page.locator("[data-testid^=card-]")).to_have_count(9 + 5)


# -- moves


def aim_at_others(page: Page) -> None:
    """Play until armies can attack, and choose a province that is not the own one."""
    others = page.locator("path[role=button]:not([aria-label*=Takeda])")
    play(page, until="province")
    while not others.count():
        decide(page, "province")
        play(page, until="province")
    others.first.dispatch_event("click")


def test_the_odds_are_shown_before_a_march(page):
    sit(page, THREE)
    aim_at_others(page)
    odds = page.get_by_test_id("odds")
    expect(odds).to_contain_text("win")
    if page.get_by_role("button", name="One army fewer").is_enabled():
        before = odds.inner_text()
        page.get_by_role("button", name="One army fewer").click()
        expect(odds).not_to_have_text(before)


def test_a_table_without_odds_shows_none(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    sit(page, THREE, odds=False)
    aim_at_others(page)
    expect(page.get_by_test_id("march")).to_be_visible()
    assert not [url for url in asked if "/odds" in url]


# -- the tower


def load(page: Page, name: str) -> list[dict]:
    """Load a finished game and look at it; its journal."""
    record = (RECORDS / f"{name}.json").read_bytes()
    laid = page.request.post("/api/records", data=record, headers={"content-type": "application/json"})
    link = laid.json()["table"]["table"]
    page.goto(f"/t/{link}")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    return page.request.get(f"/api/tables/{link}/journal").json()["entries"]


# Watch all battles of the log again, from their results; what lay on the drawn tray at the end.
WATCH = """async () => {
  const until = async (found) => {
    for (;;) {
      const one = found()
      if (one) return one
      await new Promise(requestAnimationFrame)
    }
  }
  const lying = []
  const results = /^(The (attack|defence|revolt|peasants)|Nobody wins)/
  for (const line of [...document.querySelectorAll('[data-testid=log] button.again')]) {
    if (!results.test(line.textContent)) continue
    line.click()
    const tower = await until(() => document.querySelector('[data-testid=tower]:not([data-lying=""])'))
    lying.push(tower.dataset.lying)
    for (let open = true; open; open = document.querySelector('[data-testid=battle]') !== null) {
      document.querySelector('[data-testid=battle]').click()
      await new Promise(requestAnimationFrame)
    }
  }
  return lying
}"""


def test_the_tower_ends_as_the_server_decided(visit):
    """The cubes that lie on the drawn tray at the end, in 200 battles of finished games."""
    page, checked = visit(reduced_motion="reduce"), 0
    for name in ("war-8", "war-7", "war-6", "war-5", "war-4"):
        fell = [e["cubes"] for e in load(page, name) if e["kind"] == "fell"]
        press(page, "Show all from the beginning")
        lying = page.evaluate(WATCH)
        assert [[int(n) for n in line.split()] for line in lying] == fell
        checked += len(fell)
    assert checked >= 200


def test_a_battle_is_shown_as_it_happens(visit, picture):
    """In motion the cubes come to lie after a while; what they mean is told then."""
    page = visit(speed="normal")
    load(page, "war-8")
    page.locator("[data-testid=log] button.again").last.click()
    tower = page.get_by_test_id("tower")
    expect(tower).to_have_attribute("data-lying", "")
    picture(page, "shogun-battle-falling")
    expect(page.get_by_test_id("battle")).to_contain_text("…")
    expect(tower).not_to_have_attribute("data-lying", "")
    expect(page.get_by_test_id("battle")).to_contain_text("against")
    picture(page, "shogun-battle")
    press(page, "Close")
    expect(page.get_by_test_id("battle")).to_have_count(0)


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


@pytest.mark.parametrize("size", SIZES)
def test_every_size(visit, size, picture):
    page = visit(size)
    sit_small(page, size)
    make_plan(page)
    picture(page, f"shogun-planning-{size}")
    assert overflow(page) == []
    assert cut_off(page) == []
    press(page, CONFIRM)
    assert moment(page) == "place"
    if "phone" in size:
        press(page, "Map")
    picture(page, f"shogun-places-{size}")
    assert overflow(page) == []


def sit_small(page: Page, size: str) -> None:
    """Sit down; on a phone the plan comes first, and the map is one tap away."""
    page.goto(lay(page, "shogun", [HUMAN, *[RANDOM] * 3]))
    expect(field(page, "bid")).to_be_visible()
    if "phone" in size:
        page.get_by_role("button", name="Map", exact=True).tap()
        expect(page.locator("[data-province=Kai]")).to_be_visible()
        page.get_by_role("button", name="My plan").tap()


def cut_off(page: Page) -> list[str]:
    """Words of the personal board that do not fit their place."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.field *, .held *, .actions li *, .place *')]
          .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.outerHTML.slice(0, 150))"""
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_faults_of_access(visit, theme):
    page = visit(theme=theme)
    sit(page, THREE)
    put(page, "Suruga", "castle")
    card(page, "Mino").click()
    assert faults(page) == []
    play(page, until="province")
    assert faults(page) == []
    load(page, "war-8")
    page.locator("[data-testid=log] button.again").last.click()
    expect(page.get_by_test_id("battle")).to_be_visible()
    assert faults(page) == []


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
