"""Why a decision is not legal, from what the player who tried it may know."""

from __future__ import annotations

from typing import Any

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

ASKED = {
    CHOOSE_HANDS: "five tiles are to be chosen as the hand",
    TAKE_FIGURE: "a figure is to be taken: helmet, buddha or rice",
    PLACE_FIGURE: "the figure that was taken is to be placed in a settlement",
    PLAY_TILE: "a tile is to be played from the hand, or the turn ended",
    LAY_TILE: "the tile that was picked is to be laid on an empty hex",
    TAKE_BACK: "the token exchange takes the hex of one of your tiles",
    LIFT_FIGURE: "the figure exchange needs the first of two figures",
    SWAP_FIGURE: "the figure exchange needs the second of two figures",
}


def explain(s: Any, player: int, action: int) -> str:
    """The reason, for a player who is asked but not for this."""
    if s.phase == PLAY_TILE and action < END:
        return _about_tile(s, player, action - TILE)
    if s.phase == PLAY_TILE and action == END:
        return "at least one tile must be played in a turn, and one can be"
    if s.phase in (LAY_TILE, TAKE_BACK) and HEX <= action < FIGURE:
        return _about_hex(s, player, action - HEX)
    if s.phase == CHOOSE_HANDS and action < END:
        return f"no other {TILES[action - TILE]} is left to choose"
    if s.phase == TAKE_FIGURE and FIGURE <= action < SETTLEMENT:
        return _about_kind(s, action - FIGURE)
    if s.phase == PLACE_FIGURE and SETTLEMENT <= action < CITY_FIGURE:
        return _about_settlement(s, action - SETTLEMENT)
    if s.phase in (LIFT_FIGURE, SWAP_FIGURE) and action >= SETTLEMENT:
        return _about_swap(s, action)
    return ASKED[int(s.phase)]


def _about_tile(s: Any, player: int, tile: int) -> str:
    name = TILES[tile]
    if s.hand[player, tile] == 0:
        return f"no {name} is in hand"
    if tile < FAST and s.normal_used:
        return f"{name} is a normal tile, and one was played this turn"
    if tile == FIGURE_EXCHANGE:
        return "no two figures on the board may be swapped"
    if tile == TOKEN_EXCHANGE and s.land_count > 0:
        return "none of your normal tiles lies on the board"
    return "no land hex is empty"


def _about_hex(s: Any, player: int, hex: int) -> str:
    name = HEX_NAMES[hex]
    if smallest_board(name) > s.players:
        return f"{name} is not on the board of {s.players} players"
    if s.phase == TAKE_BACK:
        if s.laid[hex] >= 0 and s.laid[hex] // KINDS == player:
            return f"the tile on {name} is fast, and only normal ones can be taken back"
        return f"no tile of yours lies on {name}"
    if s.laid[hex] >= 0:
        return f"{name} is not empty"
    if is_ship(s.picked):
        return f"ships go to sea, and {name} is land"
    return f"{TILES[s.picked]} goes on land, and {name} is sea" if hex >= LAND else ASKED[LAY_TILE]


def _about_kind(s: Any, figure: int) -> str:
    if s.stock[figure] == 0:
        return f"no {FIGURES[figure]} is left"
    return f"every city that is not full holds a {FIGURES[figure]}"


def _about_settlement(s: Any, settlement: int) -> str:
    name = SETTLEMENT_NAMES[settlement]
    if settlement >= SETTLEMENTS_ON_BOARD[s.players]:
        return f"{name} is not on the board of {s.players} players"
    if settlement == EDO:
        return "Edo holds one figure of each kind"
    cities = cities_to_fill(s)
    if cities >> settlement & 1:
        return f"{name} holds a {FIGURES[s.lifted]}, and a city never holds two alike"
    if s.standing[settlement]:
        return f"{name} is full"
    return f"{name} is a village, and the cities are filled first"


def _about_swap(s: Any, action: int) -> str:
    if action < CITY_FIGURE:
        settlement = action - SETTLEMENT
        name = SETTLEMENT_NAMES[settlement]
        if settlement in CITY:
            return f"in {name} the figure must be named, such as '{name} helmet'"
    else:
        settlement = int(CITY[(action - CITY_FIGURE) // 3])
        name = SETTLEMENT_NAMES[settlement]
        figure = (action - CITY_FIGURE) % 3
        if s.standing[settlement] and not holds(s, settlement, figure):
            return f"no {FIGURES[figure]} stands in {name}"
    if s.standing[settlement] == 0:
        return f"no figure stands in {name}"
    if s.phase == LIFT_FIGURE:
        return "no figure elsewhere can change places with it"
    if settlement == s.lifted_from:
        return "the other figure must stand in another settlement"
    return "no city may end with two alike"
