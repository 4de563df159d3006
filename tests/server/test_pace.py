"""The arithmetic of clocks: what goes, what is left, and when a flag falls."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenka.server import pace
from tenka.server.pace import Clock, Pace, Rest

HOUR, DAY = 3600.0, 86400.0
WARSAW = "Europe/Warsaw"

moments = st.integers(1_600_000_000, 1_900_000_000).map(float)
spans = st.integers(0, 20 * 86400).map(float)
zones = st.sampled_from(["UTC", WARSAW, "America/New_York", "Asia/Kathmandu", "Pacific/Apia"])
nights = st.none() | st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(
    lambda n: n[0] != n[1]
)
rests = st.none() | st.builds(Rest, zones, nights, st.booleans())
seconds = st.sampled_from([0.0, 1.0, 30.0, 600.0, DAY, 3 * DAY])
paces = st.builds(Pace, seconds, seconds, seconds, rests).filter(lambda p: p.per_turn + p.bank)


def at(text: str, zone: str = WARSAW) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def runs(rest: Rest | None, moment: float) -> bool:
    """Whether clocks run at a moment, as a person would say it."""
    if rest is None:
        return True
    there = datetime.fromtimestamp(moment, ZoneInfo(rest.zone))
    if rest.weekends and there.weekday() in (5, 6):
        return False
    if rest.nights is None:
        return True
    begin, end = rest.nights
    asleep = begin <= there.hour < end if begin < end else there.hour >= begin or there.hour < end
    return not asleep


@given(rests, moments, st.integers(1, 9 * 96))
def test_what_goes_is_every_quarter_of_an_hour_in_which_clocks_run(rest, start, quarters):
    """The hours of Kathmandu begin at a quarter past: no stretch is finer than a quarter."""
    quarter = HOUR / 4
    start -= start % quarter
    counted = sum(runs(rest, start + n * quarter) for n in range(quarters)) * quarter
    assert pace.elapsed(rest, start, start + quarters * quarter) == counted


@given(rests, moments, spans)
def test_a_flag_falls_when_exactly_the_time_has_gone(rest, start, span):
    end = pace.after(rest, start, span)
    assert pace.elapsed(rest, start, end) == pytest.approx(span, abs=1e-3)
    if span:
        assert pace.elapsed(rest, start, end - 1) < span
    else:
        assert end == start or not runs(rest, start)


@given(rests, moments, spans, spans)
def test_time_adds_up(rest, start, first, second):
    middle, end = start + first, start + first + second
    whole = pace.elapsed(rest, start, end)
    assert whole == pace.elapsed(rest, start, middle) + pace.elapsed(rest, middle, end)
    assert whole <= end - start


@given(paces, moments, st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=12))
def test_a_bank_holds_what_was_put_in_less_what_was_taken(rules, now, turns):
    """Turns that each take part of what there is: nothing is lost, and no bank is overdrawn."""
    clock, bank = Clock(rules.bank), rules.bank
    for part, played in turns:
        clock = pace.begun(clock, now)
        allowed = pace.left(rules, clock, now)
        assert allowed == pytest.approx(rules.per_turn + bank, abs=1e-3)
        flag, thought = pace.flag(rules, clock), part * allowed
        now = pace.after(rules.rest, now, thought)
        assert now <= flag + 1e-3
        assert pace.left(rules, clock, now) == pytest.approx(allowed - thought, abs=1e-3)
        clock = (pace.ended if played else pace.halted)(rules, clock, now)
        bank = bank - max(0.0, thought - rules.per_turn) + rules.increment * played
        assert clock.since is None
        assert clock.bank == pytest.approx(bank, abs=1e-3)


@given(paces, moments, spans, spans, spans)
def test_a_pause_takes_nothing(rules, start, before, pause, early):
    clock = pace.begun(Clock(rules.bank), start)
    now = start + before
    stands = pace.held(rules, clock, now, now + pause)
    kept = pace.left(rules, clock, now)
    assert pace.left(rules, stands, now + pause) == pytest.approx(kept, abs=1e-3)
    end = now + min(early, pause)
    on = pace.released(stands, end)
    assert pace.left(rules, on, end) == pytest.approx(kept, abs=1e-3)
    if kept > 0:
        assert pace.elapsed(rules.rest, end, pace.flag(rules, on)) == pytest.approx(kept, abs=1e-3)


@given(paces, moments, st.floats(0, 1), spans)
def test_taking_back_earns_nothing(rules, start, part, later):
    clock = pace.begun(Clock(rules.bank), start)
    now = pace.after(rules.rest, start, part * pace.left(rules, clock, start))
    kept = pace.left(rules, clock, now)
    again = pace.taken_back(rules, pace.ended(rules, clock, now), now + later)
    assert pace.left(rules, again, now + later) == pytest.approx(kept, abs=1e-3)


def test_an_evening_a_night_and_a_weekend():
    office = Rest(WARSAW, (22, 7), weekends=True)
    friday = at("2026-11-13 21:00")
    assert pace.after(office, friday, 2 * HOUR) == at("2026-11-16 08:00")  # Monday
    assert pace.elapsed(office, friday, at("2026-11-16 07:00")) == HOUR
    spring = Rest(WARSAW, (1, 4))  # an hour of that night is missing
    assert pace.elapsed(spring, at("2026-03-29 00:00"), at("2026-03-30 00:00")) == 21 * HOUR
    assert pace.after(None, friday, HOUR) == friday + HOUR


def test_clocks_of_a_table():
    """Two plan; one is ready; then the other, who is asked again beside the first."""
    rules = Pace(bank=600, increment=10)
    clocks = [Clock(600.0)] * 3
    both = pace.turned(rules, clocks, [True, True, False], 0, start=0)
    assert [clock.since for clock in both] == [0, 0, None]
    one = pace.turned(rules, both, [False, True, False], 30, start=30)
    assert [clock.bank for clock in one] == [580, 600, 600]
    next_ = pace.turned(rules, one, [True, True, False], 50, start=50, fresh=[0, 1])
    assert [(clock.bank, clock.since) for clock in next_] == [(580, 50), (560, 50), (600, None)]
    bot = pace.turned(rules, next_, [True, False, False], 70, start=70, bots=[1])
    assert [(clock.bank, clock.since) for clock in bot] == [(580, 50), (540, None), (600, None)]


def test_a_plan_that_is_withdrawn_goes_on():
    rules = Pace(per_turn=DAY, bank=DAY, increment=60)
    planning = pace.turned(rules, [Clock(DAY)] * 2, [True, True], 0, start=0)
    ready = pace.turned(rules, planning, [False, True], 1.5 * DAY, start=1.5 * DAY)
    assert ready[0].bank == DAY / 2 + 60
    now = 1.6 * DAY
    back = pace.turned(rules, ready, [True, True], now, start=now, back=0)
    assert pace.left(rules, back[0], now) == DAY / 2
    assert back[1] == planning[1]


@pytest.mark.parametrize("rest", [None, Rest(WARSAW, (22, 7), True), Rest("UTC", None, False)])
def test_a_pace_is_kept_as_json(rest):
    rules = Pace(86400, 3600, 60, rest)
    kept = rules.json()
    if rest and rest.nights:
        kept["rest"]["nights"] = list(rest.nights)
    assert Pace.read(kept) == rules


def test_a_table_that_waits_long_is_quickly_reckoned():
    """One hour a day, from Monday to Friday, for thirty days of thinking."""
    rest = Rest("UTC", (1, 0), weekends=True)
    start = at("2026-01-05", "UTC")
    end = pace.after(rest, start, 30 * DAY)
    assert pace.elapsed(rest, start, end) == 30 * DAY
    assert end - start > timedelta(weeks=143).total_seconds()
