"""Coming in: games against bots, friends by link, one device for several, public tables, files."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.running import ROOT
from tests.web.acting import (
    HUMAN,
    RANDOM,
    asks,
    give_orders,
    lay,
    load_record,
    log,
    pick,
    press,
    slide,
)
from tests.web.club import club

TITLES = {"samurai": "Samurai", "shogun": "Shogun", "suntzu": "Sun Tzu"}
FIRST_WORDS = {"samurai": "Choose five tiles", "shogun": "", "suntzu": "general"}


@pytest.mark.parametrize("game", TITLES)
def test_a_game_against_bots_takes_two_clicks(page, game):
    page.goto("/")
    page.get_by_role("button", name=re.compile(f"^{TITLES[game]} ")).click()
    press(page, "Play")
    expect(asks(page)).to_contain_text(FIRST_WORDS[game])
    expect(page.get_by_test_id("player-0")).to_contain_text("you")
    expect(page.get_by_test_id("player-1")).to_contain_text("bot, novice")
    assert re.search(r"/t/[\w-]{22}$", page.url)


def test_the_slider_of_strengths_goes_from_the_weakest_to_the_strongest(page):
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Shogun ")).click()
    slider = page.get_by_role("slider", name="Bot strength", exact=True)
    slider.press("Home")
    told = []
    for _ in range(int(slider.get_attribute("max") or 0) + 1):
        told.append(slider.get_attribute("aria-valuetext") or "")
        slider.press("ArrowRight")
    numbers = [int(re.search(r"· (\d+)", one)[1]) for one in told]
    assert numbers == sorted(numbers)
    assert told[0].startswith("random · ")
    assert re.search(r"^master · \d+\. master: ahead of expert in \d of 10 games", told[-1])
    for shown in told[-1].split(". "):
        expect(page.get_by_text(shown)).to_be_visible()


def test_what_is_chosen_is_what_is_laid(page):
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Samurai ")).click()
    pick(page, "Players", "4")
    slide(page, "Bot strength", "random")
    pick(page, "Play as", "Shimazu")
    page.get_by_label("My name").fill("Ann")
    page.get_by_text("Game options").click()
    pick(page, "First tiles", "random")
    with page.expect_response("/api/tables") as sent:
        press(page, "Play")
    table = sent.value.json()["table"]
    assert table["options"]["hands"] == "random"
    assert [seat["kind"] for seat in table["seats"]] == ["bot", "bot", "human", "bot"]
    assert [seat["name"] for seat in table["seats"]] == ["Takeda", "Uesugi", "Ann", "Hojo"]
    expect(page.get_by_test_id("player-2")).to_contain_text("Ann")


def test_two_browsers_by_link_order_at_the_same_time(visit):
    ann, bob = visit(), visit()
    ann.goto("/")
    ann.get_by_role("button", name=re.compile("^Sun Tzu ")).click()
    ann.get_by_label("With friends, by link").check()
    ann.get_by_label("My name").fill("Ann")
    ann.get_by_text("Game options").click()
    ann.get_by_label("Beginners").check()
    pick(ann, "Time to think", "30 min + 15 s a turn")
    pick(ann, "Strength of that bot", "random")
    with ann.expect_request("**/api/tables") as sent:
        press(ann, "Invite friends")
    wish = sent.value.post_data_json
    clocks = {"per_turn": 0, "bank": 1800, "increment": 15, "rest": None}
    assert (wish["pace"], wish["stand_in"]) == (clocks, "random")
    expect(asks(ann)).to_contain_text("Waiting for the others")
    press(ann, "Copy")
    expect(ann.get_by_role("button", name="Copied")).to_be_visible()
    link = ann.get_by_label("Send this link").input_value()

    bob.goto(link)
    expect(asks(bob)).to_contain_text("You are invited")
    bob.get_by_label("My name").fill("Bob")
    press(bob, "Sit down here")
    expect(asks(bob)).to_contain_text("5 provinces")
    give_orders(bob)
    expect(ann.get_by_test_id("player-1")).to_contain_text("Bob")
    assert "reveals" not in log(ann).inner_text()
    give_orders(ann, 5, 4, 3, 2, 1)
    for page in (ann, bob):
        expect(log(page)).to_contain_text("QIN: Ann reveals 5, Bob reveals 1")
        expect(log(page)).to_contain_text("WU: Ann reveals 1, Bob reveals 5")


def test_on_one_device_a_curtain_hides_the_other_hand(page):
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Sun Tzu ")).click()
    page.get_by_label("On this device").check()
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Bob")
    page.get_by_text("Game options").click()
    page.get_by_label("Beginners").check()
    press(page, "Play")
    expect(page.get_by_role("heading", name="Ann is next")).to_be_visible()
    expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
    press(page, "I’m Ann: show me")
    give_orders(page)

    expect(page.get_by_role("heading", name="Bob is next")).to_be_visible()
    expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
    press(page, "No, back to Ann")
    press(page, "Undo")
    press(page, "Take all back")
    give_orders(page, 5, 4, 3, 2, 1)
    press(page, "I’m Bob: show me")
    give_orders(page)
    expect(log(page)).to_contain_text("QIN: Ann reveals 5, Bob reveals 1")


def test_a_public_table_is_found_watched_and_joined(visit):
    host, guest = visit(), visit()
    address = lay(
        host, "samurai", [{"kind": "human", "name": "Host of it"}, {"kind": "open"}], listed=True
    )
    guest.goto("/")
    guest.get_by_role("link", name=re.compile("Host of it")).click()
    press(guest, "Sit down here")
    expect(asks(guest)).to_contain_text("Choose five tiles")
    other = visit()
    other.goto("/")
    row = other.get_by_role("link", name=re.compile("Host of it"))
    expect(row).to_contain_text("watch")
    row.click()
    expect(other.get_by_test_id("player-0")).to_contain_text("Host of it")
    assert other.url.endswith(address)


def test_what_a_table_that_waits_is_for_is_told_before_one_sits_down(visit):
    host, guest = visit(), visit(language="pl-PL")
    seats = [{"kind": "human", "name": "Host of wishes"}, {"kind": "open"}]
    wishes = {"language": "ru"}
    pace = {"per_turn": 72 * 3600}
    options = {"hands": "random", "figures": "placed"}
    address = lay(host, "samurai", seats, listed=True, options=options, pace=pace, wishes=wishes)
    guest.goto("/")
    row = guest.get_by_role("link", name=re.compile("Host of wishes"))
    for told in ("русский", "3 dni", "Pierwsze żetony: rozdane losowo"):
        expect(row).to_contain_text(re.compile(told, re.IGNORECASE))
    expect(row).not_to_contain_text("Figurki na planszy")  # that is as usual
    guest.goto(address)
    for told in ("русский", "3 dni", "rozdane losowo"):
        expect(guest.get_by_role("main")).to_contain_text(re.compile(told, re.IGNORECASE))


def test_more_tables_than_fit_a_page_are_shown_when_asked_for(visit, client, tmp_path):
    with club(tmp_path) as server:
        page = visit(server=server)
        for number in range(101):
            seats = [{"kind": "human", "name": f"Host {number}"}, {"kind": "open"}]
            lay(page, "suntzu", seats, listed=True)
        guest = visit(server=server)
        guest.goto("/")
        expect(guest.get_by_text(re.compile(r"^Host \d+,"))).to_have_count(100)
        press(guest, "More tables")
        expect(guest.get_by_text(re.compile(r"^Host \d+,"))).to_have_count(101)
        expect(guest.get_by_role("button", name="More tables")).to_have_count(0)


def test_my_tables_are_there_when_i_come_back(page):
    address = lay(page, "suntzu", [HUMAN, RANDOM], options={"beginner": True})
    page.goto(address)
    expect(asks(page)).to_contain_text("5 provinces")
    page.get_by_role("link", name="Tenka: to the lobby").click()
    mine = page.get_by_role("link", name=re.compile("Sun Tzu.*your turn"))
    expect(mine).to_be_visible()
    mine.click()
    expect(asks(page)).to_contain_text("5 provinces")


def test_a_record_file_becomes_a_replay(page):
    load_record(page, ROOT / "tests/fixtures/samurai/2-players-0.json")
    expect(asks(page)).to_contain_text("Position 0 of")


def test_a_file_that_is_no_record_is_refused_in_words(page, tmp_path):
    wrong = tmp_path / "wrong.json"
    wrong.write_text("no record")
    load_record(page, wrong)
    expect(page.get_by_role("alert").last).to_contain_text("not the record of a game")


def test_an_unknown_table_is_said_in_words(page):
    page.goto("/t/AAAAAAAAAAAAAAAAAAAAAA")
    expect(page.get_by_role("heading")).to_contain_text("no table at this address")
