"""The peaceful actions: building, rice and taxes, deploying armies (rulebook: Actions).

Each returns whether it was done: whoever can do an action in full must, whoever cannot skips it.
"""

from __future__ import annotations

from tenka.core.journal import Journal, note
from tenka.core.rule import rule
from tenka.games.shogun.battle import revolt
from tenka.games.shogun.entries import (
    BUILT,
    CALMED,
    DEPLOYED_ARMIES,
    MARKER_ADDED,
    RICE_TAKEN,
    TAXES_TAKEN,
)
from tenka.games.shogun.facts import (
    BUILDINGS,
    CHESTS,
    COST,
    DEPLOY_5,
    DEPLOY_FEWER,
    DEPLOYED,
    DEPLOYED_FEWER,
    EXTRA_CHEST,
    EXTRA_RICE,
    RICE,
    RICE_ACTION,
    RICE_AT_LEAST_4,
    RICE_AT_MOST_3,
    SIX_ARMIES,
    SPACES,
    TAXES_AT_LEAST_6,
    TAXES_AT_MOST_5,
    THEATRE,
    THEATRE_CALMS,
)
from tenka.games.shogun.state import SIX, State, has_building, holds, under


@rule
def buildings_in(s: State, province: int) -> int:
    """How many buildings stand in a province."""
    count = 0
    for building in range(len(BUILDINGS)):
        count += (s.buildings[province] >> building) & 1
    return count


@rule
def build(s: State, j: Journal, player: int, building: int, province: int) -> bool:
    """A building on an empty space, at most one of a kind in a province."""
    full = buildings_in(s, province) >= SPACES[province]
    if full or has_building(s, province, building) or s.supply[building] == 0:
        return False
    if s.chests[player] < COST[building]:
        return False
    s.chests[player] -= COST[building]
    s.supply[building] -= 1
    s.buildings[province] |= 1 << building
    note(j, BUILT, player, province, building, COST[building])
    if building == THEATRE and under(s, THEATRE_CALMS) and s.markers[province] > 0:
        s.markers[province] -= 1
        note(j, CALMED, province)
    return True


@rule
def rice_from(s: State, player: int, province: int) -> int:
    """The rice of a province: the event acts first, then the special."""
    rice = RICE[province]
    if under(s, RICE_AT_LEAST_4):
        rice = max(4, rice)
    elif under(s, RICE_AT_MOST_3):
        rice = min(3, rice)
    return rice + holds(s, player, EXTRA_RICE)


@rule
def taxes_from(s: State, player: int, province: int) -> int:
    """The chests of a province: the event acts first, then the special."""
    chests = CHESTS[province]
    if under(s, TAXES_AT_LEAST_6):
        chests = max(6, chests)
    elif under(s, TAXES_AT_MOST_5):
        chests = min(5, chests)
    return chests + holds(s, player, EXTRA_CHEST)


@rule
def harvest(s: State, j: Journal, player: int, action: int, province: int) -> bool:
    """Rice or taxes first, kept whatever follows; then a revolt where markers lie."""
    if action == RICE_ACTION:
        rice = rice_from(s, player, province)
        s.rice[player] += rice
        note(j, RICE_TAKEN, player, province, rice)
    else:
        chests = taxes_from(s, player, province)
        s.chests[player] += chests
        note(j, TAXES_TAKEN, player, province, chests)
    if s.markers[province] == 0 or revolt(s, j, province, 0):
        s.markers[province] += 1
        note(j, MARKER_ADDED, province, s.markers[province])
    return True


@rule
def armies_to_deploy(s: State, action: int) -> int:
    """How many armies a deploy action places, under the event but without the special."""
    return DEPLOYED_FEWER[action] if under(s, DEPLOY_FEWER) else DEPLOYED[action]


@rule
def deploy(s: State, j: Journal, player: int, action: int, province: int) -> bool:
    """All armies from the reserve, or none; the special allows one more on deploy 5."""
    armies = armies_to_deploy(s, action)
    if s.chests[player] < COST[action] or s.reserve[player] < armies:
        return False
    if action == DEPLOY_5 and holds(s, player, SIX_ARMIES) and s.reserve[player] > armies:
        if not s.always_yes:
            s.phase = SIX
            s.acting = 1 << player
            return True
        armies += 1
    place_deployed(s, j, player, action, province, armies)
    return True


@rule
def place_deployed(
    s: State, j: Journal, player: int, action: int, province: int, armies: int
) -> None:
    """Pay and place."""
    s.chests[player] -= COST[action]
    s.reserve[player] -= armies
    s.armies[province] += armies
    note(j, DEPLOYED_ARMIES, player, province, armies, COST[action])
