"""Sun Tzu at the page: whole games, orders, battles, generals, keyboard, phone, and secrets."""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect

import tenka
from tenka.core.match import Match
from tenka.games.suntzu import facts
from tests.server.running import ROOT
from tests.web.acting import (
    HUMAN,
    PROVINCES,
    RANDOM,
    asks,
    faults,
    give_orders,
    keep_pictures,
    lay,
    lay_orders,
    log,
    overflow,
    press,
    seen_by,
)
from tests.web.conftest import SIZES
from tests.web.stations import Station, sit_at

RECORDS = ROOT / "tests" / "fixtures" / "suntzu"
FOLLOWED = "fifth-event-points-shao"
BEGINNER = {"beginner": True}
OPEN = {"kind": "open"}
SHORT = 1_000  # milliseconds for a click that may come too late
# The question for orders of a round is no longer there.
ORDERED = """round => !document.querySelector('[data-testid=moment]').textContent.includes(round)
  || !document.querySelector('header').textContent.includes('Confirm orders')"""


# -- what the client carries of the game


def test_the_map_has_the_borders_of_the_rules():
    drawn = json.loads((ROOT / "web" / "src" / "games" / "suntzu" / "map.json").read_text())
    sides = [border["between"] for border in drawn["borders"]]
    inner = {frozenset(pair) for pair in sides if not {"land", "sea"} & set(pair)}
    rules = {frozenset(facts.PROVINCES[side] for side in pair) for pair in facts.BORDERS}
    assert inner == rules
    assert set(drawn["seats"]) == set(facts.PROVINCES)
    for name in facts.PROVINCES:  # around each province the lines meet end to end
        ends = [
            tuple(border["line"][end])
            for border in drawn["borders"]
            for end in (0, -1)
            if name in border["between"]
        ]
        assert all(ends.count(end) == 2 for end in ends)


def journal_of(name: str) -> list[dict]:
    """The journal of a finished game, as spectators read it."""
    match = tenka.load(json.loads((RECORDS / f"{name}.json").read_text()))
    return [entry.seen_by(None).json() for entry in match.journal]


def battles_of(journal: list[dict]) -> list[list[dict]]:
    """Of each battle the cards, the generals and the result."""
    battles: list[list[dict]] = [[]]
    for entry in journal:
        if entry["kind"] == "opened":
            battles.append([])
        if entry["kind"] in ("opened", "general used", "won", "tie"):
            battles[-1].append(entry)
    return battles[1:]


def followed() -> dict:
    """What web/tests/suntzu.test.ts follows: one whole game, and battles of all kinds."""
    kinds = {}
    for record in sorted(RECORDS.glob("*.json")):
        for battle in battles_of(journal_of(record.stem)):
            kind = (battle[0]["sun_tzu"], battle[0]["shao"], len(battle))
            kinds.setdefault(kind, battle)
    match = tenka.load(json.loads((RECORDS / f"{FOLLOWED}.json").read_text()))
    start = tenka.new("suntzu", seed=match.seed, **match.options)
    return {
        "first": start.view(None),
        "entries": journal_of(FOLLOWED)[len(start.journal) :],
        "battles": list(kinds.values()),
        "last": match.view(None),
    }


def test_the_games_that_the_board_follows_are_the_finished_ones():
    kept = json.loads((ROOT / "web" / "tests" / "suntzu-game.json").read_text())
    assert kept == followed()


# -- what people do


def hand(page: Page):
    """The cards of my hand that can be taken up."""
    return page.get_by_role("group", name="Your hand").locator("button:enabled")


def place(page: Page, name: str):
    """A province that can be clicked now."""
    return page.locator(f"[data-province='{name}'][role=button]")


def told(page: Page, name: str) -> str:
    """What a screen reader says of a province."""
    return page.locator(f"[data-province='{name}']").get_attribute("aria-label")


def orders_told(page: Page) -> list[str]:
    """My draft or orders as the map shows them, in the order of the edge; Sun Tzu's."""
    found = [
        re.search(r"Sun Tzu: ([^,]+)$|Sun Tzu: ([^,]+),[^,]+$", told(page, n)) for n in PROVINCES
    ]
    return [(m[1] or m[2]) if m else "" for m in found]


def lay_any_orders(page: Page, six: bool) -> None:
    """Lay the cards at the end of the hand; the 6 in QIN, if at all."""
    cards = hand(page).evaluate_all("nodes => nodes.map((node) => node.ariaLabel)")
    cards = [card for card in cards if card != "Card 6"][-5:]
    for card, name in zip((["Card 6"] if six else []) + cards, PROVINCES, strict=False):
        page.get_by_role("button", name=card, exact=True).first.click()
        place(page, name).click()


def no_six_in_qin(page: Page) -> None:
    """Where the 6 was used it cannot be laid again."""
    press(page, "Card 6")
    expect(place(page, "QIN")).to_have_count(0)
    expect(place(page, "WU")).to_have_count(1)
    press(page, "Card 6")


def answer(page: Page) -> None:
    """Answer a question with what is offered first; if it is answered already, do nothing."""
    with suppress(TimeoutError):
        if page.locator("header button.main").inner_text().startswith("Choose"):
            offered = page.locator("main .can:visible, main button.general:visible")
            unchosen = page.locator(":not([aria-pressed=true])")  # of three cards two are kept
            offered.and_(unchosen).first.click(timeout=SHORT)
        round_over = page.get_by_role("button", name="Pass until the round ends")
        go_on = round_over if round_over.count() else page.locator("header button.main:enabled")
        go_on.click(timeout=SHORT)


def test_a_whole_game_against_a_bot(visit, picture):
    page = visit()
    page.goto(lay(page, "suntzu", [HUMAN, RANDOM], options={"events": True}))
    expect(asks(page)).to_have_text("Choose your general, in secret")
    keep_pictures(page, picture, "suntzu-generals")
    press(page, "Ruse when cards are revealed Your 7, 8, 9 or 10 counts as a 6, without a marker.")
    press(page, "Take Ruse")
    rounds = 0
    over = re.compile("leads on the track|more armies in the pool|a draw")
    while not over.search(asks(page).inner_text()):
        expect(page.locator("header button.main").first).to_be_visible()
        if not page.get_by_role("button", name="Confirm orders").count():
            answer(page)
            continue
        rounds += 1
        if rounds > 1 and seen_by(page)["provinces"][0]["six_used"][0]:
            no_six_in_qin(page)
        lay_any_orders(page, six=rounds == 1)
        if rounds in (1, 3):
            keep_pictures(page, picture, f"suntzu-{'start' if rounds == 1 else 'middle'}")
            assert faults(page) == []
        press(page, "Confirm orders")
        page.wait_for_function(ORDERED, arg=f"round {rounds} ")
    press(page, "Close")
    keep_pictures(page, picture, "suntzu-end")
    view = seen_by(page)
    assert view["phase"] == "over"
    for at in view["provinces"]:
        shown = told(page, at["name"])
        sides = zip(("Sun Tzu", "King Shao"), at["armies"], strict=True)
        assert all(f"{side}: {n} arm" in shown for side, n in sides if n)
    expect(log(page)).to_contain_text(re.compile(r"places \d arm"))


def two_people(visit, **wishes):
    """Ann (Sun Tzu) and Bob (King Shao), each with a browser, giving the first orders."""
    ann, bob = visit(**wishes), visit()
    address = lay(ann, "suntzu", [{"kind": "human", "name": "Ann"}, OPEN], options=BEGINNER)
    joined = bob.request.post(f"/api/tables/{address[3:]}/join", data={"name": "Bob"})
    assert joined.ok, joined.text()
    for page in (ann, bob):
        page.goto(address)
        expect(asks(page)).to_contain_text("5 provinces")
    return ann, bob


def drag(page: Page, source, target) -> None:
    source.hover()
    page.mouse.down()
    target.hover()
    target.hover()  # a second move: the first one only begins the drag
    page.mouse.up()


def test_orders_are_changed_freely_until_confirmed(visit):
    ann, _ = two_people(visit)
    lay_orders(ann, 1, 2, 3, 4, 5)
    assert orders_told(ann) == ["1", "2", "3", "4", "5"]
    press(ann, "Card 6")  # a card over another: that one goes back to the hand
    place(ann, "QIN").click()
    assert orders_told(ann) == ["6", "2", "3", "4", "5"]
    expect(ann.get_by_role("button", name="Card 1", exact=True)).to_be_enabled()
    place(ann, "QIN").click()  # two provinces change cards
    place(ann, "WU").click()
    assert orders_told(ann) == ["5", "2", "3", "4", "6"]
    drag(ann, place(ann, "CHU"), place(ann, "JIN-YAN"))
    assert orders_told(ann) == ["5", "3", "2", "4", "6"]
    drag(ann, place(ann, "HAN-QI"), ann.locator("[data-hand]"))
    assert orders_told(ann) == ["5", "3", "2", "", "6"]
    expect(ann.get_by_role("button", name="Confirm orders")).to_be_disabled()
    ann.reload()  # a draft lasts
    expect(asks(ann)).to_contain_text("one province left")
    assert orders_told(ann) == ["5", "3", "2", "", "6"]
    drag(ann, ann.get_by_role("button", name="Card 1", exact=True), place(ann, "HAN-QI"))
    assert all(at["laid"] == [None, None] for at in seen_by(ann)["provinces"])
    press(ann, "Confirm orders")
    expect(asks(ann)).to_contain_text("Bob is still giving orders")
    assert [at["laid"][0] for at in seen_by(ann)["provinces"]] == ["5", "3", "2", "1", "6"]


def test_the_map_keeps_its_place_between_phases(page):
    """Whether generals are chosen, orders given or drawn cards kept."""
    boxes = []
    for phase in ("generals", "orders", "keep"):
        sit_at(page, Station("suntzu", "round-9-points-shao", phase))
        page.evaluate("async () => { await document.fonts.ready }")
        boxes.append(page.locator(".suntzu > .map").bounding_box())
    assert boxes == [boxes[0]] * 3


def test_others_see_closed_cards_only(visit):
    ann, bob = two_people(visit)
    give_orders(ann, 6, 5, 4, 3, 2)
    watcher = visit()
    watcher.goto(ann.url)
    for page in (bob, watcher):
        for name in PROVINCES:
            expect(page.locator(f"[data-province='{name}']")).to_have_attribute(
                "aria-label", re.compile("Sun Tzu: a face-down card")
            )
    assert watcher.locator("[data-card]").count() == 0
    assert watcher.get_by_role("button", name=re.compile("^QIN")).count() == 0


WATCH = """() => {
  window.shown = []
  const note = () => {
    const battle = document.querySelector('[data-testid=battle]')
    const text = battle && [...battle.querySelectorAll('h3, .sum, li')]
      .map((node) => node.textContent.replace('?', '').replace(/\\s+/g, ' ').trim()).join(' | ')
    if (text && text !== window.shown.at(-1)) window.shown.push(text)
  }
  const all = {subtree: true, childList: true, characterData: true}
  new MutationObserver(note).observe(document.body, all)
}"""


def test_battles_are_shown_one_by_one_with_their_arithmetic(visit, picture):
    ann, bob = two_people(visit, speed="fast")
    give_orders(ann, 5, 1, 4, 3, 6)
    ann.evaluate(WATCH)
    give_orders(bob, 2, 6, 4, 5, 1)
    expect(ann.get_by_test_id("battle")).to_be_visible()
    picture(ann, "suntzu-battle-desktop")
    expect(asks(ann)).to_contain_text("goes under the pile")
    shown = ann.evaluate("window.shown")
    qin = [text for text in shown if text.startswith("Battle for QIN")]
    assert qin == [
        "Battle for QIN | ",
        "Battle for QIN | 5 − 2 = 3 | Ann wins in QIN by 3.",
        "Battle for QIN | 5 − 2 = 3 | Ann wins in QIN by 3. | Ann places 3 armies in QIN.",
    ]
    sums = ("5 − 2 = 3", "6 − 1 = 5", "4 − 4 = 0", "5 − 3 = 2", "6 − 1 = 5")
    told = [" | ".join(text.split(" | ")[:2]) for text in shown if "=" in text]
    wanted = [f"Battle for {name} | {words}" for name, words in zip(PROVINCES, sums, strict=True)]
    assert list(dict.fromkeys(told)) == wanted
    view = seen_by(ann)
    armies = [at["armies"] for at in view["provinces"]]
    assert armies == [[3, 0], [0, 5], [0, 0], [0, 2], [5, 0]]
    worth = [at["worth"] for at in view["provinces"]]
    points = rf"Sun Tzu\s*{worth[0] + worth[4]}\s*:\s*{worth[1] + worth[3]}\s*King Shao"
    expect(ann.get_by_test_id("if-scored")).to_have_text(re.compile(points))
    ann.get_by_role("button", name=re.compile("^CHU: Ann reveals 1")).click()
    again = ann.get_by_role("dialog", name="That battle again")
    expect(again).to_contain_text("Bob places 5 armies in CHU.")
    expect(again.get_by_test_id("sum")).to_have_text("6 − 1 = 5")
    press(again, "Close")
    assert faults(ann) == []


def test_a_round_by_keyboard_alone(visit):
    ann, bob = two_people(visit)
    give_orders(bob, 5, 4, 3, 2, 1)

    def tab_to(name: str) -> None:
        for _ in range(60):
            ann.keyboard.press("Tab")
            label = "document.activeElement.ariaLabel ?? document.activeElement.textContent"
            if ann.evaluate(label).strip().startswith(name):
                return
        raise AssertionError(f"the keyboard does not reach {name}")

    tab_to("Card 1")
    for _ in PROVINCES:  # a card, then the province that waits, then the next card
        ann.keyboard.press("Enter")
        expect(ann.locator("[data-province]:focus")).to_have_count(1)
        ann.keyboard.press("Space")
        expect(ann.locator("[data-hand] button:focus")).to_have_count(1)
    assert orders_told(ann) == ["1", "2", "3", "4", "5"]
    ann.keyboard.press("Shift+Tab")
    tab_to("Tenka")
    tab_to("Confirm orders")
    ann.keyboard.press("Enter")
    expect(asks(ann)).to_contain_text("goes under the pile")
    ann.locator("main").focus()
    for _ in range(2):  # the 1 draws three cards, of which two are kept
        tab_to("Card")
        ann.keyboard.press("Enter")
    kept = ann.locator("[data-card][aria-pressed=true]")
    expect(kept).to_have_count(2)
    names = [one.get_attribute("aria-label").removeprefix("Card ") for one in kept.all()]
    tab_to("Tenka")
    tab_to(f"Keep {' and '.join(names)}")
    ann.keyboard.press("Enter")
    expect(asks(ann)).to_contain_text(re.compile("Bob is deciding|5 provinces left"))


@pytest.mark.parametrize("size", ["phone", "phone on its side"])
def test_a_phone_lays_orders_by_touch(visit, picture, size):
    ann, _ = two_people(visit, size=size)
    for card, name in ((6, "QIN"), (1, "CHU"), (2, "WU")):
        ann.get_by_role("button", name=f"Card {card}", exact=True).tap()
        place(ann, name).tap()
    swipe(ann, ann.get_by_role("button", name="Card 5", exact=True), place(ann, "JIN-YAN"))
    swipe(ann, place(ann, "JIN-YAN"), place(ann, "HAN-QI"))
    assert orders_told(ann) == ["6", "1", "", "5", "2"]
    picture(ann, f"suntzu-orders-{size.replace(' ', '-')}")
    assert overflow(ann) == []
    shown = ann.locator("main svg, main section, [data-hand]").evaluate_all(
        "nodes => nodes.map((node) => node.getBoundingClientRect()).map((b) => [b.left, b.right])"
    )
    assert all(left >= -1 and right <= SIZES[size][0] + 1 for left, right in shown)
    ann.get_by_role("button", name="Card 3", exact=True).tap()
    place(ann, "JIN-YAN").tap()
    ann.get_by_role("button", name="Confirm orders").tap()
    expect(asks(ann)).to_contain_text("Bob is still giving orders")
    assert [at["laid"][0] for at in seen_by(ann)["provinces"]] == ["6", "1", "3", "5", "2"]


def swipe(page: Page, source, target) -> None:
    """Drag with a finger that rests before it lets go: after a flick the next tap would be lost."""
    finger, now = page.context.new_cdp_session(page), time.time()
    (x, y), end = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for box in (source.bounding_box(), target.bounding_box())
    )
    kinds = ("touchStart", "touchMove", "touchMove", "touchMove", "touchEnd")
    for at, (kind, part) in enumerate(zip(kinds, (0, 0.5, 1, 1, 1), strict=True)):
        point = {"x": x + (end[0] - x) * part, "y": y + (end[1] - y) * part}
        finger.send(
            "Input.dispatchTouchEvent",
            {
                "type": kind,
                "touchPoints": [] if kind == "touchEnd" else [point],
                "timestamp": now + 0.2 * (at - len(kinds)),
            },
        )


# -- generals


def study(page: Page, record: str, decision: str, phase: str = "") -> tuple[int, str]:
    """Sit down before the first such decision of a finished game; whose it was, and all of it."""
    content = json.loads((RECORDS / f"{record}.json").read_text())
    link = page.request.post("/api/records", data=content).json()["table"]["table"]
    match = tenka.load(content)
    again = Match(match.game, match.options, match.seed)
    for number, (player, action, _) in enumerate(match.history):
        if re.match(decision, str(action)) and again.view(None)["phase"].startswith(phase):
            laid = page.request.post(f"/api/tables/{link}/study", data={"number": number}).json()
            page.goto(f"/t/{laid['table']['table']}")
            page.get_by_role("button", name=re.compile("without the curtain")).click()
            return player, str(action)
        again.play(player, action)
    raise AssertionError(f"nobody decides {decision}")


@pytest.mark.parametrize("general", ["march", "remove", "reinforce"])
def test_a_general_acts_in_a_province(page, general):
    player, decision = study(page, f"general-{general}", f"{general} [A-Z]")
    places = decision.removeprefix(f"{general} ").split(">")
    press(page, f"Use {general.capitalize()}")
    for name in places:
        place(page, name).click()
    words = {"march": "marches an army", "remove": "drives an army", "reinforce": "sends an army"}
    expect(log(page)).to_contain_text(words[general])
    assert general in seen_by(page, player)["players"][player]["generals_used"]


@pytest.mark.parametrize(
    ("debt", "question"),
    [
        ("winner's window", r"Your pool is too small for [A-Z-]+: call in reinforcements, or pass"),
        ("window before marker", r"Your 6 in [A-Z-]+ needs a marker and your pool is empty: call"),
        ("window before cost", r"Your card costs \d arm\w+, more than your pool holds: call"),
        ("window before tribute", r"\w+ takes \d arm\w+, more than your pool holds: call"),
    ],
)
def test_before_armies_are_taken_reinforcements_are_asked_for(page, picture, debt, question):
    name = debt.split()[-1] if debt.startswith("window") else "winner"
    player, decision = study(page, f"window-{name}", "reinforce -", debt)
    expect(asks(page)).to_contain_text(re.compile(question))
    picture(page, f"suntzu-window-{name}-desktop")
    before = seen_by(page, player)["players"][player]
    card = decision.removeprefix("reinforce -").replace("-", "−").replace("plague", "Plague")
    page.get_by_role("button", name=f"Card {card}", exact=True).first.click()
    press(page, f"Give up {card} for a reinforcement")
    expect(log(page)).to_contain_text(f"gives up {card} and brings a reinforcement to the pool")
    after = seen_by(page, player)["players"][player]
    assert len(after["discarded"]) > len(before["discarded"])


def test_at_the_end_of_a_round_after_its_points_a_general_serves(page, picture):
    player, decision = study(page, "window-tribute", "reinforce [A-Z]", "window at the end")
    expect(asks(page)).to_contain_text("End of the round: call in reinforcements, use")
    picture(page, "suntzu-window-end-desktop")
    view = seen_by(page, player)
    assert (view["round"], view["battle"]) == (3, None)
    press(page, "Use Reinforce")
    place(page, decision.removeprefix("reinforce ")).click()
    expect(log(page)).to_contain_text("sends an army")


@pytest.mark.parametrize(
    ("general", "decision"),
    [
        ("great plague", "great plague"),
        ("ruse", "ruse"),
        ("immune", "immune"),
        ("recall -1", "recall"),
        ("recall plague", "recall"),
    ],
)
def test_a_general_acts_after_a_second_thought(page, general, decision):
    player, _ = study(page, f"general-{general.replace(' ', '-')}", decision)
    name = f"Use {general.title().replace('-', '−')}"
    press(page, name)
    press(page.get_by_role("dialog"), name)
    expect(log(page)).to_contain_text(f"uses a general: {name[4:]}")
    assert general in seen_by(page, player)["players"][player]["generals_used"]
