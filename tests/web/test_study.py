"""A study: its positions are judged live, and choices are marked on the board."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.server.running import Server
from tests.server.test_judging import few_choices
from tests.server.test_replays import finished
from tests.web.acting import faults


@pytest.fixture(scope="module")
def hasty(client, tmp_path_factory):
    """A server that judges by very few states: its rules are interpreted."""
    file = tmp_path_factory.mktemp("tables") / "tables.sqlite"
    with Server(f"sqlite:///{file}", review_draws=2) as server:
        yield server


def test_a_study_is_judged_and_its_choices_are_marked(visit, hasty, picture):
    page, match = visit(server=hasty), finished("suntzu")
    made = page.request.post("/api/records", data=match.record()).json()["table"]["table"]
    number = few_choices(match)
    laid = page.request.post(f"/api/tables/{made}/study", data={"number": number}).json()
    link = laid["table"]["table"]
    kept = {"link": link, "game": "suntzu", "seats": [0, 1], "together": True, "time": 0}
    page.add_init_script(f"localStorage['tenka.tables'] = JSON.stringify([{json.dumps(kept)}])")
    page.goto(f"/t/{link}")
    page.get_by_label("Judge every position").check()
    judged = page.get_by_test_id("judged").get_by_role("button")
    expect(judged.first).to_contain_text("%")
    expect(page.get_by_test_id("chances")).to_contain_text("%")
    judged.first.hover()
    picture(page, "study-judged")
    assert faults(page) == []
    page.get_by_label("Judge every position").uncheck()
    expect(judged).to_have_count(0)
