"""A short week of correspondence, and an account of it that finds whatever is wrong.

The long one is `python -m benchmarks.week`.
"""

from __future__ import annotations

import asyncio
import random
import re
from copy import deepcopy
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.server.courses import Course, Turn
from tests.server.diary import PUSH, Diary, Post, Way
from tests.server.keepsake import keep, kept
from tests.server.members import DAY, HOUR
from tests.server.mishaps import Mishaps
from tests.server.reckoning import LONGEST_PAUSE, Reckoning, courses
from tests.server.test_outbox import club, lay, newcomer
from tests.server.week import SWEEP, Plan, simulate

Week = tuple[Diary, list[Course]]


def live(database: str) -> tuple[Diary, str]:
    """What happened, as people saw it, and where the ledgers are."""
    plan = Plan(people=6, tables=6, days=1, seed=5, database=database, sweep=120)
    return asyncio.run(simulate(plan)), plan.database


@pytest.fixture(scope="module")
def lived(sqlite) -> tuple[Diary, str]:
    """A day that all tests here share."""
    return live(sqlite())


@pytest.fixture(scope="module")
def week(lived) -> Week:
    """The same, and what the ledgers tell."""
    return lived[0], asyncio.run(courses(lived[1]))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_every_notice_comes_once_no_turn_is_lost_and_every_clock_is_right(kind, request):
    if kind == "sqlite":
        diary, told_again = request.getfixturevalue("week")
    else:
        diary, database = live(request.getfixturevalue("postgres")())
        told_again = asyncio.run(courses(database))
    found = Reckoning(diary, told_again).reckon()
    assert found.wrong == []
    report = found.report()
    for what in ("pushes", "letters", "clocks looked at"):
        assert report[what], f"nothing is proved of {what}"


def lose_a_notice(diary: Diary) -> None:
    sent = [a for a in diary.arrivals if a.kind == "push" and a.status < 300]
    diary.arrivals = [a for a in diary.arrivals if a.address != sent[0].address]


def send_twice(diary: Diary) -> None:
    first = next(a for a in diary.arrivals if a.kind == "push" and a.status < 300)
    diary.deaths.clear()
    diary.arrivals.insert(diary.arrivals.index(first), replace(first))


def tell_too_early(diary: Diary) -> None:
    diary.arrivals = [replace(a, time=a.time - 200) for a in diary.arrivals]


def tell_who_wants_quiet(diary: Diary) -> None:
    for way in diary.ways:
        way.spans = [[0.0, 1.0]]


def lose_a_decision(diary: Diary) -> None:
    next(iter(diary.acknowledged.values())).append("r-lost")


def show_a_wrong_clock(diary: Diary) -> None:
    look = diary.looks[-1]
    wrong = tuple((left + 1, since, flag) for left, since, flag in look.clocks)
    diary.looks[-1] = replace(look, clocks=wrong)


def forget_a_flag(diary: Diary) -> None:
    diary.end += 30 * 86400.0


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lose_a_notice, "told None"),
        (send_twice, "told twice|but 0 wait"),
        (tell_too_early, "was told early|does not wait|wait$"),
        (tell_who_wants_quiet, "while it was off"),
        (lose_a_decision, "was acknowledged other decisions"),
        (show_a_wrong_clock, "was shown"),
        (forget_a_flag, "did not fall"),
    ],
)
def test_the_account_finds_what_is_wrong(week, spoil, complaint):
    """So that its silence means something."""
    diary, told_again = deepcopy(week[0]), week[1]
    spoil(diary)
    wrong = Reckoning(diary, told_again).reckon().wrong
    assert any(re.search(complaint, fault) for fault in wrong), wrong


def test_a_week_that_was_kept_is_reckoned_again(lived, week, tmp_path):
    """Pushes can still be read; a complaint is the same."""
    diary = deepcopy(lived[0])
    lose_a_notice(diary)
    keep(tmp_path / "week", diary, lived[1])
    first, again = Reckoning(diary, week[1]).reckon(), Reckoning(*kept(tmp_path / "week")).reckon()
    assert again.wrong == first.wrong != []
    assert again.report() == first.report()


def a_turn_in_two_visits() -> Turn:
    """Somebody decides once after a day, and is asked for more until the next."""
    return Turn("link", 0, 1, [[0.0, DAY], [DAY, 2 * DAY]])


def test_a_way_that_comes_after_a_turn_was_told_is_not_told_of_it():
    """Whether it is a new device, or one's mail that is switched on again."""
    diary = Diary(SWEEP, end=3 * DAY)
    first, new, again = (Way(PUSH, f"/push/{number}", "ann") for number in range(3))
    first.begin(-HOUR)
    new.begin(HOUR)
    again.spans = [[-DAY, -HOUR], [2 * HOUR, 3 * DAY]]
    due = [
        Reckoning(diary, []).must_be_told(w, a_turn_in_two_visits()) for w in (first, new, again)
    ]
    assert due[0] < HOUR
    assert due[1:] == [None, None]
    new.begin(-HOUR)
    assert Reckoning(diary, []).must_be_told(new, a_turn_in_two_visits()) < HOUR


def test_what_failed_is_tried_again_at_its_time_though_somebody_came_by():
    """The pauses between attempts are those of the turn, not of its last question."""
    diary = Diary(SWEEP, end=3 * DAY)
    diary.outages[PUSH].append([-HOUR, HOUR])
    way = Way(PUSH, "/push/1", "ann")
    way.begin(-DAY)
    turn = Turn("link", 0, 1, [[0.0, 2 * HOUR], [2 * HOUR, 2 * DAY]])
    assert Reckoning(diary, []).must_be_told(way, turn) > HOUR + LONGEST_PAUSE


def test_a_digest_to_a_new_device_is_not_taken_for_turns_that_were_told_before_it(sqlite):
    """Such a push says only how many wait: not the one that an older device has told of."""

    async def live(database: str) -> Diary:
        with Post(Diary(SWEEP)) as post:
            async with club(database, post) as site:
                ann = await newcomer(site, post)
                await ann.add_device(site.days.now)
                links = [await lay(site, ann)]
                await site.days.pass_until(site.days.now + 3 * SWEEP)
                await ann.add_device(site.days.now)
                links += [await lay(site, ann), await lay(site, ann)]
                await site.days.pass_until(site.days.now + HOUR)
                post.diary.holders |= {(link, 0): ann.name for link in links}
                post.diary.end = site.days.now
                await ann.http.aclose()
        return post.diary

    database = sqlite()
    diary = asyncio.run(live(database))
    found = Reckoning(diary, asyncio.run(courses(database))).reckon()
    assert found.wrong == []
    assert [found.told, len(arrived_at(diary, 1)), len(arrived_at(diary, 2))] == [5, 2, 1]


def test_a_server_does_not_die_before_it_is_up(sqlite):
    """What waited while it was down goes out in its first round, and would be its end."""

    async def live(database: str) -> Diary:
        with Post(Diary(SWEEP)) as post:
            async with club(database, post) as site:
                ann = await newcomer(site, post)
                await ann.add_device(site.days.now)
                await lay(site, ann)
                week = {"site": site, "diary": post.diary, "post": post, "days": site.days}
                later = {"rng": random.Random(1), "later": lambda *_: None}
                mishaps = Mishaps(SimpleNamespace(**week, **later))
                mishaps.goes_down()
                await site.stop()
                await mishaps.die()
                await site.days.pass_until(site.days.now + HOUR)
                await mishaps.require_up()
                assert len(arrived_at(post.diary, 1)) == 1
                await lay(site, ann)
                await site.days.pass_until(site.days.now + HOUR)
                await ann.http.aclose()
        return post.diary

    diary = asyncio.run(live(sqlite()))
    assert [end - begin for begin, end in diary.down] == [HOUR]
    assert len(diary.deaths) == 1


def arrived_at(diary: Diary, device: int) -> list:
    return [a for a in diary.arrivals if a.address.endswith(f"/{device}")]
