"""Goofspiel's cards, decisions and journal. A card's number is its place; it is worth one more."""

from tenka.core.game import Decisions
from tenka.core.journal import Field, Kinds

CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FEWEST, MOST = 3, len(CARDS)  # cards of a suit that can be played with
MOST_PLAYERS = 4

# What becomes of a prize for which the highest bids are equal.
TIES = ("discard", "carry", "next")
DISCARD, CARRY, NEXT = range(len(TIES))

DECISIONS = Decisions()
BID = DECISIONS.group("bid", CARDS)  # written as the card

KINDS_OF_ENTRY = Kinds()
PRIZE = KINDS_OF_ENTRY.kind("prize", Field("card", CARDS), chance=True)
LAID = KINDS_OF_ENTRY.kind("laid", Field("player"), Field("card", CARDS, secret=True))
OPENED = KINDS_OF_ENTRY.kind("opened", Field("player"), Field("card", CARDS))
WON = KINDS_OF_ENTRY.kind("won", Field("player"), Field("points"))
TIED = KINDS_OF_ENTRY.kind("tied", Field("points"))
CARRIED = KINDS_OF_ENTRY.kind("carried", Field("points"))
