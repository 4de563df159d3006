"""A round's cards and plans: eleven fields in secret, field by field (rulebook: phases 1 to 4)."""

from __future__ import annotations

import numpy as np

from tenka.core.chance import below, shuffle
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note, note_list
from tenka.core.layout import NONE, scratch
from tenka.core.players import everyone
from tenka.core.rule import rule
from tenka.games.shogun.actions import BID_CARD, BID_CHEST, BID_NOTHING, CARD, CHEST_CARD, NO_CARD
from tenka.games.shogun.entries import (
    ACTION_CARDS_LAID,
    EVENT_DRAWN,
    EVENTS_OPENED,
    FIELDS_LEFT_EMPTY,
    PLANNED,
    ROUND_BEGUN,
    SPECIALS_LAID,
    note_all,
)
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    ANY_CHEST,
    BID,
    CHEST,
    CHEST_CARDS,
    EMPTY,
    FIELD_COUNT,
    MAP,
    OPEN_AT_FIRST,
    PLACES,
    YEAR_EVENTS,
)
from tenka.games.shogun.state import PLANNING, State, provinces_of

# A board without provinces, with one chest card kept for the bid.
IDLE = np.array([ANY_CHEST] * (CHEST_CARDS - 1) + [EMPTY] * (BID - CHEST_CARDS + 1))


@rule
def open_events(s: State, j: Journal) -> None:
    """Four events lie open for the year."""
    s.event_met[:] = 0
    first = s.year * YEAR_EVENTS
    note_list(j, EVENTS_OPENED, s.year + 1, s.event_pile[first:], YEAR_EVENTS)


@rule
def begin_round(s: State, j: Journal) -> None:
    """Action cards, special cards, then all plan at once."""
    note(j, ROUND_BEGUN, s.year + 1, s.season)
    for i in range(len(ACTION_CARDS)):
        s.action_order[i] = i
    shuffle(s, s.action_order, len(ACTION_CARDS))
    note_all(j, ACTION_CARDS_LAID, s.action_order, OPEN_AT_FIRST)
    for i in range(PLACES):
        s.specials[i] = i
    shuffle(s, s.specials, PLACES)
    note_all(j, SPECIALS_LAID, s.specials, PLACES)
    s.won[:] = 0
    s.step = s.turn = 0
    for player in range(s.players):
        s.hand_size[player] = provinces_of(s, player)
        lay_nothing(s, player)
    s.phase = PLANNING
    s.acting = everyone(s)


@rule
def lay_nothing(s: State, player: int) -> None:
    """An empty board; without provinces nothing but the bid is asked."""
    for field in range(FIELD_COUNT):
        s.opened[player, field] = 0
        s.plan[player, field] = NONE
    if s.hand_size[player] == 0:
        lay_idle_cards(s, player)


@rule
def lay_idle_cards(s: State, player: int) -> None:
    """Without provinces it tells nothing on which actions chest cards lie: on the first."""
    for field in range(BID):
        s.plan[player, field] = IDLE[field]
    if s.plan[player, BID] == EMPTY:
        s.plan[player, CHEST_CARDS - 1] = ANY_CHEST


# -- laying a plan: what may lie on the next field


@rule
def next_field(s: State, player: int) -> int:
    """The field whose card is due: they are laid in the order of the board."""
    field = 0
    while s.plan[player, field] != NONE:
        field += 1
    return field


@rule
def fields_with(s: State, player: int, card: int) -> int:
    """How many action fields have that card."""
    count = 0
    for field in range(BID):
        if s.plan[player, field] == card:
            count += 1
    return count


@rule
def chests_left(s: State, player: int) -> int:
    """Chest cards that lie on no action."""
    return CHEST_CARDS - fields_with(s, player, ANY_CHEST)


@rule
def plays_all_cards(s: State, player: int) -> bool:
    """Fewer cards than fields: all of them are laid, and some fields stay empty."""
    return s.hand_size[player] + CHEST_CARDS < FIELD_COUNT


@rule
def may_stay_empty(s: State, player: int, field: int) -> bool:
    """Whether a field may get no card: as many stay empty as there are cards too few."""
    if s.hand_size[player] == 0:
        return field == BID
    missing = FIELD_COUNT - CHEST_CARDS - s.hand_size[player]
    return missing > 0 and fields_with(s, player, EMPTY) < missing


@rule
def offer_plan(s: State, player: int, c: Choices) -> None:
    """Every card that may lie on the next field.

    With few cards those left are just as many as fields, so that all of them come to lie.
    """
    field = next_field(s, player)
    offer_provinces(s, player, c, BID_CARD if field == BID else CARD)
    if chests_left(s, player) > 0:
        if field == BID:
            for chests in range(min(CHEST_CARDS - 1, s.chests[player]) + 1):
                offer(c, BID_CHEST + chests)
        else:
            offer(c, CHEST_CARD)
    if may_stay_empty(s, player, field):
        offer(c, BID_NOTHING if field == BID else NO_CARD)


@rule
def offer_provinces(s: State, player: int, c: Choices, first: int) -> None:
    """The province cards still in hand."""
    laid = 0
    for field in range(BID):
        card = s.plan[player, field]
        if 0 <= card < MAP:
            laid |= 1 << card
    for province in range(MAP):
        if s.owner[province] == player and not (laid >> province) & 1:
            offer(c, first + province)


@rule
def lay_card(s: State, j: Journal, player: int, action: int) -> None:
    """Lay one card; with the bid, this player's plan is made."""
    field = next_field(s, player)
    s.plan[player, field] = card_of(action)
    if field == BID:
        if s.hand_size[player] == 0:
            lay_idle_cards(s, player)
        s.acting ^= 1 << player
        note(j, PLANNED, player)


@rule
def card_of(action: int) -> int:
    """The card that a decision lays."""
    if action < CHEST_CARD:
        return action - CARD
    if action == CHEST_CARD:
        return ANY_CHEST
    if BID_CARD <= action < BID_CHEST:
        return action - BID_CARD
    if BID_CHEST <= action < BID_NOTHING:
        return CHEST + action - BID_CHEST
    return EMPTY


@rule
def show_empty_fields(s: State, j: Journal) -> None:
    """All have planned: everyone sees which fields got no card."""
    fields = scratch(FIELD_COUNT)
    for player in range(s.players):
        count = 0
        for field in range(FIELD_COUNT):
            if s.plan[player, field] == EMPTY:
                s.opened[player, field] = 1
                fields[count] = field
                count += 1
        if count:
            note_list(j, FIELDS_LEFT_EMPTY, player, fields, count)


@rule
def draw_event(s: State, j: Journal) -> None:
    """One of the year's remaining events, at random, holds for this round."""
    left = scratch(YEAR_EVENTS)
    count = 0
    for i in range(YEAR_EVENTS):
        if not s.event_met[i]:
            left[count] = i
            count += 1
    at = left[below(s, count)]
    s.event_met[at] = 1
    s.event = s.event_pile[s.year * YEAR_EVENTS + at]
    note(j, EVENT_DRAWN, s.event)
