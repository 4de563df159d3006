"""Afterwards: replays from any eyes, links to positions, study, the summary, the record file."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.server.running import ROOT
from tests.web.acting import asks, load_record, log, pick, press

FILES = {
    "samurai": ROOT / "tests/fixtures/samurai/2-players-0.json",
    "shogun": ROOT / "tests/fixtures/shogun/chests-3.json",
    "suntzu": ROOT / "tests/fixtures/suntzu/round-9-pool-shao.json",
}


def last_of(path):
    """The number of the last position: one after each decision."""
    return sum("does" in step for step in json.loads(path.read_text())["steps"])


@pytest.mark.parametrize("game", FILES)
def test_a_finished_game_is_looked_through_from_end_to_end(page, picture, game):
    path = FILES[game]
    load_record(page, path)
    last = last_of(path)
    expect(asks(page)).to_have_text(f"Position 0 of {last}")
    page.keyboard.press("ArrowRight")
    expect(asks(page)).to_have_text(f"Position 1 of {last}")
    slider = page.get_by_role("slider", name="Position in the game")
    slider.fill(str(last // 2))
    expect(asks(page)).to_have_text(f"Position {last // 2} of {last}")
    picture(page, f"{game}-replay")
    press(page, "To the end")
    expect(asks(page)).to_have_text(f"Position {last} of {last}")
    press(page, "Summary")
    expect(page.get_by_role("img", name=re.compile("over time"))).to_be_visible()
    expect(page.get_by_role("table").first).to_be_visible()
    picture(page, f"{game}-summary")
    with page.expect_download() as kept:
        press(page, "Save a picture")
    image = kept.value.path().read_bytes()
    assert image.startswith(b"\x89PNG")
    assert int.from_bytes(image[16:20]) == 1600
    assert len(image) > 100_000  # a board, not an empty sheet


def test_eyes_differ_and_a_link_leads_to_a_position(page, visit):
    load_record(page, FILES["suntzu"])
    slider = page.get_by_role("slider", name="Position in the game")
    slider.fill("2")
    hands = page.get_by_role("button", name=re.compile("^Card "))
    pick(page, "Point of view", "watch")
    expect(page).to_have_url(re.compile("n=2&eyes=watch"))
    expect(hands).to_have_count(0)
    pick(page, "Point of view", "0")
    expect(page).to_have_url(re.compile("n=2&eyes=0"))
    other = visit()
    other.goto(page.url)
    expect(asks(other)).to_contain_text("Position 2 of")
    expect(other.get_by_role("combobox", name="Point of view")).to_have_value("0")


def test_study_from_a_position_goes_on_from_there(page):
    load_record(page, FILES["samurai"])
    page.get_by_role("slider", name="Position in the game").fill("40")
    expect(asks(page)).to_contain_text("Position 40 of")
    press(page, "Study from here")
    expect(page).to_have_url(re.compile(r"/t/[\w-]{22}$"))
    expect(page.get_by_test_id("player-1")).to_contain_text("on this device")
    expect(asks(page)).to_contain_text("Take a figure to place")


def test_the_record_file_comes_back_as_it_was(page):
    load_record(page, FILES["samurai"])
    expect(asks(page)).to_be_visible()
    press(page, "Summary")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert json.loads(download.value.path().read_text()) == json.loads(FILES["samurai"].read_text())


def test_a_rematch_has_the_same_seats(page):
    load_record(page, FILES["samurai"])
    expect(asks(page)).to_be_visible()
    page.goto(page.url.split("/replay")[0])
    page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", name=re.compile("is next"))).to_be_visible()
    assert log(page).count() == 0


def test_an_address_beyond_the_end_leads_to_the_beginning(page):
    load_record(page, FILES["samurai"])
    expect(asks(page)).to_contain_text("Position 0 of")
    page.goto(page.url.replace("n=0", "n=99999"))
    expect(asks(page)).to_contain_text("Position 0 of")
