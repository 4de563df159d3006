"""Samurai at the page: a whole game, exchanges, the keyboard, dragging."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

import tenka
from tenka.games.samurai import facts
from tests.games.samurai import turns
from tests.server.running import ROOT
from tests.web.acting import HUMAN, RANDOM, asks, faults, keep_pictures, lay, log, press, seen_by
from tests.web.samurai import (
    DEALT,
    RECORD,
    RECORDS,
    choose_hand,
    drawn,
    end_turn,
    middle,
    my_turn,
    piece,
    play_turn,
    study,
    target,
    targets,
    tile_on,
)

SOURCES = ROOT / "web" / "src" / "games" / "samurai"


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
            keep_pictures(page, picture, f"samurai-{'middle' if turns else 'start'}")
            assert faults(page) == []
        play_turn(page)
        turns += 1
    keep_pictures(page, picture, "samurai-end")
    view = seen_by(page)
    assert view["phase"] == "over"
    assert drawn(page) == sorted((tile["hex"], tile["tile"]) for tile in view["tiles"])
    for words in ("swaps the", "takes back", "wins." if len(view["winners"]) == 1 else "share"):
        expect(log(page)).to_contain_text(words)


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
