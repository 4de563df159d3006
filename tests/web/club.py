"""People with accounts in browsers, side by side, at a server that sends letters and pushes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.server.authenticator import Authenticator
from tests.server.post import World
from tests.server.running import Server, free_port

TOKEN = "the-token-of-the-operator"  # noqa: S105
BEGINNER = {"beginner": True}
KNOWN = """(() => {
  const name = %s
  if (localStorage['tenka.account']) return
  const settings = JSON.parse(localStorage['tenka.settings'] ?? '{}')
  localStorage['tenka.account'] = name
  localStorage['tenka.settings'] = JSON.stringify({ ...settings, name })
})()"""


@contextmanager
def club(folder: Path, world: World | None = None, **settings: object) -> Iterator[Server]:
    """A server by its name, where passkeys work; with letters, if there is a world they go to."""
    port = free_port()
    home = {"base_url": f"http://localhost:{port}", "operator_token": TOKEN}
    quick = {"notice_seconds": 0.1, "mail_seconds": 0.1, "letter_rate": 0, "mailing_rate": 0}
    post = {**quick, **world.settings()} if world else {}
    with Server(f"sqlite:///{folder}/tables.sqlite", port, **home, **post, **settings) as server:
        server.url = f"http://localhost:{port}"
        yield server


def sign_up(page: Page, server: Server, name: str) -> Page:
    """Give a browser an account, past the page that does it."""
    offer = page.request.post("/api/account/passkeys/options", data={"name": name}).json()
    made = Authenticator(server.url).create(offer["options"])
    proof = {"ticket": offer["ticket"], "credential": made, "label": "Laptop"}
    answer = page.request.post("/api/account/passkeys", data=proof)
    assert answer.status == 201, answer.text()
    page.context.add_init_script(KNOWN % json.dumps(name))
    return page


def resign(page: Page, link: str) -> None:
    """Give up the seat that somebody has at a table."""
    (seat,) = page.request.get(f"/api/tables/{link}/seats").json()
    done = page.request.post(f"/api/tables/{link}/resign", data={"seat": seat})
    assert done.ok, done.text()


def play_rated(ann: Page, bo: Page, game: str = "suntzu") -> str:
    """A rated game of two that Bo gives up; its link."""
    seats = [{"kind": "human"}, {"kind": "open"}]
    wish = {"game": game, "players": 2, "seats": seats, "rated": True}
    laid = ann.request.post("/api/tables", data=wish)
    assert laid.status == 201, laid.text()
    link = laid.json()["table"]["table"]
    assert bo.request.post(f"/api/tables/{link}/join", data={"name": "Bo"}).ok
    resign(bo, link)
    return str(link)
