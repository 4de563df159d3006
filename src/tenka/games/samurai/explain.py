"""Why a decision is not legal, from what the player who tried it may know."""

from __future__ import annotations

from typing import Any

from tenka.core.reasons import Reason
from tenka.games.samurai import reasons as why
from tenka.games.samurai.actions import CITY_FIGURE, END, FIGURE, HEX, SETTLEMENT, TILE
from tenka.games.samurai.facts import (
    CITY,
    EDO,
    FAST,
    FIGURE_EXCHANGE,
    FIGURES,
    HEX_NAMES,
    KINDS,
    LAND,
    SETTLEMENT_NAMES,
    SETTLEMENTS_ON_BOARD,
    TILES,
    TOKEN_EXCHANGE,
    smallest_board,
)
from tenka.games.samurai.figures import cities_to_fill, holds
from tenka.games.samurai.state import (
    CHOOSE_HANDS,
    LAY_TILE,
    LIFT_FIGURE,
    PLACE_FIGURE,
    PLAY_TILE,
    SWAP_FIGURE,
    TAKE_BACK,
    TAKE_FIGURE,
)
from tenka.games.samurai.tiles import is_ship


def explain(s: Any, player: int, action: int) -> Reason:
    """The reason, for a player who is asked but not for this."""
    if s.phase == PLAY_TILE and action < END:
        return _about_tile(s, player, action - TILE)
    if s.phase == PLAY_TILE and action == END:
        return why.ONE_TILE()
    if s.phase in (LAY_TILE, TAKE_BACK) and HEX <= action < FIGURE:
        return _about_hex(s, player, action - HEX)
    if s.phase == CHOOSE_HANDS and action < END:
        return why.NONE_LEFT(tile=TILES[action - TILE])
    if s.phase == TAKE_FIGURE and FIGURE <= action < SETTLEMENT:
        return _about_kind(s, action - FIGURE)
    if s.phase == PLACE_FIGURE and SETTLEMENT <= action < CITY_FIGURE:
        return _about_settlement(s, action - SETTLEMENT)
    if s.phase in (LIFT_FIGURE, SWAP_FIGURE) and action >= SETTLEMENT:
        return _about_swap(s, action)
    return why.ASKED[int(s.phase)]()


def _about_tile(s: Any, player: int, tile: int) -> Reason:
    name = TILES[tile]
    if s.hand[player, tile] == 0:
        return why.NOT_IN_HAND(tile=name)
    if tile < FAST and s.normal_used:
        return why.ONE_NORMAL(tile=name)
    if tile == FIGURE_EXCHANGE:
        return why.NO_SWAP()
    if tile == TOKEN_EXCHANGE and s.land_count > 0:
        return why.NO_NORMAL()
    return why.NO_LAND()


def _about_hex(s: Any, player: int, hex: int) -> Reason:
    name = HEX_NAMES[hex]
    if smallest_board(name) > s.players:
        return why.HEX_OFF(hex=name, players=int(s.players))
    if s.phase == TAKE_BACK:
        if s.laid[hex] >= 0 and s.laid[hex] // KINDS == player:
            return why.FAST_STAYS(hex=name)
        return why.NOT_YOURS(hex=name)
    if s.laid[hex] >= 0:
        return why.NOT_EMPTY(hex=name)
    if is_ship(s.picked):
        return why.SHIPS_AT_SEA(hex=name)
    if hex >= LAND:
        return why.LAND_ONLY(tile=TILES[s.picked], hex=name)
    return why.ASKED[LAY_TILE]()


def _about_kind(s: Any, figure: int) -> Reason:
    if s.stock[figure] == 0:
        return why.NO_FIGURE_LEFT(figure=FIGURES[figure])
    return why.CITIES_HAVE(figure=FIGURES[figure])


def _about_settlement(s: Any, settlement: int) -> Reason:
    name = SETTLEMENT_NAMES[settlement]
    if settlement >= SETTLEMENTS_ON_BOARD[s.players]:
        return why.TOWN_OFF(town=name, players=int(s.players))
    if settlement == EDO:
        return why.EDO_IS_SET()
    cities = cities_to_fill(s)
    if cities >> settlement & 1:
        return why.TWO_ALIKE(town=name, figure=FIGURES[s.lifted])
    if s.standing[settlement]:
        return why.FULL(town=name)
    return why.CITIES_FIRST(town=name)


def _about_swap(s: Any, action: int) -> Reason:
    if action < CITY_FIGURE:
        settlement = action - SETTLEMENT
        name = SETTLEMENT_NAMES[settlement]
        if settlement in CITY:
            return why.WHICH_FIGURE(town=name)
    else:
        settlement = int(CITY[(action - CITY_FIGURE) // 3])
        name = SETTLEMENT_NAMES[settlement]
        figure = (action - CITY_FIGURE) % 3
        if s.standing[settlement] and not holds(s, settlement, figure):
            return why.NO_SUCH_FIGURE(figure=FIGURES[figure], town=name)
    if s.standing[settlement] == 0:
        return why.NO_FIGURE(town=name)
    if s.phase == LIFT_FIGURE:
        return why.NO_PARTNER()
    if settlement == s.lifted_from:
        return why.SAME_TOWN()
    return why.ALIKE_AFTER()
