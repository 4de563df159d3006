"""People of a club who play by correspondence: when they come by, and how they are told."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import httpx

from tests.server.diary import HOOK, MAIL, PUSH, Diary, Post, Way
from tests.server.post import Browser
from tests.server.running import PATIENCE, connection
from tests.server.somebody import Somebody

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
QUICK, DAILY, SILENT = "quick", "daily", "silent"
ZONES = ("Europe/Warsaw", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "UTC")
LANGUAGES = ("en", "pl", "ru")
MORNING, EVENING = 7, 23


@dataclass
class Habit:
    """When somebody comes by, by the hours of where they live."""

    kind: str
    zone: str
    hour: int
    leaves: float  # of the silent: when they go silent ...
    returns: float  # ... and when they come back

    def next(self, now: float, rng: random.Random) -> float:
        """The next visit."""
        if self.kind == QUICK:
            return self.awake(now + rng.uniform(10, 90) * MINUTE, rng)
        there = datetime.fromtimestamp(now, ZoneInfo(self.zone)) + timedelta(1)
        visit = there.replace(hour=self.hour, minute=rng.randrange(60)).timestamp()
        if self.kind == SILENT and self.leaves < visit < self.returns:
            return self.returns
        return visit

    def awake(self, moment: float, rng: random.Random) -> float:
        """That moment or, at night, the next morning."""
        there = datetime.fromtimestamp(moment, ZoneInfo(self.zone))
        if MORNING <= there.hour < EVENING:
            return moment
        day = there + timedelta(there.hour >= EVENING)
        return day.replace(hour=MORNING, minute=rng.randrange(60)).timestamp()


def habit(rng: random.Random, start: float, days: float) -> Habit:
    """Somebody's."""
    kind = rng.choices((QUICK, DAILY, SILENT), (40, 45, 15))[0]
    leaves = start + rng.uniform(0.1, 0.5) * days * DAY
    returns = leaves + rng.choice((0.4, 2.0)) * days * DAY  # or never, in this week
    return Habit(kind, rng.choice(ZONES), rng.randrange(8, 22), leaves, returns)


@dataclass
class Player:
    """Somebody who sits at tables; a guest sits at one."""

    name: str
    habit: Habit
    http: httpx.AsyncClient
    seats: dict[str, int] = field(default_factory=dict)  # by the table's link
    signed_out: bool = False  # by themselves, from elsewhere

    async def get(self, path: str, **query: object) -> httpx.Response:
        return await self.http.get(path, params=query)

    async def post(self, path: str, **body: object) -> httpx.Response:
        return await self.http.post(path, json=body)

    async def look(self, link: str) -> dict:
        answer = await self.get(f"/api/tables/{link}", seat=self.seats[link])
        assert answer.status_code == 200, answer.text
        return answer.json()


class Member(Player):
    """Somebody with an account, and several ways of being told."""

    def __init__(self, name: str, habit: Habit, url: str, diary: Diary, post: Post) -> None:
        self.browser = Somebody(url)
        super().__init__(name, habit, self.browser.http)
        self.diary, self.world, self.url = diary, post, url
        self.ways: list[Way] = []
        self.devices, self.language = 0, LANGUAGES[0]

    async def join(self, rng: random.Random, now: float) -> None:
        """Get a name, and choose how to be told."""
        self.language = rng.choice(LANGUAGES)
        made = await self.browser.register(self.name)
        assert made.status_code == 201, made.text
        adding = (self.add_device, 0.6), (self.add_device, 0.2), (self.add_mailbox, 0.5)
        for add, part in (*adding, (self.add_hook, 0.3)):
            if rng.random() < part:
                await add(now)

    def _added(self, way: Way, now: float) -> None:
        way.begin(now)
        self.ways.append(way)
        self.diary.ways.append(way)

    async def add_device(self, now: float) -> None:
        self.devices += 1
        way = Way(PUSH, f"/push/{self.name}/{self.devices}", self.name, Browser())
        await self.subscribe(way)
        self._added(way, now)

    async def subscribe(self, way: Way) -> None:
        """Say where a device is; pages do so again whenever they like."""
        device = {"endpoint": self.world.url(way.address), **way.browser.keys()}
        device["language"] = self.language
        answer = await self.post("/api/account/notices/devices", **device)
        assert answer.status_code == 204, answer.text

    async def add_hook(self, now: float) -> None:
        path = f"/hook/{self.name}"
        answer = await self.post("/api/account/notices/webhooks", url=self.world.url(path))
        assert answer.status_code == 201, answer.text
        self._added(Way(HOOK, path, self.name), now)

    async def add_mailbox(self, now: float) -> None:
        """By the link in a letter."""
        mailbox = f"{self.name}@mail.example"
        answer = await self.post("/api/account/mail", address=mailbox, language=self.language)
        assert answer.status_code == 204, answer.text
        async with asyncio.timeout(PATIENCE):
            while not self.world.to(mailbox):
                await asyncio.sleep(0.002)
        ticket = re.search(r"/account#([\w-]{22})\s", self.world.to(mailbox)[-1].get_content())[1]
        entered = await self.post("/api/account/devices/enter", ticket=ticket)
        assert entered.is_success, entered.text
        self._added(Way(MAIL, mailbox, self.name), now)

    async def switch(self, way: Way, now: float, *, on: bool) -> bool:
        """Switch a way on or off; False if the server has none such any more."""
        shown = (await self.get("/api/account/notices")).json()["channels"]
        kinds = {PUSH: "push", MAIL: "mail", HOOK: "webhook"}
        same = [c for c in shown if c["kind"] == kinds[way.kind]]
        if len(same) != 1:
            return False
        answer = await self.http.put(f"/api/account/notices/{same[0]['id']}", json={"on": on})
        assert answer.status_code == 204, answer.text
        (way.begin if on else way.end)(now)
        return True

    async def sign_in_again(self) -> None:
        """On this device, with the same passkey."""
        entered = await self.browser.sign_in()
        assert entered.is_success, entered.text
        self.signed_out = False

    async def end_sessions_from_elsewhere(self) -> None:
        """On another device: whoever has the first one is signed out."""
        elsewhere = Somebody(self.url)
        elsewhere.passkey = self.browser.passkey
        assert (await elsewhere.sign_in()).is_success
        ended = await elsewhere.http.delete("/api/account/sessions")
        assert ended.status_code == 204, ended.text
        await elsewhere.http.aclose()
        self.signed_out = True


def guest(name: str, habit: Habit, url: str, key: str) -> Player:
    """Somebody without an account, who has the key of a seat."""
    return Player(name, habit, connection(url, {"Authorization": f"Bearer {key}"}))
