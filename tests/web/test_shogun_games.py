"""Shogun at the page: whole games, shared devices, several browsers, and secrets."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

import tenka
from tenka.games.shogun import facts
from tests.server.running import ROOT
from tests.web.acting import HUMAN, RANDOM, lay, load_record, log, overflow, pick, press
from tests.web.shogun import CONFIRM, PHONE, THREE, decide, field, make_plan, play, sit


def test_a_whole_game_against_bots(page, picture):
    sit(page, THREE)
    play(page)
    expect(page.get_by_role("dialog")).to_be_visible()
    picture(page, "shogun-end")
    page.set_viewport_size(PHONE)
    picture(page, "shogun-end-phone")
    assert overflow(page) == []
    assert page.request.get(page.url.replace("/t/", "/api/tables/")).json()["status"] == "finished"


def test_five_seats_share_a_device_for_a_round(page):
    page.goto(lay(page, "shogun", [HUMAN] * 5))
    for _ in facts.CLANS:
        play(page, until="plan")
        decide(page, "plan")
    play(page, until="plan")
    expect(page.get_by_role("banner")).to_contain_text("summer, year 1")
    expect(log(page)).to_contain_text("Turn order this round")


def test_the_draft(page):
    sit(page, THREE, options={"start": "draft"})
    play(page, until="plan")
    expect(page.locator("[data-testid^=card-]")).to_have_count(9 + 5)


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
    shown = two.request.get(f"/api/tables/{address[3:]}?seat=1").json()["view"]["players"][0][
        "plan"
    ]
    assert set(shown.values()) == {"closed"}
    make_plan(two)
    press(two, CONFIRM)
    board = one.get_by_role("table", name="Plans of all players")
    expect(board.get_by_role("row", name="Uesugi").get_by_role("cell").last).to_have_text("0")
    mine = board.get_by_role("row", name="Takeda").get_by_role("cell")
    expect(mine.nth(0)).to_have_text(plan["temple"])
    expect(mine.nth(1)).to_have_text(plan["castle"])
    expect(board.get_by_role("row", name="Shimazu").get_by_text("face-down card")).to_have_count(10)


def test_a_spectator_sees_no_plan(visit):
    player, guest = visit(), visit()
    address = lay(player, "shogun", [HUMAN, HUMAN, RANDOM])
    guest.goto(address)
    player.goto(address)
    press(player, "I’m Takeda: show me")
    make_plan(player)
    press(player, CONFIRM)
    board = guest.get_by_role("table", name="Plans of all players")
    row = board.get_by_role("row", name="Takeda")
    expect(row.get_by_text("face-down card")).to_have_count(11)
    expect(guest.locator("path[role=button]")).to_have_count(0)
    expect(guest.get_by_test_id("field-bid")).to_have_count(0)


def test_fields_that_stay_empty_are_seen_to_be_empty(page, picture):
    """A clan with fewer than eleven cards, after all have planned, as spectators see it."""
    path = ROOT / "tests/fixtures/shogun/eliminated-3.json"
    played, at = tenka.load(path), 0
    match = tenka.new("shogun", seed=played.seed, **played.options)
    told: list[Any] = []
    while not told:
        match.play(*played.history[at][:2])
        told = [entry for entry in match.journal if entry.kind.name == "fields left empty"]
        at += 1
    load_record(page, path)
    page.get_by_role("slider", name="Position in the game").fill(str(at))
    pick(page, "Point of view", "watch")
    board = page.get_by_role("table", name="Plans of all players")
    row = board.get_by_role("row", name=facts.CLANS[told[0].player])
    empty = told[0].fields
    expect(row.get_by_text("no card")).to_have_count(len(empty))
    closed = len(facts.FIELDS) - len({*empty, "bid"})
    expect(row.get_by_text("face-down card")).to_have_count(closed)
    expect(log(page)).to_contain_text("leaves these fields empty")
    picture(page, "shogun-empty-fields")
