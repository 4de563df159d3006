"""An account in the browser, with Chromium's own virtual authenticator for the passkey."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.acting import lay, overflow, press

ANN, BOT = {"kind": "human", "name": "Ann"}, {"kind": "bot", "level": "random", "name": "Robot"}


def give_authenticator(page: Page) -> None:
    """A device that keeps passkeys and whose owner always agrees."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_guest_gets_a_name_takes_the_table_along_and_goes_without_a_trace(visit, table_server):
    home = f"http://localhost:{table_server.port}"
    ann = visit(base_url=home)
    give_authenticator(ann)
    ann.goto(lay(ann, "suntzu", [ANN, BOT]))
    expect(ann.get_by_test_id("player-0")).to_be_visible()
    ann.goto("/")
    ann.get_by_role("link", name="My account").click()
    kept = ann.get_by_text("to which nobody has signed in for 2 years")
    expect(kept).to_be_visible()
    ann.get_by_label("My name").fill("Ann")
    press(ann, "Create an account")
    expect(ann.get_by_role("heading", name="Ann")).to_be_visible()
    expect(kept).to_be_visible()
    ann.get_by_label("Show these games to anybody").check()
    page = ann.get_by_label("Link to the page of my games")
    expect(page).to_have_value(re.compile(rf"^{home}/p/[\w-]{{22}}$"))
    press(ann, "Use another device")
    link = ann.get_by_label("Open this link on the other device")
    expect(link).to_have_value(re.compile(rf"^{home}/account#[\w-]{{22}}$"))

    phone = visit(size="phone", base_url=home)
    phone.goto(page.input_value())
    expect(phone.get_by_role("heading", name="Ann")).to_be_visible()
    expect(phone.get_by_text("No finished games against others yet")).to_be_visible()
    phone.goto(link.input_value())
    expect(phone.get_by_text("signs this browser in to the account “Ann”")).to_be_visible()
    assert "#" not in phone.url
    assert overflow(phone) == []
    press(phone, "Sign in")
    expect(phone.get_by_role("heading", name="Ann")).to_be_visible()
    phone.get_by_role("link", name="To the lobby", exact=True).click()
    phone.get_by_role("link", name="Back to the table").click()
    expect(phone.get_by_test_id("asks")).to_contain_text("general")  # it is Ann who is asked

    ann.reload()
    expect(ann.get_by_text("this browser")).to_have_count(1)
    press(ann, "Sign out everywhere else")
    expect(ann.get_by_role("button", name="Sign out there")).to_have_count(0)
    phone.goto("/account")
    expect(phone.get_by_role("button", name="Create an account")).to_be_visible()

    press(ann, "Sign out")
    press(ann, "Sign in with a passkey")
    expect(ann.get_by_role("heading", name="Ann")).to_be_visible()
    with ann.expect_download() as kept:
        ann.get_by_role("link", name="Download all my data").click()
    assert kept.value.suggested_filename == "tenka-account.json"
    press(ann, "Delete my account")
    dialog = ann.get_by_role("dialog")
    dialog.get_by_role("button", name="Delete my account").click()
    expect(ann.get_by_role("button", name="Create an account")).to_be_visible()
    ann.get_by_role("link", name="To the lobby", exact=True).click()
    expect(ann.get_by_role("link", name="My account")).to_be_visible()
    expect(ann.get_by_role("link", name="Back to the table")).to_have_count(0)

    numbered = visit()  # at 127.0.0.1, where browsers have no passkeys
    numbered.goto("/account")
    expect(numbered.get_by_role("note")).to_contain_text("not at an address made of numbers")
    expect(numbered.get_by_role("link", name=f"{home}/account")).to_be_visible()


def test_a_link_of_somebody_else_takes_nothing_unless_one_agrees(visit, table_server):
    """Whoever sends others a link to their own account does not get the games of their browsers."""
    home = f"http://localhost:{table_server.port}"
    eve, ann = visit(base_url=home), visit(base_url=home)
    give_authenticator(eve)
    eve.goto("/account")
    eve.get_by_label("My name").fill("Eve")
    press(eve, "Create an account")
    expect(eve.get_by_role("heading", name="Eve")).to_be_visible()
    ticket = eve.request.post("/api/account/devices").json()["link"]
    address = lay(ann, "suntzu", [ANN, BOT])
    ann.goto(address)
    expect(ann.get_by_test_id("player-0")).to_be_visible()
    ann.goto(ticket)
    expect(ann.get_by_text("to the account “Eve”")).to_be_visible()
    press(ann, "Cancel")
    expect(ann.get_by_role("button", name="Create an account")).to_be_visible()
    assert eve.request.get("/api/account/tables").json() == []
    assert ann.request.get("/api/account").json()["account"] is None

    ann.goto("/")
    ann.goto(ticket)
    press(ann, "Sign in")  # with one's eyes open
    expect(ann.get_by_role("heading", name="Eve")).to_be_visible()
    (mine,) = eve.request.get("/api/account/tables").json()
    assert f"/t/{mine['table']['table']}" == address
