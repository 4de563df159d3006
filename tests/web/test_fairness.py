"""Fair dice in the browser: words before the game, the proof after it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.acting import asks, press


def test_words_are_added_before_the_game_and_the_page_proves_the_dice_afterwards(visit):
    ann, bob = visit(), visit(language="pl-PL")
    ann.goto("/")
    ann.get_by_role("button", name=re.compile("^Sun Tzu ")).click()
    ann.get_by_label("With friends, by link").check()
    ann.get_by_text("Game options").click()
    ann.get_by_label("Fair dice: everyone adds a word").check()
    press(ann, "Invite friends")
    promised = ann.get_by_test_id("commitment")
    expect(promised).to_have_text(re.compile("^[0-9a-f]{64}$"))
    bob.goto(ann.url)
    expect(bob.get_by_test_id("commitment")).to_have_text(promised.text_content())
    bob.get_by_label("Moje słowo do kości").fill("żuraw")
    press(bob, "Siadam tutaj")
    expect(ann.get_by_text("word: żuraw")).to_be_visible()
    expect(asks(ann)).to_contain_text("as soon as everyone has added a word")
    ann.get_by_label("My word for the dice").fill("kirin")
    press(ann, "Add this word")
    for page in (ann, bob):
        expect(page.get_by_test_id("player-0")).to_be_visible()
    press(ann, "Menu")
    press(ann, "Resign")
    ann.get_by_role("dialog", name="Are you sure?").get_by_role("button", name="Resign").click()
    press(bob, "Zamknij")
    press(bob, "Menu")
    press(bob, "Uczciwe kości")
    sheet = bob.get_by_role("dialog", name="Uczciwe kości")
    expect(sheet).to_contain_text("kirin")
    expect(sheet.get_by_test_id("verdict").get_by_text("✓")).to_have_count(3)
    eve = visit()  # who comes later is told what she cannot know
    eve.goto(f"{ann.url}/replay")
    press(eve, "Menu")
    press(eve, "Fair dice")
    verdict = eve.get_by_test_id("verdict")
    expect(verdict.get_by_text("✓")).to_have_count(2)
    expect(verdict).to_contain_text("This device was not there when the game began")
