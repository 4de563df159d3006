"""Who else is at a table, and every byte that they are told."""

from __future__ import annotations

import queue
import re
import threading
import urllib.request

from playwright.sync_api import Page

from tests.web.conftest import PATIENCE


def alike(message: str) -> str:
    """A message without what differs between two tables: times and links."""
    times = r'"(created|changed|expires|time)":[0-9.]+'
    links = r'"table":"[\w-]+"'  # its own, and that of the game that is studied
    return re.sub(links, '"table":""', re.sub(times, r'"\1":0', message))


def overhear(page: Page) -> list[str]:
    """What a page's stream tells it from now on, as its browser got it."""
    heard: list[str] = []

    def note(event: dict[str, str]) -> None:
        if event["eventName"] == "message":  # who is here has a name of its own
            heard.append(alike(event["data"]))

    session = page.context.new_cdp_session(page)
    session.on("Network.eventSourceMessageReceived", note)
    session.send("Network.enable")
    return heard


class Listener(threading.Thread):
    """Reads a table's stream as a seat or a spectator."""

    def __init__(self, page: Page, server: str, seat: int | None) -> None:
        super().__init__(daemon=True)
        link = page.url.rsplit("/", 1)[-1].split("?")[0]
        query, cookies = "" if seat is None else f"?seat={seat}", page.context.cookies()
        worn = "; ".join(f"{one['name']}={one['value']}" for one in cookies)
        address = f"{server}/api/tables/{link}/stream{query}"
        self.request = urllib.request.Request(address, headers={"Cookie": worn})  # noqa: S310
        self.lines = queue.Queue[str]()
        self.start()
        self.first = self.next()

    def run(self) -> None:
        with urllib.request.urlopen(self.request) as answer:  # noqa: S310
            named = False
            for line in map(bytes.decode, answer):
                if line.startswith("data:") and not named:  # who is here has a name of its own
                    self.lines.put(line)
                named = line.startswith("event:")

    def next(self) -> str:
        """The next message, without what differs between two tables."""
        return alike(self.lines.get(timeout=PATIENCE / 1000))

    def until(self, words: str) -> list[str]:
        """All messages so far; the last is the first one with these words after the beginning."""
        told = [self.first]
        while words not in told[-1] or len(told) == 1:
            told.append(self.next())
        return told
