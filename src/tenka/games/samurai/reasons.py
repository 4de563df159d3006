"""Why decisions of Samurai are refused: all reasons, with their English sentences."""

from __future__ import annotations

from tenka.core.reasons import Reasons
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

REASONS = Reasons("samurai")
_reason = REASONS.reason

# -- what is asked instead, by phase
ASKED = {
    CHOOSE_HANDS: _reason("asked_hand", "five tiles are to be chosen as the hand"),
    TAKE_FIGURE: _reason("asked_take", "a figure is to be taken: helmet, buddha or rice"),
    PLACE_FIGURE: _reason("asked_place", "the figure just taken is to be placed in a settlement"),
    PLAY_TILE: _reason("asked_tile", "a tile is to be played from the hand, or the turn ended"),
    LAY_TILE: _reason("asked_hex", "the tile that was picked is to be laid on an empty hex"),
    TAKE_BACK: _reason("asked_back", "the token exchange takes the hex of one of your tiles"),
    LIFT_FIGURE: _reason("asked_first", "the figure exchange needs the first of two figures"),
    SWAP_FIGURE: _reason("asked_second", "the figure exchange needs the second of two figures"),
}

# -- tiles
ONE_TILE = _reason("one_tile", "at least one tile must be played in a turn, and one can be")
NONE_LEFT = _reason("none_left", "no other {tile} is left to choose")
NOT_IN_HAND = _reason("not_in_hand", "no {tile} is in hand")
ONE_NORMAL = _reason("one_normal", "{tile} is a normal tile, and one was played this turn")
NO_SWAP = _reason("no_swap", "no two figures on the board may be swapped")
NO_NORMAL = _reason("no_normal", "none of your normal tiles lies on the board")
NO_LAND = _reason("no_land", "no land hex is empty")

# -- hexes
HEX_OFF = _reason("hex_off", "{hex} is not on the board of {players} players")
FAST_STAYS = _reason("fast_stays", "the tile on {hex} is fast, and only normal ones can be moved")
NOT_YOURS = _reason("not_yours", "no tile of yours lies on {hex}")
NOT_EMPTY = _reason("not_empty", "{hex} is not empty")
SHIPS_AT_SEA = _reason("ships_at_sea", "ships go to sea, and {hex} is land")
LAND_ONLY = _reason("land_only", "{tile} goes on land, and {hex} is sea")

# -- figures before the game
NO_FIGURE_LEFT = _reason("no_figure_left", "no {figure} is left")
CITIES_HAVE = _reason("cities_have", "every city that is not full holds a {figure}")
TOWN_OFF = _reason("town_off", "{town} is not on the board of {players} players")
EDO_IS_SET = _reason("edo_is_set", "Edo holds one figure of each kind")
TWO_ALIKE = _reason("two_alike", "{town} holds a {figure}, and a city never holds two alike")
FULL = _reason("full", "{town} is full")
CITIES_FIRST = _reason("cities_first", "{town} is a village, and the cities are filled first")

# -- the figure exchange
WHICH_FIGURE = _reason(
    "which_figure", "in {town} the figure must be named, such as '{town} helmet'"
)
NO_SUCH_FIGURE = _reason("no_such_figure", "no {figure} stands in {town}")
NO_FIGURE = _reason("no_figure", "no figure stands in {town}")
NO_PARTNER = _reason("no_partner", "no figure elsewhere can change places with it")
SAME_TOWN = _reason("same_town", "the other figure must stand in another settlement")
ALIKE_AFTER = _reason("alike_after", "no city may end with two alike")
