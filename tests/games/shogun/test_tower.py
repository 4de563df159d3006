"""The tower against its model: what passes, what is released, what stays inside."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

import tenka
from tenka.core.chance import seed
from tenka.core.code import Code
from tenka.core.layout import Ints, pointer_to
from tenka.core.rule import rule
from tenka.games.shogun.tower import pour

pytestmark = pytest.mark.long

GAME = tenka.game("shogun")
COLOURS = 6
RED, BLUE = 0, 1
state_at = pointer_to(GAME.dtype)


@rule
def throw_again_and_again(
    address: int, cubes: Ints, fell: Ints, tower: Ints, upper: Ints, fresh: int
) -> None:
    """Throw the same cubes once for each row; what fell, and what is inside then.

    With `fresh` each throw finds the tower as it was at first.
    """
    s = state_at(address)
    inside, high = s.tower.copy(), s.upper.copy()
    for row in range(len(fell)):
        if fresh:
            s.tower[:] = inside
            s.upper[:] = high
        thrown = cubes.copy()
        pour(s, thrown)
        for colour in range(COLOURS):
            fell[row, colour] = s.tray[colour]
            tower[row, colour] = s.tower[colour]
            upper[row, colour] = s.upper[colour]
        s.tray[:] = 0


@rule
def start_generator(address: int, key: int) -> None:
    seed(state_at(address), key, 7)


TOWER = Code(
    "shogun", "tower-tests", {f.__name__: f for f in (throw_again_and_again, start_generator)}
)


def throws(cubes, times, inside=(), upper=(), q=780, h=18, fresh=True, key=1):
    """What fell in each throw, what was inside afterwards, and what of it on the first level."""
    state = np.zeros(1, dtype=GAME.dtype)
    state["tower_pass"], state["tower_release"] = q, h
    for colour, count in enumerate(inside):
        state["tower"][0, colour] = count
    for colour, count in enumerate(upper):
        state["upper"][0, colour] = count
    TOWER["start_generator"](state.ctypes.data, key)
    tables = [np.zeros((times, COLOURS), dtype=np.int64) for _ in range(3)]
    thrown = np.array([*cubes, *[0] * (COLOURS - len(cubes))], dtype=np.int64)
    TOWER["throw_again_and_again"](state.ctypes.data, thrown, *tables, int(fresh))
    return tables


def near(values, expected, deviations=5.0):
    """The mean lies within so many standard errors of what the model says."""
    error = np.std(values) / math.sqrt(len(values))
    return abs(np.mean(values) - expected) <= deviations * error + 1e-9


@pytest.mark.parametrize("q", [780, 400, 950])
def test_without_releases_a_cube_falls_through_with_chance_q(q):
    fell, tower, upper = throws([20], 20_000, q=q, h=0)
    assert near(fell[:, RED], 20 * q / 1000)
    assert (fell + tower == [20, 0, 0, 0, 0, 0]).all()
    assert near(upper[:, RED], 20 * (1 - math.sqrt(q / 1000)))
    one = throws([1], 20_000, q=q, h=0)[0][:, RED]
    assert near(one, q / 1000)


@pytest.mark.parametrize("thrown", [1, 2, 4, 8, 16])
def test_each_thrown_cube_releases_each_resting_one_with_chance_h(thrown):
    """So the hazard is linear in the cubes thrown: n of them leave (1 − h)ⁿ in place."""
    _, _, upper = throws([thrown], 20_000, inside=[0, 40], upper=[0, 40])
    assert near(upper[:, BLUE], 40 * (1 - 0.018) ** thrown)
    fell, _, _ = throws([thrown], 20_000, inside=[0, 40], q=1000)  # all reach the second level
    assert near(fell[:, BLUE], 40 * (1 - (1 - 0.018) ** thrown))


def test_about_a_dozen_cubes_stay_inside_in_the_long_run():
    _, tower, upper = throws([2, 2, 0, 0, 0, 2], 40_000, fresh=False)
    content = tower[1000:].sum(axis=1)
    level = (1 - math.sqrt(0.78)) / 0.018  # where as many come to rest as are released
    assert abs(upper[1000:].sum(axis=1).mean() - level) < 0.15
    assert abs(content.mean() - 2 * level) < 0.25
    assert abs(content.mean() - (1 - 0.78) / 0.018) < 1


def test_colours_are_treated_alike():
    fell, tower, upper = throws([4] * 6, 20_000, inside=[3] * 6, upper=[2] * 6)
    for table in (fell, tower, upper):
        overall = table.mean()
        for colour in range(COLOURS):
            assert near(table[:, colour], overall)


def test_nothing_is_lost():
    fell, tower, upper = throws([3, 0, 5, 1, 0, 2], 5_000, inside=[9, 9, 0, 4, 0, 7], upper=[4, 9])
    assert (fell + tower == [12, 9, 5, 5, 0, 9]).all()
    assert (upper >= 0).all()
    assert (upper <= tower).all()


def test_the_same_seed_gives_the_same_result_and_another_seed_another():
    one, two, other = (throws([5, 5], 200, inside=[3, 3], key=key) for key in (4, 4, 5))
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert (one[0] != other[0]).any()


def test_towers_at_the_edge():
    fell, _, _ = throws([9, 3], 50, inside=[4, 4], q=1000, h=0)
    assert (fell == [9, 3, 0, 0, 0, 0]).all()
    fell, tower, upper = throws([9, 3], 50, q=0, h=0)
    assert not fell.any()
    assert (upper == tower).all()
    fell, tower, _ = throws([1], 50, inside=[0, 8], upper=[0, 3], q=1000, h=1000)
    assert (fell == [1, 8, 0, 0, 0, 0]).all()
    fell, tower, upper = throws([1], 50, inside=[0, 1, 1], upper=[0, 1], q=0, h=1000)
    assert (fell == [0, 0, 1, 0, 0, 0]).all()  # blue falls to the second level, black from there
    assert (upper == [1, 0, 0, 0, 0, 0]).all()
    assert (tower == [1, 1, 0, 0, 0, 0]).all()


# -- the model written down plainly: levels are lists of cubes, and each cube is asked on its own


def drop(levels, tray, cube, level, q, h, rng):
    """A cube arrives at a level; those that it dislodges fall on before it."""
    if level == 2:
        tray.append(cube)
        return
    loose = [c for c in levels[level] if rng.random() < h]
    rng.shuffle(loose)
    for other in loose:
        levels[level].remove(other)
    for other in loose:
        drop(levels, tray, other, level + 1, q, h, rng)
    if rng.random() < math.sqrt(q):
        drop(levels, tray, cube, level + 1, q, h, rng)
    else:
        levels[level].append(cube)


def plain_throw(rng, thrown, first, second, q, h):
    levels, tray = [list(first), list(second)], []
    for cube in rng.permutation(list(thrown)):
        drop(levels, tray, cube, 0, q, h, rng)
    count = Counter(tray)
    return count["r"], count["b"], len(levels[0])


@pytest.mark.parametrize(("q", "h"), [(780, 18), (500, 200)])
def test_the_compiled_tower_behaves_like_the_plain_model(q, h):
    """3 red fall into a tower with 2 red and 1 blue above, 1 red and 2 blue below."""
    times = 12_000
    rng = np.random.default_rng(5)
    plain = Counter(plain_throw(rng, "rrr", "rrb", "rbb", q / 1000, h / 1000) for _ in range(times))
    fell, _, upper = throws([3], times, inside=[3, 3], upper=[2, 1], q=q, h=h)
    ours = Counter(
        zip(fell[:, 0].tolist(), fell[:, 1].tolist(), upper.sum(axis=1).tolist(), strict=True)
    )
    for outcome in set(plain) | set(ours):
        a, b = plain[outcome], ours[outcome]
        assert abs(a - b) <= 5 * math.sqrt(a + b) + 5, outcome


def test_everyone_can_count_what_is_inside():
    """The tower's content follows from the journal's open entries."""
    rng = np.random.default_rng(2)
    match = tenka.new("shogun", players=5, seed=2)
    while not match.over:
        player = match.to_act[0]
        match.play(player, rng.choice(match.legal(player)))
    inside = np.zeros(COLOURS, dtype=int)
    for entry in match.journal:
        if entry.kind.name == "stayed inside":
            inside += entry.cubes
        elif entry.kind.name == "thrown":
            inside += entry.cubes
        elif entry.kind.name == "fell":
            inside -= entry.cubes
    assert inside.tolist() == match.state.tower.tolist()
    assert sum(inside) > 0
