"""The quick policy of Samurai's opponents: the tile that gains most by a player's wishes.

It judges by what it would change around the settlements, without playing it out, so that search
can play whole turns in a few microseconds.
"""

from __future__ import annotations

from tenka.bots.samurai.judgement import ALL, Mind, wish
from tenka.core.chance import below
from tenka.core.engine import first_actor
from tenka.core.game import Choices
from tenka.core.journal import Journal
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.samurai.actions import END, HEX, TILE, figure_at
from tenka.games.samurai.captures import strongest
from tenka.games.samurai.facts import (
    FAST,
    FIGURE_EXCHANGE,
    KINDS,
    LAND_ON_BOARD,
    SETTLEMENTS,
    SETTLEMENTS_ON_BOARD,
    STRENGTH,
    TOKEN_EXCHANGE,
    TOUCHES,
)
from tenka.games.samurai.figures import holds
from tenka.games.samurai.rules import apply, legal
from tenka.games.samurai.state import (
    LAY_TILE,
    LIFT_FIGURE,
    PLAY_TILE,
    TAKE_BACK,
    State,
    kind,
    owner,
)
from tenka.games.samurai.tiles import is_ship, may_swap


@rule
def carry_out_one(m: Mind, s: State, j: Journal, player: int, action: int) -> None:
    """A decision, with a note of the settlements that it changes.

    Captures are told by the number of figures that are left, see `wish`.
    """
    phase = s.phase
    j.count = 0
    apply(s, j, player, action)
    changed = 0
    if phase == LAY_TILE:
        for k in range(2):
            if TOUCHES[action - HEX, k] >= 0:
                changed |= 1 << TOUCHES[action - HEX, k]
    elif phase != PLAY_TILE:
        changed = ALL
    if changed:
        for one in range(s.players):
            m.stale[one] |= changed


@rule
def weigh_others(m: Mind, s: State, settlement: int, figure: int, me: int) -> None:
    """The others' part in a figure, with the gaps as they are and one less, once my turn ends."""
    mover = (me + 1) % s.players
    for fewer in range(2):
        gaps = max(s.gaps[settlement] - fewer, 0)
        weight = m.nobody[gaps]
        wished = 0.0
        for player in range(s.players):
            if player != me:
                grip = m.grip[gaps, s.strength[settlement, player, figure]]
                if player == mover:
                    grip *= m.tempo[gaps]
                weight += grip
                wished += grip * m.want[me, player, figure]
        m.others[me, settlement, figure, fewer, 0] = weight
        m.others[me, settlement, figure, fewer, 1] = wished


@rule
def survey(m: Mind, s: State, me: int) -> None:
    """What my wishes say of each settlement as it is and with a gap less: of figures that stand
    there, and of those that may come there if I can exchange figures.
    """
    swaps = s.phase != PLAY_TILE or s.hand[me, FIGURE_EXCHANGE] > 0
    if swaps and not m.thorough[me]:
        m.stale[me] = ALL
    stale = m.stale[me]
    if stale == 0:
        return
    for settlement in range(SETTLEMENTS_ON_BOARD[s.players]):
        if (stale >> settlement) & 1 and s.standing[settlement]:
            survey_at(m, s, settlement, me, swaps)
    for tile in range(KINDS):
        m.stale_gains[me, tile] |= stale
    m.stale[me] = 0
    m.thorough[me] = swaps


@rule
def survey_at(m: Mind, s: State, settlement: int, me: int, swaps: bool) -> None:
    """The same for one settlement."""
    m.settled[me, settlement] = 0.0
    for figure in range(3):
        stands = holds(s, settlement, figure)
        if stands or swaps:
            weigh_others(m, s, settlement, figure, me)
            m.claims[me, settlement, figure] = claim(m, s, settlement, figure, me, 0, 0)
            m.closer[me, settlement, figure] = claim(m, s, settlement, figure, me, 0, 1)
        if stands:
            m.settled[me, settlement] += m.claims[me, settlement, figure]


@rule
def claim(m: Mind, s: State, settlement: int, figure: int, me: int, more: int, fewer: int) -> float:
    """What my wishes say of one figure, with so much more strength of mine and fewer gaps."""
    gaps = s.gaps[settlement] - fewer
    if gaps <= 0:
        s.strength[settlement, me, figure] += more
        taker = strongest(s, settlement, figure)
        s.strength[settlement, me, figure] -= more
        return 0.0 if taker == NONE else m.want[me, taker, figure]
    mine = m.grip[gaps, s.strength[settlement, me, figure] + more]
    weight = m.others[me, settlement, figure, fewer, 0]
    wished = m.others[me, settlement, figure, fewer, 1]
    return float((wished + mine * m.want[me, me, figure]) / (weight + mine))


@rule
def missed_at(m: Mind, s: State, settlement: int, me: int, tile: int) -> float:
    """What a tile of mine less at a settlement changes."""
    total = -float(m.settled[me, settlement])
    for figure in range(3):
        if holds(s, settlement, figure):
            total += claim(m, s, settlement, figure, me, -STRENGTH[tile, figure], 0)
    return total


@rule
def gain_at(m: Mind, s: State, settlement: int, me: int, tile: int, fewer: int) -> float:
    """What a tile of mine more at a settlement changes."""
    total = -float(m.settled[me, settlement])
    for figure in range(3):
        if holds(s, settlement, figure):
            more = STRENGTH[tile, figure]
            if more:
                total += claim(m, s, settlement, figure, me, more, fewer)
            elif fewer:
                total += m.closer[me, settlement, figure]
            else:
                total += m.claims[me, settlement, figure]
    return total


@rule
def find_gains(m: Mind, s: State, me: int, tile: int) -> None:
    """What laying a tile at each settlement gains."""
    stale = m.stale_gains[me, tile]
    if stale == 0:
        return
    m.stale_gains[me, tile] = 0
    fewer = 0 if is_ship(tile) else 1
    for settlement in range(SETTLEMENTS):
        if (stale >> settlement) & 1:
            m.gains[me, tile, settlement] = 0.0
            if s.standing[settlement]:
                m.gains[me, tile, settlement] = gain_at(m, s, settlement, me, tile, fewer)


@rule
def best_hex(m: Mind, s: State, me: int, tile: int) -> tuple[float, int]:
    """The most that a tile can gain, and where."""
    ship = is_ship(tile)
    best, most = NONE, -1e9
    for i in range(s.sea_count if ship else s.land_count):
        hex = s.free_sea[i] if ship else s.free_land[i]
        gained = 0.0
        for k in range(2):
            if TOUCHES[hex, k] >= 0:
                gained += m.gains[me, tile, TOUCHES[hex, k]]
        if gained > most:
            best, most = int(hex), gained
    return most, best


@rule
def best_move_back(m: Mind, s: State, me: int) -> tuple[float, int, int]:
    """About the most that the token exchange can gain, by moving which hex's tile where.

    The tile is the strongest of those that are missed least.
    """
    least, source = 1e9, NONE
    for hex in range(LAND_ON_BOARD[s.players]):
        laid = s.laid[hex]
        if laid >= 0 and owner(laid) == me and kind(laid) < FAST:
            missed = -m.cost[kind(laid)] * unit_of(m, me)
            for k in range(2):
                if s.standing[TOUCHES[hex, k]]:
                    missed -= missed_at(m, s, TOUCHES[hex, k], me, kind(laid))
            if missed < least:
                least, source = missed, hex
    tile = kind(s.laid[source])
    find_gains(m, s, me, tile)
    gained, target = best_hex(m, s, me, tile)
    return gained - least, source, target


@rule
def best_partner(m: Mind, s: State, me: int, here: int, lifted: int) -> tuple[float, int]:
    """The most that swapping a figure gains, and the decision that names the other figure."""
    most, best = -1e9, NONE
    for there in range(SETTLEMENTS_ON_BOARD[s.players]):
        for other in range(3):
            if may_swap(s, here, lifted, there, other):
                gained = m.claims[me, here, other] - m.claims[me, here, lifted]
                gained += m.claims[me, there, lifted] - m.claims[me, there, other]
                if gained > most:
                    most, best = gained, figure_at(there, other)
    return most, best


@rule
def best_lift(m: Mind, s: State, me: int, lifted: int, other: int) -> tuple[float, int]:
    """Where one kind of figure is best replaced by another, and what that gains."""
    most, best = -1e9, NONE
    for here in range(SETTLEMENTS_ON_BOARD[s.players]):
        if holds(s, here, lifted) and not holds(s, here, other):
            gained = m.claims[me, here, other] - m.claims[me, here, lifted]
            if gained > most:
                most, best = gained, here
    return most, best


@rule
def idle_swap(s: State) -> tuple[float, int, int]:
    """Two figures that are alike, which gains nothing, and the decisions that name both."""
    for figure in range(3):
        first = NONE
        for settlement in range(SETTLEMENTS_ON_BOARD[s.players]):
            if holds(s, settlement, figure):
                if first != NONE:
                    return 0.0, first, figure_at(settlement, figure)
                first = figure_at(settlement, figure)
    return -1e9, NONE, NONE


@rule
def best_swap(m: Mind, s: State, me: int) -> tuple[float, int, int]:
    """The most that the figure exchange can gain, and the decisions that name both figures."""
    most, first, second = idle_swap(s)
    for a in range(3):
        for b in range(a):
            gained, here = best_lift(m, s, me, a, b)
            more, there = best_lift(m, s, me, b, a)
            if here != NONE and there != NONE and gained + more > most:
                most = gained + more
                first, second = figure_at(here, a), figure_at(there, b)
    return most, first, second


@rule
def unit_of(m: Mind, me: int) -> float:
    """What one more figure is worth to me, of the three kinds on average."""
    return float(m.want[me, me, 0] + m.want[me, me, 1] + m.want[me, me, 2]) / 3.0


@rule
def best_tile(m: Mind, s: State, me: int, c: Choices) -> int:
    """The decision among tiles and the end of the turn; what follows it goes to `plan`."""
    unit = unit_of(m, me)
    best: int = END
    most = -1e9
    for i in range(c.count):
        first, second = NONE, NONE
        tile = c.ids[i] - TILE
        if c.ids[i] == END:
            gained = 0.0 if s.normal_used else m.ladder[4] * unit
        elif tile == TOKEN_EXCHANGE:
            gained, first, second = best_move_back(m, s, me)
            first += HEX
            second += HEX
        elif tile == FIGURE_EXCHANGE:
            gained, first, second = best_swap(m, s, me)
        else:
            find_gains(m, s, me, tile)
            gained, first = best_hex(m, s, me, tile)
            first += HEX
        if c.ids[i] != END:
            gained -= m.cost[tile] * unit
        if gained > most:
            best, most = int(c.ids[i]), gained
            m.plan[0], m.plan[1] = first, second
    return best


@rule
def quick(m: Mind, s: State, me: int, c: Choices) -> int:
    """The quick policy's decision, from the list of legal ones."""
    if m.plan[0] != NONE:
        planned = int(m.plan[0])
        m.plan[0], m.plan[1] = m.plan[1], NONE
        return planned
    if s.phase < PLAY_TILE:
        return int(c.ids[below(s, c.count)])
    wish(m, s, me)
    survey(m, s, me)
    if s.phase == PLAY_TILE:
        return best_tile(m, s, me, c)
    if s.phase == LAY_TILE:
        find_gains(m, s, me, s.picked)
        return int(HEX + best_hex(m, s, me, s.picked)[1])
    if s.phase == TAKE_BACK:
        _, source, target = best_move_back(m, s, me)
        m.plan[0] = HEX + target
        return int(HEX + source)
    if s.phase == LIFT_FIGURE:
        _, first, second = best_swap(m, s, me)
        m.plan[0] = second
        return first
    return best_partner(m, s, me, s.lifted_from, s.lifted)[1]


@rule
def step(m: Mind, s: State, j: Journal, c: Choices) -> None:
    """One decision by the quick policy."""
    player = first_actor(s)
    c.count = 0
    legal(s, player, c)
    carry_out_one(m, s, j, player, quick(m, s, player, c))
