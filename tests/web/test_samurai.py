"""Samurai at the page: whole games, exchanges, keyboard, phone, dragging, and secrets."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, Request, expect

import tenka
from tenka.core.layout import SPECTATOR
from tenka.games.samurai import facts
from tests.games.samurai import turns
from tests.server.running import ROOT
from tests.web.acting import HUMAN, RANDOM, asks, faults, lay, load_record, log, overflow, press
from tests.web.conftest import SIZES
from tests.web.listening import Listener
from tests.web.stations import Station, contested, sit_at

SOURCES = ROOT / "web" / "src" / "games" / "samurai"
RECORDS = ROOT / "tests" / "fixtures" / "samurai"
RECORD = "2-players-72"
DEALT = {"hands": "random", "figures": "random"}


# -- what the client carries of the game


def test_the_map_is_the_rules_map():
    drawn = json.loads((SOURCES / "map.json").read_text())
    assert drawn["rows"] == facts.MAP.strip("\n").split("\n")
    assert drawn["settlements"] == dict(
        zip(facts.SETTLEMENT_HEXES, facts.SETTLEMENT_NAMES, strict=True)
    )


def test_the_game_that_the_board_follows_is_one_of_the_finished_ones():
    """The fixture of web/tests/samurai.test.ts: a game from the placing of figures to its end."""
    match = tenka.load(json.loads((RECORDS / f"{RECORD}.json").read_text()))
    again = tenka.new("samurai", seed=match.seed, **match.options)
    history = iter(match.history)
    while again.view(None)["phase"] == "choose hands":
        player, action, _ = next(history)
        again.play(player, action)
    followed = json.loads((ROOT / "web" / "tests" / "samurai-game.json").read_text())
    assert followed == {
        "first": again.view(None),
        "entries": [entry.seen_by(None).json() for _, _, noted in history for entry in noted],
        "last": match.view(None),
    }


def test_the_turns_that_the_client_tries_are_those_of_a_finished_game():
    """The fixture of web/tests/samurai-draft.test.ts."""
    assert json.loads(turns.FILE.read_text()) == json.loads(json.dumps(turns.turns()))


# -- what people do


def piece(page: Page, name: str) -> Locator:
    """A tile or figure that can be taken up, by its name in the notation."""
    return page.locator(f'[data-piece="{name}"]')


def target(page: Page, decision: str) -> Locator:
    """A place that can be chosen now."""
    return page.locator(f'[data-target="{decision}"]')


def tile_on(page: Page, hex_name: str) -> Locator:
    return page.locator(f'[data-hex="{hex_name}"]')


def choose_hand(page: Page, *tiles: str) -> None:
    for tile in tiles:
        page.locator(f'[data-choice="{tile}"][aria-pressed=false]').first.click()
    press(page, "Take these five")


def my_turn(page: Page) -> bool:
    """Wait until it is my turn or the game is over; whether it is my turn."""
    sentence = re.compile("^(Play a tile|Take a figure)|has left the board|been set aside")
    expect(asks(page)).to_have_text(sentence)
    return asks(page).inner_text().startswith(("Play", "Take"))


def put_somewhere(page: Page) -> None:
    """Choose the first place that is offered, until nothing is asked of the piece any more."""
    while page.locator("[data-target]").count():
        asked = asks(page).inner_text()
        page.locator("[data-target]").first.click()
        expect(asks(page)).not_to_have_text(asked)


def play_turn(page: Page) -> None:
    """One tile, an exchange if there is one, then the end of the turn."""
    offered = page.locator(".offered[data-piece]")
    expect(offered.first).to_be_visible()
    names = [offered.nth(at).get_attribute("data-piece") for at in range(offered.count())]
    name = next((name for name in names if "exchange" in name), names[0])
    offered.nth(names.index(name)).click()
    expect(page.locator("[data-target]").first).to_be_visible()
    put_somewhere(page)
    press(page, "End turn")


def seen_by(page: Page, seat: int | None = 0) -> dict:
    """The view that the server has for this person."""
    link = page.url.rsplit("/", 1)[-1].split("?")[0]
    query = {} if seat is None else {"seat": seat}
    return page.request.get(f"/api/tables/{link}", params=query).json()["view"]


def drawn(page: Page) -> list[tuple[str, str]]:
    """The tiles on the board as they are drawn."""
    laid = page.locator("[data-hex]").evaluate_all(
        "nodes => nodes.map((node) => [node.dataset.hex, node.dataset.tile])"
    )
    return sorted(map(tuple, laid))


def test_a_whole_game_against_a_bot(visit, picture):
    page = visit()
    page.goto(lay(page, "samurai", [HUMAN, RANDOM]))
    expect(asks(page)).to_have_text("Choose five tiles for your hand")
    picture(page, "samurai-choose")
    choose_hand(page, "token exchange", "figure exchange", "samurai3", "ship2", "helmet4")
    turns = 0
    while my_turn(page):
        if asks(page).inner_text().startswith("Take"):
            page.locator(".offered[data-piece]").first.click()
            expect(page.locator("[data-target]").first).to_be_visible()
            page.locator("[data-target]").first.click()
            expect(asks(page)).not_to_contain_text("Place the")
            continue
        if turns in (0, 6):
            keep_pictures(page, picture, "start" if turns == 0 else "middle")
            assert faults(page) == []
        play_turn(page)
        turns += 1
    keep_pictures(page, picture, "end")
    view = seen_by(page)
    assert view["phase"] == "over"
    assert drawn(page) == sorted((tile["hex"], tile["tile"]) for tile in view["tiles"])
    for words in ("swaps the", "takes back", "wins." if len(view["winners"]) == 1 else "share"):
        expect(log(page)).to_contain_text(words)


def keep_pictures(page: Page, picture, moment: str) -> None:
    for size in ("desktop", "phone"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        picture(page, f"samurai-{moment}-{size}")
        assert overflow(page) == []
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["desktop"], strict=True)))


# -- single things


def test_a_tile_is_taken_up_changed_laid_and_taken_back(page):
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    assert my_turn(page)
    first, second = (
        page.locator(".offered[data-piece]").nth(at).get_attribute("data-piece") for at in (0, 1)
    )
    piece(page, first).first.click()
    expect(page.locator('[aria-pressed="true"]')).to_have_attribute("data-piece", first)
    piece(page, second).first.click()
    expect(page.locator('[aria-pressed="true"]')).to_have_attribute("data-piece", second)
    places = {node.get_attribute("data-target") for node in page.locator("[data-target]").all()}
    free = facts.SEA_NAMES if second.startswith("ship") else facts.LAND_NAMES
    board = {name for name in free if facts.smallest_board(name) == 2}
    assert places <= board
    before = len(drawn(page))
    place = sorted(places)[0]
    if not second.endswith("exchange"):
        target(page, place).click()
        expect(tile_on(page, place)).to_have_attribute("data-tile", second)
    press(page, "Undo")
    expect(asks(page)).to_have_text("Play a tile")
    assert len(drawn(page)) == before
    assert seen_by(page)["tiles_played"] == 0


def study(page: Page, tile: str, name: str = RECORD) -> str:
    """Sit down before the first playing of a tile in a finished game, holding every seat."""
    record = (RECORDS / f"{name}.json").read_text()
    link = page.request.post("/api/records", data=json.loads(record)).json()["table"]["table"]
    match = tenka.load(json.loads(record))
    begun = False
    for number, (player, action, noted) in enumerate(match.history):
        begun = begun or any(entry.kind.name == "turn" for entry in noted)
        if begun and str(action) == tile:
            laid = page.request.post(f"/api/tables/{link}/study", data={"number": number}).json()
            page.goto(f"/t/{laid['table']['table']}")
            page.get_by_role("button", name=re.compile("show me|one after another")).first.click()
            return str(player)
    raise AssertionError(f"nobody plays {tile}")


@pytest.mark.parametrize("alike", [False, True])
def test_figures_are_swapped_with_two_clicks(page, alike):
    """Two of any kind: two alike change places, too, and the board stays as it is."""
    seat = int(study(page, "figure exchange"))
    before = {place["name"]: place["figures"] for place in seen_by(page, seat)["settlements"]}

    def figure(decision: str) -> str:
        place, *named = decision.split(" ")
        return named[0] if named else before[place][0]

    piece(page, "figure exchange").click()
    expect(asks(page)).to_have_text("Choose the first of two figures to swap")
    one = next(place for place in targets(page) if len(before[place.split(" ")[0]]) == 1)
    target(page, one).click()
    expect(asks(page)).to_contain_text("changes places")
    other = next(place for place in targets(page) if (figure(place) == figure(one)) == alike)
    target(page, other).click()
    expect(asks(page)).to_contain_text("Play another tile")
    end_turn(page)
    after = {place["name"]: place["figures"] for place in seen_by(page, seat)["settlements"]}
    changed = {name for name in before if before[name] != after[name]}
    assert changed == (set() if alike else {one.split(" ")[0], other.split(" ")[0]})


def end_turn(page: Page) -> None:
    """All that was tried is told, and taken."""
    with page.expect_response(re.compile("/moves$")) as answer:
        press(page, "End turn")
    assert answer.value.status == 200


def targets(page: Page) -> list[str]:
    """The decisions that a place on the board stands for now."""
    found = page.locator("[data-target]")
    return found.evaluate_all("all => all.map((one) => one.dataset.target)")


def test_a_tile_is_moved_by_the_token_exchange(page):
    seat = int(study(page, "token exchange"))
    piece(page, "token exchange").click()
    expect(asks(page)).to_have_text("Which of your tiles do you move?")
    old = page.locator("[data-target]").first.get_attribute("data-target")
    moved = tile_on(page, old).get_attribute("data-tile")
    target(page, old).click()
    expect(asks(page)).to_contain_text("Where does")
    expect(tile_on(page, old)).to_have_attribute("data-tile", "token exchange")
    new = page.locator("[data-target]").last.get_attribute("data-target")
    target(page, new).click()
    expect(tile_on(page, new)).to_have_attribute("data-tile", moved)
    board = drawn(page)
    end_turn(page)
    assert board == sorted((t["hex"], t["tile"]) for t in seen_by(page, seat)["tiles"])


def test_a_turn_with_the_keyboard_alone(page):
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    assert my_turn(page)
    focused = page.locator(":focus")
    for _ in range(30):
        page.keyboard.press("Tab")
        if focused.get_attribute("data-piece") and "offered" in focused.get_attribute("class"):
            break
    name = focused.get_attribute("data-piece")
    page.keyboard.press("Enter")
    expect(page.locator("[data-target]:focus")).to_have_count(1)
    start = focused.get_attribute("data-target")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        if focused.get_attribute("data-target") != start:
            break
    place = focused.get_attribute("data-target")
    assert place != start
    assert re.match("between|at sea|on the open sea|.* in ", focused.get_attribute("aria-label"))
    page.keyboard.press("Escape")
    expect(asks(page)).to_have_text("Play a tile")
    piece(page, name).first.press("Enter")
    target(page, place).press("Enter")
    if name.endswith("exchange"):
        page.locator("[data-target]").last.press("Enter")
    expect(asks(page)).to_contain_text("Play another tile")
    page.get_by_role("button", name="End turn").press("Enter")
    expect(log(page)).to_contain_text("draws")


def test_a_tile_is_dragged_to_its_place_and_dropped_elsewhere_goes_back(page):
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    assert my_turn(page)
    hand = page.locator(".offered[data-piece]:not([data-piece$=exchange])").first
    name = hand.get_attribute("data-piece")
    x, y = middle(hand)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 20)
    expect(asks(page)).to_contain_text("Where does")
    page.mouse.up()
    expect(asks(page)).to_have_text("Play a tile")

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 20)
    expect(asks(page)).to_contain_text("Where does")
    place = page.locator("[data-target]").first
    decision = place.get_attribute("data-target")
    page.mouse.move(*middle(place), steps=5)
    page.mouse.up()
    expect(tile_on(page, decision)).to_have_attribute("data-tile", name)
    expect(asks(page)).to_contain_text("Play another tile")


@pytest.mark.parametrize("size", ["phone", "phone on its side"])
def test_a_turn_on_a_phone_by_touch(visit, size):
    page = visit(size)
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    assert my_turn(page)
    hand = page.locator(".offered[data-piece]:not([data-piece$=exchange])").first
    name = hand.get_attribute("data-piece")
    hand.tap()
    expect(page.locator("[data-target]").first).to_be_visible()
    page.get_by_role("button", name="Zoom in").tap()
    page.get_by_role("button", name="Zoom out").tap()
    place = page.locator("[data-target]").first
    decision = place.get_attribute("data-target")
    place.tap()
    expect(tile_on(page, decision)).to_have_attribute("data-tile", name)
    page.locator("[data-settlement=Edo]").tap()
    expect(page.get_by_test_id("outlook")).to_contain_text("Edo, if surrounded now")
    press(page, "End turn")
    assert my_turn(page)


class Fingers:
    """Fingers on the glass, as many as points are given."""

    def __init__(self, page: Page) -> None:
        self.glass = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def middle(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tile_is_dragged_by_a_finger_and_floats_above_it(visit):
    page = visit("phone")
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    assert my_turn(page)
    hand = page.locator(".offered[data-piece]:not([data-piece$=exchange])").first
    name, (x, y) = hand.get_attribute("data-piece"), middle(hand)
    finger = Fingers(page)
    finger.touch("touchStart", (x, y))
    finger.touch("touchMove", (x, y - 30))
    place = page.locator("[data-target]").last
    expect(place).to_be_visible()
    decision, (left, top) = place.get_attribute("data-target"), middle(place)
    finger.touch("touchMove", (left, top + 44))
    finger.touch("touchEnd")
    expect(tile_on(page, decision)).to_have_attribute("data-tile", name)
    expect(asks(page)).to_contain_text("Play another tile")


def test_two_fingers_make_the_map_larger(visit):
    page = visit("phone")
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    board = page.get_by_test_id("samurai-map")
    x, y = middle(board)
    whole = board.get_attribute("viewBox").split()
    fingers = Fingers(page)
    fingers.touch("touchStart", (x - 20, y), (x + 20, y))
    fingers.touch("touchMove", (x - 60, y), (x + 60, y))
    fingers.touch("touchEnd")
    _, _, width, _ = map(float, board.get_attribute("viewBox").split())
    assert width == pytest.approx(float(whole[2]) / 3, rel=0.2)
    press(page, "Zoom out")
    press(page, "Zoom out")
    press(page, "Zoom out")
    expect(board).to_have_attribute("viewBox", " ".join(whole))


# -- the picture


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_covers_the_board_at_any_size(visit, picture, players):
    page = visit()
    page.goto(lay(page, "samurai", [HUMAN, *[RANDOM] * (players - 1)], options=DEALT))
    assert my_turn(page)
    page.locator(".offered[data-piece]:not([data-piece$=exchange])").first.click()
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        place = page.locator("[data-target]").last
        place.hover()
        expect(page.get_by_test_id("outlook").first).to_be_visible()
        assert covered(page) == [], size
        assert overflow(page) == [], size
        picture(page, f"samurai-{players}-{size.replace(' ', '-')}")


def covered(page: Page) -> list[str]:
    """Hexes under the tally or a card, or outside the map's box; cards outside the window."""
    return page.evaluate(
        """() => {
          const box = (node) => node.getBoundingClientRect()
          const map = box(document.querySelector('[data-testid=samurai-map]'))
          const cards = [...document.querySelectorAll('[data-testid=tally], [data-testid=outlook]')]
            .filter((card) => !card.closest('[data-over]')) // it may: the place looked at is seen
          const out = (b, room) => b.left < room.left - 1 || b.right > room.right + 1
            || b.top < room.top - 1 || b.bottom > room.bottom + 1
          const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
          const wrong = out(map, window_) ? ['map'] : []
          for (const card of cards) if (out(box(card), window_)) wrong.push(card.innerText)
          for (const hex of document.querySelectorAll('.sea, .land')) {
            const b = box(hex)
            // A hexagon's box has empty corners, the nearest of them here.
            const [x, y] = [b.left + b.width * 0.15, b.top + b.height * 0.15]
            const under = cards.filter((card) => x < box(card).right && y < box(card).bottom)
            if (under.length || out(b, map)) wrong.push(`${hex.getAttribute('transform')}`)
          }
          return wrong
        }"""
    )


def test_influence_is_told_as_if_the_settlement_closed_now(page):
    study(page, "figure exchange")
    seat = next(at for at in (0, 1) if piece(page, "figure exchange").count())
    view = seen_by(page, seat)
    strong = next(
        place
        for place in view["settlements"]
        if place["figures"] and any(any(sums.values()) for sums in place["strength"])
    )
    page.locator(f"[data-settlement={strong['name']}]").hover()
    card = page.get_by_test_id("outlook")
    expect(card).to_contain_text(f"{strong['name']}, if surrounded now")
    for figure in strong["figures"]:
        sums = [player[figure] for player in strong["strength"]]
        alone = sums.count(max(sums)) == 1
        clan = view["players"][sums.index(max(sums))]["clan"]
        expect(card).to_contain_text(
            clan if max(sums) and alone else "set aside" if max(sums) else "nobody yet"
        )


def test_the_summary_says_why_somebody_won(page):
    """The rungs of the ladder for everybody, the winner first, and the tiles left in hand."""
    match = tenka.load(json.loads((RECORDS / f"{RECORD}.json").read_text()))
    load_record(page, RECORDS / f"{RECORD}.json")
    press(page, "Summary")
    rows = page.get_by_test_id("verdict").locator("tbody tr")
    seats = sorted(range(2), key=lambda seat: seat not in match.winners)
    for row, seat in zip((rows.nth(0), rows.nth(1)), seats, strict=True):
        player = match.game.view(match.state, SPECTATOR)["players"][seat]
        cells = [*player["captured"].values(), *player["ladder"].values()]
        shown = row.locator("td").all_inner_texts()
        assert [int(re.sub(r"\D", "", text)) for text in shown[:6]] == cells
        for tile in player["hand"]:
            words = f"{tile[:-1]} {tile[-1]}" if tile[-1].isdigit() else tile
            expect(row.locator("td").last).to_contain_text(words)


def test_the_tiles_that_everybody_has_left_are_told(page):
    seat = int(study(page, "figure exchange"))
    players = seen_by(page, seat)["players"]
    press(page, "Tiles played")
    tracker = page.get_by_test_id("tracker")
    expect(tracker).to_be_visible()
    hidden = tracker.locator("dl").nth(1 - seat).locator("dd")
    for tile in set(players[1 - seat]["unseen"]):
        words = f"{tile[:-1]} {tile[-1]}" if tile[-1].isdigit() else tile
        expect(hidden.first).to_contain_text(words)


# -- who may know what


def test_a_hand_is_chosen_in_secret_and_can_be_changed_until_all_have_chosen(visit):
    ann, bob = visit(), visit()
    address = lay(ann, "samurai", [{"kind": "human", "name": "Ann"}, {"kind": "open"}])
    bob.goto(address)
    bob.get_by_label("My name").fill("Bob")
    press(bob, "Sit down here")
    ann.goto(address)
    choose_hand(ann, "helmet2", "helmet3", "helmet4", "ship1", "ship1")
    expect(asks(ann)).to_have_text("Bob chooses a hand")
    expect(log(bob)).to_contain_text("Ann has chosen a hand")
    assert seen_by(bob, 1)["players"][0]["hand"] is None
    press(ann, "Undo")
    expect(asks(ann)).to_contain_text("take these five?")
    for _ in range(5):
        ann.locator("[data-choice][aria-pressed=true]").first.click()
    expect(asks(ann)).to_contain_text("Choose five tiles")
    choose_hand(ann, "rice2", "rice3", "rice4", "ronin1", "ship2")
    choose_hand(bob, "buddha2", "buddha3", "buddha4", "samurai1", "samurai1")
    expect(asks(ann)).to_have_text(re.compile("Take a figure|places a figure"))
    assert seen_by(ann)["players"][0]["hand"] == ["rice2", "rice3", "rice4", "ronin1", "ship2"]


def test_strengths_are_numbers_on_the_board(page):
    """At rest, without pointing: whoever has any strength at a figure, and how much."""
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_at(page, Station("samurai", "4-players-8", "play a tile", contested))
    shown = page.locator("[data-strengths]").evaluate_all(
        """nodes => nodes.flatMap((node) => {
          const all = [...node.querySelectorAll('[data-strength]')]
          const said = (one) => `${one.dataset.strength} ${one.textContent.trim()}`
          return all.map((one) => `${node.dataset.strengths} ${said(one)}`)
        })"""
    )
    told = [
        f"{place['name']} {figure} {player} {sums[figure]}"
        for place in seen_by(page, None)["settlements"]
        for player, sums in enumerate(place["strength"])
        for figure in place["figures"]
        if sums[figure]
    ]
    assert len(told) > 10
    assert sorted(set(shown)) == sorted(told)


def test_a_spectator_sees_no_hand_and_no_hidden_captures(visit):
    ann, watcher = visit(), visit()
    sent: list[str] = []
    watcher.on("response", lambda answer: sent.append(answer.url))
    address = lay(ann, "samurai", [HUMAN, RANDOM, RANDOM], options=DEALT)
    ann.goto(address)
    watcher.goto(address)
    assert my_turn(ann)
    play_turn(ann)
    expect(log(watcher)).to_contain_text(re.compile("lays|swaps"))
    expect(watcher.get_by_test_id("hand")).to_have_count(0)
    expect(watcher.locator("[data-piece], [data-target]")).to_have_count(0)
    expect(watcher.get_by_test_id("tally").get_by_text("?", exact=True)).to_have_count(10)
    assert not any("seat=0" in url for url in sent)
    assert all(player["hand"] is None for player in seen_by(watcher, None)["players"])


def test_tiles_are_tried_without_a_word_to_anybody(visit):
    """Nothing leaves the page before the turn is ended: three tiles are one request."""
    people = [visit(), visit()]
    watcher = visit()
    address = lay(people[0], "samurai", [HUMAN, {"kind": "open"}], options={"figures": "random"})
    people[1].goto(address)
    press(people[1], "Sit down here")
    for person in (people[0], watcher):
        person.goto(address)
    for person in people:
        choose_hand(person, "token exchange", "figure exchange", "ship1", "ronin1", "helmet4")
    for person in people:
        expect(asks(person)).to_have_text(re.compile("Play a tile|plays"))
    people.sort(key=lambda person: asks(person).inner_text() != "Play a tile")
    player, other = people
    sent, before = sent_by(player), [asks(one).inner_text() for one in (other, watcher)]
    for name in ("ship1", "helmet4", "figure exchange", "ronin1"):
        piece(player, name).click()
        expect(player.locator("[aria-pressed=true]")).to_have_attribute("data-piece", name)
        if name == "figure exchange":  # its first figure, too, is only tried
            player.locator("[data-target]").first.click()
            expect(asks(player)).to_contain_text("changes places")
    piece(player, "ronin1").click()
    expect(asks(player)).to_have_text("Play a tile")
    assert sent == []
    assert [asks(one).inner_text() for one in (other, watcher)] == before
    assert seen_by(other, None)["players"][0]["hand_size"] == 5

    laid = []
    for name in ("ship1", "helmet4", "ronin1", "ronin1"):
        piece(player, name).click()
        laid.append((targets(player)[-1], name))
        target(player, laid[-1][0]).click()
        expect(asks(player)).to_contain_text("seen by you alone. Play another tile")
        assert drawn(player) == sorted(laid)
        if len(laid) == 3:  # another mind: the ronin goes elsewhere
            press(player, "Undo")
            expect(tile_on(player, laid.pop()[0])).to_have_count(0)
    assert sent == []
    assert [asks(one).inner_text() for one in (other, watcher)] == before
    end_turn(player)
    assert sent == ["POST moves"]
    for one in (other, watcher):
        expect(tile_on(one, laid[-1][0])).to_be_visible()
        assert drawn(one) == sorted(laid)


def sent_by(page: Page) -> list[str]:
    """From now on what a page asks of the server, but for the stream that stands."""
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(f"{request.method} {request.url.rsplit('/', 1)[-1]}")

    page.on("request", note)
    return sent


def test_others_get_the_same_bytes_whatever_tiles_were_tried(visit, table_server):
    """Two tables at one position: what the other players and a spectator hear of a turn."""
    heard = []
    for browses in (False, True):
        page = visit()
        seat = int(study(page, "buddha3", "3-players-3"))
        others = [*({0, 1, 2} - {seat}), None]
        listeners = [Listener(page, table_server.url, one) for one in others]
        names = offered(page)
        for name in names if browses else ():
            piece(page, name).first.click()
            expect(page.locator("[aria-pressed=true]")).to_have_attribute("data-piece", name)
            page.locator("[data-target]").first.click()  # laid here, or the first of two figures
            press(page, "Undo")
        for name in [name for name in names if not name.endswith("exchange")][:2]:
            if name in offered(page):  # after a normal tile only fast ones
                piece(page, name).first.click()
                place = min(targets(page))
                target(page, place).click()
                expect(tile_on(page, place)).to_have_attribute("data-tile", name)
        end_turn(page)
        laid = f'"hex":"{place}","player"'
        heard.append([listener.until(laid) for listener in listeners])
    assert heard[0] == heard[1]


def offered(page: Page) -> list[str]:
    """The tiles of the hand that can be played."""
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    pieces = page.locator(".offered[data-piece]")
    return sorted(set(pieces.evaluate_all("all => all.map((one) => one.dataset.piece)")))
