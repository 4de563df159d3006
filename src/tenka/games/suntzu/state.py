"""Sun Tzu's state record, and small questions about it."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from tenka.core.game import Words
from tenka.core.layout import Int8, Ints, Position
from tenka.core.rule import rule
from tenka.games.suntzu.facts import KINDS, PILE, ROUNDS

# What the table is doing. The rules go from phase to phase until someone must decide. Before each
# debt of armies stands a short window for reinforcements; the phase after it settles the debt.
PHASES = Words()
CHOOSE_GENERALS = PHASES.word("generals")
DEAL = PHASES.word("deal")
ROUND = PHASES.word("round")
WINDOW_ORDERS = PHASES.word("window before orders")
ORDERS = PHASES.word("orders")
NEXT_BATTLE = PHASES.word("next battle")
WINDOW_BATTLE = PHASES.word("window before battle")
OPEN = PHASES.word("open")
REVEAL = PHASES.word("reveal")
WINDOW_WINNER = PHASES.word("winner's window")
ARMIES_MOVE = PHASES.word("armies move")
FETCH = PHASES.word("fetch")
AFTERMATH = PHASES.word("aftermath")
WINDOW_MARKER = PHASES.word("window before marker")
MARKER = PHASES.word("marker")
WINDOW_COST = PHASES.word("window before cost")
COST_OF_CARD = PHASES.word("cost")
EVENT = PHASES.word("event")
RESOLVE = PHASES.word("resolve")
WINDOW_TRIBUTE = PHASES.word("window before tribute")
TRIBUTE = PHASES.word("tribute")
CHARIOT = PHASES.word("chariot")
WINDOW_POINTS = PHASES.word("window before points")
POINTS = PHASES.word("points")
WINDOW_END = PHASES.word("window at the end of the round")
END_OF_ROUND = PHASES.word("end of round")
KEEP = PHASES.word("keep")
OVER = PHASES.word("over")

EVERYONE = 0b11  # both players, as a mask

# How a game ends, and by what the winner was found.
ENDINGS = Words()
RUNNING = ENDINGS.word("")
TRACK = ENDINGS.word("end of the track")
LAST_ROUND = ENDINGS.word("round 9")
FIFTH_EVENT = ENDINGS.word("fifth event")
DECIDERS = Words()
BY_POINTS = DECIDERS.word("points")
BY_POOL = DECIDERS.word("armies in the pool")
DRAWN_GAME = DECIDERS.word("draw")


class State(Position):
    """The whole table. First index of arrays: the player; NONE and UNKNOWN as in core."""

    events: Int8  # options, as 0 or 1
    beginner: Int8
    phase: Int8
    turn: Int8  # whose part of a phase it is: 0, 1, then 2 when both are done
    round_number: Int8
    track: Int8  # steps towards Sun Tzu's end; below zero towards Shao's
    ending: Int8
    decider: Int8

    armies: Annotated[Ints, np.int8, (2, 5)]
    markers: Annotated[Ints, np.int8, (2, 5)]  # armies on the province's name
    pool: Annotated[Ints, np.int8, (2,)]
    reserve: Annotated[Ints, np.int8, (2,)]  # the reinforcements
    sixes: Annotated[Ints, np.int8, (2, 5)]  # 1 where the player's 6 was used
    sixes_opened: Annotated[Ints, np.int8, (2, 5)]  # likewise, also where a Plague annulled it
    totals: Annotated[Ints, np.int8, (ROUNDS + 1, 2)]  # on the board at the end of each round
    displays: Annotated[Ints, np.int8, (5,)]

    hand: Annotated[Ints, np.int8, (2, KINDS)]  # how many of each kind
    hand_size: Annotated[Ints, np.int8, (2,)]
    laid: Annotated[Ints, np.int8, (2, 5)]
    out: Annotated[Ints, np.int8, (2, KINDS)]  # cards that have left the game
    pile: Annotated[Ints, np.int8, (2, PILE)]  # from the bottom to the top
    pile_size: Annotated[Ints, np.int8, (2,)]
    pile_seen: Annotated[Ints, np.int8, (2, PILE)]  # for each card a bit per player who knows it
    drawn_cards: Annotated[Ints, np.int8, (2, 3)]  # at the end of a round, before one goes back
    draws_three: Annotated[Ints, np.int8, (2,)]  # 1 for whoever's 1 was opened this round
    recalled: Annotated[Ints, np.int8, (2,)]  # the province whose card went back to the pile

    held: Annotated[Ints, np.int8, (2,)]  # generals not yet used, as a mask
    used: Annotated[Ints, np.int8, (2,)]
    generals_left: Annotated[Ints, np.int8, (2,)]  # how many are held: everyone sees that
    chariot: Annotated[Ints, np.int8, (2,)]  # 1 for whoever took a general by War Chariot
    great_plague: Int8  # 1 in the round of Shao's Great Plague

    event_order: Annotated[Ints, np.int8, (5,)]
    event: Int8  # how many have been met; that one of the order is open
    plagues: Int8  # opened so far
    met: Int8  # mask of the players whom the open event befalls

    opened: Annotated[Ints, np.int8, (5,)]
    namer: Int8  # who names the next battle, NONE: the fixed order
    battle: Int8  # the province fought over, NONE between battles
    fresh: Int8  # 1 while the last battle was fought under the event now open
    ruse: Int8  # 1 where Sun Tzu's card counts as 6
    immune: Int8  # 1 where Sun Tzu's Plague counts as 0
    winner: Int8
    margin: Int8
    owed: Int8  # armies still to be placed, fetched or paid


@rule
def card_of(s: State, player: int) -> int:
    """The printed card of a player in the battle being fought."""
    return s.laid[player, s.battle]


@rule
def on_board(s: State, player: int) -> int:
    """How many armies a player has in provinces; markers do not count."""
    count = 0
    for province in range(5):
        count += s.armies[player, province]
    return count


@rule
def holds(s: State, player: int, general: int) -> bool:
    """Whether a player has a general not yet used."""
    return (s.held[player] >> general) & 1 == 1


@rule
def is_used(s: State, player: int, general: int) -> bool:
    """Whether a general was used, which everyone knows."""
    return (s.used[player] >> general) & 1 == 1


@rule
def is_window(phase: int) -> bool:
    """Whether each player has a turn with reinforcements and generals."""
    return (
        phase == WINDOW_BATTLE
        or phase == WINDOW_ORDERS
        or phase == WINDOW_END
        or phase == WINDOW_POINTS
    )


@rule
def is_short_window(phase: int) -> bool:
    """Whether a player who owes armies may bring reinforcements first."""
    return (
        phase == WINDOW_WINNER
        or phase == WINDOW_MARKER
        or phase == WINDOW_COST
        or phase == WINDOW_TRIBUTE
    )
