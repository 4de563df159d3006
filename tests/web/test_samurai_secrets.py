"""Who may know what in Samurai: hands, captures, and every tile that was only tried."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Request, expect

from tests.web.acting import HUMAN, RANDOM, asks, lay, log, press, seen_by
from tests.web.listening import Listener, overhear
from tests.web.samurai import (
    DEALT,
    choose_hand,
    drawn,
    end_turn,
    my_turn,
    piece,
    play_turn,
    study,
    target,
    targets,
    tile_on,
)


def test_a_hand_is_chosen_in_secret_and_can_be_changed_until_all_have_chosen(visit):
    ann, bob = visit(), visit()
    address = lay(ann, "samurai", [{"kind": "human", "name": "Ann"}, {"kind": "open"}])
    bob.goto(address)
    bob.get_by_label("My name").fill("Bob")
    press(bob, "Sit down here")
    ann.goto(address)
    choose_hand(ann, "helmet2", "helmet3", "helmet4", "ship1", "ship1")
    expect(asks(ann)).to_have_text("Bob chooses a hand")
    expect(log(bob)).to_contain_text("Ann has chosen a hand")
    assert seen_by(bob, 1)["players"][0]["hand"] is None
    press(ann, "Undo")
    expect(asks(ann)).to_contain_text("take these five?")
    for _ in range(5):
        ann.locator("[data-choice][aria-pressed=true]").first.click()
    expect(asks(ann)).to_contain_text("Choose five tiles")
    choose_hand(ann, "rice2", "rice3", "rice4", "ronin1", "ship2")
    choose_hand(bob, "buddha2", "buddha3", "buddha4", "samurai1", "samurai1")
    expect(asks(ann)).to_have_text(re.compile("Take a figure|places a figure"))
    assert seen_by(ann)["players"][0]["hand"] == ["rice2", "rice3", "rice4", "ronin1", "ship2"]


def test_a_spectator_sees_no_hand_and_no_hidden_captures(visit):
    ann, watcher = visit(), visit()
    sent: list[str] = []
    watcher.on("response", lambda answer: sent.append(answer.url))
    address = lay(ann, "samurai", [HUMAN, RANDOM, RANDOM], options=DEALT)
    ann.goto(address)
    watcher.goto(address)
    assert my_turn(ann)
    play_turn(ann)
    expect(log(watcher)).to_contain_text(re.compile("lays|swaps"))
    expect(watcher.get_by_test_id("hand")).to_have_count(0)
    expect(watcher.locator("[data-piece], [data-target]")).to_have_count(0)
    expect(watcher.get_by_test_id("tally").get_by_text("?", exact=True)).to_have_count(10)
    assert not any("seat=0" in url for url in sent)
    assert all(player["hand"] is None for player in seen_by(watcher, None)["players"])


def test_tiles_are_tried_without_a_word_to_anybody(visit):
    """Nothing leaves the page before the turn is ended: three tiles are one request."""
    people = [visit(), visit()]
    watcher = visit()
    address = lay(people[0], "samurai", [HUMAN, {"kind": "open"}], options={"figures": "random"})
    people[1].goto(address)
    press(people[1], "Sit down here")
    for person in (people[0], watcher):
        person.goto(address)
    for person in people:
        choose_hand(person, "token exchange", "figure exchange", "ship1", "ronin1", "helmet4")
    for person in people:
        expect(asks(person)).to_have_text(re.compile("Play a tile|plays"))
    people.sort(key=lambda person: asks(person).inner_text() != "Play a tile")
    player, other = people
    sent, before = sent_by(player), [asks(one).inner_text() for one in (other, watcher)]
    for name in ("ship1", "helmet4", "figure exchange", "ronin1"):
        piece(player, name).click()
        expect(player.locator("[aria-pressed=true]")).to_have_attribute("data-piece", name)
        if name == "figure exchange":  # its first figure, too, is only tried
            player.locator("[data-target]").first.click()
            expect(asks(player)).to_contain_text("changes places")
    piece(player, "ronin1").click()
    expect(asks(player)).to_have_text("Play a tile")
    assert sent == []
    assert [asks(one).inner_text() for one in (other, watcher)] == before
    assert seen_by(other, None)["players"][0]["hand_size"] == 5

    laid = []
    for name in ("ship1", "helmet4", "ronin1", "ronin1"):
        piece(player, name).click()
        laid.append((targets(player)[-1], name))
        target(player, laid[-1][0]).click()
        expect(asks(player)).to_contain_text("seen by you alone. Play another tile")
        assert drawn(player) == sorted(laid)
        if len(laid) == 3:  # another mind: the ronin goes elsewhere
            press(player, "Undo")
            expect(tile_on(player, laid.pop()[0])).to_have_count(0)
    assert sent == []
    assert [asks(one).inner_text() for one in (other, watcher)] == before
    end_turn(player)
    assert sent == ["POST moves"]
    for one in (other, watcher):
        expect(tile_on(one, laid[-1][0])).to_be_visible()
        assert drawn(one) == sorted(laid)


def sent_by(page: Page) -> list[str]:
    """From now on what a page asks of the server, but for the stream that stands."""
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(f"{request.method} {request.url.rsplit('/', 1)[-1]}")

    page.on("request", note)
    return sent


def test_others_get_the_same_bytes_whatever_tiles_were_tried(visit, table_server):
    """Two tables at one position: what the other players and a spectator's browser hear."""
    heard = []
    for browses in (False, True):
        page, watcher = visit(), visit()
        seat = int(study(page, "buddha3", "3-players-3"))
        listeners = [Listener(page, table_server.url, one) for one in {0, 1, 2} - {seat}]
        overheard = overhear(watcher)
        watcher.goto(page.url)
        expect(asks(watcher)).to_be_visible()
        names = offered(page)
        for name in names if browses else ():
            piece(page, name).first.click()
            expect(page.locator("[aria-pressed=true]")).to_have_attribute("data-piece", name)
            page.locator("[data-target]").first.click()  # laid here, or the first of two figures
            press(page, "Undo")
        for name in [name for name in names if not name.endswith("exchange")][:2]:
            if name in offered(page):  # after a normal tile only fast ones
                piece(page, name).first.click()
                place = min(targets(page))
                target(page, place).click()
                expect(tile_on(page, place)).to_have_attribute("data-tile", name)
        end_turn(page)
        laid = f'"hex":"{place}","player"'
        expect(tile_on(watcher, place)).to_be_visible()
        heard.append([*(listener.until(laid) for listener in listeners), overheard])
    assert laid in heard[0][-1][-1]
    assert heard[0] == heard[1]


def offered(page: Page) -> list[str]:
    """The tiles of the hand that can be played."""
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    pieces = page.locator(".offered[data-piece]")
    return sorted(set(pieces.evaluate_all("all => all.map((one) => one.dataset.piece)")))
