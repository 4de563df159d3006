"""Sun Tzu's search, compiled: what a position is worth, and what decisions lead to.

A position is worth Sun Tzu's chance to win, as a logit that is a sum over features (`outlook`).
`weigh` compares decisions by where they lead by the end of the round. For the duel of orders (see
`duel`), `tabulate` fights every pair of cards in every province and `confront` plays whole rounds
between assignments, all by the game's own rules.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tenka.core.engine import first_actor, imagine, journal_at
from tenka.core.journal import Journal
from tenka.core.layout import NONE, Ints, copy_bytes
from tenka.core.rule import rule
from tenka.games.suntzu.actions import BATTLE_AT, FROM, PASS
from tenka.games.suntzu.battle import judge, move_armies, open_cards, owe_for_card
from tenka.games.suntzu.cards import lose, may_lay
from tenka.games.suntzu.debts import settle, sources, take_army
from tenka.games.suntzu.facts import DISPLAYS, FRAMED, KINDS, POOL, SHAO, SUN_TZU
from tenka.games.suntzu.rules import advance, apply
from tenka.games.suntzu.state import FETCH, KEEP, NEXT_BATTLE, ORDERS, OVER, State, is_short_window

if TYPE_CHECKING:

    def _any(*args: Any) -> Any: ...

    state_at = _any
    STATE_SIZE = 0

Reals = NDArray[np.float64]

# The features of a position, as columns of the table `worth`; its rows are rounds played.
TRACK, SCORING, DRAWS, POOLS, SHORT, RESERVES, SIXES, CARDS, HELD = 0, 1, 4, 5, 6, 7, 8, 9, 18
FEATURES = HELD + 10
REACH = 9  # more armies than these hold a province no better
ENOUGH = 4  # armies in the pool: fewer are a shortage
IMPOSSIBLE = -1e9


# -- what a position is worth


@rule
def measure(s: State, done: int, pending: int, hold: Reals, x: Reals) -> None:
    """The features of a position after so many rounds; `pending`: their points are not counted."""
    x[:] = 0
    x[TRACK] = s.track
    ahead = 0
    for scoring in range(3):
        due = 3 * scoring + 3
        if due < done or (due == done and not pending):
            continue
        points = 0.0
        for province in range(5):
            if s.displays[province] == NONE:  # generals are chosen before there are any
                continue
            lead = s.armies[SUN_TZU, province] - s.armies[SHAO, province]
            held = hold[due - done, min(abs(lead), REACH)]
            points += DISPLAYS[s.displays[province], scoring] * (held if lead > 0 else -held)
        if due == done:
            x[TRACK] += points
        else:
            x[SCORING + ahead] = points
            ahead += 1
    for player in range(2):
        sign = 1 if player == SUN_TZU else -1
        more = s.draws_three[player] or s.drawn_cards[player, 2] != NONE
        x[DRAWS] += sign * more
        x[POOLS] += sign * s.pool[player]
        x[SHORT] += sign * max(0, ENOUGH - s.pool[player])
        x[RESERVES] += sign * s.reserve[player]
        for province in range(5):
            x[SIXES] -= sign * s.sixes[player, province]
        for kind in range(FRAMED, KINDS):
            x[CARDS + kind - FRAMED] += sign * s.hand[player, kind]
        for general in range(5):
            x[HELD + 5 * player + general] = sign * ((s.held[player] >> general) & 1)


@rule
def outlook(s: State, done: int, pending: int, hold: Reals, worth: Reals, x: Reals) -> float:
    """The logit of Sun Tzu's chance."""
    measure(s, done, pending, hold, x)
    value = 0.0
    for i in range(FEATURES):
        value += worth[done, i] * x[i]
    return value


@rule
def chance_of_sun_tzu(s: State, hold: Reals, worth: Reals, x: Reals) -> float:
    """Sun Tzu's chance where a round is over or not yet ordered, or the game is over."""
    if s.phase == OVER:
        return (s.winners & 1) / (1 if s.winners < 3 else 2)
    done = max(0, s.round_number - (1 if s.phase <= ORDERS else 0))  # round 0: generals are chosen
    return 1 / (1 + exp(-outlook(s, done, 0, hold, worth, x)))


# -- how a round goes on when nobody thinks


@rule
def spare(s: State, player: int) -> int:
    """Where an army is missed least: the pool, else the province that has most."""
    mask = sources(s, player)
    if (mask >> POOL) & 1:
        return POOL
    best = NONE
    for province in range(5):
        if (mask >> province) & 1:
            if best == NONE or s.armies[player, province] > s.armies[player, best]:
                best = province
    return best


@rule
def habit(s: State, player: int) -> int:
    """The decision of a player who uses nothing and names the battles in edge order."""
    if s.phase == NEXT_BATTLE:
        province = 0
        while s.opened[province]:
            province += 1
        return int(BATTLE_AT + province)
    if s.owed and not is_short_window(s.phase):
        return int(FROM + spare(s, player))
    return int(PASS)


@rule
def play_out(s: State, j: Journal) -> None:
    """To the end of the round, by habit, once the orders are given."""
    while s.acting and ORDERS < s.phase < KEEP:
        player = first_actor(s)
        j.count = 0
        apply(s, j, player, habit(s, player))


def weigh(
    seen: int,
    scratch: int,
    journal: int,
    player: int,
    actions: Ints,
    sums: Reals,
    draws: int,
    key: int,
    hold: Reals,
    worth: Reals,
) -> None:
    """Add to `sums` what each decision leads to by the end of the round, over imagined states.

    NONE is no decision: what the position leads to as it is.
    """
    s, j = state_at(scratch + STATE_SIZE), journal_at(journal)
    x = np.empty(FEATURES)
    for n in range(draws):
        copy_bytes(scratch, seen, STATE_SIZE)
        imagine(scratch, key, n)
        for i in range(len(actions)):
            copy_bytes(scratch + STATE_SIZE, scratch, STATE_SIZE)
            j.count = 0
            if actions[i] != NONE:
                apply(s, j, player, actions[i])
            play_out(s, j)
            sums[i] += chance_of_sun_tzu(s, hold, worth, x)


# -- one province, one pair of cards


@rule
def fight(s: State, j: Journal, province: int) -> None:
    """One battle without windows and generals."""
    j.count = 0
    s.battle = province
    open_cards(s, j)
    judge(s, j)
    if s.winner != NONE:
        move_armies(s, j)
        s.phase = FETCH
        pay(s, j, s.winner)
    for player in range(2):
        window = owe_for_card(s, j, player)
        if window != NONE:
            s.phase = window + 1
            pay(s, j, player)


@rule
def pay(s: State, j: Journal, player: int) -> None:
    """Take what is owed from where it is missed least."""
    settle(s, j, player)
    while s.acting:
        s.acting = 0
        take_army(s, j, player, spare(s, player))
        settle(s, j, player)


def tabulate(
    state: int, scratch: int, journal: int, table: Reals, hold: Reals, worth: Reals
) -> None:
    """What each pair of cards in each province changes: table[province, Sun Tzu's, Shao's]."""
    s, j = state_at(scratch), journal_at(journal)
    x = np.empty(FEATURES)
    before = state_at(state)
    base = outlook(before, before.round_number, 1, hold, worth, x)
    for province in range(5):
        for own in range(KINDS):
            for other in range(KINDS):
                copy_bytes(scratch, state, STATE_SIZE)
                s.acting = 0
                s.laid[SUN_TZU, province], s.laid[SHAO, province] = own, other
                lose(s, SUN_TZU, own)
                lose(s, SHAO, other)
                fight(s, j, province)
                after = outlook(s, s.round_number, 1, hold, worth, x)
                table[province, own, other] = after - base


# -- whole rounds


def list_hand(state: int, player: int, cards: Ints, allowed: Reals) -> int:
    """A player's cards one by one, and where each may be laid (0, or IMPOSSIBLE); how many."""
    s = state_at(state)
    count = 0
    for kind in range(KINDS):
        for province in range(5):
            allowed[province, kind] = 0 if may_lay(s, player, province, kind) else IMPOSSIBLE
        for _ in range(s.hand[player, kind]):
            cards[count] = kind
            count += 1
    return count


@rule
def lay_all(s: State, player: int, orders: Ints) -> None:
    """All five orders of a player at once."""
    for province in range(5):
        lose(s, player, orders[province])
        s.laid[player, province] = orders[province]


@rule
def take_secrets(s: State, from_: State, player: int) -> None:
    """What only a player knows becomes what it is in another state."""
    s.hand[player] = from_.hand[player]
    s.pile[player] = from_.pile[player]
    s.held[player] = from_.held[player]


def confront(
    own_state: int,
    other_states: int,
    scratch: int,
    journal: int,
    player: int,
    own: Ints,
    other: Ints,
    hands: Ints,
    chances: Reals,
    hold: Reals,
    worth: Reals,
) -> None:
    """A player's chance when one assignment meets each of the other side's.

    own_state has the player's hand; other[k] is laid by the hand in other_states[hands[k]].
    """
    s, mine, j = state_at(scratch), state_at(own_state), journal_at(journal)
    x = np.empty(FEATURES)
    for k in range(len(other)):
        copy_bytes(scratch, other_states + hands[k] * STATE_SIZE, STATE_SIZE)
        take_secrets(s, mine, player)
        lay_all(s, player, own)
        lay_all(s, 1 - player, other[k])
        s.acting = j.count = 0
        advance(s, j)
        play_out(s, j)
        chance = chance_of_sun_tzu(s, hold, worth, x)
        chances[k] = chance if player == SUN_TZU else 1 - chance
