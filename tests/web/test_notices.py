"""Signing in by e-mail, and a push that leads to the table, at the question."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.server.post import Browser, World
from tests.server.running import PATIENCE, Server
from tests.web.acting import asks, by_day_and_by_night, lay, overflow, press, resize
from tests.web.club import BEGINNER, club, sign_up

MAILBOX = "ann@mail.example"
PUSH = "/push/ann"
ANN, FREE = {"kind": "human", "name": "Ann"}, {"kind": "open"}
# Chromium without windows has no push service. This stands in for its part, with real keys.
SUBSCRIBES = """(() => {
  const made = %s
  const subscription = {
    toJSON: () => made,
    unsubscribe: async () => delete localStorage.subscribed,
  }
  PushManager.prototype.subscribe = async () => ((localStorage.subscribed = 1), subscription)
  PushManager.prototype.getSubscription = async () =>
    localStorage.subscribed ? subscription : null
})()"""

# Nor does it show notifications. This keeps what would be shown, and the tap on it.
SHOWS = """() => {
  self.shown = []
  ServiceWorkerRegistration.prototype.showNotification = async (title, { data, body, tag }) => {
    shown.push({ title, body, tag, data, close: () => (shown.length = 0) })
  }
}"""
COMES = """async (told) => {
  self.dispatchEvent(new PushEvent('push', { data: told }))
  while (!shown.length) await new Promise((done) => setTimeout(done, 20))
  const [{ title, body, data }] = shown
  return { title, body, data }
}"""
IS_TAPPED = """() => {
  const tap = new ExtendableEvent('notificationclick')
  self.dispatchEvent(Object.assign(tap, { notification: shown[0] }))
  return shown.length
}"""
MOVES = """async (made) => {
  const now = { ...made, endpoint: made.endpoint + '/moved' }
  const moved = new ExtendableEvent('pushsubscriptionchange')
  const newSubscription = { toJSON: () => now }
  self.dispatchEvent(Object.assign(moved, { oldSubscription: made, newSubscription }))
}"""


@pytest.fixture
def world():
    with World() as world:
        yield world


@pytest.fixture
def server(client, tmp_path, world):
    with club(tmp_path, world) as server:
        yield server


def until(found):
    """What is found, as soon as it is there."""
    give_up = time.monotonic() + PATIENCE
    while not (what := found()):
        assert time.monotonic() < give_up, "it does not come"
        time.sleep(0.05)
    return what


def held_by(server: Server, kind: str) -> list[tuple[str]]:
    """The addresses of all channels of a kind."""
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as database:
        return database.execute("SELECT address FROM channels WHERE kind = ?", [kind]).fetchall()


def sign_in_by_mail(ann: Page, world: World) -> None:
    """A guest asks for a letter, and follows its link."""
    ann.goto("/account")
    ann.get_by_label("Name, if you are new here").fill("Ann")
    ann.get_by_label("E-mail address").fill(MAILBOX)
    press(ann, "Send me a link")
    expect(ann.get_by_role("status").filter(has_text="is on its way")).to_contain_text(MAILBOX)
    letter = until(lambda: world.to(MAILBOX))[0].get_content()
    ann.goto(re.search(r"http\S+/account#[\w-]{22}", letter)[0])
    press(ann, "Sign in")
    expect(ann.get_by_role("heading", name="Ann")).to_be_visible()


def test_a_letter_signs_in_and_a_push_leads_to_the_question(visit, server, world, picture):
    keys = Browser()
    ann = visit(server=server, service_workers="allow", permissions=["notifications"])
    made = json.dumps({"endpoint": world.url(PUSH), "keys": keys.keys()})
    ann.context.add_init_script(SUBSCRIBES % made)
    sign_in_by_mail(ann, world)
    expect(ann.get_by_text("None: you sign in by e-mail.")).to_be_visible()
    letters = ann.get_by_label(f"by e-mail: {MAILBOX}")
    expect(letters).not_to_be_checked()
    letters.check()
    expect(letters).to_be_enabled()
    press(ann, "Notify me on this device")
    expect(ann.get_by_label("on a device:")).to_be_checked()
    expect(ann.get_by_role("button", name="Notify me on this device")).to_have_count(0)
    letters.uncheck()
    expect(letters).to_be_enabled()
    assert by_day_and_by_night(ann) == []
    resize(ann, 390, 844)
    assert overflow(ann) == []
    picture(ann, "account-phone")

    address = lay(ann, "suntzu", [ANN, FREE], options=BEGINNER)
    bo = visit(server=server)
    assert bo.request.post(f"/api/tables{address[2:]}/join", data={"name": "Bo"}).ok
    ((_, sealed),) = until(lambda: world.at(PUSH))
    told = json.loads(keys.read(sealed))
    assert told["url"] == address
    assert len(world.to(MAILBOX)) == 1  # the one that signed her in
    assert told["title"] == "Your turn: Sun Tzu"
    ann.goto("/")
    ann.evaluate("navigator.serviceWorker.ready.then(() => null)")
    (worker,) = ann.context.service_workers
    worker.evaluate(SHOWS)
    seen = worker.evaluate(COMES, json.dumps(told))
    assert seen == {"title": told["title"], "body": told["body"], "data": address}
    assert worker.evaluate(IS_TAPPED) == 0
    ann.wait_for_url(f"**{address}")
    expect(asks(ann)).to_contain_text("provinces")

    worker.evaluate(MOVES, json.loads(made))  # the push service gives it another address
    until(lambda: held_by(server, "push") == [(world.url(f"{PUSH}/moved"),)])
    ann.goto("/account")
    ann.get_by_role("listitem").filter(has_text="on a device").get_by_role("button").click()
    expect(ann.get_by_label("on a device:")).to_have_count(0)
    press(ann, "Notify me on this device")  # one may think better of it
    expect(ann.get_by_label("on a device:")).to_be_checked()


def test_a_browser_that_is_subscribed_for_somebody_else_offers_to_be_told(visit, server, world):
    """Of whoever was here before and did not sign out: their session has ended elsewhere."""
    ann = visit(server=server, service_workers="allow", permissions=["notifications"])
    made = {"endpoint": world.url(PUSH), "keys": Browser().keys()}
    ann.context.add_init_script(SUBSCRIBES % json.dumps(made))
    sign_up(ann, server, "Ann")
    ann.goto("/account")
    press(ann, "Notify me on this device")
    expect(ann.get_by_label("on a device:")).to_be_checked()
    ann.request.post("/api/account/sign-out")
    sign_up(ann, server, "Bo")
    ann.goto("/account")
    press(ann, "Notify me on this device")
    expect(ann.get_by_label("on a device:")).to_be_checked()
    assert held_by(server, "push") == [(made["endpoint"],)]


def test_the_last_line_of_a_letter_ends_letters(visit, server, world):
    """In the language of whoever reads it, on a phone, and without signing in."""
    mailbox = "bo@mail.example"
    bo, elsewhere = visit(server=server), visit("phone", "ru-RU", server=server)
    sign_up(bo, server, "Bo")
    asked = {"address": mailbox, "language": "ru"}
    assert bo.request.post("/api/account/mail", data=asked).ok
    letter = until(lambda: world.to(mailbox))[0].get_content()
    ticket = re.search(r"/account#([\w-]{22})", letter)[1]
    assert bo.request.post("/api/account/devices/enter", data={"ticket": ticket}).ok
    table = lay(bo, "suntzu", [FREE, {"kind": "human", "name": "Bo"}], options=BEGINNER)
    assert elsewhere.request.post(f"/api/tables{table[2:]}/join", data={"name": "Ann"}).ok
    letter = until(lambda: world.to(mailbox)[1:])[0].get_content()
    elsewhere.goto(re.search(r"http\S+/letters/\S+", letter)[0])
    press(elsewhere, "Больше не писать")
    expect(elsewhere.get_by_role("status").filter(has_text="Готово")).to_be_visible()
    assert overflow(elsewhere) == []
    assert elsewhere.request.get("/api/account").json()["account"] is None
    (shown,) = bo.request.get("/api/account/notices").json()["channels"]
    assert not shown["on"]
    elsewhere.goto("/letters/1-" + "0" * 32)
    press(elsewhere, "Больше не писать")
    expect(elsewhere.get_by_role("status").filter(has_text="не относится")).to_be_visible()
