"""The order of a round: bids, who chooses first, places with their special cards (phase 5)."""

from __future__ import annotations

from tenka.core.chance import shuffle
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.shogun.actions import PLACE
from tenka.games.shogun.entries import (
    ACTION_BEGUN,
    BID_OPENED,
    CHOICE_ORDER,
    PLACE_TAKEN,
    TURN_ORDER,
    note_all,
)
from tenka.games.shogun.facts import BID, CHEST, EMPTY, MAP, PLACES
from tenka.games.shogun.state import ACTIONS, PLACING, State


@rule
def open_bids(s: State, j: Journal) -> None:
    """Bids are opened and paid; a province is free."""
    for player in range(s.players):
        card = s.plan[player, BID]
        s.opened[player, BID] = 1
        paid = card - CHEST if CHEST <= card < EMPTY else 0
        s.chests[player] -= paid
        note(j, BID_OPENED, player, card, paid)


@rule
def rank_of_bid(card: int) -> int:
    """Chests 4 to 1, then a province, then the 0, then nothing."""
    if card == EMPTY:
        return 0
    if card == CHEST:
        return 1
    return 2 if card < MAP else 2 + card - CHEST


@rule
def order_choice(s: State, j: Journal) -> None:
    """Who chooses a place first: the better bid; equal bids at random."""
    order = s.choice_order
    for player in range(s.players):
        order[player] = player
    shuffle(s, order, s.players)
    for i in range(1, s.players):
        k = i
        while k and rank_of_bid(s.plan[order[k - 1], BID]) < rank_of_bid(s.plan[order[k], BID]):
            order[k - 1], order[k] = order[k], order[k - 1]
            k -= 1
    note_all(j, CHOICE_ORDER, order, s.players)
    s.phase, s.turn = PLACING, 0


@rule
def free_places(s: State) -> int:
    """The places that nobody has taken, as a mask."""
    mask = (1 << PLACES) - 1
    for player in range(s.players):
        if s.place[player] != NONE:
            mask ^= 1 << s.place[player]
    return mask


@rule
def offer_places(s: State, c: Choices) -> None:
    """Each free place."""
    mask = free_places(s)
    for place in range(PLACES):
        if (mask >> place) & 1:
            offer(c, PLACE + place)


@rule
def choose_places(s: State, j: Journal) -> None:
    """The next player chooses; the last of five takes what is left; then places give the order."""
    if s.turn == s.players:
        set_turn_order(s, j)
    elif s.turn == PLACES - 1:
        place = 0
        while not (free_places(s) >> place) & 1:
            place += 1
        take_place(s, j, s.choice_order[s.turn], place)
    else:
        s.acting = 1 << s.choice_order[s.turn]


@rule
def take_place(s: State, j: Journal, player: int, place: int) -> None:
    """A place, with its special card for this round."""
    s.place[player] = place
    s.turn += 1
    note(j, PLACE_TAKEN, player, place + 1, s.specials[place])


@rule
def set_turn_order(s: State, j: Journal) -> None:
    """Place numbers give the turn order; empty places are ignored."""
    count = 0
    for place in range(PLACES):
        for player in range(s.players):
            if s.place[player] == place:
                s.turn_order[count] = player
                count += 1
    note_all(j, TURN_ORDER, s.turn_order, s.players)
    s.phase, s.turn = ACTIONS, 0
    note(j, ACTION_BEGUN, s.action_order[0])
