"""The course of a game of Samurai: hands, figures, then turn after turn."""

from __future__ import annotations

from tenka.core.chance import below
from tenka.core.game import Choices
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.players import everyone
from tenka.core.rule import rule
from tenka.games.samurai.actions import DECISIONS, END, FIGURE, HEX, SETTLEMENT, TILE
from tenka.games.samurai.captures import finish, reasons_to_end, take_settlements
from tenka.games.samurai.entries import FIRST_PLAYER, PASSED, TURN
from tenka.games.samurai.facts import (
    LAND,
    LAND_AROUND,
    LAND_ON_BOARD,
    SEA_ON_BOARD,
    SETTLEMENTS_ON_BOARD,
)
from tenka.games.samurai.figures import (
    deal_figures,
    fill_capital,
    offer_figures,
    offer_settlements,
    place_figure,
    place_last_figure,
    take_figure,
)
from tenka.games.samurai.hands import (
    choose_tile,
    deal_hands,
    draw_to_five,
    offer_hand,
    shuffle_piles,
)
from tenka.games.samurai.state import (
    CHOOSE_HANDS,
    CHOSEN,
    LAY_TILE,
    LIFT_FIGURE,
    PLACE_FIGURE,
    PLACED,
    PLAY_TILE,
    SWAP_FIGURE,
    TAKE_BACK,
    TAKE_FIGURE,
    State,
)
from tenka.games.samurai.tiles import (
    lay,
    lift_figure,
    offer_hexes,
    offer_lifts,
    offer_own_tiles,
    offer_swaps,
    offer_tiles,
    pick,
    swap_figures,
    take_back,
)

# A piece is named first, then its place; both exchanges have a step between.
PICKS = {
    TAKE_FIGURE: range(FIGURE, SETTLEMENT),
    PLAY_TILE: range(TILE, END),
    TAKE_BACK: range(HEX, FIGURE),
    LIFT_FIGURE: range(SETTLEMENT, len(DECISIONS.texts)),
}


@rule
def setup(s: State, j: Journal) -> None:
    """The empty board and the first player; hands come before any figure stands."""
    s.laid[:] = NONE
    s.pile[:] = NONE
    s.picked = s.lifted = s.lifted_from = NONE
    clear_board(s)
    s.first = s.turn = below(s, s.players)
    note(j, FIRST_PLAYER, s.first)
    s.phase = CHOOSE_HANDS
    if s.hands == CHOSEN:
        s.acting = everyone(s)
    else:
        deal_hands(s, j)
        set_out(s, j)


@rule
def clear_board(s: State) -> None:
    """Every hex of the board is empty."""
    s.land_count, s.sea_count = LAND_ON_BOARD[s.players], SEA_ON_BOARD[s.players]
    for i in range(s.land_count):
        s.free_land[i] = i
        s.free_at[i] = i
    for i in range(s.sea_count):
        s.free_sea[i] = LAND + i
        s.free_at[LAND + i] = i
    for settlement in range(SETTLEMENTS_ON_BOARD[s.players]):
        s.gaps[settlement] = LAND_AROUND[settlement]


@rule
def set_out(s: State, j: Journal) -> None:
    """All hands are there: the piles are shuffled and the figures come to the board."""
    shuffle_piles(s)
    fill_capital(s, j)
    if s.figures == PLACED:
        s.phase = TAKE_FIGURE
        s.acting = 1 << s.turn
    else:
        deal_figures(s, j)
        begin_turn(s, j)


# -- decisions


@rule
def legal(s: State, player: int, c: Choices) -> None:
    """List what a player who is asked may decide."""
    phase = s.phase
    if phase == PLAY_TILE:
        offer_tiles(s, player, c)
    elif phase == LAY_TILE:
        offer_hexes(s, c)
    elif phase == CHOOSE_HANDS:
        offer_hand(s, player, c)
    elif phase == TAKE_FIGURE:
        offer_figures(s, c)
    elif phase == PLACE_FIGURE:
        offer_settlements(s, c)
    elif phase == TAKE_BACK:
        offer_own_tiles(s, player, c)
    elif phase == LIFT_FIGURE:
        offer_lifts(s, c)
    else:
        offer_swaps(s, c)


@rule
def apply(s: State, j: Journal, player: int, action: int) -> None:
    """Carry out a legal decision, then all that follows until the next one."""
    phase = s.phase
    if action == END:
        end_turn(s, j, player)
    elif phase == PLAY_TILE:
        pick(s, player, action - TILE)
    elif phase == LAY_TILE:
        lay(s, j, player, action - HEX)
        end_if_hand_is_empty(s, j, player)
    elif phase == CHOOSE_HANDS:
        choose_tile(s, j, player, action - TILE)
        if s.acting == 0:
            set_out(s, j)
    elif phase == TAKE_FIGURE:
        take_figure(s, action - FIGURE)
    elif phase == PLACE_FIGURE:
        place_figure(s, j, player, action - SETTLEMENT)
        begin_when_all_stand(s, j)
    elif phase == TAKE_BACK:
        take_back(s, j, player, action - HEX)
    elif phase == LIFT_FIGURE:
        lift_figure(s, action)
    elif phase == SWAP_FIGURE:
        swap_figures(s, j, player, action)
        end_if_hand_is_empty(s, j, player)


# -- the course of the game


@rule
def begin_when_all_stand(s: State, j: Journal) -> None:
    """With the last figure placed it is the first player's turn again, and the game starts."""
    place_last_figure(s, j)
    if s.stock[0] + s.stock[1] + s.stock[2] == 0:
        begin_turn(s, j)


@rule
def begin_turn(s: State, j: Journal) -> None:
    """The next player with tiles in hand; one without passes.

    Not all hands can be empty: the land would be full, and the game over.
    """
    s.phase = PLAY_TILE
    s.played = s.normal_used = 0
    while s.hand_size[s.turn] == 0:
        note(j, PASSED, s.turn)
        s.turn = (s.turn + 1) % s.players
    s.acting = 1 << s.turn
    note(j, TURN, s.turn)


@rule
def end_if_hand_is_empty(s: State, j: Journal, player: int) -> None:
    """With tiles in hand a turn ends only when its player says so, or the hand would be told."""
    if s.hand_size[player] == 0:
        end_turn(s, j, player)


@rule
def end_turn(s: State, j: Journal, player: int) -> None:
    """Captures, then the end of the game, or new tiles and the next player."""
    if s.played == 0:
        note(j, PASSED, player)
    take_settlements(s, j)
    ending = reasons_to_end(s)
    if ending:
        finish(s, j, ending)
        return
    draw_to_five(s, j, player)
    s.turn = (player + 1) % s.players
    begin_turn(s, j)
