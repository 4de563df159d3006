"""Notices when services fail or are slow, and flags when rules are missing."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager

import pytest
import sqlalchemy as sa

from tenka.server.house import House
from tenka.server.outbox import AT_ONCE, BUSY_SECONDS, MANY, Outbox
from tenka.server.settings import Settings
from tenka.server.storage import CHANNELS, OUTBOX, TABLES
from tests.server import members
from tests.server.days import Days, Site, running
from tests.server.diary import PUSH, Diary, Post
from tests.server.members import DAILY, HOUR, MINUTE, Habit, Member
from tests.server.post import Browser
from tests.server.running import free_port, sit_down
from tests.server.test_moves import BEGINNER
from tests.server.test_swift import begin
from tests.server.week import START, SWEEP, Plan, settings

NEVER = Habit(DAILY, "UTC", 12, START, START)


@asynccontextmanager
async def club(database: str, post: Post):
    port = free_port()
    chosen = settings(Plan(0, 0, 1, database=database), post, port)
    async with running(chosen, port, START) as site:
        yield site


async def newcomer(site: Site, post: Post, name: str = "ann") -> Member:
    member = Member(name, NEVER, site.url, post.diary, post)
    assert (await member.browser.register(name)).status_code == 201
    return member


async def lay(site: Site, member: Member) -> str:
    """A table at which a member is asked, with a guest."""
    link = (await member.browser.lay(options=BEGINNER))["table"]
    other = members.guest("guest", NEVER, site.url, "nobody")
    joined = await other.post(f"/api/tables/{link}/join", name="Guest")
    assert joined.status_code == 200, joined.text
    await other.http.aclose()
    return link


def arrived(post: Post, kind: str) -> list:
    return [a for a in post.diary.arrivals if a.kind == kind and a.status < 300]


def test_what_waits_for_a_broken_service_is_not_given_up_because_more_comes(sqlite):
    """Seven turns within minutes, while the push service is away for an hour: all are told."""

    async def check(post: Post) -> None:
        async with club(sqlite(), post) as site:
            ann = await newcomer(site, post)
            await ann.add_device(site.days.now)
            post.broken.add(PUSH)
            for _ in range(7):
                await lay(site, ann)
                await site.days.pass_until(site.days.now + 2 * MINUTE)
            await site.days.pass_until(START + HOUR)
            post.broken.clear()
            await site.days.pass_until(START + 8 * HOUR)
            (way,) = ann.ways
            (told,) = [json.loads(way.browser.read(a.body)) for a in arrived(post, PUSH)]
            assert told["title"].endswith(" 7")
            await ann.http.aclose()

    with Post(Diary(SWEEP)) as post:
        asyncio.run(check(post))


def test_a_device_that_is_told_of_again_gets_what_waited_for_it(sqlite):
    async def check(post: Post) -> None:
        async with club(sqlite(), post) as site:
            ann = await newcomer(site, post)
            await ann.add_device(site.days.now)
            post.broken.add(PUSH)
            link = await lay(site, ann)
            await site.days.pass_until(site.days.now + MINUTE)
            post.broken.clear()
            await ann.subscribe(ann.ways[0])
            await site.days.pass_until(site.days.now + 2 * MINUTE)
            (told,) = [json.loads(ann.ways[0].browser.read(a.body)) for a in arrived(post, PUSH)]
            assert told["url"] == f"/t/{link}"
            bo = await newcomer(site, post, "bo")  # who has that device from now on
            bo.ways = ann.ways
            await bo.subscribe(bo.ways[0])
            assert (await ann.get("/api/account/notices")).json()["channels"] == []
            await ann.http.aclose()
            await bo.http.aclose()

    with Post(Diary(SWEEP)) as post:
        asyncio.run(check(post))


class Slow(Post):
    """Programs that take their time: each answers when its gate is opened."""

    def __init__(self) -> None:
        super().__init__(Diary(SWEEP))
        self.gate = threading.Semaphore(0)

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> int:
        status = super().answer(path, headers, body)
        self.gate.acquire(timeout=60)
        return status


def test_two_processes_use_no_channel_twice_however_slow_the_others_are(sqlite):
    """Channels that wait for a place too long go to another process, and are used by it alone."""

    async def until(post: Post, count: int) -> None:
        while len(post.diary.arrivals) < count:
            await asyncio.sleep(0.01)

    async def check(post: Slow) -> None:
        async with club(sqlite(), post) as site:
            two = [await newcomer(site, post, name) for name in ("ann", "bo")]
            link = (await two[0].browser.lay(options=BEGINNER))["table"]
            assert (await two[1].post(f"/api/tables/{link}/join", name="Bo")).is_success
            for member in two:
                for _ in range(AT_ONCE + AT_ONCE // 2):
                    await member.add_hook(site.days.now)
            site.days.now += MINUTE
            house = site.house
            await house.outbox.gather()
            slow = asyncio.create_task(house.outbox.deliver())
            await until(post, AT_ONCE)  # 30 channels are taken, and 10 have a place
            site.days.now += BUSY_SECONDS - 10
            post.gate.release(AT_ONCE)
            await until(post, 2 * AT_ONCE)  # the next 10 begin late
            site.days.now += 20
            other = asyncio.create_task(Outbox(house).deliver())  # to whom 10 are free
            await until(post, 3 * AT_ONCE)
            post.gate.release(4 * AT_ONCE)
            await asyncio.gather(slow, other)
            ids = [json.loads(a.body)["id"] for a in post.diary.arrivals]
            assert len(ids) == len(set(ids)) == 3 * AT_ONCE
            for member in two:
                await member.http.aclose()

    with Slow() as post:
        asyncio.run(check(post))


def test_a_device_that_waits_for_a_place_is_told_by_the_keys_it_has_then(sqlite):
    """It subscribes anew while slow programs are told first: old keys would be read by nobody."""

    async def check(post: Slow) -> None:
        async with club(sqlite(), post) as site:
            ann = await newcomer(site, post)
            for _ in range(AT_ONCE):
                await ann.add_hook(site.days.now)
            await ann.add_device(site.days.now)
            link = await lay(site, ann)
            site.days.now += MINUTE
            await site.house.outbox.gather()
            telling = asyncio.create_task(site.house.outbox.deliver())
            while len(post.diary.arrivals) < AT_ONCE:
                await asyncio.sleep(0.01)
            device = ann.ways[-1]
            device.browser = Browser()
            await ann.subscribe(device)
            post.gate.release(AT_ONCE + 1)
            await telling
            (told,) = [json.loads(device.browser.read(a.body)) for a in arrived(post, PUSH)]
            assert told["url"] == f"/t/{link}"
            await ann.http.aclose()

    with Slow() as post:
        asyncio.run(check(post))


def test_a_slow_program_with_much_to_hear_is_told_of_each_turn_once(sqlite):
    """Its channel is never held for so long that another process would take it for free."""
    tables = 15

    async def check(post: Lazy) -> None:
        async with club(sqlite(), post) as site:
            post.days = site.days
            ann = await newcomer(site, post)
            await ann.add_hook(site.days.now)
            for _ in range(tables):
                await lay(site, ann)
            site.days.now += MINUTE
            await site.house.outbox.gather()
            other = Outbox(site.house)  # as of another process: it looks whenever something came
            post.meanwhile = lambda: asyncio.run_coroutine_threadsafe(other.deliver(), loop)
            loop = asyncio.get_running_loop()
            for _ in range(tables):
                await site.house.outbox.deliver()
            ids = [json.loads(a.body)["id"] for a in post.diary.arrivals]
            assert len(ids) == len(set(ids)) == tables
            async with site.house.storage.reading() as connection:
                assert await connection.scalar(sa.select(sa.func.count()).select_from(OUTBOX)) == 0
            await ann.http.aclose()

    with Lazy(Diary(SWEEP)) as post:
        asyncio.run(check(post))


class Lazy(Post):
    """A program that takes ten seconds for each answer, by the clock of the house."""

    days: Days
    meanwhile: Callable[[], Future[None]]

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> int:
        status = super().answer(path, headers, body)
        self.days.now += 9.9
        self.meanwhile().result(10)
        return status


def test_much_that_waits_for_one_channel_holds_up_no_other(sqlite):
    """Another process is at a channel for which far more waits than is looked at together."""

    async def check(post: Post) -> None:
        async with club(sqlite(), post) as site:
            ann, bo = [await newcomer(site, post, name) for name in ("ann", "bo")]
            for member in (ann, bo):
                await member.add_device(site.days.now)
            async with site.house.storage.changing() as connection:
                channel = await connection.scalar(
                    sa.update(CHANNELS)
                    .where(CHANNELS.c.id == sa.select(sa.func.min(CHANNELS.c.id)).scalar_subquery())
                    .values(busy=START + HOUR)
                    .returning(CHANNELS.c.id)
                )
                row = {"channel_id": channel, "event": "turn", "table_id": 99, "seat": 0}
                row |= {"due": START - HOUR, "tries": 0}
                rows = [{**row, "turn": turn} for turn in range(2 * MANY)]
                await connection.execute(sa.insert(OUTBOX), rows)
            await lay(site, bo)
            await site.days.pass_until(site.days.now + 2 * MINUTE)
            assert len(arrived(post, PUSH)) == 1
            for member in (ann, bo):
                await member.http.aclose()

    with Post(Diary(SWEEP)) as post:
        asyncio.run(check(post))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_many_turns_of_which_nobody_wants_to_hear_hold_up_no_notice(kind, request):
    async def check() -> None:
        house = House(Settings(database=request.getfixturevalue(kind)(), notice_seconds=0.0))
        await house.storage.open()
        laid = [await begin(house, "suntzu") for _ in range(MANY + 20)]
        last = laid[-1]
        row = {"table_id": last.id, "seat": 0, "key": last.seats[0].key, "kind": "webhook"}
        row |= {"address": "https://example.org", "secrets": {}, "label": "", "language": "en"}
        row |= {"on": True, "made": START, "sent": 0.0, "busy": 0.0}
        async with house.storage.changing() as connection:
            await connection.execute(sa.insert(CHANNELS).values(**row))
            await connection.execute(sa.update(TABLES).values(untold=START))
        await house.outbox.gather()
        async with house.storage.reading() as connection:
            (told,) = (await connection.execute(sa.select(OUTBOX))).all()
            waiting = await connection.execute(
                sa.select(TABLES.c.id).where(TABLES.c.untold.is_not(None))
            )
            assert (told.table_id, told.seat, waiting.all()) == (last.id, 0, [])
        await house.storage.close()

    asyncio.run(check())


def test_a_table_whose_rules_are_missing_keeps_no_flag_from_falling(sqlite):
    async def check(post: Post) -> None:
        async with club(sqlite(), post) as site:
            first, second = [
                await sit_down(site.url, "suntzu", 2, options=BEGINNER, pace={"bank": 600})
                for _ in range(2)
            ]
            other = sa.update(TABLES).where(TABLES.c.link == first[0].link)
            async with site.house.storage.changing() as connection:
                await connection.execute(other.values(rules_version=99))
            await site.days.pass_until(START + HOUR)
            seats = (await second[0].look())["seats"]
            assert [seat["stand_in"] for seat in seats] == ["random", "random"]
            for person in (*first, *second):
                await person.http.aclose()

    with Post(Diary(SWEEP)) as post:
        asyncio.run(check(post))


def test_a_letter_is_the_same_work_whether_or_not_the_mailbox_is_known(sqlite):
    """So that the time of an answer tells nobody who has an account."""

    async def work(site: Site, stranger: members.Player, mailbox: str) -> list[str]:
        done: list[str] = []
        note = lambda _, __, statement, *more: done.append(statement)  # noqa: E731
        engine = site.house.storage.engine.sync_engine
        sa.event.listen(engine, "before_cursor_execute", note)
        asked = await stranger.post("/api/account/mail", address=mailbox)
        sa.event.remove(engine, "before_cursor_execute", note)
        assert asked.status_code == 204, asked.text
        # Once a second orders are read, in a transaction of its own.
        return [one for one in done if one != "BEGIN" and "FROM orders" not in one]

    async def check(post: Post) -> None:
        async with club(sqlite(), post) as site:
            ann = await newcomer(site, post)
            await ann.add_mailbox(site.days.now)
            stranger = members.guest("stranger", NEVER, site.url, "nobody")
            known = await work(site, stranger, "ann@mail.example")
            unknown = await work(site, stranger, "nobody@mail.example")
            assert known == unknown
            assert len([one for one in known if "INSERT INTO tickets" in one]) == 1
            for one in (ann, stranger):
                await one.http.aclose()

    with Post(Diary(SWEEP)) as post:
        asyncio.run(check(post))
