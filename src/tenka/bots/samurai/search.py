"""Search of Samurai's opponents: moves tried in many full states that may be the true one.

The functions at the end are entry points that Python calls; they take addresses of memory and
work in the engine's own rules.
"""

from __future__ import annotations

from tenka.bots.samurai.judgement import ALL, Mind, Reals, forget, mind_at, value, wish
from tenka.bots.samurai.policy import carry_out_one, step, unit_of
from tenka.core.chance import seed
from tenka.core.engine import choices_at, journal_at
from tenka.core.game import Choices
from tenka.core.journal import Journal
from tenka.core.layout import NONE, Ints, copy_bytes, layout, pointer_to
from tenka.core.rule import rule
from tenka.games.samurai.actions import END, HEX, TILE
from tenka.games.samurai.facts import FAST, FIGURE_EXCHANGE, TOKEN_EXCHANGE, TOUCHES
from tenka.games.samurai.rules import apply, legal
from tenka.games.samurai.state import LAY_TILE, OVER, PLAY_TILE, State
from tenka.games.samurai.tiles import is_ship
from tenka.games.samurai.view import determinise

STATE = layout(State)
STATE_SIZE = STATE.itemsize
state_at = pointer_to(STATE)

START = 4  # what beginning in another state takes, in decisions


@rule
def carry_out(m: Mind, s: State, j: Journal, c: Choices, me: int, first: int, second: int) -> None:
    """A move of one or two decisions, and what must follow it at once."""
    m.plan[:] = NONE
    carry_out_one(m, s, j, me, first)
    if second != NONE and s.acting:
        carry_out_one(m, s, j, me, second)
    while LAY_TILE <= s.phase < OVER:
        step(m, s, j, c)


@rule
def alike(first: int, second: int) -> bool:
    """Whether a tile does the same on both hexes: they touch the same settlements."""
    same = TOUCHES[first, 0] == TOUCHES[second, 0] and TOUCHES[first, 1] == TOUCHES[second, 1]
    return bool(same)


@rule
def list_hexes(s: State, tile: int, moves: Ints, count: int, column: int) -> int:
    """Add the hexes where a tile may be laid, one of those alike; how many moves there are then."""
    ship = is_ship(tile)
    start = count
    for i in range(s.sea_count if ship else s.land_count):
        hex = s.free_sea[i] if ship else s.free_land[i]
        fresh = True
        for k in range(start, count):
            fresh = fresh and not alike(moves[k, column] - HEX, hex)
        if fresh:
            moves[count, 0], moves[count, 1] = TILE + tile, NONE
            moves[count, column] = HEX + hex
            count += 1
    return count


@rule
def list_moves(s: State, c: Choices, me: int, moves: Ints) -> int:
    """The moves to decide on now: a tile with its hex, or a single decision; how many."""
    c.count = 0
    legal(s, me, c)
    if s.phase == LAY_TILE:
        return list_hexes(s, s.picked, moves, 0, 0)
    count = 0
    for i in range(c.count):
        tile = c.ids[i] - TILE
        exchange = tile == TOKEN_EXCHANGE or tile == FIGURE_EXCHANGE
        if s.phase == PLAY_TILE and c.ids[i] != END and not exchange:
            count = list_hexes(s, tile, moves, count, 1)
        else:
            moves[count, 0], moves[count, 1] = c.ids[i], NONE
            count += 1
    return count


@rule
def draw_world(state: int, seen: int, key_0: int, key_1: int) -> None:
    """A full state that may be the true one, by a key."""
    s = state_at(state)
    copy_bytes(state, seen, STATE_SIZE)
    seed(s, key_0, key_1)
    determinise(s)


@rule
def chance_after(
    m: Mind, s: State, j: Journal, c: Choices, me: int, first: int, second: int
) -> float:
    """My chance of the win once a move is made and my turn ended."""
    carry_out(m, s, j, c, me, first, second)
    if s.acting and s.turn == me and first != END:
        j.count = 0
        apply(s, j, me, END)
    value(m, s)
    return float(m.win[me])


def propose(
    seen: int,
    world: int,
    scratch: int,
    journal: int,
    choices: int,
    mind: int,
    me: int,
    keys: Ints,
    moves: Ints,
    values: Reals,
    costs: Reals,
) -> int:
    """List the moves that a player may decide on, what their tiles are worth kept, and how good
    they are if the turn ends then; how many.
    """
    s, j, c, m = state_at(scratch), journal_at(journal), choices_at(choices), mind_at(mind)
    draw_world(world, seen, keys[0], keys[1])
    copy_bytes(scratch, world, STATE_SIZE)
    count = list_moves(s, c, me, moves)
    no_normal_tile = 0 if s.normal_used else m.ladder[4]
    forget(m)
    wish(m, s, me)
    unit = unit_of(m, me)
    for i in range(count):
        first, second = moves[i, 0], moves[i, 1]
        copy_bytes(scratch, world, STATE_SIZE)
        m.stale[:] = ALL
        costs[i] = m.cost[first - TILE] * unit if first < END else 0.0
        values[i] = chance_after(m, s, j, c, me, first, second) - costs[i]
        if first >= TILE + FAST:
            values[i] += no_normal_tile * unit
    return count


@rule
def play_on(m: Mind, s: State, j: Journal, c: Choices, turns: int) -> int:
    """Quick play for so many turns, or to the end; how many decisions on tiles were made."""
    made = 0
    while s.acting:
        if s.phase == PLAY_TILE:
            made += 1
            if s.played == 0:
                if turns == 0:
                    return made
                turns -= 1
        step(m, s, j, c)
    return made


def ponder(
    seen: int,
    world: int,
    scratch: int,
    journal: int,
    choices: int,
    mind: int,
    judgement: int,
    me: int,
    keys: Ints,
    moves: Ints,
    alive: Ints,
    tallies: Reals,
    first: int,
    last: int,
    rounds: int,
) -> int:
    """Try each move that is alive in the same drawn states, and add up the chances of all to win.

    A move that begins with NONE is none: how it goes on without a word from me.
    """
    s, j, c, m = state_at(scratch), journal_at(journal), choices_at(choices), mind_at(mind)
    k = mind_at(judgement)
    made = 0
    for number in range(first, last):
        draw_world(world, seen, keys[0] + number, keys[1])
        for i in range(len(alive)):
            move = alive[i]
            copy_bytes(scratch, world, STATE_SIZE)
            forget(m)
            if moves[move, 0] != NONE:
                carry_out(m, s, j, c, me, moves[move, 0], moves[move, 1])
            made += START + play_on(m, s, j, c, rounds * s.players)
            value(k, s)
            tallies[move, 0] += 1.0
            for player in range(s.players):
                tallies[move, 1 + player] += k.win[player]
    return made
