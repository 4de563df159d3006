"""The end of a turn and of the game: who takes which figure, and who wins (rulebook: scoring)."""

from __future__ import annotations

from tenka.core.journal import Journal, note
from tenka.core.layout import NONE, scratch
from tenka.core.players import everyone, with_most
from tenka.core.rule import rule
from tenka.games.samurai.entries import CAPTURED, GAME_OVER, SET_ASIDE
from tenka.games.samurai.facts import MOST_PLAYERS, SET_ASIDE_END
from tenka.games.samurai.figures import holds
from tenka.games.samurai.state import (
    BY_KINDS,
    BY_LEAD,
    BY_OTHERS,
    BY_TOTAL,
    FOURTH_SET_ASIDE,
    OVER,
    SHARED,
    State,
    figures_in_all,
)


@rule
def take_settlements(s: State, j: Journal) -> None:
    """Every settlement closed this turn gives up its figures."""
    settlement = 0
    while s.closed:
        if s.closed & 1:
            for figure in range(3):
                if holds(s, settlement, figure):
                    give_figure(s, j, settlement, figure)
            s.standing[settlement] = 0
        s.closed >>= 1
        settlement += 1


@rule
def give_figure(s: State, j: Journal, settlement: int, figure: int) -> None:
    """To the strongest; tied for that, or nobody above zero: it is set aside."""
    s.left[figure] -= 1
    player = strongest(s, settlement, figure)
    if player == NONE:
        s.set_aside[figure] += 1
        note(j, SET_ASIDE, figure, settlement)
    else:
        s.captured[player, figure] += 1
        note(j, CAPTURED, player, figure, settlement, s.strength[settlement, player, figure])


@rule
def strongest(s: State, settlement: int, figure: int) -> int:
    """The one player with the highest sum of tiles for a figure, or NONE."""
    best, most = NONE, 0
    for player in range(s.players):
        strength = s.strength[settlement, player, figure]
        if strength > most:
            best, most = player, strength
        elif strength == most:
            best = NONE
    return best


# -- the end


@rule
def reasons_to_end(s: State) -> int:
    """A bit for each kind with no figure on the board, and one for the fourth set aside."""
    reasons = 0
    for figure in range(3):
        if s.left[figure] == 0:
            reasons |= 1 << figure
    if s.set_aside[0] + s.set_aside[1] + s.set_aside[2] >= SET_ASIDE_END:
        reasons |= FOURTH_SET_ASIDE
    return reasons


@rule
def finish(s: State, j: Journal, ending: int) -> None:
    """The winners are found, rung by rung."""
    s.ending = ending
    find_winners(s)
    s.phase = OVER
    s.acting = 0
    note(j, GAME_OVER, s.ending, s.decider, s.winners)


@rule
def leader(s: State, figure: int) -> int:
    """The one player with strictly most figures of a kind, or NONE."""
    best, most = NONE, -1
    for player in range(s.players):
        count = s.captured[player, figure]
        if count > most:
            best, most = player, count
        elif count == most:
            best = NONE
    return best


@rule
def kinds_led(s: State, player: int) -> int:
    """Which kinds of figure a player leads, as a mask."""
    mask = 0
    for figure in range(3):
        if leader(s, figure) == player:
            mask |= 1 << figure
    return mask


@rule
def find_winners(s: State) -> None:
    """Two kinds led win; else leaders of one compare their other figures, then all figures."""
    leaders, count = 0, 0
    for player in range(s.players):
        led = kinds_led(s, player)
        if led & (led - 1):
            s.winners, s.decider = 1 << player, BY_KINDS
            return
        if led:
            leaders |= 1 << player
            count += 1
    if count:
        s.winners = most_figures(s, leaders, True)
        s.decider = BY_LEAD if count == 1 else BY_OTHERS
    else:
        s.winners = everyone(s)
    if s.winners & (s.winners - 1):
        s.winners = most_figures(s, s.winners, False)
        s.decider = SHARED if s.winners & (s.winners - 1) else BY_TOTAL


@rule
def most_figures(s: State, among: int, others_only: bool) -> int:
    """Those of a mask of players with most figures: in all, or of kinds that they do not lead."""
    count = scratch(MOST_PLAYERS)
    for player in range(s.players):
        count[player] = figures_in_all(s, player)
        if others_only:
            count[player] -= figures_led(s, player)
    return with_most(count, among)


@rule
def figures_led(s: State, player: int) -> int:
    """How many figures a player has of the kinds that the player leads."""
    led = kinds_led(s, player)
    count = 0
    for figure in range(3):
        if (led >> figure) & 1:
            count += s.captured[player, figure]
    return count
