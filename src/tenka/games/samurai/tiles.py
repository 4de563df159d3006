"""Playing tiles: what may be played, where it goes, and both exchanges."""

from __future__ import annotations

from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.samurai.actions import CITY_FIGURE, END, HEX, SETTLEMENT, TILE, figure_at
from tenka.games.samurai.entries import FIGURES_SWAPPED, LAID, TAKEN_BACK
from tenka.games.samurai.facts import (
    CITY,
    FAST,
    FIGURE_EXCHANGE,
    KINDS,
    LAND,
    LAND_ON_BOARD,
    SETTLEMENTS_ON_BOARD,
    SHIP_1,
    SHIP_2,
    STRENGTH,
    TOKEN_EXCHANGE,
    TOUCHES,
)
from tenka.games.samurai.figures import holds
from tenka.games.samurai.hands import lose
from tenka.games.samurai.state import (
    LAY_TILE,
    LIFT_FIGURE,
    PLAY_TILE,
    SWAP_FIGURE,
    TAKE_BACK,
    State,
    kind,
    owner,
)

# -- which tile


@rule
def offer_tiles(s: State, player: int, c: Choices) -> None:
    """The tiles in hand that can be played now, and the end of the turn.

    At least one must be played, if any can.
    """
    land = s.land_count > 0
    first = FAST if s.normal_used or not land else 0
    for tile in range(first, KINDS):
        if s.hand[player, tile] > 0:
            if tile == TOKEN_EXCHANGE:
                playable = s.normals[player] > 0
            elif tile == FIGURE_EXCHANGE:
                playable = can_swap(s)
            else:
                playable = land or is_ship(tile)
            if playable:
                offer(c, TILE + tile)
    if s.played or c.count == 0:
        offer(c, END)


@rule
def is_ship(tile: int) -> bool:
    """Ships go to sea, all other tiles on land."""
    return tile == SHIP_1 or tile == SHIP_2


@rule
def pick(s: State, player: int, tile: int) -> None:
    """A tile is shown; where it goes is asked next."""
    lose(s, player, tile)
    s.picked = tile
    s.played += 1
    if tile < FAST:
        s.normal_used = 1
    if tile == TOKEN_EXCHANGE:
        s.phase = TAKE_BACK
    elif tile == FIGURE_EXCHANGE:
        s.phase = LIFT_FIGURE
    else:
        s.phase = LAY_TILE


# -- where


@rule
def offer_hexes(s: State, c: Choices) -> None:
    """The empty sea hexes for a ship, the empty land hexes for any other tile."""
    if is_ship(s.picked):
        c.count = s.sea_count
        for i in range(s.sea_count):
            c.ids[i] = HEX + s.free_sea[i]
    else:
        c.count = s.land_count
        for i in range(s.land_count):
            c.ids[i] = HEX + s.free_land[i]


@rule
def lay(s: State, j: Journal, player: int, hex: int) -> None:
    """The tile that was picked on an empty hex."""
    note(j, LAID, player, s.picked, hex)
    cover(s, hex)
    put(s, player, s.picked, hex)
    s.picked = NONE
    s.phase = PLAY_TILE


@rule
def put(s: State, player: int, tile: int, hex: int) -> None:
    """A tile lies on a hex and counts for the settlements around."""
    s.laid[hex] = player * KINDS + tile
    if tile < FAST:
        s.normals[player] += 1
    influence(s, player, tile, hex, 1)


@rule
def influence(s: State, player: int, tile: int, hex: int, sign: int) -> None:
    """Add a tile's strength to the settlements it touches, or take it off."""
    for i in range(2):
        settlement = TOUCHES[hex, i]
        if 0 <= settlement < SETTLEMENTS_ON_BOARD[s.players]:
            for figure in range(3):
                s.strength[settlement, player, figure] += sign * STRENGTH[tile, figure]


@rule
def cover(s: State, hex: int) -> None:
    """A hex is empty no more; a settlement whose last land hex it was is closed."""
    at = s.free_at[hex]
    if hex >= LAND:
        s.sea_count -= 1
        last = s.free_sea[s.sea_count]
        s.free_sea[at] = last
        s.free_at[last] = at
        return
    s.land_count -= 1
    last = s.free_land[s.land_count]
    s.free_land[at] = last
    s.free_at[last] = at
    for i in range(2):  # every land hex touches two settlements
        settlement = TOUCHES[hex, i]
        s.gaps[settlement] -= 1
        if s.gaps[settlement] == 0:
            s.closed |= 1 << settlement


# -- the token exchange


@rule
def offer_own_tiles(s: State, player: int, c: Choices) -> None:
    """The hexes of the player's own normal tiles."""
    for hex in range(LAND_ON_BOARD[s.players]):
        tile = s.laid[hex]
        if tile >= 0 and owner(tile) == player and kind(tile) < FAST:
            offer(c, HEX + hex)


@rule
def take_back(s: State, j: Journal, player: int, hex: int) -> None:
    """The token exchange in place of a tile, which is laid again at once."""
    tile = kind(s.laid[hex])
    note(j, TAKEN_BACK, player, tile, hex)
    influence(s, player, tile, hex, -1)
    s.normals[player] -= 1
    put(s, player, TOKEN_EXCHANGE, hex)
    s.picked = tile
    s.phase = LAY_TILE


# -- the figure exchange


@rule
def can_swap(s: State) -> bool:
    """Whether two figures may be swapped at all: wherever two settlements have figures, they have
    two alike, or else any two of theirs will do.
    """
    peopled = 0
    for settlement in range(SETTLEMENTS_ON_BOARD[s.players]):
        if s.standing[settlement]:
            peopled += 1
            if peopled == 2:
                return True
    return False


@rule
def has_partner(s: State, settlement: int, figure: int) -> bool:
    """Whether a figure can be swapped: with its like, or, as the last of its kind, with one that
    its settlement lacks.
    """
    if s.left[figure] > 1:
        return True
    for other in range(3):
        if s.left[other] > 0 and not holds(s, settlement, other):
            return True
    return False


@rule
def offer_lifts(s: State, c: Choices) -> None:
    """Each figure that can be swapped with another."""
    for settlement in range(SETTLEMENTS_ON_BOARD[s.players]):
        for figure in range(3):
            if holds(s, settlement, figure) and has_partner(s, settlement, figure):
                offer(c, figure_at(settlement, figure))


@rule
def offer_swaps(s: State, c: Choices) -> None:
    """Figures of any kind elsewhere, where neither settlement ends with two alike."""
    for settlement in range(SETTLEMENTS_ON_BOARD[s.players]):
        for figure in range(3):
            if may_swap(s, s.lifted_from, s.lifted, settlement, figure):
                offer(c, figure_at(settlement, figure))


@rule
def may_swap(s: State, here: int, figure: int, there: int, other: int) -> bool:
    """Whether a figure that stands here may be swapped with another kind, or its like, there."""
    if here == there or not holds(s, there, other):
        return False
    return figure == other or not (holds(s, there, figure) or holds(s, here, other))


@rule
def settlement_of(action: int) -> int:
    """The settlement of a decision that names a figure."""
    return CITY[(action - CITY_FIGURE) // 3] if action >= CITY_FIGURE else action - SETTLEMENT


@rule
def figure_of(s: State, action: int) -> int:
    """The figure of a decision that names one: in a village it is the one there."""
    if action >= CITY_FIGURE:
        return (action - CITY_FIGURE) % 3
    return s.standing[action - SETTLEMENT] >> 1  # of the masks 1, 2 and 4


@rule
def lift_figure(s: State, action: int) -> None:
    """The first of the two figures."""
    s.lifted_from = settlement_of(action)
    s.lifted = figure_of(s, action)
    s.phase = SWAP_FIGURE


@rule
def swap_figures(s: State, j: Journal, player: int, action: int) -> None:
    """Both figures change places, and the tile leaves the game."""
    figure, settlement = s.lifted, s.lifted_from
    other_figure, other_settlement = figure_of(s, action), settlement_of(action)
    exchange = 1 << figure ^ 1 << other_figure  # nothing, if they are alike
    s.standing[settlement] ^= exchange
    s.standing[other_settlement] ^= exchange
    note(j, FIGURES_SWAPPED, player, figure, settlement, other_figure, other_settlement)
    s.lifted = s.lifted_from = s.picked = NONE
    s.swapped[player] = 1
    s.phase = PLAY_TILE
