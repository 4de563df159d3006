"""Goofspiel's decisions: a bid is written as the card."""

from goofspiel.facts import CARDS
from tenka.core.game import Decisions

DECISIONS = Decisions()
BID = DECISIONS.group("bid", CARDS)
