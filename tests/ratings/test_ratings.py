"""Ratings: the arithmetic, and the bots as anchors of the scale."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tenka
from benchmarks.opponents import MASTERS
from benchmarks.ratings import as_text, put_masters_into
from tenka.ratings import Skill, after, anchors, chance_ahead, number, places, spread, strengths
from tenka.ratings.anchors import FILE, Outcome, ahead, beside, fit, read
from tenka.ratings.skill import LUCK

KINDS = [(game, n) for game in tenka.games() for n in tenka.game(game).players]


def test_places_are_those_of_winners_first_and_then_by_points():
    assert places([1], [10, 30, 20]) == [2, 0, 1]
    assert places([0], [10, 10, 5]) == [0, 1, 2]  # a tie of points that the rules broke
    assert places([0, 2], [7, 3, 7]) == [0, 2, 0]
    assert places([2], [9, 9, 4]) == [1, 1, 0]  # whoever won does so in spite of points


@given(st.lists(st.integers(0, 3), min_size=2, max_size=5), st.randoms(use_true_random=False))
def test_the_better_place_never_costs_and_bots_stay(finished, rng):
    skills = [
        Skill(rng.uniform(10, 40), rng.uniform(1, 8), 3, anchored=rng.random() < 0.3)
        for _ in finished
    ]
    now = after(skills, finished)
    for was, is_ in zip(skills, now, strict=True):
        assert is_ == was if was.anchored else is_.games == was.games + 1
    if finished[0] < min(finished[1:]) and not skills[0].anchored:
        assert now[0].mean > skills[0].mean
    if finished[0] > max(finished[1:]) and not skills[0].anchored:
        assert now[0].mean < skills[0].mean


def test_who_sits_where_does_not_matter():
    skills, finished = [Skill(20), Skill(25), Skill(30)], [2, 0, 1]
    now = after(skills, finished)
    turned = after(skills[::-1], finished[::-1])[::-1]
    assert [s.mean for s in now] == pytest.approx([s.mean for s in turned])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_four_hundred_points_are_ten_to_one_at_any_table(players):
    unit = LUCK * math.sqrt(players) * math.log(10)
    weak, strong = Skill(25), Skill(25 + unit)
    assert number(weak, players) == 1500
    assert number(strong, players) == 1900
    assert chance_ahead(strong, weak, players) == pytest.approx(10 / 11)
    assert spread(Skill(doubt=unit), players) == 400


def test_skills_that_are_known_are_found_again():
    """Games drawn by the model itself: what was put in comes out."""
    true = {"novice": 15.0, "adept": 25.0, "expert": 31.0}
    rng, outcomes = random.Random(4), []
    for _ in range(1500):
        bots = rng.sample(list(true), 2)
        first = chance_ahead(Skill(true[bots[0]]), Skill(true[bots[1]]), 2) > rng.random()
        outcomes.append(Outcome(tuple(bots), (0, 1) if first else (1, 0)))
    found = fit(outcomes)
    assert {name: skill.mean for name, skill in found.items()} == pytest.approx(true, abs=2)
    shares = ahead(outcomes)
    expected = chance_ahead(Skill(25), Skill(15), 2)
    assert shares["adept", "novice"][0] == pytest.approx(expected, abs=0.05)


def test_whoever_met_only_known_ones_is_placed_beside_them():
    known, rng, outcomes = {"adept": Skill(25, 2), "expert": Skill(31, 3)}, random.Random(5), []
    for number_of_game in range(600):
        other = ("adept", "expert")[number_of_game % 2]
        first = chance_ahead(Skill(36), known[other], 2) > rng.random()
        outcomes.append(Outcome(("master", other), (0, 1) if first else (1, 0)))
    found = beside("master", outcomes, known)
    assert found.mean == pytest.approx(36, abs=2)
    assert found.games == 600
    assert found.doubt > 2.5  # what it was measured by is no surer than that


@pytest.mark.long
def test_the_masters_numbers_are_those_of_their_games():
    told = {game: read(game) for game in tenka.games()}
    put_masters_into(told, MASTERS)
    for game, kinds in told.items():
        assert as_text(kinds) == (tenka.game(game).folder / FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_every_level_stands_on_the_scale(game, players):
    found = anchors(game, players)
    assert set(tenka.bots(game)) <= set(found)
    order = ["random", "novice", "adept", "expert", "master"]
    numbers = [number(found[level].skill, players) for level in order]
    assert numbers == sorted(numbers)
    assert found["adept"].skill.mean == pytest.approx(25, abs=0.001)
    assert all(found[one].ahead[other] > 0.5 for other, one in pairwise(order))
    assert set(found) <= set(strengths(game))
