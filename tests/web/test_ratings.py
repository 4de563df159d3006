"""A rated game from the agreement to the leaderboard, and a person's page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.acting import asks, by_day_and_by_night, overflow, press, resize
from tests.web.club import club, play_rated, sign_up


@pytest.fixture
def server(client, tmp_path):
    with club(tmp_path) as server:
        yield server


def lay_rated(ann: Page) -> str:
    """A public rated table by the lobby; its address."""
    ann.goto("/")
    ann.get_by_role("button", name=re.compile("^Sun Tzu ")).click()
    ann.get_by_label("With friends, by link").check()
    ann.get_by_label("Rated: the result counts").check()
    ann.get_by_label("so that anyone can join").check()
    ann.get_by_label("Ratings from").fill("1200")
    press(ann, "Invite friends")
    expect(ann.get_by_text("Rated", exact=False).first).to_be_visible()
    return ann.url


def test_a_rated_game_changes_the_numbers_that_everybody_sees(visit, server, picture):
    ann, bo = (sign_up(visit(server=server), server, name) for name in ("Ann", "Bo"))
    address, guest = lay_rated(ann), visit(server=server)
    guest.goto(address)
    expect(guest.get_by_role("button", name="Sit down here")).to_have_count(0)
    bo.goto("/")
    bo.get_by_role("link", name=re.compile("^Sun Tzu .*1200")).click()
    press(bo, "Sit down here")
    expect(asks(bo)).to_contain_text("general")
    press(bo, "Menu")
    press(bo, "Resign")
    bo.get_by_role("dialog").last.get_by_role("button", name="Resign").click()
    for page in (ann, bo):
        expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    expect(bo.get_by_text(re.compile(r"1500 − \d+ = 1\d\d\d"))).to_be_visible()

    for _ in range(4):
        play_rated(ann, bo)
    ann.goto("/account")
    expect(ann.get_by_role("region", name="Ratings")).to_contain_text("5 rated games")
    expect(ann.get_by_role("region", name="By game")).to_contain_text("5 (100%)")
    ann.get_by_label("Show these games to anybody").check()
    ann.get_by_label("list me on the leaderboards").check()
    expect(ann.get_by_label("list me on the leaderboards")).to_be_checked()
    assert by_day_and_by_night(ann) == []

    bo.goto("/ratings")
    bo.get_by_label("Sun Tzu").check()
    first = bo.get_by_role("row").filter(has_text="Ann")
    expect(first).to_contain_text(re.compile(r"^1\s*Ann\s*1\d\d\d ± \d+\s*5\s*$"))
    expect(bo.get_by_role("row").filter(has_text="bot, adept").first).to_contain_text("1500")
    assert by_day_and_by_night(bo) == []
    resize(bo, 390, 844)
    assert overflow(bo) == []
    picture(bo, "ratings-phone")
    bo.get_by_role("link", name="Ann").click()
    expect(bo.get_by_role("heading", name="Ann")).to_be_visible()
    press(bo, "Follow")
    bo.goto("/account")
    expect(bo.get_by_role("region", name="People I follow")).to_contain_text("Ann")
    ann.get_by_label("Show these games to anybody").uncheck()
    expect(ann.get_by_text("At the moment only you can see them.")).to_be_visible()
    bo.goto("/ratings")
    bo.get_by_label("Sun Tzu").check()
    expect(bo.get_by_text("Nobody is listed this season yet.")).to_be_visible()
