"""The tree that Samurai's master grows: what may follow a move, and how well it went so far.

All drawn states share one tree. Wherever somebody is to play a tile, the moves that the quick
policy likes best in that state are the branches; which of them is tried is a matter of how well it
went for its player, how much the quick policy likes it, and how seldom it was tried.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from tenka.bots.samurai.judgement import (
    MIND,
    REAL,
    Mind,
    Reals,
    forget,
    mind_at,
    value,
    wish,
)
from tenka.bots.samurai.policy import (
    best_move_back,
    best_swap,
    find_gains,
    step,
    survey,
    unit_of,
)
from tenka.bots.samurai.search import (
    START,
    STATE_SIZE,
    carry_out,
    draw_world,
    state_at,
)
from tenka.core.engine import choices_at, journal_at
from tenka.core.game import Choices
from tenka.core.journal import Journal
from tenka.core.layout import NONE, Ints, copy_bytes, layout, pointer_to
from tenka.core.rule import rule
from tenka.games.samurai.actions import END, HEX, TILE
from tenka.games.samurai.facts import FIGURE_EXCHANGE, KINDS, MOST_PLAYERS, TOKEN_EXCHANGE, TOUCHES
from tenka.games.samurai.rules import legal
from tenka.games.samurai.state import PLAY_TILE, State
from tenka.games.samurai.tiles import is_ship

ROOTS = 512  # the moves to be decided on are the first nodes
NODES = 1 << 15
WIDTH = 6  # branches that are thought of in a state
DEPTH = 24  # of a path, at most
CODE = 1024  # more than there are decisions
CURIOSITY = 0.15  # how much it draws that a branch was seldom tried
HEAT = 0.02  # in chances of the win: how much more must be gained to be liked much more
KINDS_OF_MOVES = KINDS + 1  # a kind of tile, or ending the turn


class Tree:
    """Nodes: each is a move, and the position after it."""

    count: Annotated[Ints, np.int64, (1,)]
    move: Annotated[Ints, np.int64, (NODES,)]
    child: Annotated[Ints, np.int64, (NODES,)]  # the first of those after it
    next: Annotated[Ints, np.int64, (NODES,)]  # the next of those after the same
    tried: Annotated[Reals, REAL, (NODES,)]
    won: Annotated[Reals, REAL, (NODES, MOST_PLAYERS)]

    # How much a branch is liked: what it gains, by `heat`, and how its kind of tile does otherwise.
    heat: Annotated[Reals, REAL, (1,)]
    bias: Annotated[Reals, REAL, (KINDS_OF_MOVES,)]

    path: Annotated[Ints, np.int64, (DEPTH,)]
    # Branches of the state at hand: move, node, and how much the quick policy likes it.
    branch: Annotated[Ints, np.int64, (WIDTH,)]
    node: Annotated[Ints, np.int64, (WIDTH,)]
    liking: Annotated[Reals, REAL, (WIDTH,)]


TREE = layout(Tree)
MIND_SIZE = MIND.itemsize
tree_at = pointer_to(TREE)


@rule
def same_place(first: int, second: int) -> bool:
    """Whether two moves lay the same tile where it does the same."""
    if first // CODE != second // CODE:
        return False
    one, other = first % CODE + NONE - HEX, second % CODE + NONE - HEX
    if one < 0 or other < 0:
        return first == second
    same = TOUCHES[one, 0] == TOUCHES[other, 0] and TOUCHES[one, 1] == TOUCHES[other, 1]
    return bool(same)


@rule
def consider(t: Tree, count: int, move: int, liking: float) -> int:
    """Add a branch if it is among the best so far; how many there are then."""
    if count == WIDTH and liking <= t.liking[count - 1]:
        return count
    for i in range(count):
        if same_place(t.branch[i], move):
            return count
    at = min(count, WIDTH - 1)
    while at > 0 and t.liking[at - 1] < liking:
        t.liking[at], t.branch[at] = t.liking[at - 1], t.branch[at - 1]
        at -= 1
    t.liking[at], t.branch[at] = liking, move
    return min(count + 1, WIDTH)


@rule
def think_of_hexes(t: Tree, m: Mind, s: State, me: int, tile: int, cost: float, count: int) -> int:
    """Add the branches that lay a tile."""
    ship = is_ship(tile)
    for i in range(s.sea_count if ship else s.land_count):
        hex = s.free_sea[i] if ship else s.free_land[i]
        gained = -cost
        for k in range(2):
            if TOUCHES[hex, k] >= 0:
                gained += m.gains[me, tile, TOUCHES[hex, k]]
        count = consider(t, count, (TILE + tile) * CODE + HEX + hex - NONE, gained)
    return count


@rule
def think_of(t: Tree, m: Mind, s: State, c: Choices, me: int) -> int:
    """List the branches here, best first; how many there are."""
    wish(m, s, me)
    survey(m, s, me)
    c.count = 0
    legal(s, me, c)
    unit = unit_of(m, me)
    count = 0
    for i in range(c.count):
        tile = c.ids[i] - TILE
        if c.ids[i] == END:
            gained = 0.0 if s.normal_used else m.ladder[4] * unit
            count = consider(t, count, c.ids[i] * CODE, gained)
        elif tile == TOKEN_EXCHANGE:
            gained = best_move_back(m, s, me)[0] - m.cost[tile] * unit
            count = consider(t, count, c.ids[i] * CODE, gained)
        elif tile == FIGURE_EXCHANGE:
            gained = best_swap(m, s, me)[0] - m.cost[tile] * unit
            count = consider(t, count, c.ids[i] * CODE, gained)
        else:
            find_gains(m, s, me, tile)
            count = think_of_hexes(t, m, s, me, tile, m.cost[tile] * unit, count)
    return count


@rule
def find_nodes(t: Tree, parent: int, count: int) -> None:
    """Which branches have been tried, to `node`; NONE for others."""
    for i in range(count):
        t.node[i] = NONE
    node = t.child[parent]
    while node != NONE:
        for i in range(count):
            if t.branch[i] == t.move[node]:
                t.node[i] = node
        node = t.next[node]


@rule
def kind_of(move: int) -> int:
    """Which kind of tile a move lays, or KINDS where it ends the turn."""
    first = move // CODE
    return KINDS if first == END else first - TILE


@rule
def pick(t: Tree, parent: int, count: int, me: int) -> int:
    """The branch to be tried."""
    total, likings, most = 0.0, 0.0, t.liking[0]
    for i in range(count):
        t.liking[i] = np.exp((t.liking[i] - most) / t.heat[0] + t.bias[kind_of(t.branch[i])])
        likings += t.liking[i]
        if t.node[i] != NONE:
            total += t.tried[t.node[i]]
    curiosity = CURIOSITY * np.sqrt(total + 1.0) / likings
    usual = t.won[parent, me] / max(t.tried[parent], 1.0)
    best, highest = 0, -1e9
    for i in range(count):
        tried = t.tried[t.node[i]] if t.node[i] != NONE else 0.0
        worth = t.won[t.node[i], me] / tried if tried > 0.0 else usual
        worth += curiosity * t.liking[i] / (1.0 + tried)
        if worth > highest:
            best, highest = i, worth
    return best


@rule
def grow(t: Tree, parent: int, move: int) -> int:
    """A new node; NONE where there is no room."""
    node = int(t.count[0])
    if node == NODES:
        return NONE
    t.count[0] += 1
    t.move[node], t.child[node], t.next[node] = move, NONE, t.child[parent]
    t.child[parent] = node
    t.tried[node] = 0.0
    t.won[node] = 0.0
    return node


@rule
def branch_off(t: Tree, m: Mind, s: State, c: Choices, parent: int) -> tuple[int, int]:
    """The next node of a path, new if need be, and the move to it; NONE where there is no room."""
    me = s.turn
    count = think_of(t, m, s, c, me)
    find_nodes(t, parent, count)
    chosen = pick(t, parent, count, me)
    node, move = t.node[chosen], t.branch[chosen]
    if node == NONE:
        node = grow(t, parent, move)
    return node, move


@rule
def add_up(t: Tree, k: Mind, players: int, depth: int) -> None:
    """Tell all nodes of the path how it went."""
    for d in range(depth):
        node = t.path[d]
        t.tried[node] += 1.0
        for player in range(players):
            t.won[node, player] += k.win[player]


@rule
def climb(
    t: Tree, m: Mind, s: State, j: Journal, c: Choices, root: int, turns: int
) -> tuple[int, int]:
    """Go down the tree to a new node, then play on for so many turns in all; the length of the
    path, and how many decisions were made.
    """
    depth, made = 1, 0
    t.path[0] = root
    growing = t.tried[root] > 0.0
    while s.acting:
        if s.phase == PLAY_TILE:
            made += 1
            if s.played == 0:
                if turns == 0:
                    break
                turns -= 1
        if growing and s.phase == PLAY_TILE and depth < DEPTH:
            node, move = branch_off(t, m, s, c, t.path[depth - 1])
            growing = node != NONE and t.tried[node] > 0.0
            if node != NONE:
                t.path[depth] = node
                depth += 1
            made += 1
            carry_out(m, s, j, c, s.turn, move // CODE, move % CODE + NONE)
        else:
            step(m, s, j, c)
    return depth, made


@rule
def get_ready(m: Mind, s: State) -> None:
    """Think of everything beforehand that all who play may think of in this position."""
    forget(m)
    for player in range(s.players):
        wish(m, s, player)
        survey(m, s, player)
        for tile in range(KINDS):
            find_gains(m, s, player, tile)


def explore(
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
    tree: int,
    ready: int,
    alive: Ints,
    tallies: Reals,
    first: int,
    last: int,
    rounds: int,
) -> int:
    """Try each move that is alive in the same drawn states, each time with what has become of the
    tree, and add up the chances of all to win. What is wished and gained in the position itself is
    found once, to `ready`.
    """
    s, j, c, m = state_at(scratch), journal_at(journal), choices_at(choices), mind_at(mind)
    k, t = mind_at(judgement), tree_at(tree)
    made = 0
    for number in range(first, last):
        draw_world(world, seen, keys[0] + number, keys[1])
        if number == first:
            get_ready(mind_at(ready), state_at(world))
        for i in range(len(alive)):
            move = alive[i]
            copy_bytes(scratch, world, STATE_SIZE)
            copy_bytes(mind, ready, MIND_SIZE)
            carry_out(m, s, j, c, me, moves[move, 0], moves[move, 1])
            depth, steps = climb(t, m, s, j, c, move, rounds * s.players)
            made += START + steps
            value(k, s)
            add_up(t, k, s.players, depth)
            tallies[move, 0] += 1.0
            for player in range(s.players):
                tallies[move, 1 + player] += k.win[player]
    return made
