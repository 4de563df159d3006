"""A tournament in the browser, from founding it to the final standings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.acting import (
    asks,
    broken_words,
    by_day_and_by_night,
    overflow,
    pick,
    press,
    resize,
)
from tests.web.club import club, resign, sign_up

NAME = "The autumn tournament of Edo’s riverside"  # as long as a name may be
LONG = ("Wojciech-Grzegorz Brzęcz", "Małgorzata Szczebrzeszyńska", "Константин Преображенский")


@pytest.fixture
def server(client, tmp_path):
    with club(tmp_path) as server:
        yield server


def organise(ann: Page) -> None:
    """Found a tournament by the form."""
    ann.goto("/tournaments")
    expect(ann.get_by_text("No tournament is open for entry at the moment.")).to_be_visible()
    ann.get_by_text("Organise a tournament", exact=True).click()
    ann.get_by_label("Name", exact=True).fill(NAME)
    pick(ann, "Game", "Sun Tzu")
    pick(ann, "Bots in free seats", "random")
    ann.get_by_label("Rounds", exact=True).fill("2")
    press(ann, "Create the tournament")
    expect(ann.get_by_role("heading", name=NAME)).to_be_visible()


def to_my_table(page: Page) -> str:
    """Go to the table of this round; its link."""
    page.reload()
    page.get_by_role("link", name="To my table").click()
    expect(asks(page)).not_to_be_empty()
    expect(page.get_by_text("your turn")).to_be_visible()
    return page.url.rsplit("/", 1)[-1]


def test_a_tournament_runs_from_founding_to_its_winner(visit, server, picture):
    ann, bo, eve = (sign_up(visit(server=server), server, name) for name in ("Ann", "Bo", "Eve"))
    organise(ann)
    address = ann.url
    expect(ann.get_by_text("Nobody has entered yet.")).to_be_visible()
    expect(ann.get_by_role("button", name="Begin", exact=True)).to_be_disabled()
    for page in (ann, bo, eve):
        page.goto(address)
        press(page, "Enter")
        expect(page.get_by_text("You are taking part.")).to_be_visible()
    expect(bo.get_by_role("button", name="Begin", exact=True)).to_have_count(0)
    guest = visit(server=server)
    guest.goto("/tournaments")
    guest.get_by_role("link", name=re.compile(NAME)).click()
    expect(guest.get_by_text("Tournaments are for people with an account.")).to_be_visible()

    ann.reload()
    press(ann, "Begin")
    first = {page: to_my_table(page) for page in (ann, bo, eve)}
    alone = next(page for page, link in first.items() if list(first.values()).count(link) == 1)
    loser = next(page for page in (bo, eve, ann) if page is not alone)
    resign(alone, first[alone])  # against the bot that fills up
    resign(loser, first[loser])
    for page in (ann, bo, eve):
        page.goto(address)
    expect(ann.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(ann.get_by_role("heading", name="Standings")).to_be_visible()
    second = {page: to_my_table(page) for page in (ann, bo, eve)}
    assert not set(first.values()) & set(second.values())
    guest.goto(address)
    assert by_day_and_by_night(guest) == []
    resize(guest, 390, 844)
    assert overflow(guest) == []
    picture(guest, "tournament-phone")

    ann.goto(address)
    press(ann, "Begin the next round")
    ann.get_by_role("dialog").get_by_role("button", name="Begin the next round").click()
    expect(ann.get_by_text("wins the tournament")).to_be_visible()
    expect(ann.get_by_role("button", name="Call it off")).to_have_count(0)
    rows = ann.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(4)
    picture(ann, "tournament-over")
    ann.goto("/tournaments")
    expect(ann.get_by_role("region", name="Over")).to_contain_text(NAME)


def test_long_names_stand_whole_in_a_phones_standings(visit, server):
    """For whoever organises it as well, who can send people away there."""
    people = [sign_up(visit(server=server), server, name) for name in LONG]
    ann = people[0]
    organise(ann)
    for page in people:
        assert page.request.post(ann.url.replace("/tournaments", "/api/tournaments") + "/enter").ok
    ann.reload()
    press(ann, "Begin")
    expect(ann.get_by_role("heading", name="Standings")).to_be_visible()
    resize(ann, 390, 844)
    expect(ann.get_by_role("button", name="Remove")).to_have_count(3)
    assert broken_words(ann, "main th[scope=row] span") == []
    assert overflow(ann) == []
