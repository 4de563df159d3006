"""The rules: a prize is turned up, all bid in secret, and the highest bid takes it."""

from __future__ import annotations

from goofspiel.actions import BID
from goofspiel.entries import CARRIED, LAID, OPENED, PRIZE, TIED, WON
from goofspiel.facts import CARRY, MOST, MOST_PLAYERS, NEXT
from goofspiel.state import State
from tenka.core.chance import shuffle
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule


@rule
def setup(s: State, j: Journal) -> None:
    """Everyone holds a whole suit; the prizes are another one, shuffled."""
    for card in range(MOST):
        s.prizes[card] = card if card < s.cards else NONE
        for player in range(s.players):
            s.hand[player, card] = card < s.cards
    for player in range(MOST_PLAYERS):
        s.bids[player] = NONE
    shuffle(s, s.prizes, s.cards)
    begin_turn(s, j)


@rule
def legal(s: State, player: int, c: Choices) -> None:
    """Any card that the player still holds."""
    for card in range(s.cards):
        if s.hand[player, card]:
            offer(c, BID + card)


@rule
def apply(s: State, j: Journal, player: int, action: int) -> None:
    """Lay a bid, face down; the last one opens them all."""
    s.bids[player] = action - BID
    note(j, LAID, player, action - BID)
    s.acting &= ~(1 << player)
    if s.acting == 0:
        settle(s, j)
        begin_turn(s, j)


@rule
def begin_turn(s: State, j: Journal) -> None:
    """Turn up a prize; for the last one everybody's last card is bid unasked."""
    s.turn += 1
    note(j, PRIZE, s.prizes[s.turn - 1])
    if s.turn < s.cards:
        s.acting = (1 << s.players) - 1
        return
    for player in range(s.players):
        for card in range(s.cards):
            if s.hand[player, card]:
                s.bids[player] = card
    settle(s, j)
    most = 0
    for player in range(s.players):
        most = max(most, s.points[player])
    for player in range(s.players):
        if s.points[player] == most:
            s.winners |= 1 << player


@rule
def settle(s: State, j: Journal) -> None:
    """Open the bids, and give the prize to whom it belongs."""
    points, winner = s.carried + s.prizes[s.turn - 1] + 1, winning_bidder(s)
    for player in range(s.players):
        note(j, OPENED, player, s.bids[player])
        s.hand[player, s.bids[player]] = 0
        s.bids[player] = NONE
    s.carried = 0
    if winner != NONE:
        s.points[winner] += points
        note(j, WON, winner, points)
    elif s.ties == CARRY:
        s.carried = points
        note(j, CARRIED, points)
    else:
        note(j, TIED, points)


@rule
def winning_bidder(s: State) -> int:
    """Whose bid is the highest; with `ties="next"`, the highest that nobody else made."""
    for card in range(s.cards - 1, -1, -1):
        winner, count = NONE, 0
        for player in range(s.players):
            if s.bids[player] == card:
                winner, count = player, count + 1
        if count == 1:
            return winner
        if count > 1 and s.ties != NEXT:
            return NONE
    return NONE


@rule
def score(s: State, player: int) -> int:
    """The worth of the prizes that a player has taken."""
    return s.points[player]
