"""The odds of attacks: against a slow battle in plain Python, and blind to what is hidden."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

import tenka
from tenka.core import code
from tenka.core.layout import SPECTATOR
from tenka.games.shogun.facts import (
    ADJACENT,
    ATTACK,
    CASTLE_DEFENDS,
    DEFENCE,
    EVENT,
    PROVINCES,
    TEMPLES_SAFE,
    TWO_PEASANTS,
)
from tenka.games.shogun.odds import battle_odds
from tests.games.shogun.invariants import twin

pytestmark = pytest.mark.long

GAME = tenka.game("shogun")
PEASANT = 5


def positions(seed: int, every: int):
    """States of a random game, now and then."""
    match, rng = tenka.new("shogun", seed=seed, players=3 + seed % 3), random.Random(seed)
    for number in range(10_000):
        if match.over:
            return
        if number % every == every - 1:
            yield match.state.copy()
        player = rng.choice(match.to_act)
        match.play(player, rng.choice(match.legal(player)))


def attacks(state) -> list[tuple[str, str]]:
    """All pairs of a province that could march and one that could be attacked from there."""
    pairs = []
    for at, to in np.argwhere(ADJACENT).tolist():
        owner, enemy = int(state.owner[at]), int(state.owner[to])
        if owner >= 0 and state.armies[at] > 1 and enemy not in (owner, -3):
            pairs.append((PROVINCES[at], PROVINCES[to]))
    return pairs


def seen(state):
    return GAME.redact(state, SPECTATOR)


# -- a battle once more, in plain Python


def happens(state, event: int) -> bool:
    return int(state.event) >= 0 and int(EVENT[state.event]) == event


def holds(state, player: int, special: int) -> bool:
    return int(state.place[player]) >= 0 and int(state.specials[state.place[player]]) == special


def fall(cubes: list[int], levels: list[list[int]], passing: float, release: float, rng) -> None:
    """Drop cubes one by one through two levels; what has left the second lies in `levels[2]`."""

    def reach(level: int, cube: int) -> None:
        if level == 2:
            levels[2].append(cube)
            return
        loose = [c for c in levels[level] if rng.random() < release]
        for c in loose:
            levels[level].remove(c)
        rng.shuffle(loose)
        for c in loose:
            reach(level + 1, c)
        if rng.random() < passing:
            reach(level + 1, cube)
        else:
            levels[level].append(cube)

    rng.shuffle(cubes)
    for cube in cubes:
        reach(0, cube)


def fight(state, source: int, target: int, armies: int, rng) -> str:
    """One attack, from the rules' page."""
    attacker, defender = int(state.owner[source]), int(state.owner[target])
    reserve = state.reserve.tolist()
    cubes = [attacker] * armies
    cubes += [attacker] * (holds(state, attacker, ATTACK) and reserve[attacker] > 0)
    if defender < 0:
        peasants = 2 if happens(state, TWO_PEASANTS) else 1
        cubes += [PEASANT] * min(peasants, reserve[PEASANT])
    else:
        castle = happens(state, CASTLE_DEFENDS) and bool(state.buildings[target] & 1)
        castle = castle and reserve[defender] > 0
        cubes += [defender] * (int(state.armies[target]) + castle)
        cubes += [defender] * (holds(state, defender, DEFENCE) and reserve[defender] > castle)
    for colour in range(6):
        cubes += [colour] * int(state.tray[colour])
    levels: list[list[int]] = [[], [], []]
    for colour in range(6):
        for _ in range(int(state.tower[colour])):
            levels[rng.random() < 0.5].append(colour)
    fall(cubes, levels, math.sqrt(state.tower_pass / 1000), state.tower_release / 1000, rng)
    strong, own = levels[2].count(attacker), levels[2].count(defender)
    peasants = levels[2].count(PEASANT)
    if defender < 0:
        return "win" if strong > peasants else "tie" if strong == peasants else "loss"
    against = own + (0 if state.markers[target] else peasants)
    return "win" if strong > against else "loss" if strong < against and own else "tie"


@pytest.mark.skipif(code.way() is code.Way.NEVER, reason="too slow where rules are interpreted")
def test_a_slow_battle_has_the_same_odds():
    rng, times, compared = random.Random(0), 1000, set()
    for state in [state for seed in range(3) for state in positions(seed, 70)]:
        unruly = [p for p in attacks(state) if state.markers[PROVINCES.index(p[1])]]
        source, target = rng.choice(unruly or attacks(state))
        at, to = PROVINCES.index(source), PROVINCES.index(target)
        if happens(state, TEMPLES_SAFE) and state.buildings[to] & 2:
            with pytest.raises(ValueError, match="temple"):
                battle_odds(seen(state), source, target)
            continue
        odds = battle_odds(seen(state), source, target, 4000)
        assert [o["armies"] for o in odds] == list(range(1, int(state.armies[at])))
        told = rng.choice(odds)
        ends = [fight(state, at, to, told["armies"], rng) for _ in range(times)]
        for way in ("win", "tie", "loss"):
            chance = told[way]
            spread = math.sqrt((chance * (1 - chance) + 0.002) * (1 / times + 1 / 4000))
            assert abs(ends.count(way) / times - chance) < 4.5 * spread, (source, target, told)
        compared.add((int(state.owner[to]) < 0, bool(state.markers[to])))
    assert compared == {(True, False), (False, False), (False, True)}


def test_odds_add_up_grow_with_the_armies_and_stay_the_same():
    state = next(positions(3, 150))
    for source, target in attacks(state)[:4]:
        odds = battle_odds(seen(state), source, target)
        assert odds == battle_odds(seen(state), source, target)
        for o in odds:
            assert o["win"] + o["tie"] + o["loss"] == pytest.approx(1)
        assert odds[-1]["win"] >= odds[0]["win"] - 0.05


def test_what_is_hidden_changes_no_odds():
    rng = np.random.default_rng(0)
    for state in positions(4, 120):
        pairs = attacks(state)
        for source, target in pairs[:: max(1, len(pairs) // 2)]:
            other = twin(state, SPECTATOR, rng)
            assert odds_or_reason(state, source, target) == odds_or_reason(other, source, target)


def odds_or_reason(state, source, target):
    try:
        return battle_odds(seen(state), source, target, 20)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize(
    ("source", "target", "says"),
    [("Atlantis", "Kai", "no province"), ("Kai", "Aki", "not adjacent|no armies")],
)
def test_what_is_no_attack_is_refused(source, target, says):
    with pytest.raises(ValueError, match=says):
        battle_odds(seen(next(positions(3, 150))), source, target)
