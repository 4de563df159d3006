"""Who will win: what can be counted between two rounds, as points to come, as chances."""

from __future__ import annotations

import numpy as np

from tenka.bots.shogun.judgement import (
    FEATURES,
    Mind,
    danger,
    loss_of,
    prospect,
    reward,
    round_of,
    survey,
)
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.shogun.facts import AUTUMN, BUILDINGS, MAP, REGIONS, RICE_LOSS, SPACES, YEAR_EVENTS
from tenka.games.shogun.realm import buildings_in
from tenka.games.shogun.state import OVER, State, provinces_of

RICE_A_ROUND = 4
USUAL_LOSS = float(RICE_LOSS.mean())  # of an event that is not known yet


@rule
def rice_to_lose(s: State) -> float:
    """What the year's last event may cost, of the events that are left."""
    total, left, first = 0.0, 0, s.year * YEAR_EVENTS
    if s.event_pile[first] == NONE:  # provinces are chosen before events lie open
        return USUAL_LOSS
    for i in range(YEAR_EVENTS):
        if not s.event_met[i]:
            total += RICE_LOSS[s.event_pile[first + i]]
            left += 1
    return total / max(left, 1)


@rule
def hunger(s: State, player: int, rounds: int) -> float:
    """The rice that may be short in winter, if there is a harvest in so many rounds."""
    need = provinces_of(s, player) + rice_to_lose(s)
    return max(0.0, float(need - s.rice[player] - RICE_A_ROUND * rounds))


@rule
def describe(m: Mind, s: State, player: int) -> None:
    """What a player has, to `feature`, in the order of FEATURES. The survey is made."""
    provinces = buildings = majorities = armies = spaces = 0
    losses = gains = 0.0
    for province in range(MAP):
        if s.owner[province] == player:
            provinces += 1
            built, there = buildings_in(s, province), s.armies[province]
            buildings += built
            spaces += SPACES[province] - built
            armies += there
            losses += danger(m, s, province, there) * loss_of(m, s, province)
            gains += prospect(m, s, province, there)
    for region in range(len(REGIONS)):
        for kind in range(len(BUILDINGS)):
            majorities += reward(m, region, kind, player, 0)
    f = m.feature
    f[0], f[1], f[2], f[3] = s.points[player], provinces, buildings, majorities
    f[4], f[5], f[6] = s.chests[player], armies, s.rice[player]
    f[7] = hunger(s, player, AUTUMN + 1 - min(s.season, AUTUMN))
    f[8], f[9], f[10], f[11] = losses, gains, spaces, s.tower[player]


@rule
def value(m: Mind, s: State) -> None:
    """Chances of the win before a round, to `win`; of a finished game the result."""
    total = 0.0
    if s.phase == OVER:
        for player in range(s.players):
            m.win[player] = (s.winners >> player) & 1
            total += m.win[player]
    else:
        survey(m, s)
        now, best = round_of(s), -1e9
        for player in range(s.players):
            describe(m, s, player)
            m.win[player] = 0.0
            for i in range(len(FEATURES)):
                m.win[player] += m.outlook[now, i] * m.feature[i]
            best = max(best, m.win[player])
        for player in range(s.players):
            m.win[player] = np.exp(m.certainty[now] * (m.win[player] - best))
            total += m.win[player]
    for player in range(s.players):
        m.win[player] /= total
