"""Answers in advance at the page: given, seen, withdrawn, and carried out while nobody looks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.acting import (
    HUMAN,
    RANDOM,
    asks,
    by_day_and_by_night,
    keep_pictures,
    lay,
    log,
    overflow,
    press,
)

ANN, BOB = 0, 1
ORDERS = "QIN=1 CHU=2 JIN-YAN=3 HAN-QI=4 WU=5"  # of both, so that nobody owes anything


def table_of(page: Page, seat: int) -> dict:
    """The table as the server shows it to a seat of this person."""
    link = page.url.rsplit("/", 1)[-1]
    return page.request.get(f"/api/tables/{link}?seat={seat}").json()


def say(page: Page, link: str, seat: int, text: str) -> None:
    """Decide past the page."""
    look = page.request.get(f"/api/tables/{link}?seat={seat}").json()
    wish = {"seat": seat, "version": look["version"], "decisions": [text]}
    made = page.request.post(f"/api/tables/{link}/moves", data=wish)
    assert made.ok, made.text()


def before_qin(visit) -> tuple[Page, Page, str]:
    """Ann (at the page) is asked before the battle for QIN; Bob does not look."""
    ann, bob = visit(), visit()
    address = lay(ann, "suntzu", [{"kind": "human", "name": "Ann"}, {"kind": "open"}])
    link = address.removeprefix("/t/")
    assert bob.request.post(f"/api/tables/{link}/join", data={"name": "Bob"}).ok
    for text in (("general march", "general remove"), ("pass", "pass"), (ORDERS, ORDERS)):
        say(ann, link, ANN, text[ANN])
        say(bob, link, BOB, text[BOB])
    ann.goto(address)
    expect(asks(ann)).to_contain_text("Before the battle for QIN")
    return ann, bob, link


def test_a_pass_until_a_battle_is_carried_out_while_no_page_is_open(visit, picture):
    ann, bob, link = before_qin(visit)
    press(ann, "In advance…")
    sheet = ann.get_by_role("dialog", name="Answers in advance")
    expect(sheet.get_by_role("button", name="Pass until the battle for QIN")).to_have_count(0)
    keep_pictures(ann, picture, "in-advance-sheet")
    assert by_day_and_by_night(ann) == []
    press(sheet, "Use no general when cards are revealed")
    line = ann.get_by_test_id("in-advance")
    expect(line).to_contain_text("Use no general when cards are revealed")
    expect(sheet).to_have_count(0)
    assert table_of(ann, ANN)["to_act"] == [ANN]  # that was no answer to this
    press(ann, "Ask me again")
    expect(line).to_have_count(0)
    press(ann, "In advance…")
    press(ann, "Pass until the battle for JIN-YAN")
    expect(asks(ann)).to_contain_text("Bob")
    expect(line).to_contain_text("Pass until the battle for JIN-YAN")
    keep_pictures(ann, picture, "in-advance-on")
    ann.goto("/help/suntzu")
    say(bob, link, BOB, "pass")  # QIN is fought over, and CHU comes up
    say(bob, link, BOB, "pass")
    ann.goto(f"/t/{link}")
    expect(asks(ann)).to_contain_text("Before the battle for JIN-YAN")
    expect(line).to_have_count(0)
    expect(log(ann)).to_contain_text("Ann, in advance: Pass until the battle for JIN-YAN.")
    bob.goto(f"/t/{link}")
    expect(asks(bob)).to_contain_text("Ann")
    assert "in advance" not in log(bob).inner_text()
    press(ann, "Pass until the round ends")
    expect(line).to_contain_text("Pass until the round ends")
    assert table_of(ann, ANN)["to_act"] == [BOB]


def test_any_game_has_them_in_its_menu(visit):
    """Shogun's, on the plain board and in Polish; there is nothing in Samurai."""
    page = visit("phone", language="pl-PL")
    page.goto(lay(page, "shogun", [HUMAN, *[RANDOM] * 3]) + "?plain")
    page.get_by_role("button", name="Menu").click()
    press(page, "Odpowiedzi z góry")
    page.get_by_role("dialog").get_by_role("button", name="take extra armies").click()
    expect(page.get_by_test_id("in-advance")).to_contain_text("take extra armies")
    assert overflow(page) == []
