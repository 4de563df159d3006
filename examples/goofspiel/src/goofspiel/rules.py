"""The rules: a prize is turned up, all bid in secret, and the highest bid takes it."""

from goofspiel.facts import BID, CARRIED, CARRY, LAID, NEXT, OPENED, PRIZE, TIED, WON
from goofspiel.state import State
from tenka.core.chance import below
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.players import everyone, with_most
from tenka.core.rule import rule


@rule
def setup(s: State, j: Journal) -> None:
    """Everyone holds a whole suit; the prizes are another one."""
    s.bids[:] = NONE
    for card in range(s.cards):
        s.prizes[card] = card
        for player in range(s.players):
            s.hand[player, card] = 1
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
    """Draw a prize; for the last one everybody's last card is bid unasked."""
    drawn = s.turn + below(s, s.cards - s.turn)
    s.prizes[s.turn], s.prizes[drawn] = s.prizes[drawn], s.prizes[s.turn]
    note(j, PRIZE, s.prizes[s.turn])
    s.turn += 1
    if s.turn < s.cards:
        s.acting = everyone(s)
        return
    for player in range(s.players):
        for card in range(s.cards):
            if s.hand[player, card]:
                s.bids[player] = card
    settle(s, j)
    s.winners = with_most(s.points, everyone(s))


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
    among = everyone(s)
    while among:
        highest = with_most(s.bids, among)
        for player in range(s.players):
            if highest == 1 << player:
                return player
        among = among & ~highest if s.ties == NEXT else 0
    return NONE


@rule
def score(s: State, player: int) -> int:
    """The worth of the prizes that a player has taken."""
    return s.points[player]
