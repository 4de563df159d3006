"""The quick policy of Shogun's opponents: plans by worth, marches by odds, places by need."""

from __future__ import annotations

import numpy as np

from tenka.bots.shogun.judgement import Mind, attack, stand, survey
from tenka.bots.shogun.plans import misjudged
from tenka.core.engine import first_actor
from tenka.core.game import Choices
from tenka.core.journal import Journal
from tenka.core.layout import Ints
from tenka.core.rule import rule
from tenka.games.shogun.actions import BID_CARD, CARD, CHEST_CARD, COUNT, NO_CARD, PLACE, STAY, TO
from tenka.games.shogun.facts import (
    ANY_CHEST,
    ATTACK,
    BATTLE_A,
    BATTLE_B,
    BID,
    CHESTS,
    DEFENCE,
    DEPLOY_5,
    EMPTY,
    EXTRA_CHEST,
    EXTRA_RICE,
    FIELDS,
    MAP,
    NEIGHBOURS,
    RICE,
    RICE_ACTION,
    SIX_ARMIES,
    SPACES,
    TAXES,
)
from tenka.games.shogun.planning import next_field
from tenka.games.shogun.rules import apply, legal
from tenka.games.shogun.state import DRAFT, GROUP, MARCH, PLACING, TARGET, State

# The decision that lays a card, first on an action, then as the bid.
LAYING = np.full((2, ANY_CHEST + 1), CHEST_CARD)
LAYING[0, :MAP] = CARD + np.arange(MAP)
LAYING[0, EMPTY] = NO_CARD
LAYING[1, : EMPTY + 1] = BID_CARD + np.arange(EMPTY + 1)  # provinces, chests, nothing, in order


@rule
def lay_plan(s: State, j: Journal, player: int, plan: Ints) -> None:
    """Lay a plan, from the next field on."""
    for field in range(next_field(s, player), len(FIELDS)):
        j.count = 0
        apply(s, j, player, LAYING[1 if field == BID else 0, plan[field]])


@rule
def worth_of_march(m: Mind, s: State, player: int, target: int, going: int) -> float:
    """What moving so many armies, or attacking with them, changes."""
    here, there = s.armies[s.source], s.armies[target]
    changed = stand(m, s, s.source, here - going) - stand(m, s, s.source, here)
    if s.owner[target] == player:
        return changed + stand(m, s, target, there + going) - stand(m, s, target, there)
    return changed + attack(m, s, player, target, going)


@rule
def best_march(m: Mind, s: State, player: int, c: Choices) -> int:
    """Where to, or how many armies, of what may be decided."""
    survey(m, s)
    best, most = int(c.ids[0]), -1e9
    for i in range(c.count):
        action = c.ids[i]
        if s.phase == MARCH:
            gained = worth_of_march(m, s, player, s.target, action - COUNT + 1)
        elif action == STAY:
            gained = 0.0
        else:
            gained, fewest = -1e9, max(1, s.armies[s.source] - 3)
            for going in range(fewest, s.armies[s.source]):
                gained = max(gained, worth_of_march(m, s, player, action - TO, going))
        gained += misjudged(m, s)
        if gained > most:
            best, most = int(action), gained
    return best


@rule
def worth_of_special(s: State, player: int, special: int) -> float:
    """How well a special card fits the plan, in about points."""
    plan = s.plan[player]
    if special == EXTRA_CHEST:
        return 0.35 if 0 <= plan[TAXES] < MAP else 0.0
    if special == EXTRA_RICE:
        return 0.3 if 0 <= plan[RICE_ACTION] < MAP else 0.0
    if special == SIX_ARMIES:
        return 0.35 if 0 <= plan[DEPLOY_5] < MAP else 0.0
    if special == ATTACK:
        battles = (0 <= plan[BATTLE_A] < MAP) + (0 <= plan[BATTLE_B] < MAP)
        return float(0.45 * battles)
    return 0.3 if special == DEFENCE else 0.0


@rule
def best_place(m: Mind, s: State, player: int, c: Choices) -> int:
    """The place whose special fits best."""
    best, most = int(c.ids[0]), -1e9
    for i in range(c.count):
        gained = worth_of_special(s, player, s.specials[c.ids[i] - PLACE]) + misjudged(m, s)
        if gained > most:
            best, most = int(c.ids[i]), gained
    return best


@rule
def worth_of_card(s: State, player: int, province: int) -> float:
    """How good a province is to begin with: its yield, room to build, and own neighbours."""
    value = 0.3 * CHESTS[province] + 0.2 * RICE[province] + 0.7 * SPACES[province]
    at = 0
    while NEIGHBOURS[province, at] >= 0:
        owner = s.owner[NEIGHBOURS[province, at]]
        if owner == player:
            value += 0.6
        elif owner >= 0:
            value -= 0.2
        at += 1
    return float(value)


@rule
def best_card(m: Mind, s: State, player: int, c: Choices) -> int:
    """The better of the two open cards."""
    best, most = int(c.ids[0]), -1e9
    for i in range(2):
        gained = worth_of_card(s, player, c.ids[i] - CARD) + misjudged(m, s)
        if gained > most:
            best, most = int(c.ids[i]), gained
    return best


@rule
def best_group(s: State, player: int, c: Choices) -> int:
    """Many armies where there are enemies or much to conquer, few elsewhere."""
    at = others = 0
    while NEIGHBOURS[s.target, at] >= 0:
        others += s.owner[NEIGHBOURS[s.target, at]] != player
        at += 1
    if others >= 4:
        return int(c.ids[0])
    return int(c.ids[c.count // 2] if others >= 2 else c.ids[c.count - 1])


@rule
def quick(m: Mind, s: State, player: int, c: Choices) -> int:
    """The quick policy's decision, from the list of legal ones, except for plans."""
    if s.phase == TARGET or s.phase == MARCH:
        return best_march(m, s, player, c)
    if s.phase == PLACING:
        return best_place(m, s, player, c)
    if s.phase == DRAFT:
        return best_card(m, s, player, c)
    if s.phase == GROUP:
        return best_group(s, player, c)
    return int(c.ids[0])  # an extra army comes; of provinces in revolt the first


@rule
def step(m: Mind, s: State, j: Journal, c: Choices) -> None:
    """One decision by the quick policy, after the plans are laid."""
    player = first_actor(s)
    c.count = 0
    legal(s, player, c)
    j.count = 0
    apply(s, j, player, quick(m, s, player, c))
