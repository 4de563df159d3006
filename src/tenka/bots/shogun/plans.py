"""How Shogun's opponents make a plan: what each card is worth on each field, and the best
assignment of cards to fields.
"""

from __future__ import annotations

from tenka.bots.shogun.judgement import (
    CHEST,
    FIRST,
    MARKER,
    RACE,
    RICE,
    Mind,
    chance,
    danger,
    loss_of,
    most_of_others,
    odds,
    prospect,
    reward,
    stand,
    survey,
    weight,
    winters,
)
from tenka.bots.shogun.outlook import hunger
from tenka.core.chance import below
from tenka.core.rule import rule
from tenka.games.shogun.facts import (
    ANY_CHEST,
    BATTLE_A,
    BATTLE_B,
    BID,
    BUILDINGS,
    CHEST_CARDS,
    CHESTS,
    COST,
    DEPLOY_1,
    DEPLOY_5,
    DEPLOYED,
    EMPTY,
    FIELDS,
    MAJORITY,
    MAP,
    NEIGHBOURS,
    PEASANT,
    REGION,
    RICE_ACTION,
    SPACES,
    TAXES,
)
from tenka.games.shogun.facts import CHEST as CHEST_CARD
from tenka.games.shogun.facts import RICE as RICE_OF
from tenka.games.shogun.planning import chests_left
from tenka.games.shogun.realm import buildings_in
from tenka.games.shogun.state import State, has_building

LOST_RACE = 3  # so many buildings behind, a majority is given up
# How far each bid gets one ahead: a province, then 1 to 4 chests.
RANKS = (0.4, 0.6, 0.75, 0.85, 0.9)
TRIES = 4  # at a plan that can be paid
DEARER = 1.6  # chests get by this factor when a plan costs too much
BARE = 0.001  # what showing that there is no card costs ...
FEARED = 2.0  # ... and how much more where others may fear a battle
LAST = 0.01  # what an empty bid costs, by which one chooses a place last


@rule
def misjudged(m: Mind, s: State) -> float:
    """An error, of the size that is usual for this mind."""
    if m.error[0] == 0.0:
        return 0.0
    unit = 1 << 16
    total = below(s, unit) + below(s, unit) + below(s, unit) - 1.5 * unit
    return float(m.error[0] * 2.0 * total / unit)


# -- what a province is worth on a field


@rule
def worth_of_building(m: Mind, s: State, player: int, kind: int, province: int) -> float:
    """Points in the winters to come, and majorities, unless the province is lost."""
    full = buildings_in(s, province) >= SPACES[province]
    if full or has_building(s, province, kind) or s.supply[kind] == 0:
        return 0.0
    region = REGION[s.side, province]
    gained = reward(m, region, kind, player, 1) - reward(m, region, kind, player, 0)
    behind = most_of_others(m, region, kind, player) - m.count[region, kind, player]
    points = 1.0 + gained
    if gained <= 0 and behind < LOST_RACE:
        points += weight(m, s, RACE) * MAJORITY[kind]
    kept = 1.0 - danger(m, s, province, s.armies[province])
    return float(points * winters(s) * kept - m.price[0] * COST[kind])


@rule
def risk_of_revolt(m: Mind, s: State, player: int, province: int) -> float:
    """What a harvest may cost: a marker, and a revolt where one lies already."""
    cost = weight(m, s, MARKER)
    if s.markers[province]:
        lead, spread = odds(m, s, PEASANT, s.markers[province], player, s.armies[province], 0)
        cost += chance(lead, spread, 0.0) * loss_of(m, s, province)
    return cost


@rule
def worth_of_move(m: Mind, s: State, player: int, province: int) -> float:
    """The best of moving all armies but one to an own neighbour, once there is one army more."""
    armies = s.armies[province] + 1
    best, at = stand(m, s, province, armies), 0
    stays = stand(m, s, province, 1)
    while armies > 2 and NEIGHBOURS[province, at] >= 0:
        target = NEIGHBOURS[province, at]
        if s.owner[target] == player:
            there = s.armies[target]
            gained = stand(m, s, target, there + armies - 1) - stand(m, s, target, there)
            best = max(best, stays + gained)
        at += 1
    return best


@rule
def worth_of_battle(m: Mind, s: State, province: int, before: float) -> float:
    """The best attack with all armies but one; without a good one, armies may move at home."""
    best = prospect(m, s, province, s.armies[province])
    return best + stand(m, s, province, 1) - before if best > 0.0 else 0.0


@rule
def score_province(m: Mind, s: State, player: int, province: int, need: float, at: int) -> None:
    """What a province's card is worth on each field, to a column of `score`."""
    price, armies = m.price[0], s.armies[province]
    before = stand(m, s, province, armies)
    for kind in range(len(BUILDINGS)):
        m.score[kind, at] = worth_of_building(m, s, player, kind, province)
    revolt = risk_of_revolt(m, s, player, province)
    needed = min(float(RICE_OF[province]), need) + 0.1 * RICE_OF[province]
    m.score[RICE_ACTION, at] = weight(m, s, RICE) * needed - revolt
    m.score[TAXES, at] = price * CHESTS[province] - revolt
    for action in range(DEPLOY_5, DEPLOY_1):
        after = stand(m, s, province, armies + DEPLOYED[action])
        m.score[action, at] = after - before - price * COST[action]
        if s.reserve[player] < DEPLOYED[action]:
            m.score[action, at] = 0.0
    m.score[DEPLOY_1, at] = worth_of_move(m, s, player, province) - before - price * COST[DEPLOY_1]
    battle = worth_of_battle(m, s, province, before)
    m.score[BATTLE_A, at] = m.score[BATTLE_B, at] = battle
    m.score[BID, at] = weight(m, s, FIRST) * RANKS[0]


@rule
def best_bid(m: Mind, s: State, player: int) -> tuple[float, int]:
    """The chest card that is worth most as a bid."""
    best, most = 0, 0.0
    for chests in range(1, min(CHEST_CARDS - 1, s.chests[player]) + 1):
        gained = weight(m, s, FIRST) * RANKS[chests] - m.price[0] * chests
        if gained > most:
            best, most = chests, gained
    return most, CHEST_CARD + best


# -- all cards and fields


@rule
def list_cards(m: Mind, s: State, player: int) -> int:
    """The provinces that may lie on the player's open fields, to `card`; how many."""
    count = 0
    for province in range(MAP):
        if s.owner[province] == player and not s.won[province]:
            laid = False
            for field in range(len(FIELDS)):
                laid = laid or s.plan[player, field] == province
            if not laid:
                m.card[count] = province
                count += 1
    return count


@rule
def list_fields(m: Mind, s: State, player: int) -> int:
    """The fields without a card that is known, to `row`; how many."""
    rows = 0
    for field in range(len(FIELDS)):
        m.plan[field] = s.plan[player, field]
        if s.plan[player, field] < 0:
            m.row[rows] = field
            rows += 1
    return rows


@rule
def loose_chests(s: State, player: int) -> int:
    """Chest cards that do not lie on known fields."""
    return chests_left(s, player) - (1 if CHEST_CARD <= s.plan[player, BID] < EMPTY else 0)


@rule
def score_all(m: Mind, s: State, player: int) -> tuple[int, int]:
    """What each card is worth on each open field; how many fields and cards there are."""
    rows, provinces = list_fields(m, s, player), list_cards(m, s, player)
    need = hunger(s, player, max(0, 2 - s.season)) + 1.0
    for at in range(provinces):
        score_province(m, s, player, m.card[at], need, at)
    bid, card = best_bid(m, s, player)
    full = provinces + loose_chests(s, player)
    cards = max(rows, full)
    for at in range(provinces, cards):
        m.card[at] = card if at < full else EMPTY
        for field in range(len(FIELDS)):
            m.score[field, at] = 0.0 if at < full else -BARE
        for field in range(BATTLE_A, BID):
            m.score[field, at] *= FEARED
        m.score[BID, at] = bid if at < full else -LAST
    return rows, cards


@rule
def misjudge_all(m: Mind, s: State, rows: int, cards: int) -> None:
    """Err about every card on every field."""
    for i in range(rows):
        for at in range(cards):
            if m.card[at] < MAP:
                m.score[m.row[i], at] += misjudged(m, s)


@rule
def assign(m: Mind, rows: int, cards: int) -> None:
    """The assignment of cards to fields that is worth most, to `holder`: who has which card.

    Row by row, along the shortest way of exchanges; rows and columns count from 1.
    """
    m.row_price[:] = 0.0
    m.column_price[:] = 0.0
    m.holder[:] = 0
    for row in range(1, rows + 1):
        m.holder[0] = row
        column = 0
        for k in range(cards + 1):
            m.slack[k], m.done[k] = 1e18, 0
        while m.holder[column] != 0:
            column = extend(m, column, cards)
        while column:
            before = m.way[column]
            m.holder[column] = m.holder[before]
            column = before


@rule
def extend(m: Mind, column: int, cards: int) -> int:
    """One step of the shortest way: the next column on it."""
    m.done[column] = 1
    row, nearest, least = m.holder[column], 0, 1e18
    for k in range(1, cards + 1):
        if not m.done[k]:
            cost = -m.score[m.row[row - 1], k - 1] - m.row_price[row] - m.column_price[k]
            if cost < m.slack[k]:
                m.slack[k], m.way[k] = cost, column
            if m.slack[k] < least:
                least, nearest = m.slack[k], k
    for k in range(cards + 1):
        if m.done[k]:
            m.row_price[m.holder[k]] += least
            m.column_price[k] -= least
        else:
            m.slack[k] -= least
    return nearest


@rule
def take_plan(m: Mind, cards: int) -> None:
    """Write the assignment to `plan`: on an action a chest card is any of them."""
    for k in range(1, cards + 1):
        if m.holder[k]:
            field, card = m.row[m.holder[k] - 1], m.card[k - 1]
            unused = EMPTY if card == EMPTY else ANY_CHEST
            m.plan[field] = card if card < MAP or field == BID else unused


@rule
def overspent(m: Mind, s: State, player: int) -> bool:
    """Whether a plan costs more than the player will have."""
    budget = s.chests[player]
    if 0 <= m.plan[TAXES] < MAP:
        budget += CHESTS[m.plan[TAXES]]
    if CHEST_CARD <= m.plan[BID] < EMPTY:
        budget -= m.plan[BID] - CHEST_CARD
    for field in range(BID):
        if 0 <= m.plan[field] < MAP:
            budget -= COST[field]
    return bool(budget < 0)


@rule
def make_plan(m: Mind, s: State, player: int) -> None:
    """A whole plan, to `plan`: known cards as they lie, the others as they are worth most.

    While it costs too much, chests get dearer.
    """
    survey(m, s)
    m.price[0] = weight(m, s, CHEST)
    for _ in range(TRIES):
        rows, cards = score_all(m, s, player)
        misjudge_all(m, s, rows, cards)
        assign(m, rows, cards)
        take_plan(m, cards)
        if not overspent(m, s, player):
            return
        m.price[0] = m.price[0] * DEARER + 0.1
