"""Shogun's state record, and small questions about it."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from tenka.core.game import Words
from tenka.core.layout import NONE, Int8, Int16, Ints, Position
from tenka.core.rule import rule
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    EVENT,
    EVENT_CARDS,
    FIELD_COUNT,
    GROUPS,
    MAP,
    MOST_PLAYERS,
    MOST_REVOLTS,
    PLACES,
    YEAR_EVENTS,
)

# What the table is doing. The rules go from phase to phase until someone must decide.
PHASES = Words()
DRAFT = PHASES.word("draft")
GROUP = PHASES.word("army group")
START = PHASES.word("start")
ROUND = PHASES.word("round")
PLANNING = PHASES.word("planning")
PLACING = PHASES.word("places")
ACTIONS = PHASES.word("actions")
SIX = PHASES.word("six armies")
TARGET = PHASES.word("target")
MARCH = PHASES.word("armies")
ATTACKER = PHASES.word("attacker's army")
DEFENDER = PHASES.word("defender's army")
CLASH = PHASES.word("battle")
WINTER_COMES = PHASES.word("winter")
REVOLTING = PHASES.word("revolts")
POINTS = PHASES.word("points")
OVER = PHASES.word("over")

# By what the winner was found.
DECIDERS = Words()
RUNNING = DECIDERS.word("")
BY_POINTS = DECIDERS.word("points")
BY_CHESTS = DECIDERS.word("chests")
SHARED = DECIDERS.word("shared win")

# How the last battle went.
RESULTS = Words()
NO_BATTLE = RESULTS.word("")
ATTACKER_WON = RESULTS.word("attacker won")
DEFENDER_WON = RESULTS.word("defender won")
UNDECIDED = RESULTS.word("undecided")
PEASANTS_WON = RESULTS.word("peasants won")
PUT_DOWN = RESULTS.word("put down")

OUT = -3  # owner of a province that does not exist in this game
CUBE_COLOURS = MOST_PLAYERS + 1


class State(Position):
    """The whole table. NONE and UNKNOWN as in core; colours are players, then peasants."""

    side: Int8  # options
    start: Int8
    always_yes: Int8
    tower_pass: Int16
    tower_release: Int16
    phase: Int8
    turn: Int8  # whose part of a phase it is: in draft a player, later a place in an order
    year: Int8
    season: Int8
    decider: Int8

    owner: Annotated[Ints, np.int8, (MAP,)]  # a player, NONE: neutral, OUT: not in this game
    armies: Annotated[Ints, np.int8, (MAP,)]
    markers: Annotated[Ints, np.int8, (MAP,)]  # of revolt
    buildings: Annotated[Ints, np.int8, (MAP,)]  # a mask of castle, temple, theatre
    won: Annotated[Ints, np.int8, (MAP,)]  # 1 where the owner got the card this round
    reserve: Annotated[Ints, np.int8, (CUBE_COLOURS,)]
    supply: Annotated[Ints, np.int8, (3,)]
    chests: Annotated[Ints, np.int16, (MOST_PLAYERS,)]
    rice: Annotated[Ints, np.int8, (MOST_PLAYERS,)]
    points: Annotated[Ints, np.int16, (MOST_PLAYERS,)]

    tower: Annotated[Ints, np.int8, (CUBE_COLOURS,)]  # cubes inside, which everyone can count
    upper: Annotated[Ints, np.int8, (CUBE_COLOURS,)]  # those of them that rest on the first level
    tray: Annotated[Ints, np.int8, (CUBE_COLOURS,)]

    pile: Annotated[Ints, np.int8, (MAP,)]  # province cards in the draft, from bottom to top
    pile_size: Int8
    pile_known: Int8  # cards at its bottom that everyone saw go there
    display: Annotated[Ints, np.int8, (2,)]  # the two cards that lie open
    display_seen: Annotated[Ints, np.int8, (MOST_PLAYERS, 2)]  # those when a player last took one
    groups: Annotated[Ints, np.int8, (MOST_PLAYERS, len(GROUPS))]  # left on one's own board, or 0

    event_pile: Annotated[Ints, np.int8, (EVENT_CARDS,)]  # the first four are the first year's
    event_met: Annotated[Ints, np.int8, (YEAR_EVENTS,)]  # 1 for events of the year that are over
    event: Int8  # this round's card, NONE before it is drawn
    action_order: Annotated[Ints, np.int8, (len(ACTION_CARDS),)]
    step: Int8  # actions that all players have finished
    specials: Annotated[Ints, np.int8, (PLACES,)]  # the special card on each place
    plan: Annotated[Ints, np.int8, (MOST_PLAYERS, FIELD_COUNT)]  # the card on each field
    opened: Annotated[Ints, np.int8, (MOST_PLAYERS, FIELD_COUNT)]  # 1 where everyone sees it
    hand_size: Annotated[Ints, np.int8, (MOST_PLAYERS,)]  # province cards when plans were made
    choice_order: Annotated[Ints, np.int8, (MOST_PLAYERS,)]  # who chooses a place first
    place: Annotated[Ints, np.int8, (MOST_PLAYERS,)]  # each player's
    turn_order: Annotated[Ints, np.int8, (MOST_PLAYERS,)]

    source: Int8  # a march: from where, where to, how many
    target: Int8
    marching: Int8
    attack_army: Int8  # 1 with the special's extra army of the attacker
    defence_army: Int8  # ... and of the defender
    uprising: Annotated[Ints, np.int8, (MOST_REVOLTS,)]  # provinces that revolt this winter
    extra_peasants: Int8  # in each of these

    battle: Int8  # the last battle: where, who, what went in, what lay on the tray then
    battle_attacker: Int8  # NONE: a revolt
    battle_defender: Int8  # NONE: a neutral province
    battle_thrown: Annotated[Ints, np.int8, (CUBE_COLOURS,)]
    battle_fell: Annotated[Ints, np.int8, (CUBE_COLOURS,)]
    battle_result: Int8


@rule
def provinces_of(s: State, player: int) -> int:
    """How many provinces a player has."""
    count = 0
    for province in range(MAP):
        if s.owner[province] == player:
            count += 1
    return count


@rule
def has_building(s: State, province: int, building: int) -> bool:
    """Whether a building of that kind stands in a province."""
    return (s.buildings[province] >> building) & 1 == 1


@rule
def holds(s: State, player: int, special: int) -> bool:
    """Whether a player has a special card this round."""
    return s.place[player] != NONE and s.specials[s.place[player]] == special


@rule
def under(s: State, event: int) -> bool:
    """Whether this round's event is of that kind."""
    return s.event != NONE and EVENT[s.event] == event
