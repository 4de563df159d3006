"""Clocks at the table: time that is seen to run, a pause by agreement, a stand-in when it is up."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.acting import lay, log, pick, press, resize

ANN, FREE = {"kind": "human", "name": "Ann"}, {"kind": "open"}
HURRY = {"per_turn": 8}


def test_clocks_run_and_rest_by_agreement(visit, picture):
    ann, bo = visit(), visit()
    ann.goto("/")
    ann.get_by_role("button", name=re.compile("^Sun Tzu ")).click()
    ann.get_by_label("With friends, by link").check()
    pick(ann, "Time to think", "3 days a turn")
    ann.get_by_label("Clocks stand still at night").check()
    press(ann, "Invite friends")
    expect(ann.get_by_text("3 days a turn, not from 22:00 to 7:00")).to_be_visible()
    bo.goto(ann.url)
    press(bo, "Sit down here")
    for page in (ann, bo):
        expect(page.get_by_role("timer").first).to_contain_text(re.compile(r"[23] d \d+ h"))
    press(ann, "Menu")
    press(ann, "Pause the clocks")
    pick(ann, "For how long", "7 days")
    press(ann, "Suggest it")
    wish = bo.get_by_test_id("pause")
    expect(wish).to_contain_text("pause the clocks for 7 days")
    wish.get_by_role("button", name="Agree").click()
    for page in (ann, bo):
        expect(page.get_by_test_id("pause")).to_contain_text("clocks stand still until")
    resize(bo, 390, 844)
    expect(bo.get_by_role("timer").first).to_be_visible()
    picture(bo, "clocks-phone")


def test_when_time_is_up_a_bot_stands_in_until_its_person_comes_back(visit):
    """Bo has decided in time, and is asked anew when the stand-in has: his time runs from then."""
    ann, bo = visit(), visit()
    address = lay(ann, "suntzu", [ANN, FREE], pace=HURRY, stand_in="random")
    bo.goto(address)
    bo.get_by_label("My name").fill("Bo")
    press(bo, "Sit down here")
    expect(bo.get_by_role("timer").first).to_contain_text(re.compile(r"0:0\d"))
    look = bo.request.get(f"/api{address.replace('/t/', '/tables/')}?seat=1").json()
    wish = {"seat": 1, "version": look["version"], "decisions": [look["legal"][0]["id"]]}
    assert bo.request.post(f"/api{address.replace('/t/', '/tables/')}/moves", data=wish).ok
    ann.goto(address)
    expect(ann.get_by_test_id("player-0")).to_contain_text("a bot is standing in")
    press(ann, "Take back my seat")
    expect(log(ann)).to_contain_text("Ann is back.")
