"""How Samurai's opponents judge a position: chances of figures, of the win, and wishes.

A player's chance of a figure grows with the player's strength around it, the more so the fewer
gaps are left. Chances add up to expected captures, these to chances of the win, and what one more
figure would change in those is how much a player wants it.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tenka.core.layout import NONE, Ints, layout, pointer_to
from tenka.core.rule import rule
from tenka.games.samurai.facts import (
    KINDS,
    MOST_PLAYERS,
    SETTLEMENTS,
    SETTLEMENTS_ON_BOARD,
    STRENGTH,
)
from tenka.games.samurai.figures import holds
from tenka.games.samurai.state import OVER, State

REAL = np.float64
Reals = NDArray[np.float64]

MOST_GAPS = 7
MOST_STRENGTH = 32
ALL = -1  # as a mask: every settlement


class Mind:
    """What a player thinks with: weights that stay, and room to think in."""

    grip: Annotated[Reals, REAL, (MOST_GAPS, MOST_STRENGTH)]  # how firmly a strength holds a figure
    tempo: Annotated[Reals, REAL, (MOST_GAPS,)]  # how much firmer for the player who moves next
    nobody: Annotated[Reals, REAL, (MOST_GAPS,)]  # the grip of nobody, for figures set aside
    cost: Annotated[Reals, REAL, (KINDS,)]  # what a tile is worth kept, in figures
    ladder: Annotated[Reals, REAL, (5,)]  # weights of the ladder to the win, see `judge`
    thrift: Annotated[Reals, REAL, (1,)]  # how much strength in hand and pile helps the grip

    reserve: Annotated[Reals, REAL, (MOST_PLAYERS, 3)]  # what hand and pile add to the grip
    odds: Annotated[Reals, REAL, (MOST_PLAYERS,)]
    expected: Annotated[Reals, REAL, (MOST_PLAYERS, 3)]  # captures at the end, by kind
    unsure: Annotated[Reals, REAL, (3,)]  # how far they may be off
    leads: Annotated[Reals, REAL, (MOST_PLAYERS, 3)]  # chances of leading a kind
    win: Annotated[Reals, REAL, (MOST_PLAYERS,)]  # chances of the win
    # For me, what a player's capture of a kind would change in my chance of the win ...
    want: Annotated[Reals, REAL, (MOST_PLAYERS, MOST_PLAYERS, 3)]
    known: Annotated[Ints, np.int64, (MOST_PLAYERS,)]  # ... found for so many figures on the board
    # What I think of the settlements, for each player as me. By kind and gaps fewer: the others'
    # weight in a figure, and what I wish of them.
    others: Annotated[Reals, REAL, (MOST_PLAYERS, SETTLEMENTS, 3, 2, 2)]
    claims: Annotated[Reals, REAL, (MOST_PLAYERS, SETTLEMENTS, 3)]  # my wishes for a figure there
    closer: Annotated[Reals, REAL, (MOST_PLAYERS, SETTLEMENTS, 3)]  # ... and with a gap less
    settled: Annotated[Reals, REAL, (MOST_PLAYERS, SETTLEMENTS)]  # ... for those that stand there
    gains: Annotated[Reals, REAL, (MOST_PLAYERS, KINDS, SETTLEMENTS)]  # what laying a tile changes
    # Of which settlements that has to be found anew, as masks; and whether all of it was found.
    stale: Annotated[Ints, np.int64, (MOST_PLAYERS,)]
    stale_gains: Annotated[Ints, np.int64, (MOST_PLAYERS, KINDS)]
    thorough: Annotated[Ints, np.int64, (MOST_PLAYERS,)]
    plan: Annotated[Ints, np.int64, (2,)]  # the next decisions of this move, already found


MIND = layout(Mind)
mind_at = pointer_to(MIND)


# -- chances of figures, and of the win


@rule
def weigh_odds(m: Mind, s: State, settlement: int, figure: int, mover: int) -> None:
    """Each player's chance of a figure, to `odds`."""
    gaps = s.gaps[settlement]
    total = m.nobody[gaps]
    for player in range(s.players):
        grip = m.grip[gaps, s.strength[settlement, player, figure]] * m.reserve[player, figure]
        if player == mover:
            grip *= m.tempo[gaps]
        m.odds[player] = grip
        total += grip
    for player in range(s.players):
        m.odds[player] /= total


@rule
def count_reserves(m: Mind, s: State) -> None:
    """What each player's tiles in hand and pile add to the grip on figures of each kind."""
    if m.thrift[0] == 0.0:
        m.reserve[:] = 1.0
        return
    for player in range(s.players):
        for figure in range(3):
            total = 0
            for tile in range(KINDS):
                total += s.hand[player, tile] * STRENGTH[tile, figure]
            for i in range(s.pile_size[player]):
                total += STRENGTH[s.pile[player, i], figure]
            m.reserve[player, figure] = np.exp(m.thrift[0] * total)


@rule
def expect(m: Mind, s: State) -> None:
    """Captures as they stand and as they may be expected."""
    count_reserves(m, s)
    for figure in range(3):
        m.unsure[figure] = 0.0
        for player in range(s.players):
            m.expected[player, figure] = s.captured[player, figure]
    for settlement in range(SETTLEMENTS_ON_BOARD[s.players]):
        for figure in range(3):
            if holds(s, settlement, figure) and s.gaps[settlement] > 0:
                weigh_odds(m, s, settlement, figure, s.turn)
                for player in range(s.players):
                    chance = m.odds[player]
                    m.expected[player, figure] += chance
                    m.unsure[figure] += chance * (1.0 - chance)


@rule
def find_leads(m: Mind, players: int, figure: int) -> None:
    """Chances of leading a kind, from expected captures."""
    spread = np.sqrt(m.ladder[0] + m.ladder[1] * m.unsure[figure] / players)
    total = 0.0
    most = 0.0
    for player in range(players):
        most = max(most, m.expected[player, figure])
    for player in range(players):
        m.leads[player, figure] = np.exp((m.expected[player, figure] - most) / spread)
        total += m.leads[player, figure]
    for player in range(players):
        m.leads[player, figure] /= total


@rule
def climb_ladder(m: Mind, players: int) -> None:
    """Chances of the win by the ladder: two leads win outright; else single leads count, with all
    figures.
    """
    outright = 0.0
    rest = 0.0
    for player in range(players):
        a, b, c = m.leads[player, 0], m.leads[player, 1], m.leads[player, 2]
        two = a * b + a * c + b * c - 2.0 * a * b * c
        one = a + b + c - 2.0 * (a * b + a * c + b * c) + 3.0 * a * b * c
        figures = m.expected[player, 0] + m.expected[player, 1] + m.expected[player, 2]
        outright += two
        m.win[player] = two
        m.odds[player] = (one + m.ladder[2]) * np.exp(m.ladder[3] * figures)
        rest += m.odds[player]
    for player in range(players):
        m.win[player] += (1.0 - outright) * m.odds[player] / rest


@rule
def judge(m: Mind, players: int) -> None:
    """Chances of the win from expected captures."""
    for figure in range(3):
        find_leads(m, players, figure)
    climb_ladder(m, players)


@rule
def value(m: Mind, s: State) -> None:
    """Chances of the win in a position between turns, to `win`; of a finished game the result."""
    if s.phase == OVER:
        winners = 0
        for player in range(s.players):
            winners += (s.winners >> player) & 1
        for player in range(s.players):
            m.win[player] = ((s.winners >> player) & 1) / winners
    else:
        expect(m, s)
        judge(m, s.players)


@rule
def forget(m: Mind) -> None:
    """Nothing is known yet of the position."""
    m.known[:] = NONE
    m.plan[:] = NONE
    m.stale[:] = ALL


@rule
def wish(m: Mind, s: State, me: int) -> None:
    """What each capture would change in my chance of the win, to `want`."""
    standing = s.left[0] + s.left[1] + s.left[2]
    if m.known[me] == standing:
        return
    m.known[me] = standing
    m.stale[me] = ALL
    expect(m, s)
    judge(m, s.players)
    before = m.win[me]
    for figure in range(3):
        for player in range(s.players):
            m.expected[player, figure] += 0.5
            find_leads(m, s.players, figure)
            climb_ladder(m, s.players)
            m.expected[player, figure] -= 0.5
            m.want[me, player, figure] = 2.0 * (m.win[me] - before)
        find_leads(m, s.players, figure)  # as they were
