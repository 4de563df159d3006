"""The battle tower: two levels and a tray, with a memory of what was thrown before.

Thrown cubes fall one after another in random order. A cube that reaches a level first dislodges
each cube resting there with probability h (`tower_release`); these fall on before it. Then it
passes with probability √q (`tower_pass`) or comes to rest there. What leaves the second level
lies on the tray. All chances below are parts of CERTAIN, so that one random number decides each.
"""

from __future__ import annotations

import math

from tenka.core.chance import below, shuffle
from tenka.core.layout import Ints, scratch, unwritten
from tenka.core.rule import rule
from tenka.games.shogun.facts import ARMIES, MOST_PLAYERS, PEASANTS
from tenka.games.shogun.state import CUBE_COLOURS, State

BITS = 31  # so that the product of two chances fits 64 bits
CERTAIN = 1 << BITS
PER_MILLE = 1000
ALL_CUBES = MOST_PLAYERS * ARMIES + PEASANTS


@rule
def chance_to_pass(s: State) -> int:
    """√q: the chance of a cube to pass one level."""
    return int(math.sqrt(s.tower_pass / PER_MILLE) * CERTAIN)


@rule
def chance_to_stay(s: State) -> int:
    """1 − h: the chance of a resting cube not to be dislodged by one that arrives."""
    return (PER_MILLE - s.tower_release) * CERTAIN // PER_MILLE


@rule
def pour(s: State, thrown: Ints) -> None:
    """Throw cubes of each colour, and all that lies on the tray, into the tower.

    `thrown` comes back as all that went in.
    """
    falling, resting = scratch(CUBE_COLOURS), scratch(2)
    left = 0
    for colour in range(CUBE_COLOURS):
        thrown[colour] += s.tray[colour]
        s.tray[colour] = 0
        falling[colour] = thrown[colour]
        left += thrown[colour]
    passes, stays = chance_to_pass(s), chance_to_stay(s)
    count_resting(s, resting)
    while left:
        colour = nth_cube(falling, below(s, left))
        falling[colour] -= 1
        left -= 1
        reach_first(s, resting, colour, passes, stays)


@rule
def count_resting(s: State, resting: Ints) -> None:
    """How many cubes rest on the first and on the second level."""
    resting[:] = 0
    for colour in range(CUBE_COLOURS):
        resting[0] += s.upper[colour]
        resting[1] += s.tower[colour] - s.upper[colour]


@rule
def nth_cube(cubes: Ints, n: int) -> int:
    """The colour of the n-th cube when they lie in a row, colour by colour."""
    colour = 0
    while n >= cubes[colour]:
        n -= cubes[colour]
        colour += 1
    return colour


@rule
def reach_first(s: State, resting: Ints, colour: int, passes: int, stays: int) -> None:
    """A cube arrives at the first level: those that it dislodges fall on before it."""
    loose = first_dislodged(s, resting[0], stays)
    if loose < resting[0]:
        dislodge_first(s, resting, loose, passes, stays)
    if below(s, CERTAIN) < passes:
        reach_second(s, resting, colour, passes, stays)
    else:
        s.tower[colour] += 1
        s.upper[colour] += 1
        resting[0] += 1


@rule
def dislodge_first(s: State, resting: Ints, loose: int, passes: int, stays: int) -> None:
    """Cubes of the first level, from the `loose`-th on, fall to the second in random order."""
    count, there = 0, resting[0]
    falling = unwritten(ALL_CUBES)
    while loose < there:
        falling[count] = nth_cube(s.upper, loose)
        count += 1
        loose += 1 + first_dislodged(s, there - loose - 1, stays)
    for i in range(count):
        s.upper[falling[i]] -= 1
        s.tower[falling[i]] -= 1
    resting[0] -= count
    shuffle(s, falling, count)
    for i in range(count):
        reach_second(s, resting, falling[i], passes, stays)


@rule
def reach_second(s: State, resting: Ints, colour: int, passes: int, stays: int) -> None:
    """A cube arrives at the second level: those that it dislodges fall to the tray."""
    there = resting[1]
    loose = first_dislodged(s, there, stays)
    while loose < there:
        there -= loose + 1
        fallen = second_level_cube(s, there)
        s.tower[fallen] -= 1
        s.tray[fallen] += 1
        resting[1] -= 1
        loose = first_dislodged(s, there, stays)
    if below(s, CERTAIN) < passes:
        s.tray[colour] += 1
    else:
        s.tower[colour] += 1
        resting[1] += 1


@rule
def second_level_cube(s: State, n: int) -> int:
    """The colour of the n-th cube of the second level, colour by colour."""
    colour = 0
    while n >= s.tower[colour] - s.upper[colour]:
        n -= s.tower[colour] - s.upper[colour]
        colour += 1
    return colour


@rule
def first_dislodged(s: State, count: int, stays: int) -> int:
    """The first of `count` resting cubes that is dislodged; `count` itself: none of them.

    One number decides: the cubes before the n-th all stay with chance (1 − h)ⁿ.
    """
    if stays == CERTAIN or count == 0:
        return count
    number = below(s, CERTAIN)
    all_stay = stays
    first = 0
    while first < count and number < all_stay:
        all_stay = (all_stay * stays) >> BITS
        first += 1
    return first
