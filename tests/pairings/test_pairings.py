"""Tournaments: nobody meets twice if that can be avoided, seats are balanced, rounds end."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenka.pairings import NOBODY, Meeting, Plan, next_round, standings
from tenka.pairings.plan import dealt, met, sat, sizes, with_bots
from tenka.pairings.rounds import groups, qualified
from tenka.pairings.tables import Tables

SEATS = st.integers(2, 5)


def played(seating, rng):
    """A meeting that ended somehow."""
    places = list(range(len(seating)))
    rng.shuffle(places)
    return Meeting(seating, tuple(places))


def whole(plan, entrants, rng, gone=()):
    """All rounds of a tournament."""
    rounds = []
    while tables := next_round(plan, entrants, rounds, gone):
        rounds.append([played(seating, rng) for seating in tables])
        assert len(rounds) < 40
    return rounds


def divisions(people, parts):
    """Every way to divide people among tables of these sizes."""
    if not people:
        yield []
        return
    first, others = people[0], people[1:]
    for size in set(parts):
        rest = list(parts)
        rest.remove(size)
        for chosen in combinations(others, size - 1):
            left = [one for one in others if one not in chosen]
            for more in divisions(left, rest):
                yield [(first, *chosen), *more]


@given(st.integers(1, 40), SEATS)
def test_tables_are_few_and_alike(people, seats):
    parts = sizes(people, seats)
    assert sum(parts) == people
    assert len(parts) == -(-people // seats)
    assert max(parts) <= seats
    assert max(parts) - min(parts) <= 1


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), SEATS, st.integers(1, 5), st.randoms(use_true_random=False))
def test_nobody_meets_again_or_has_bots_again_if_it_can_be_avoided(people, seats, count, rng):
    """Against every division that there is."""
    plan = Plan("swiss", seats, rounds=count)
    rounds = []
    for _ in range(count):
        search = Tables(range(people), seats, rounds)
        tables = search.divide()
        cost = sum(search.cost(party) for party in tables)
        every = divisions(list(range(people)), sizes(people, seats))
        assert cost == min(sum(map(search.cost, division)) for division in every)
        found = next_round(plan, range(people), rounds)
        rounds.append([played(seating, rng) for seating in found])
    if seats == 2 and people % 2 == 0 and count < people / 2:
        assert max(met(rounds).values()) == 1


@pytest.mark.parametrize("seed", range(30))
def test_everybody_plays_every_swiss_round_in_balanced_seats(seed):
    rng = random.Random(seed)
    people, seats, count = rng.randint(2, 30), rng.randint(2, 5), rng.randint(1, 6)
    rounds = whole(Plan("swiss", seats, rounds=count), range(people), rng)
    assert len(rounds) == count
    for meetings in rounds:
        assert sorted(one for m in meetings for one in m.people()) == list(range(people))
        assert all(len(meeting.seating) == seats for meeting in meetings)
        assert all(meeting.people() for meeting in meetings)  # no table of bots alone
    had = sat(rounds)
    for one in range(people):
        counts = [had[one, seat] for seat in range(seats)]
        assert max(counts) - min(counts) <= 2


def test_sixteen_people_meet_in_swiss_rounds_with_others_who_stand_alike():
    rng = random.Random(3)
    plan = Plan("swiss", 2, rounds=4)
    rounds = whole(plan, range(16), rng)
    assert max(met(rounds).values()) == 1
    leaders = standings(plan, range(16), rounds)
    assert [row.points for row in leaders][:2] == [4.0, 3.0]
    for number in range(1, 4):
        points = {row.entrant: row.points for row in standings(plan, range(16), rounds[:number])}
        assert all(abs(points[m.seating[0]] - points[m.seating[1]]) <= 1 for m in rounds[number])


@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_of_a_group_each_meets_each_once(people, rng):
    full = people - 1 if people % 2 == 0 else people
    plan = Plan("groups", 2, rounds=full, group=people)
    rounds = []
    for _ in range(full):
        rounds.append([played(s, rng) for s in next_round(plan, range(people), rounds)])
    assert all(met(rounds)[frozenset(pair)] == 1 for pair in combinations(range(people), 2))
    assert max(with_bots(rounds).values(), default=0) <= 1
    had = sat(rounds)
    assert all(abs(had[one, 0] - had[one, 1]) <= 2 for one in range(people))


@settings(deadline=None)
@given(st.integers(2, 40), SEATS, st.randoms(use_true_random=False))
def test_a_knock_out_ends_with_one_table_whose_best_is_first(people, seats, rng):
    plan = Plan("knockout", seats)
    rounds = whole(plan, range(people), rng)
    assert len(rounds[-1]) == 1
    final = rounds[-1][0]
    best = min(final.people(), key=final.place_of)
    rows = standings(plan, range(people), rounds)
    assert rows[0].entrant == best
    assert {row.entrant for row in rows[: len(final.people())]} == set(final.people())
    assert sorted(row.entrant for row in rows) == list(range(people))


@settings(deadline=None)
@given(st.integers(4, 30), SEATS, st.integers(1, 3), st.randoms(use_true_random=False))
def test_the_best_of_groups_knock_each_other_out(people, seats, count, rng):
    plan = Plan("groups", seats, rounds=count, group=4)
    rounds = whole(plan, range(people), rng)
    through = set(qualified(plan, range(people), rounds[:count]))
    for group in groups(plan, range(people)):
        assert through & set(group)
    later = {one for meetings in rounds[count:] for m in meetings for one in m.people()}
    assert later <= through
    assert len(rounds[-1]) == 1 or len(rounds) == count


@given(st.integers(3, 20), SEATS, st.randoms(use_true_random=False))
def test_who_is_gone_is_not_seated(people, seats, rng):
    plan = Plan("swiss", seats, rounds=2)
    rounds = [[played(s, rng) for s in next_round(plan, range(people), [])]]
    tables = next_round(plan, range(people), rounds, gone={0, 1})
    assert sorted(one for s in tables for one in s if one != NOBODY) == list(range(2, people))


def test_points_are_opponents_beaten_and_ties_are_broken():
    meeting = Meeting((0, 1, 2, NOBODY), (0, 1, 1, 3))
    assert [meeting.points_of(one) for one in (0, 1, 2)] == [3, 1.5, 1.5]
    plan = Plan("swiss", 2, rounds=2)
    rounds = [
        [Meeting((0, 1), (0, 1)), Meeting((2, 3), (0, 1))],
        [Meeting((0, 2), (1, 0)), Meeting((1, 3), (0, 1))],
    ]
    rows = standings(plan, range(4), rounds)
    assert [(row.entrant, row.points) for row in rows] == [(2, 2.0), (0, 1.0), (1, 1.0), (3, 0.0)]
    assert rows[1].opposition == pytest.approx(3.0)


@given(st.integers(1, 30), st.integers(1, 6))
def test_people_are_dealt_to_and_fro(people, tables):
    hands = dealt(range(people), tables)
    assert sorted(one for hand in hands for one in hand) == list(range(people))
    assert max(map(len, hands)) - min(map(len, hands)) <= 1
