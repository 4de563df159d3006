"""What happened is shown by one clock: nothing is spoiled, nothing swallowed, nothing missed."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from playwright.sync_api import Page, TimeoutError, expect

from tests.server.running import ROOT
from tests.web.acting import (
    HUMAN,
    PROVINCES,
    RANDOM,
    asks,
    give_orders,
    lay,
    load_record,
    log,
    press,
)
from tests.web.shogun import CONFIRM, decide, make_plan
from tests.web.stations import step_to, story

SHORT = 1_000  # milliseconds for a click that may come too late
BEGINNER = {"beginner": True}


def button(page: Page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def two_orders(ann: Page, bob: Page) -> None:
    """Two people at a table of Sun Tzu, both with their orders given; no card is a Plague."""
    address = lay(ann, "suntzu", [HUMAN, {"kind": "open"}], options=BEGINNER)
    assert bob.request.post(f"/api/tables/{address[3:]}/join", data={"name": "Bob"}).ok
    for page, cards in ((bob, (5, 4, 3, 2, 1)), (ann, (1, 2, 3, 4, 5))):
        page.goto(address)
        give_orders(page, *cards)


def test_each_battle_waits_until_it_was_seen_and_no_result_is_spoilt(visit, picture):
    """A round of Sun Tzu: the log, the headline and the map tell one battle at a time."""
    page, bob = visit(speed="normal", hold="own"), visit()
    two_orders(page, bob)
    for at, name in enumerate(PROVINCES):
        expect(page.get_by_test_id("battle")).to_contain_text(f"Battle for {name}")
        press(page, "Skip")  # one thing only: its result is seen all the same
        expect(button(page, "Continue")).to_be_visible()
        expect(asks(page)).to_contain_text(name)
        expect(page.get_by_test_id("sum")).not_to_have_text("")
        told = log(page).inner_text()
        assert [f"{one}:" in told for one in PROVINCES] == [n <= at for n in range(5)]
        if at == 1:
            picture(page, "suntzu-held")
        press(page, "Continue")
    expect(asks(page)).to_contain_text("goes under the pile")
    for mark in page.locator("[data-mark=fresh]").all():  # what changed since my orders
        expect(mark).to_contain_text(re.compile("[+−][0-9]"))


def test_without_motion_results_are_still_seen(visit):
    page, bob = visit(), visit()
    page.add_init_script(
        "localStorage['tenka.settings'] = JSON.stringify({speed: 'off', battles: 'off'})"
    )
    two_orders(page, bob)
    for name in PROVINCES:
        expect(page.get_by_test_id("battle")).to_contain_text(f"Battle for {name}")
        press(page, "Continue")
    expect(asks(page)).to_contain_text("goes under the pile")


def test_the_phones_log_opens_at_the_newest_line(visit, picture):
    page = visit(size="phone")
    load_record(page, ROOT / "tests/fixtures/samurai/2-players-0.json")
    press(page, "To the end")
    page.goto(page.url.split("/replay")[0])
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Players, log and chat").click()
    expect(log(page).locator("p").last).to_be_in_viewport()
    expect(log(page).locator("p").first).not_to_be_in_viewport()
    picture(page, "phone-log")


def test_a_replay_has_marks_a_full_log_and_keys(page, picture):
    path = ROOT / "tests/fixtures/suntzu/round-9-pool-shao.json"
    load_record(page, path)
    steps = json.loads(path.read_text())["steps"]
    last = sum("does" in step for step in steps)
    marks = page.locator("[data-mark]")
    expect(marks.first).to_be_attached()
    assert page.locator(".marks .round").count() == 9
    expect(log(page)).to_contain_text("Round 9")  # what is to come is there too
    expect(log(page).locator("p:not(.ahead)").last).to_be_in_viewport()
    press(page, "One step forward")
    expect(asks(page)).to_have_text(f"Position 1 of {last}")
    page.keyboard.press("ArrowRight")  # also with the focus on a button
    expect(asks(page)).to_have_text(f"Position 2 of {last}")
    page.keyboard.press("ArrowLeft")
    expect(asks(page)).to_have_text(f"Position 1 of {last}")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("p.ahead").first).to_be_attached()
    first = int(marks.first.get_attribute("data-mark"))
    expect(asks(page)).not_to_have_text(f"Position 1 of {last}")
    assert first <= int(re.findall(r"\d+", asks(page).inner_text())[0])
    log(page).get_by_text("Round 5").click()
    expect(page.get_by_test_id("moment")).to_contain_text("round 5")
    picture(page, "suntzu-replay-marks")


# -- several people on one device


def curtain(page: Page, name: str):
    return page.get_by_role("heading", name=f"{name} is next")


def test_on_a_shared_device_the_playback_shows_no_plan(visit, picture):
    """After the last plan all see what a spectator sees, until a curtain stands before a secret."""
    page = visit(speed="normal", hold="never")
    page.goto(lay(page, "shogun", [HUMAN, HUMAN, RANDOM]))
    for clan in ("Takeda", "Uesugi"):
        expect(curtain(page, clan)).to_be_visible()
        decide(page, "curtain")
        make_plan(page)
        press(page, CONFIRM)
    expect(button(page, "Skip")).to_be_visible()
    plans = page.get_by_role("table", name="Plans of all players")
    for clan in ("Takeda", "Uesugi"):
        row = plans.get_by_role("row", name=clan)
        expect(row.get_by_text("face-down card")).to_have_count(10)
    expect(page.locator("circle.planned")).to_have_count(0)
    expect(asks(page)).not_to_contain_text("Your plan is ready")
    picture(page, "shogun-shared-playback")
    for clan in ("Takeda", "Uesugi"):  # places are taken on the open board, without a curtain
        while not page.locator("button.place").count():
            press_if_there(page, "Skip")
        expect(asks(page)).to_contain_text(re.compile("^(Takeda|Uesugi): Choose your place"))
        if clan == "Takeda":
            picture(page, "shogun-shared-places")
            press(page, "Look at my secrets")
            expect(page.get_by_text("Everyone else, please look away")).to_be_visible()
            decide(page, "curtain")
            expect(page.locator("circle.planned").first).to_be_visible()
        page.locator("button.place").first.click()


def press_if_there(page: Page, name: str) -> None:
    """Press a button that may go away before it is pressed."""
    with suppress(TimeoutError):
        button(page, name).click(timeout=SHORT)


def test_on_a_shared_device_public_placements_need_no_curtain(page, picture):
    """Samurai: the figures of the start are placed by all in turn, then the hands are secret."""
    page.goto(lay(page, "samurai", [HUMAN, HUMAN], options={"hands": "random"}))
    away = page.get_by_text("Everyone else, please look away")
    piece = page.locator("[data-piece]:not([aria-disabled=true])").first
    placed = 0
    while True:
        expect(piece.or_(away).first).to_be_visible()
        if away.count():
            break
        moment = page.get_by_test_id("moment").inner_text()
        piece.click()
        page.locator("[data-group=target]").first.click()
        placed += 1
        # The next one is asked for, or all stand: a last figure goes unasked where it must.
        later = page.get_by_test_id("moment").filter(has_not_text=moment)
        expect(later.or_(away).first).to_be_visible()
        if placed == 3:
            expect(page.locator(".screen")).to_have_count(0)  # nobody's hand is seen meanwhile
            picture(page, "samurai-shared-start")
    assert placed > 4
    page.locator("main > button.main").click()
    expect(page.locator(".screen [data-piece]").first).to_be_visible()


# What is to be done at Sun Tzu's table; nothing while a decision is on its way.
NOW = """() => {
  const words = [...document.querySelectorAll('button')].map((b) => b.textContent.trim())
  if (words.some((word) => word.endsWith('show me'))) return 'curtain'
  const asked = ['Confirm orders', 'Pass until the round ends', 'Choose a general', 'Pass']
  for (const word of [...asked, 'Choose what you keep'])
    if (words.includes(word)) return word
  return ''
}"""


def test_on_a_shared_device_who_passes_for_the_round_is_not_asked_again(page):
    """Both orders are alike, so that no battle brings a debt; both pass for the round."""
    page.goto(lay(page, "suntzu", [HUMAN, HUMAN]))
    passed, curtains = 0, 0
    while True:
        now = page.wait_for_function(NOW).json_value()
        if passed == 2 and now in ("curtain", "Choose what you keep"):
            break
        if now == "curtain":
            curtains += 1
            page.locator("main > button.main").click()
            expect(asks(page)).to_be_visible()
        elif now == "Confirm orders":
            give_orders(page)
            expect(button(page, "Confirm orders")).to_have_count(0)
        elif now == "Choose a general":
            page.locator("main button.general").first.click()
            page.locator("header button.main").click()
            expect(page.locator("main button.general:enabled")).to_have_count(0)
        else:
            passed += now == "Pass until the round ends"
            press(page, now)
            expect(button(page, now)).to_have_count(0)
    phase = page.request.get(page.url.replace("/t/", "/api/tables/")).json()["view"]["phase"]
    assert phase == "keep"
    assert curtains <= 8  # generals, windows before orders, orders, the first window of battles


# -- what is marked, and how points are counted


def tiles_of(page: Page, player: int) -> dict[str, str]:
    """Where a player's tiles lie, and which, as the server tells it."""
    view = page.request.get(page.url.replace("/t/", "/api/tables/") + "?seat=0").json()["view"]
    return {tile["hex"]: tile["tile"] for tile in view["tiles"] if tile["player"] == player}


def test_what_others_did_is_marked_and_the_log_points_at_places(visit, picture):
    page = visit()
    page.goto(
        lay(page, "samurai", [HUMAN, RANDOM], options={"hands": "random", "figures": "random"})
    )
    expect(asks(page)).to_have_text("Play a tile")
    before = tiles_of(page, 1)  # who goes first is chance
    piece = page.locator("[data-piece]:not([aria-disabled=true])").first
    piece.click()
    page.locator("[data-group=target]").first.click()
    press(page, "End turn")
    while tiles_of(page, 1).items() <= before.items():
        page.wait_for_timeout(50)  # until the bot has laid one
    expect(asks(page)).to_have_text("Play a tile")
    after = tiles_of(page, 1)
    # Marked until then, if it came first; the bot may have moved a tile and left another there.
    stayed = {at for at, tile in before.items() if after.get(at) == tile}
    for at in stayed:
        expect(page.locator(f"[data-mark=fresh][data-at={at}]")).to_have_count(0)
    marked = {mark.get_attribute("data-at") for mark in page.locator("[data-mark=fresh]").all()}
    assert after.keys() - stayed
    assert after.keys() - stayed <= marked
    assert not marked & (tiles_of(page, 0).keys() | stayed)
    line = log(page).locator("p", has_text="lays").last
    line.hover()
    expect(page.locator("[data-mark=pointed]")).to_have_count(1)
    picture(page, "samurai-marks")
    page.mouse.move(5, 5)
    expect(page.locator("[data-mark=pointed]")).to_have_count(0)
    log(page).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(log(page).locator("p.pointed")).to_have_count(1)


def test_points_are_counted_province_by_province(visit, picture):
    """Sun Tzu's third round in a replay: who holds what, what it is worth, and then the numbers."""
    page = visit(speed="fast")
    points = step_to(page, story(page, "suntzu/round-9-pool-shao"), "points")
    ann = page.get_by_test_id("player-0")
    before = ann.inner_text()
    page.evaluate(SEEN, "scoring")
    press(page, "One step forward")
    track = f"{points['track']:+d}".replace("-", "−").replace("+0", "0")
    expect(ann).to_contain_text(track, timeout=60_000)
    seen = page.evaluate("window.seen")
    assert "Points after round 3" in seen[-1]["text"]
    assert re.search(rf"{points['sun_tzu']}\s*:\s*{points['shao']}", seen[-1]["text"])
    assert {one["player"] for one in seen} == {before}  # the numbers follow when all is counted


def test_a_winter_is_shown_region_by_region(visit, picture):
    """Shogun's first winter in a replay: the account has no number that was not told."""
    page = visit(speed="fast")
    steps = story(page, "shogun/chests-3")
    most = step_to(page, steps, "points for most")
    page.evaluate(SEEN, "most")
    press(page, "One step forward")
    table = page.get_by_role("table", name="Winter of year 1")
    page.wait_for_function("() => window.seen.length > 0", timeout=60_000)
    expect(table).to_be_visible()
    first = page.evaluate("window.seen[0].text")
    assert most["region"] in first
    assert f"+{most['points']} point" in first


# Notes what a part of the page shows, with what the first player has beside the name meanwhile.
SEEN = """(part) => {
  window.seen = []
  const note = () => {
    const node = document.querySelector(`[data-testid=${part}]`)
    const player = document.querySelector('[data-testid=player-0]').innerText
    if (node) window.seen.push({text: node.innerText, player})
  }
  const all = {subtree: true, childList: true, characterData: true}
  new MutationObserver(note).observe(document.body, all)
}"""
