"""A week of correspondence, with a clock of its own: what happens when, and who does it.

Everything is real but the time: the server with its HTTP interface, its database, a mail server,
a push service and programs on loopback. People come by as they are used to, lay tables, play, agree
on pauses, lose devices, are signed out from elsewhere; services are out of order for hours, the
server is started again, or dies in the middle of sending. All of it goes into a diary.
"""

from __future__ import annotations

import heapq
import itertools
import random
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

import httpx

from tenka.server import metrics
from tenka.server.settings import Settings
from tests.server import members
from tests.server.days import Site, running
from tests.server.diary import HOOK, Diary, Look, Post, Way
from tests.server.members import DAY, HOUR, QUICK, Member, Player
from tests.server.mishaps import Mishaps
from tests.server.running import PATIENCE, free_port, plan

# A Wednesday; on the Sunday after it clocks are put back in Europe.
START = datetime(2026, 10, 21, 6, tzinfo=ZoneInfo("UTC")).timestamp()
SWEEP = 60.0  # seconds between two rounds of the server: every second would take long
GAMES = (("suntzu", 2, 75), ("samurai", 2, 12), ("samurai", 4, 9), ("shogun", 3, 4))
MANY = 60  # decisions in one visit to a table
GONE = 410  # what a push service answers for a device that is lost

Act = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Plan:
    """How large a week is."""

    people: int
    tables: int
    days: float
    seed: int = 1
    database: str = ""
    sweep: float = SWEEP
    enough: Callable[[], bool] = lambda: False  # whether it is to end before its time


def settings(plan: Plan, post: Post, port: int) -> Settings:
    """Of a server without limits, all of whose people are at one address."""
    none = ("request_rate", "create_rate", "people_rate", "talk_rate", "letter_rate")
    none += ("mailing_rate", "bot_pace", "away_seconds")
    return Settings(
        database=plan.database,
        base_url=f"http://localhost:{port}",
        **dict.fromkeys(none, 0.0),
        **dict.fromkeys(("tables_per_address", "listed_per_address"), 0),
        streams_per_address=10_000,
        sweep_seconds=plan.sweep,
        prune_seconds=HOUR,
        bot_seconds=PATIENCE,  # of the machine's: a busy one is no reason for a default
        presence_seconds=30 * DAY,  # it says that it lives by the machine's own clock
        log_level="ERROR",
        **post.settings(),
    )


class Week:
    """The people, the tables, and what is going to happen."""

    def __init__(self, plan: Plan, diary: Diary, post: Post, site: Site) -> None:
        self.plan, self.diary, self.post, self.site = plan, diary, post, site
        self.days, self.rng = site.days, random.Random(plan.seed)
        self.end = START + plan.days * DAY
        self.members: list[Member] = []
        self.guests: list[Player] = []
        self.tables: dict[str, list[Player]] = {}
        self._numbers = itertools.count()
        self._ahead: list[tuple[float, int, Act]] = []
        self.mishaps = Mishaps(self)

    @property
    def now(self) -> float:
        return self.days.now

    def later(self, moment: float, act: Act) -> None:
        """Let something happen."""
        heapq.heappush(self._ahead, (moment, next(self._numbers), act))

    def some_time(self, early: float = 0.0, late: float = 1.0) -> float:
        """A moment of the week."""
        return START + self.rng.uniform(early, late) * self.plan.days * DAY

    async def live(self, progress: Callable[[float], None]) -> None:
        """Let it all happen, in order."""
        await self.found()
        self.foresee()
        while self._ahead and self._ahead[0][0] < self.end and not self.plan.enough():
            moment, _, act = heapq.heappop(self._ahead)
            await self.days.pass_until(moment)
            await self.do(act)
            progress((self.now - START) / (self.end - START))
        if not self.plan.enough():
            await self.days.pass_until(self.end)
        await self.mishaps.end()
        self.diary.end = self.now
        for player in (*self.members, *self.guests):
            await player.http.aclose()

    async def do(self, act: Act) -> None:
        """Let one thing happen; an answer that nobody expected is noted."""
        try:
            await act()
        except (AssertionError, TimeoutError, httpx.HTTPError) as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            self.diary.wrong.append(f"{where.name} at {self.now}: {error!r}")

    # -- how it begins

    async def found(self) -> None:
        """Everybody gets an account."""
        for number in range(self.plan.people):
            name = f"person{number}"
            habit = members.habit(self.rng, START, self.plan.days)
            member = Member(name, habit, self.site.url, self.diary, self.post)
            await member.join(self.rng, self.now)
            await self.days.pass_until(self.now + 1)
            self.members.append(member)
            self.come_by(member)

    def foresee(self) -> None:
        """When tables are laid; and what goes wrong."""
        for _ in range(self.plan.tables):
            self.later(self.some_time(0.0, 0.4), self.lay)
        self.mishaps.foresee()

    async def lay(self) -> None:
        """A table, at which the others sit down within minutes."""
        if not self.site.up:
            self.later(self.now + HOUR, self.lay)
            return
        game, count, _ = self.rng.choices(GAMES, [part for *_, part in GAMES])[0]
        company = self.rng.sample(self.members, min(count, len(self.members)))
        seats = [{"kind": "human"}, *({"kind": "open"} for _ in range(count - 1))]
        if count > 2 and self.rng.random() < 0.3:
            seats[-1] = {"kind": "bot", "level": "random"}
            company.pop()
        for player in company:  # who sat down signed out would be a guest there
            await self.require_signed_in(player)
        wish = {"game": game, "players": count, "seats": seats, "stand_in": "random"}
        made = await company[0].post("/api/tables", **wish, pace=self.pace(company))
        assert made.status_code == 201, made.text
        link = made.json()["table"]["table"]
        self.sit(link, 0, company[0])
        for seat, player in enumerate(company[1:], 1):
            await self.days.pass_until(self.now + self.rng.uniform(2, 200))
            await self.mishaps.require_up()
            await (self.join if self.rng.random() > 0.15 else self.join_as_guest)(
                link, seat, player
            )
        self.come_soon(link, None)

    def sit(self, link: str, seat: int, player: Player) -> None:
        player.seats[link] = seat
        self.diary.holders[link, seat] = player.name
        self.tables.setdefault(link, []).append(player)

    async def join(self, link: str, seat: int, player: Player) -> None:
        joined = await player.post(f"/api/tables/{link}/join", name=player.name, seat=seat)
        assert joined.status_code == 200, joined.text
        self.sit(link, seat, player)

    async def join_as_guest(self, link: str, seat: int, player: Player) -> None:
        """Somebody else comes, without an account, who has the seat's own webhook."""
        name = f"guest{next(self._numbers)}"
        one = members.guest(name, player.habit, self.site.url, "nobody")
        joined = await one.post(f"/api/tables/{link}/join", name=name, seat=seat)
        assert joined.status_code == 200, joined.text
        one.http.headers["Authorization"] = f"Bearer {joined.json()['key']}"
        self.sit(link, seat, one)
        self.guests.append(one)
        self.come_by(one)
        path = f"/hook/{name}"
        chosen = await one.http.put(
            f"/api/tables/{link}/seats/{seat}/webhook", json={"url": self.post.url(path)}
        )
        assert chosen.is_success, chosen.text
        way = Way(HOOK, path, name)
        way.begin(self.now)
        self.diary.ways.append(way)

    def pace(self, company: list[Player]) -> dict | None:
        """Minutes among the quick, days among others; or none at all, or too few for anybody."""
        if len(self.tables) % 10 == 0:
            return {"bank": 600}
        if self.rng.random() < 0.1:
            return None
        rest = None
        if self.rng.random() < 0.5:
            nights = self.rng.choice(([22, 7], [1, 9], [23, 6], None))
            weekends = nights is None or self.rng.random() < 0.5
            rest = {"zone": self.rng.choice(members.ZONES), "nights": nights, "weekends": weekends}
        if all(one.habit.kind == QUICK for one in company) and self.rng.random() < 0.5:
            return {"bank": 40 * 60, "increment": 30, "rest": rest}
        per_turn, bank = self.rng.choice(((6, 6), (12, 0), (12, 24), (24, 0), (36, 12), (48, 0)))
        increment = self.rng.choice((0, 0, 60))
        times = {"per_turn": per_turn * 3600, "bank": bank * 3600, "increment": increment}
        return {**times, "rest": rest}

    # -- people who come by

    def come_by(self, player: Player) -> None:
        """At the next moment that suits somebody's habits."""
        self.later(player.habit.next(self.now, self.rng), lambda: self.visit(player))

    def come_soon(self, link: str, mover: Player | None) -> None:
        """Whoever is quick may see at once that something happened."""
        for player in self.tables[link]:
            if player.habit.kind == QUICK and player is not mover and self.rng.random() < 0.5:
                soon = self.now + self.rng.choice((5, 20, 28, 31, 45, 120, 900))
                if player.habit.awake(soon, self.rng) == soon:
                    self.later(soon, lambda one=player: self.attend(one, link))

    async def visit(self, player: Player) -> None:
        """Look at all of one's tables."""
        if self.site.up:
            await self.require_signed_in(player)
            for link in list(player.seats):
                await self.attend(player, link)
        self.come_by(player)

    async def require_signed_in(self, player: Player) -> None:
        """Who was signed out from elsewhere can do nothing here, and signs in again."""
        if not player.signed_out:
            return
        for link, seat in player.seats.items():
            answer = await player.post(
                f"/api/tables/{link}/moves", seat=seat, version=0, decisions=[0]
            )
            if answer.status_code not in (401, 403):
                self.diary.wrong.append(f"{player.name} was signed out and decided at {link}")
        self.diary.counts["signed in again"] += 1
        await player.sign_in_again()
        if not await player.browser.who():
            self.diary.wrong.append(f"{player.name} could not sign in again")

    async def attend(self, player: Player, link: str) -> None:
        """Look at a table, and decide what there is to decide."""
        if not self.site.up or player.signed_out or link not in player.seats:
            return
        look = await self.look(player, link)
        seat = player.seats[link]
        if look["status"] == "finished":
            del player.seats[link]
            return
        if look["seats"][seat]["stand_in"]:
            await player.post(f"/api/tables/{link}/return", seat=seat)
            look = await self.look(player, link)
        await self.talk_about_pauses(player, link, look)
        if await self.play(player, link, look):
            self.come_soon(link, player)

    async def look(self, player: Player, link: str) -> dict:
        look = await player.look(link)
        if look["clocks"]:
            clocks = tuple((c["left"], c["since"], c["flag"]) for c in look["clocks"])
            seat = player.seats[link]
            self.diary.looks.append(Look(self.now, link, seat, look["position"], clocks))
        return look

    async def talk_about_pauses(self, player: Player, link: str, look: dict) -> None:
        """Agree to what others want, and want something now and then."""
        if not look["pace"]:
            return
        wish, seat = look["pause"], player.seats[link]
        paused = bool(wish and wish["until"] and wish["until"] > self.now)
        if wish and wish["agreed"] and self.rng.random() < 0.7:
            days = wish["days"]
        elif self.rng.random() < 0.02:
            days = None if paused else self.rng.choice((1, 2))
        else:
            return
        answer = await player.post(f"/api/tables/{link}/pause", seat=seat, days=days)
        assert answer.status_code in (200, 409), answer.text
        self.diary.counts["words about pauses"] += 1

    async def play(self, player: Player, link: str, look: dict) -> bool:
        """Decide until others are asked; whether anything was decided."""
        seat = player.seats[link]
        for number in range(self.rng.choice((2, MANY, MANY, MANY))):
            if seat in look["to_act"] and not look["seats"][seat]["stand_in"]:
                if not await self.decide(player, link, look):
                    return number > 0
            elif look["undo"] and number and self.rng.random() < 0.05:
                await self.take_back(player, link, look)
            else:
                return number > 0
            await self.days.pass_until(self.now + self.rng.uniform(1, 20))
            if not self.site.up:
                return True
            look = await self.look(player, link)
        return True

    async def decide(self, player: Player, link: str, look: dict) -> bool:
        """Any legal decision, or a whole plan; False if it came too late."""
        seat, request = player.seats[link], f"r{next(self._numbers)}"
        choice = self.rng.choice(look["legal"])
        planning = look["game"] == "suntzu" and "=" in choice["text"] and not look["undo"]
        wish = {"seat": seat, "version": look["version"], "request": request}
        decisions = plan(look) if planning else [choice["id"]]
        answer = await player.post(f"/api/tables/{link}/moves", **wish, decisions=decisions)
        if answer.status_code == 200:
            self.diary.acknowledged[link, seat].append(request)
        elif answer.json()["error"] not in ("stale_version", "wrong_time"):
            self.diary.wrong.append(f"{player.name} decided {decisions}: {answer.text}")
        return answer.status_code == 200

    async def take_back(self, player: Player, link: str, look: dict) -> None:
        seat, request = player.seats[link], f"r{next(self._numbers)}"
        wish = {"seat": seat, "version": look["version"], "request": request}
        answer = await player.post(f"/api/tables/{link}/undo", **wish)
        if answer.status_code == 200:
            self.diary.acknowledged[link, seat].append(request)
            self.diary.counts["taken back"] += 1


def failures() -> int:
    """Attempts to tell somebody that failed, as this process has counted them."""
    told = (sample for metric in metrics.notices.collect() for sample in metric.samples)
    failed = (s for s in told if s.name.endswith("_total") and s.labels["outcome"] == "failed")
    return sum(int(sample.value) for sample in failed)


async def simulate(plan: Plan, progress: Callable[[float], None] = lambda part: None) -> Diary:
    """A week, from its first to its last moment."""
    diary, port, before = Diary(plan.sweep), free_port(), failures()
    with Post(diary) as post:
        async with running(settings(plan, post, port), port, START) as site:
            await Week(plan, diary, post, site).live(progress)
    refused = sum(400 <= arrival.status != GONE for arrival in diary.arrivals)
    diary.counts["attempts that never arrived"] = failures() - before - refused
    return diary
