"""How Shogun's opponents judge a position: odds of battles, worth of provinces and armies.

All worths are in points at the end of the game. A province is worth what it scores in the winters
to come; armies in it are worth the danger that they keep away and the conquests that they promise.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tenka.core.layout import Ints, layout, pointer_to
from tenka.core.rule import rule
from tenka.games.shogun.facts import (
    AUTUMN,
    BUILDINGS,
    FIELDS,
    MAJORITY,
    MAP,
    MOST_PLAYERS,
    NEIGHBOURS,
    PEASANT,
    REGION,
    REGIONS,
    TWO_PEASANTS,
    YEARS,
)
from tenka.games.shogun.realm import buildings_in
from tenka.games.shogun.state import OUT, State, has_building, under
from tenka.games.shogun.tower import PER_MILLE

REAL = np.float64
Reals = NDArray[np.float64]

ROUNDS = 6
LOOSE = 0.93  # how many of the cubes that are loosened inside come to fall on the tray
COLUMNS = MAP + len(FIELDS)  # cards that may lie on a field: provinces, chests, none

# The weights that a mind has for each round.
WEIGHTS = (
    "chest",  # a chest
    "army",  # an army, wherever it stands
    "land",  # a province, beyond its points
    "hope",  # how much of a possible conquest counts before it is made
    "fear",  # how likely an attack that could succeed is
    "rice",  # a rice that is needed
    "marker",  # a revolt marker
    "spite",  # how much of another's loss is my gain
    "bid",  # choosing a place before the others
    "race",  # a building towards a majority that is not reached yet
)
CHEST, ARMY, LAND, HOPE, FEAR, RICE, MARKER, SPITE, FIRST, RACE = range(len(WEIGHTS))

# What tells, between rounds, how many points a player will have.
FEATURES = (
    "points",
    "provinces",
    "buildings",
    "majorities",  # points that they would score now
    "chests",
    "armies",
    "rice",
    "hunger",  # rice that will be short in winter
    "danger",  # points that the neighbours may take
    "prospects",  # ... and those that may be taken from them
    "spaces",  # for buildings
    "cubes",  # in the tower
)


class Mind:
    """What a player thinks with: weights that stay, and room to think in."""

    worth: Annotated[Reals, REAL, (len(WEIGHTS), ROUNDS)]
    error: Annotated[Reals, REAL, (1,)]  # how far worths are misjudged
    outlook: Annotated[Reals, REAL, (ROUNDS, len(FEATURES))]  # points that features promise
    certainty: Annotated[Reals, REAL, (ROUNDS,)]  # how much a point more tells about the winner

    falls: Annotated[Reals, REAL, (2,)]  # the tower: chance to fall through, logarithm of staying
    price: Annotated[Reals, REAL, (1,)]  # of a chest, while a plan is made
    count: Annotated[Ints, np.int64, (len(REGIONS), len(BUILDINGS), MOST_PLAYERS)]
    score: Annotated[Reals, REAL, (len(FIELDS), COLUMNS)]  # of each card on each field
    card: Annotated[Ints, np.int64, (COLUMNS,)]
    row: Annotated[Ints, np.int64, (len(FIELDS),)]  # the fields that are to be filled
    plan: Annotated[Ints, np.int64, (len(FIELDS),)]
    # For the assignment: prices of rows and columns, who has which column, and the way there.
    row_price: Annotated[Reals, REAL, (len(FIELDS) + 1,)]
    column_price: Annotated[Reals, REAL, (COLUMNS + 1,)]
    holder: Annotated[Ints, np.int64, (COLUMNS + 1,)]
    way: Annotated[Ints, np.int64, (COLUMNS + 1,)]
    slack: Annotated[Reals, REAL, (COLUMNS + 1,)]
    done: Annotated[Ints, np.int64, (COLUMNS + 1,)]
    feature: Annotated[Reals, REAL, (len(FEATURES),)]
    win: Annotated[Reals, REAL, (MOST_PLAYERS,)]  # chances of the win


MIND = layout(Mind)
mind_at = pointer_to(MIND)


@rule
def round_of(s: State) -> int:
    """Rounds from 0 to 5; winter belongs to autumn."""
    return min(s.year * 3 + min(s.season, AUTUMN), ROUNDS - 1)


@rule
def weight(m: Mind, s: State, which: int) -> float:
    """A weight in this round."""
    return float(m.worth[which, round_of(s)])


@rule
def survey(m: Mind, s: State) -> None:
    """Count buildings of each kind in each region, and see how the tower is built."""
    m.falls[0] = s.tower_pass / PER_MILLE
    m.falls[1] = np.log(1.0 - min(s.tower_release, PER_MILLE - 1) / PER_MILLE)
    m.count[:] = 0
    for province in range(MAP):
        owner = s.owner[province]
        if owner >= 0 and s.buildings[province]:
            for kind in range(len(BUILDINGS)):
                if has_building(s, province, kind):
                    m.count[REGION[s.side, province], kind, owner] += 1


# -- battles


@rule
def odds(
    m: Mind, s: State, attacker: int, going: int, defender: int, facing: int, calm: int
) -> tuple[float, float]:
    """How far the attacker may expect to be ahead on the tray, and the usual deviation.

    The defender may be PEASANT; where it is `calm`, without revolt markers, peasants fight for a
    player. Thrown cubes fall through with a chance, those inside are loosened by each that falls.
    """
    mine, yours = going + s.tray[attacker], facing + s.tray[defender]
    hidden, opposed = s.tower[attacker], s.tower[defender]
    if defender != PEASANT and calm:
        yours += s.tray[PEASANT]
        opposed += s.tower[PEASANT]
    thrown = mine + yours
    loose = LOOSE * (1.0 - np.exp(m.falls[1] * thrown))
    lead = m.falls[0] * (mine - yours) + loose * (hidden - opposed)
    spread = m.falls[0] * (1.0 - m.falls[0]) * thrown
    spread += loose * (1.0 - loose) * (hidden + opposed) + 0.1
    return lead, np.sqrt(spread)


@rule
def chance(lead: float, spread: float, least: float) -> float:
    """The chance that a lead is at least so much."""
    return float(1.0 / (1.0 + np.exp(-1.7 * (lead - least + 0.5) / spread)))


# -- provinces


@rule
def winters(s: State) -> int:
    """How often points will still be counted."""
    return YEARS - min(s.year, YEARS)


@rule
def most_of_others(m: Mind, region: int, kind: int, player: int) -> int:
    """The most buildings of a kind that another player has in a region."""
    most = 0
    for other in range(MOST_PLAYERS):
        if other != player:
            most = max(most, m.count[region, kind, other])
    return most


@rule
def reward(m: Mind, region: int, kind: int, player: int, more: int) -> int:
    """A player's points for the most buildings, with so many more of them."""
    mine = m.count[region, kind, player] + more
    best = most_of_others(m, region, kind, player)
    if mine == 0 or mine < best:
        return 0
    return int(MAJORITY[kind] - (mine == best))


@rule
def points_with(m: Mind, s: State, province: int, player: int, more: int) -> float:
    """What a province with its buildings scores in a winter: taken (1) or lost (-1) by a player."""
    points = 1.0 + buildings_in(s, province)
    if s.buildings[province]:
        region = REGION[s.side, province]
        for kind in range(len(BUILDINGS)):
            if has_building(s, province, kind):
                change = reward(m, region, kind, player, more) - reward(m, region, kind, player, 0)
                points += more * change
    return points


@rule
def loss_of(m: Mind, s: State, province: int) -> float:
    """What its owner loses with a province."""
    points = points_with(m, s, province, s.owner[province], -1)
    return winters(s) * points + weight(m, s, LAND)


@rule
def prize_of(m: Mind, s: State, province: int, player: int) -> float:
    """What a player gains by a conquest."""
    return winters(s) * points_with(m, s, province, player, 1) + weight(m, s, LAND)


@rule
def attack(m: Mind, s: State, player: int, target: int, going: int) -> float:
    """What an attack with so many armies is worth."""
    owner = s.owner[target]
    if owner >= 0:
        calm = s.markers[target] == 0
        lead, spread = odds(m, s, player, going, owner, s.armies[target], calm)
        hurt = weight(m, s, SPITE) * chance(lead, spread, 0.0) * loss_of(m, s, target)
    else:
        peasants = 2 if under(s, TWO_PEASANTS) else 1
        lead, spread = odds(m, s, player, going, PEASANT, peasants, 0)
        hurt = 0.0
    won = chance(lead, spread, 1.0)
    left = won * min(max(1.0, lead), going)
    cost = weight(m, s, ARMY) * (going - left)
    return won * prize_of(m, s, target, player) + hurt - cost


@rule
def danger(m: Mind, s: State, province: int, armies: int) -> float:
    """The chance that a province with so many armies is lost to its neighbours."""
    me, safe, at = s.owner[province], 1.0, 0
    fear = weight(m, s, FEAR)
    while NEIGHBOURS[province, at] >= 0:
        source = NEIGHBOURS[province, at]
        enemy, going = s.owner[source], s.armies[source] - 1
        if enemy >= 0 and enemy != me and going > 0:
            calm = s.markers[province] == 0
            lead, spread = odds(m, s, enemy, going, me, armies, calm)
            safe *= 1.0 - fear * chance(lead, spread, 0.0)
        at += 1
    return 1.0 - safe


@rule
def prospect(m: Mind, s: State, province: int, armies: int) -> float:
    """The best that so many armies there may conquer."""
    me, best, at = s.owner[province], 0.0, 0
    while armies > 1 and NEIGHBOURS[province, at] >= 0:
        target = NEIGHBOURS[province, at]
        if s.owner[target] != me and s.owner[target] != OUT:
            best = max(best, attack(m, s, me, target, armies - 1))
        at += 1
    return best


@rule
def stand(m: Mind, s: State, province: int, armies: int) -> float:
    """What it is worth to have so many armies in an own province."""
    value = weight(m, s, ARMY) * armies
    value -= danger(m, s, province, armies) * loss_of(m, s, province)
    return value + weight(m, s, HOPE) * prospect(m, s, province, armies)
