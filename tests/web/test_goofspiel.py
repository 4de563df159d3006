"""A game from another package in the browser, from the lobby to the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.outside import install
from tests.server.running import Server
from tests.web.acting import asks, log, pick, press


@pytest.fixture
def server(client, tmp_path, monkeypatch):
    """A server on a machine on which the game is installed."""
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "outside")["PYTHONPATH"])
    with Server(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        yield server


def test_a_game_from_outside_is_played_in_the_browser(visit, server, picture):
    page = visit(server=server)
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Goofspiel")).click()
    page.get_by_text("Game options").click()
    pick(page, "how many of each suit are played with", "5")
    press(page, "Play")
    board = page.get_by_test_id("plain")
    for turn in range(1, 5):
        expect(board.locator("dl > div", has_text=re.compile(f"^turn ?{turn}$"))).to_be_visible()
        page.get_by_role("region", name="What you can decide").get_by_role("button").last.click()
    expect(asks(page)).to_contain_text("over")
    picture(page, "a game from outside")
    expect(log(page)).to_contain_text("prize")
    expect(log(page)).to_contain_text("won")
