"""Goofspiel's cards. A card's number is its place here; its worth is one more."""

CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FEWEST, MOST = 3, len(CARDS)  # cards of a suit that can be played with
MOST_PLAYERS = 4

# What becomes of a prize for which the highest bids are equal.
TIES = ("discard", "carry", "next")
DISCARD, CARRY, NEXT = range(len(TIES))
