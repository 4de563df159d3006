"""Somebody who behaves badly is reported and blocked; one's data as a file; a season long past."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.acting import asks, by_day_and_by_night, lay, overflow, pick, press, resize
from tests.web.club import BEGINNER, TOKEN, club, play_rated, sign_up

TWO = [{"kind": "human"}, {"kind": "open"}]


@pytest.fixture
def server(client, tmp_path):
    with club(tmp_path) as server:
        yield server


def sit_down(page: Page, address: str) -> None:
    page.goto(address)
    press(page, "Sit down here")


def open_people(page: Page):
    press(page, "Menu")
    press(page, "People at this table")
    return page.get_by_role("dialog", name="People at this table")


def test_who_is_rude_is_reported_and_blocked_until_they_are_forgiven(visit, server, picture):
    ann, bo = (sign_up(visit(server=server), server, name) for name in ("Ann", "Bo"))
    operator = visit(server=server)
    address = lay(ann, "suntzu", TWO, options=BEGINNER)
    sit_down(bo, address)
    expect(asks(bo)).to_contain_text("Lay orders")
    bo.get_by_label("Say something").fill("You play like a turnip")
    press(bo, "Send")
    ann.goto(address)
    expect(ann.get_by_role("region", name="Chat")).to_contain_text("turnip")
    people = open_people(ann)
    press(people, "Report")
    people.get_by_label("What happened?").fill("He is rude to me")
    assert by_day_and_by_night(ann) == []
    picture(ann, "people-at-this-table")
    press(people, "Tell the operator")
    expect(ann.get_by_text("The operator will read it.")).to_be_visible()
    press(people, "Follow")
    press(people, "Unfollow")
    press(people, "Block")
    expect(ann.get_by_text("You have blocked Bo.")).to_be_visible()
    expect(people.get_by_role("button", name="Unblock")).to_be_visible()
    expect(people.get_by_role("button", name="Follow")).to_have_count(0)

    operator.goto("/operator")
    operator.get_by_label("The operator’s token").fill(TOKEN)
    press(operator, "Open")
    reports = operator.get_by_role("region", name="Reports")
    expect(reports).to_contain_text("He is rude to me")
    expect(reports).to_contain_text("Recent messages: You play like a turnip")
    reports.get_by_role("button", name="Done").click()
    expect(reports).to_contain_text("Nobody has reported anything.")

    another = lay(ann, "suntzu", TWO, options=BEGINNER)
    sit_down(bo, another)
    expect(bo.get_by_role("alert")).to_contain_text("Somebody here has blocked you")
    ann.goto("/account")
    blocked = ann.get_by_role("region", name="People I have blocked")
    expect(blocked).to_contain_text("Bo")
    check_data(ann, another)
    blocked.get_by_role("button", name="Unblock").click()
    expect(blocked).to_have_count(0)
    sit_down(bo, another)
    expect(asks(bo)).to_contain_text("Lay orders")


def check_data(ann: Page, link: str) -> None:
    """All that there is of her is in the file, and no secret of others or of the server."""
    with ann.expect_download() as kept:
        ann.get_by_role("link", name="Download all my data").click()
    data = json.loads(Path(kept.value.path()).read_text())
    assert (data["format"], data["name"]) == ("tenka-person", "Ann")
    assert [(tie["kind"], tie["name"]) for tie in data["ties"]] == [("block", "Bo")]
    assert [passkey["label"] for passkey in data["passkeys"]] == ["Laptop"]
    assert len(data["tables"]) == 2
    assert link.removeprefix("/t/") in [table["table"] for table in data["tables"]]
    assert "turnip" not in json.dumps(data)  # that was Bo's word
    assert not re.search(r'"(seed|secret|salt|key|state)":', json.dumps(data))


def test_a_season_that_is_over_is_kept_as_it_was(visit, server, tmp_path, picture):
    ann, bo = (sign_up(visit(server=server), server, name) for name in ("Ann", "Bo"))
    for _ in range(5):
        play_rated(ann, bo)
    spring = datetime(2025, 5, 1, tzinfo=UTC).timestamp()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", timeout=30)) as database, database:
        database.execute("UPDATE rated_games SET ended = ? + id", [spring])
    ann.goto("/account")
    ann.get_by_label("Show these games to anybody").check()
    ann.get_by_label("list me on the leaderboards").check()
    expect(ann.get_by_label("list me on the leaderboards")).to_be_checked()
    play_rated(bo, ann)  # who loses in the season that is now

    bo.goto("/ratings")
    bo.get_by_label("Sun Tzu").check()
    row = bo.get_by_role("row").filter(has_text="Ann")
    expect(row).to_contain_text(re.compile(r" ± \d+\s*1\s*$"))
    now = row.inner_text().split()[2]
    pick(bo, "Season", "2025, quarter 3")
    expect(bo.get_by_text("Nobody is listed this season yet.")).to_be_visible()
    pick(bo, "Season", "2025, quarter 2")
    expect(row).to_contain_text(re.compile(r" ± \d+\s*5\s*$"))
    assert int(row.inner_text().split()[2]) > int(now)
    assert by_day_and_by_night(bo) == []
    resize(bo, 390, 844)
    assert overflow(bo) == []
    picture(bo, "season-phone")
