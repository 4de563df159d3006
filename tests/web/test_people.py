"""People at a table: who is away, nudges, stand-ins, those who watch, giving up, study."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import tenka
from tests.server.running import ROOT, Server
from tests.server.test_study import half_choices
from tests.web.acting import asks, faults, lay, load_record, log, overflow, pick, press

ANN, BOB, FREE = {"kind": "human", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}
RANDOM_HANDS = {"hands": "random", "figures": "random"}


@pytest.fixture
def hasty(client, tmp_path):
    """A server on which a bot may be called for soon."""
    with Server(f"sqlite:///{tmp_path / 'tables.sqlite'}", call_seconds=0.1) as server:
        yield server


def two_at_samurai(visit, server):
    """Ann and Bob: who decides first comes first, with the numbers of their seats."""
    ann, bob = visit(server=server), visit(server=server)
    address = lay(ann, "samurai", [ANN, BOB], options=RANDOM_HANDS)
    joined = bob.request.post(f"/api/tables{address[2:]}/join", data={"name": "Bob"})
    assert joined.ok, joined.text()
    first = bob.request.get(f"/api/tables{address[2:]}").json()["to_act"][0]
    pages = [ann, bob]
    for page in pages:
        page.goto(address)
        expect(asks(page)).to_be_visible()
    return pages[first], pages[1 - first], first


def test_those_who_wait_talk_and_a_phone_has_room_for_a_word(visit):
    """Alone one has nobody to talk to; what was said before is there for who comes later."""
    ann, bob = visit(), visit("phone", "pl-PL")
    address = lay(ann, "samurai", [ANN, BOB, FREE], words=True)
    ann.goto(address)
    expect(ann.get_by_role("button", name="Stand up")).to_be_visible()
    expect(ann.get_by_role("region", name="Chat")).to_have_count(0)
    bob.goto(address)
    word = bob.get_by_label("Moje słowo do kości")
    assert word.bounding_box()["width"] > 140
    assert overflow(bob) == []
    bob.get_by_label("Moje imię").fill("Bob")
    bob.get_by_role("button", name="Siadam tutaj").first.click()
    talk = ann.get_by_role("region", name="Chat")
    talk.get_by_label("Say something").fill("Hello, Bob")
    talk.get_by_role("button", name="Send").click()
    expect(bob.get_by_role("log")).to_contain_text("Hello, Bob")
    assert overflow(bob) == []
    assert faults(ann) == []


def test_who_is_away_is_nudged_replaced_and_comes_back(visit, hasty):
    asked, other, seat = two_at_samurai(visit, hasty)
    row = other.get_by_test_id(f"player-{seat}")
    expect(row).to_contain_text("deciding")
    expect(row).not_to_contain_text("away since")
    row.get_by_role("button", name="Nudge").click()
    expect(asked.get_by_role("alert")).to_contain_text("nudges you")
    expect(log(asked)).to_contain_text("nudges you")
    expect(log(other)).not_to_contain_text("nudges")
    asked.goto("/")
    expect(row).to_contain_text("away since")
    row.get_by_role("button", name="Let a bot stand in").click()
    pick(other, "Bot strength", "random")
    other.get_by_role("dialog").get_by_role("button", name="Let a bot stand in").click()
    expect(row).to_contain_text("a bot is standing in")
    expect(log(other)).to_contain_text("A bot is standing in for")
    asked.go_back()
    press(asked, "Take back my seat")
    expect(row).not_to_contain_text("a bot is standing in")
    expect(row).not_to_contain_text("away since")


def test_who_watches_knows_it_is_counted_and_talks_unless_players_mind(visit, hasty):
    ann, bob, _ = two_at_samurai(visit, hasty)
    expect(ann.get_by_text("is watching")).to_have_count(0)
    eve = visit(server=hasty)
    eve.goto(ann.url)
    expect(eve.get_by_test_id("moment")).to_contain_text("You are watching")
    for player in (ann, bob):
        expect(player.get_by_text("1 person is watching")).to_be_visible()
        expect(player.get_by_test_id("moment")).not_to_contain_text("You are watching")
    eve.get_by_label("Your name").fill("Eve")
    eve.get_by_label("Say something").fill("What a start!")
    press(eve, "Send")
    for page in (ann, bob, eve):
        expect(page.get_by_role("region", name="Chat")).to_contain_text(
            "Eve (watching) What a start!"
        )
    press(ann, "Close the spectators’ chat")
    expect(eve.get_by_text("The players have closed the spectators’ chat.")).to_be_visible()
    expect(eve.get_by_label("Say something")).to_have_count(0)
    press(bob, "Let the spectators talk")
    expect(eve.get_by_label("Say something")).to_be_visible()


def test_the_host_adds_bots_of_different_levels(visit):
    ann, bob = visit(), visit()
    ann.goto("/")
    ann.get_by_role("button", name=re.compile("^Samurai ")).click()
    pick(ann, "Players", "3")
    ann.get_by_label("Each bot has a strength of its own").check()
    pick(ann, "Strength of Uesugi", "random")
    pick(ann, "Strength of Shimazu", "adept")
    with ann.expect_response("/api/tables") as sent:
        press(ann, "Play")
    levels = [seat["level"] for seat in sent.value.json()["table"]["seats"]]
    assert levels == [None, "random", "adept"]

    address = lay(ann, "samurai", [ANN, BOB, FREE], options=RANDOM_HANDS)
    for page in (ann, bob):
        page.goto(address)
        expect(asks(page)).to_be_visible()
    expect(bob.get_by_role("button", name="Add a bot")).to_have_count(0)
    pick(ann, "Strength of the bot for Shimazu", "random")
    ann.get_by_role("button", name="Add a bot").last.click()
    expect(ann.get_by_text("bot, random")).to_be_visible()
    expect(bob.get_by_text("bot, random")).to_be_visible()
    press(ann, "Remove the bot")
    expect(bob.get_by_text("bot, random")).to_have_count(0)
    expect(ann.get_by_role("button", name="Add a bot")).to_have_count(2)
    ann.get_by_role("button", name="Add a bot").last.click()
    expect(bob.get_by_text("bot, random")).to_be_visible()
    bob.get_by_label("My name").fill("Bob")
    press(bob, "Sit down here")
    expect(bob.get_by_test_id("player-2")).to_contain_text("bot, random")
    expect(ann.get_by_test_id("player-1")).to_contain_text("Bob")


def test_who_resigns_has_lost_and_can_study_what_went_wrong(visit):
    ann = visit()
    bot = {"kind": "bot", "level": "random", "name": "Robot"}
    address = lay(ann, "samurai", [ANN, bot], options=RANDOM_HANDS)
    ann.goto(address)
    expect(ann.get_by_test_id("player-0")).to_contain_text("your turn")
    press(ann, "Menu")
    press(ann, "Resign")
    ann.get_by_role("dialog").last.get_by_role("button", name="Resign").click()
    expect(ann.get_by_test_id("ending")).to_contain_text("Resigned: Ann")
    expect(ann.get_by_role("heading", name="Robot wins")).to_be_visible()
    ann.goto("/")
    row = ann.get_by_role("link", name=re.compile("^Samurai Ann"))
    expect(row).to_contain_text("Robot (bot, random)")
    expect(row).to_contain_text("won by Robot")
    row.click()
    ann.goto(f"{address}/replay")
    press(ann, "Study from here")
    expect(ann.get_by_test_id("moment")).to_contain_text("A study")
    expect(ann.get_by_test_id("player-1")).to_contain_text("bot, random")
    expect(ann.get_by_test_id("player-0")).to_contain_text("your turn")
    study = ann.url
    press(ann, "Menu")
    ann.get_by_role("combobox", name="Robot").select_option("I do")
    expect(ann.get_by_test_id("player-1")).to_contain_text("on this device")
    ann.goto("/")
    marked = ann.get_by_role("link", name=re.compile("^Samurai study"))
    expect(marked).to_contain_text("your turn")
    marked.click()
    expect(ann).to_have_url(study)
    ann.get_by_role("link", name="Back to the game").click()
    expect(ann).to_have_url(re.compile(f"{address}/replay"))


def test_a_study_with_a_tile_in_hand_is_no_trap(page):
    path = ROOT / "tests/fixtures/samurai/2-players-0.json"
    halves = half_choices(tenka.load(path))
    load_record(page, path)
    expect(asks(page)).to_contain_text("Position 0 of")
    page.get_by_role("slider", name="Position in the game").fill(str(halves[len(halves) // 2]))
    expect(asks(page)).to_contain_text(f"Position {halves[len(halves) // 2]} of")
    press(page, "Study from here")
    expect(asks(page)).to_contain_text("Where does")
    press(page, "Undo")
    expect(asks(page)).to_contain_text("Play a tile")
