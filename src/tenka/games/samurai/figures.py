"""The figures before the game: Edo filled, the others placed in turn or dealt at random."""

from __future__ import annotations

from tenka.core.chance import shuffle
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note, note_list
from tenka.core.layout import NONE, Ints, scratch
from tenka.core.rule import rule
from tenka.games.samurai.actions import FIGURE, SETTLEMENT
from tenka.games.samurai.entries import CAPITAL_FILLED, FIGURE_PLACED, FIGURES_DEALT
from tenka.games.samurai.facts import (
    CITY,
    EDO,
    FIGURES_OF_A_KIND,
    SETTLEMENTS,
    SETTLEMENTS_ON_BOARD,
    SLOTS,
    WHICH_CITY,
)
from tenka.games.samurai.state import PLACE_FIGURE, TAKE_FIGURE, State

MOST_FIGURES = 3 * int(FIGURES_OF_A_KIND.max())


@rule
def stand(s: State, figure: int, settlement: int) -> None:
    """A figure from the stock to a settlement."""
    s.stock[figure] -= 1
    s.left[figure] += 1
    s.standing[settlement] |= 1 << figure


@rule
def fill_capital(s: State, j: Journal) -> None:
    """Edo gets one figure of each kind."""
    for figure in range(3):
        s.stock[figure] = FIGURES_OF_A_KIND[s.players]
        stand(s, figure, EDO)
    note(j, CAPITAL_FILLED, EDO)


@rule
def holds(s: State, settlement: int, figure: int) -> bool:
    """Whether a figure of that kind stands in a settlement."""
    return (s.standing[settlement] >> figure) & 1 == 1


# -- placed by the players in turn


@rule
def cities_to_fill(s: State) -> int:
    """Cities that do not hold two figures yet, as a mask of settlements."""
    mask = 0
    for settlement in CITY:
        standing = s.standing[settlement]
        if settlement < SETTLEMENTS_ON_BOARD[s.players] and standing & (standing - 1) == 0:
            mask |= 1 << settlement
    return mask


@rule
def places_for(s: State, figure: int) -> int:
    """Where a figure may be placed: first in cities, never two alike, then in empty villages."""
    mask = 0
    cities = cities_to_fill(s)
    for settlement in range(SETTLEMENTS_ON_BOARD[s.players]):
        if cities:
            open_to_it = (cities >> settlement) & 1 == 1 and not holds(s, settlement, figure)
        else:
            open_to_it = s.standing[settlement] == 0
        if open_to_it:
            mask |= 1 << settlement
    return mask


@rule
def offer_figures(s: State, c: Choices) -> None:
    """Kinds that are left and have a place."""
    for figure in range(3):
        if s.stock[figure] > 0 and places_for(s, figure):
            offer(c, FIGURE + figure)


@rule
def offer_settlements(s: State, c: Choices) -> None:
    """Places for the figure that was taken."""
    mask = places_for(s, s.lifted)
    for settlement in range(SETTLEMENTS):
        if (mask >> settlement) & 1:
            offer(c, SETTLEMENT + settlement)


@rule
def take_figure(s: State, figure: int) -> None:
    """The player says which kind is placed next."""
    s.lifted = figure
    s.phase = PLACE_FIGURE


@rule
def place_figure(s: State, j: Journal, player: int, settlement: int) -> None:
    """The figure that was taken goes to a settlement, and the next player places one."""
    stand(s, s.lifted, settlement)
    note(j, FIGURE_PLACED, player, s.lifted, settlement)
    s.lifted = NONE
    s.turn = (player + 1) % s.players
    s.acting = 1 << s.turn
    s.phase = TAKE_FIGURE


@rule
def place_last_figure(s: State, j: Journal) -> None:
    """One figure and one empty village leave nothing to ask."""
    if s.stock[0] + s.stock[1] + s.stock[2] == 1:
        figure = 0
        while s.stock[figure] == 0:
            figure += 1
        settlement = 0
        while s.standing[settlement] != 0:
            settlement += 1
        s.lifted = figure
        place_figure(s, j, s.turn, settlement)


# -- dealt at random


@rule
def deal_figures(s: State, j: Journal) -> None:
    """The figures are shuffled and dealt, again if a city gets two alike."""
    figures = scratch(MOST_FIGURES)
    count = 0
    for figure in range(3):
        for _ in range(s.stock[figure]):
            figures[count] = figure
            count += 1
    shuffle(s, figures, count)
    while city_with_two_alike(s, figures):
        shuffle(s, figures, count)
    at = 0
    for settlement in range(1, SETTLEMENTS_ON_BOARD[s.players]):
        size = SLOTS[settlement]
        for i in range(at, at + size):
            stand(s, figures[i], settlement)
        note_list(j, FIGURES_DEALT, settlement, figures[at:], size)
        at += size


@rule
def city_with_two_alike(s: State, figures: Ints) -> bool:
    """Whether figures, dealt in the order of the settlements, put two of a kind in a city."""
    at = 0
    for settlement in range(1, SETTLEMENTS_ON_BOARD[s.players]):
        if WHICH_CITY[settlement] >= 0 and figures[at] == figures[at + 1]:
            return True
        at += SLOTS[settlement]
    return False
