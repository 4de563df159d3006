"""At the table: what lasts, what heals, what can be taken back, and what stays secret."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.server.running import Server
from tests.web.acting import asks, give_orders, lay, lay_orders, log, press

BEGINNER = {"beginner": True}
ANN, BOB = {"kind": "human", "name": "Ann"}, {"kind": "open"}


def two_people(visit, **wishes):
    """Ann and Bob at a table of Sun Tzu, each with a browser."""
    ann, bob = visit(**wishes), visit(**wishes)
    address = lay(ann, "suntzu", [ANN, BOB], options=BEGINNER)
    joined = bob.request.post(f"/api/tables/{address[3:]}/join", data={"name": "Bob"})
    assert joined.ok, joined.text()
    for page in (ann, bob):
        page.goto(address)
        expect(asks(page)).to_contain_text("5 provinces")
    return ann, bob


def test_a_reload_loses_nothing(visit):
    ann, bob = two_people(visit)
    give_orders(ann)
    expect(asks(ann)).to_contain_text("Bob is still giving orders")
    ann.reload()
    expect(asks(ann)).to_contain_text("Bob is still giving orders")
    give_orders(bob, 5, 4, 3, 2, 1)
    expect(log(ann)).to_contain_text("QIN: Ann reveals 1, Bob reveals 5")
    ann.reload()
    expect(log(ann)).to_contain_text("QIN: Ann reveals 1, Bob reveals 5")
    expect(log(ann)).to_contain_text("Since your last turn")


def test_orders_can_be_withdrawn_until_both_have_confirmed(visit):
    ann, bob = two_people(visit)
    give_orders(ann)
    press(ann, "Undo")
    press(ann, "Take all back")
    give_orders(ann, 5, 4, 3, 2, 1)
    give_orders(bob)
    expect(log(ann)).to_contain_text("QIN: Ann reveals 5, Bob reveals 1")
    expect(ann.get_by_role("button", name="Undo")).to_have_count(0)


def test_the_page_heals_after_the_server_was_restarted(visit, client, tmp_path):
    with Server(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        ann, bob = two_people(visit, server=server)
        lay_orders(ann, 1, 2, 3, 4, 5)
        server.kill()
        expect(ann.get_by_test_id("away")).to_contain_text("Connection lost")
        press(ann, "Confirm orders")  # sent again and again until somebody answers
        server.start()
        expect(ann.get_by_test_id("away")).to_have_count(0)
        expect(asks(ann)).to_contain_text("Bob is still giving orders")
        expect(bob.get_by_test_id("away")).to_have_count(0)
        give_orders(bob, 5, 4, 3, 2, 1)
        for page in (ann, bob):
            expect(log(page)).to_contain_text("QIN: Ann reveals 1, Bob reveals 5")


def test_a_spectator_sees_no_secret(visit):
    ann, bob = two_people(visit)
    give_orders(ann)
    hands = [
        person.request.get(f"/api/tables/{ann.url[-22:]}?seat={seat}").json()
        for seat, person in enumerate((ann, bob))
    ]
    watcher = visit()
    watcher.goto(ann.url)
    expect(asks(watcher)).to_be_visible()
    expect(watcher.get_by_role("group", name="Your hand")).to_have_count(0)
    expect(watcher.get_by_test_id("player-0")).to_contain_text("Ann")
    answers = _all_that_is_sent(watcher, ann.url[-22:])
    for seat, look in enumerate(hands):
        assert look["view"]["players"][seat]["hand"]
        for answer in answers:
            seen = answer["view"]["players"][seat]
            assert seen["hand"] is None
            assert all(
                order["laid"][seat] in (None, "closed") for order in answer["view"]["provinces"]
            )
            assert answer["legal"] == []
    give_orders(bob)
    expect(log(watcher)).to_contain_text("QIN: Ann reveals 1, Bob reveals 1")


def _all_that_is_sent(page, link):
    """What this browser is told of the table: by asking, and by the first message of the stream."""
    first = page.evaluate(
        """(link) => new Promise((done) => {
          const source = new EventSource(`/api/tables/${link}/stream`)
          source.onmessage = (event) => { source.close(); done(JSON.parse(event.data)) }
        })""",
        link,
    )
    return [page.request.get(f"/api/tables/{link}").json(), first]


def test_people_talk(visit):
    ann, bob = two_people(visit)
    ann.get_by_label("Say something").fill("Good luck!")
    press(ann, "Send")
    expect(bob.get_by_role("region", name="Chat")).to_contain_text("Ann Good luck!")


def test_who_leaves_is_replaced_and_can_come_back(visit):
    ann, bob = two_people(visit)
    press(ann, "Menu")
    press(ann, "Leave the game")
    ann.get_by_role("dialog").last.get_by_role("button", name="Leave the game").click()
    expect(ann).to_have_url(re.compile("/$"))
    expect(bob.get_by_test_id("player-0")).to_contain_text("a bot is standing in")
    ann.go_back()
    press(ann, "Take back my seat")
    expect(bob.get_by_test_id("player-0")).not_to_contain_text("a bot is standing in")


def test_a_decision_for_another_position_is_refused_kindly(visit):
    ann, _ = two_people(visit)

    def for_another_position(route):
        sent = route.request.post_data_json
        route.continue_(post_data=json.dumps({**sent, "version": sent["version"] + 1}))

    ann.route("**/moves", for_another_position, times=1)
    give_orders(ann)
    expect(ann.get_by_role("alert")).to_contain_text("The game has moved on in the meantime")
    press(ann, "Confirm orders")
    expect(asks(ann)).to_contain_text("Bob is still giving orders")
