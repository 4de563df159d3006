"""A study: judged live, and what was tried is kept as a tree that others can walk."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

import tenka
from tests.server.running import Server
from tests.server.test_judging import few_choices
from tests.server.test_replays import finished
from tests.web.acting import faults, press


@pytest.fixture(scope="module")
def hasty(client, tmp_path_factory):
    """A server that judges by very few states: its rules are interpreted."""
    file = tmp_path_factory.mktemp("tables") / "tables.sqlite"
    with Server(f"sqlite:///{file}", review_draws=2) as server:
        yield server


def lay_study(page: Page, match: tenka.Match, number: int) -> str:
    """A study of a finished game, both of whose seats this page holds; its link."""
    made = page.request.post("/api/records", data=match.record()).json()["table"]["table"]
    laid = page.request.post(f"/api/tables/{made}/study", data={"number": number}).json()
    link = laid["table"]["table"]
    kept = {"link": link, "game": "suntzu", "seats": [0, 1], "together": True, "time": 0}
    page.add_init_script(f"localStorage['tenka.tables'] = JSON.stringify([{json.dumps(kept)}])")
    return link


def decide(page: Page, link: str, which: int) -> None:
    """One of the decisions that are open to the seat that is asked."""
    seat = page.request.get(f"/api/tables/{link}").json()["to_act"][0]
    look = page.request.get(f"/api/tables/{link}", params={"seat": seat}).json()
    wish = {"seat": seat, "version": look["version"], "decisions": [look["legal"][which]["id"]]}
    assert page.request.post(f"/api/tables/{link}/moves", data=wish).ok


def test_a_study_is_judged_and_keeps_what_was_tried(visit, hasty, picture):
    page, match = visit(server=hasty), finished("suntzu")
    link = lay_study(page, match, few_choices(match) - 1)
    page.goto(f"/t/{link}")
    page.get_by_label("Judge every position").check()
    judged = page.get_by_test_id("judged").get_by_role("button")
    expect(judged.first).to_contain_text("%")
    expect(page.get_by_test_id("chances")).to_contain_text("%")
    marked = []
    for choice in judged.all():
        choice.hover()
        marked += page.locator("[data-mark='advised']").all()
    assert marked  # where each choice would be made
    assert faults(page) == []
    page.get_by_label("Judge every position").uncheck()
    expect(judged).to_have_count(0)

    tried = page.get_by_test_id("tree").get_by_role("listitem")
    expect(tried).to_have_count(1)
    decide(page, link, 0)
    expect(tried).to_have_count(2)
    press(page, "One step back")
    here = page.get_by_test_id("tree").locator("[aria-current]")
    expect(here).to_have_text("Where the study began")
    decide(page, link, 1)
    expect(tried).to_have_count(3)
    press(page, "Name, comment, link")
    page.get_by_label("Name", exact=True).fill("From the other side")
    page.get_by_label("Comment").fill("It leaves QIN alone.")
    way = page.get_by_label("Link to this position").input_value()
    press(page, "Keep")
    expect(here).to_have_text("From the other side")
    picture(page, "study-tree")
    assert faults(page) == []

    friend = visit(server=hasty, size="phone", language="pl")
    friend.goto(way)
    friend.get_by_role("button", name="Gracze, przebieg gry i czat").click()
    shown = friend.get_by_test_id("tree")
    expect(shown.get_by_role("heading")).to_have_text("Wypróbowane warianty")
    expect(shown.locator("[aria-current]")).to_have_text("From the other side")
    expect(shown).to_contain_text("It leaves QIN alone.")
    picture(friend, "study-tree-phone")
    shown.get_by_role("listitem").nth(1).get_by_role("button").click()
    expect(shown.get_by_role("listitem").nth(1).get_by_role("button")).to_have_attribute(
        "aria-current", "step"
    )


def test_a_seat_of_a_study_is_given_to_a_bot_and_taken_back(visit, hasty):
    """At the beginning of a game, where the bot gives its orders and then waits for the others'."""
    page = visit(server=hasty)
    page.goto(f"/t/{lay_study(page, finished('suntzu'), 0)}")
    seats = page.get_by_role("group", name="Who plays in this study").get_by_role("combobox")
    page.get_by_role("button", name="Menu").click()
    for level in ("random", ""):
        seats.nth(1).select_option(level)
        expect(seats).to_have_count(0)  # one sits down anew, with other seats of one's own
        page.get_by_role("button", name="Menu").click()
        expect(seats.nth(1)).to_have_value(level)


def test_a_position_is_written_seen_and_studied(visit, picture):
    page = visit()
    page.goto("/study/samurai")
    field = page.get_by_label("The position, item by item")
    expect(field).to_have_value(re.compile("2 players, .* to play"))
    told = page.get_by_test_id("scene")
    whole = field.input_value()
    field.fill("2 players, Takeda to play\nKyoto: helmet rice buddha")
    expect(told).to_contain_text("at most 2 figures")
    expect(page.get_by_role("button", name="Study this position")).to_be_disabled()
    field.fill(whole.replace("Takeda to play", "Uesugi to play"))
    expect(told).to_have_text("The board shows what is written.")
    picture(page, "scene")
    assert faults(page) == []
    press(page, "Study this position")
    expect(page.get_by_test_id("tree").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Position as text").click()
    expect(field).to_have_value(whole.replace("Takeda to play", "Uesugi to play"))
