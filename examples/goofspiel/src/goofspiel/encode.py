"""Observations for learning: a redacted state as numbers, seats counted from the viewer's."""

from goofspiel.facts import MOST, MOST_PLAYERS, TIES
from goofspiel.state import State
from tenka.core.game import Observation
from tenka.core.layout import NONE, Numbers
from tenka.core.rule import rule

ALL = MOST * (MOST + 1) // 2  # what all prizes are worth together

OBSERVATION = Observation()
TIES_AT = OBSERVATION.block("ties", len(TIES), "one of these is 1: discard, carry, next")
SEATS = OBSERVATION.block("seats", MOST_PLAYERS, "1 for each player, the viewer first; so below")
PRIZE = OBSERVATION.block("prize", MOST, "the card that is bid for")
TO_COME = OBSERVATION.block("to_come", MOST, "prizes that have not been turned up")
CARRIED = OBSERVATION.block("carried", 1, "points that earlier ties left", ALL)
POINTS = OBSERVATION.block("points", MOST_PLAYERS, "per seat", ALL)
HANDS = OBSERVATION.block("hands", MOST_PLAYERS * MOST, "per seat, 1 for each card held")
LAID = OBSERVATION.block("laid", MOST_PLAYERS, "per seat, 1 once a bid lies there")
OWN_BID = OBSERVATION.block("own_bid", MOST, "the viewer's")


@rule
def encode(s: State, viewer: int, numbers: Numbers) -> None:
    """Write the observation; `numbers` comes in as zeros. A spectator sits in the first seat."""
    numbers[TIES_AT + s.ties] = 1
    numbers[PRIZE + s.prizes[s.turn - 1]] = 1
    numbers[CARRIED] = s.carried
    for turn in range(s.turn, s.cards):
        numbers[TO_COME + s.prizes[turn]] = 1
    for player in range(s.players):
        seat = (player - max(viewer, 0)) % s.players
        numbers[SEATS + seat] = 1
        numbers[POINTS + seat] = s.points[player]
        numbers[LAID + seat] = s.bids[player] != NONE
        for card in range(s.cards):
            numbers[HANDS + seat * MOST + card] = s.hand[player, card]
    if viewer >= 0 and s.bids[viewer] >= 0:
        numbers[OWN_BID + s.bids[viewer]] = 1
