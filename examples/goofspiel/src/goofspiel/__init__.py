"""Goofspiel: two to four players bid for prizes, all at once and in secret."""

from goofspiel.encode import OBSERVATION, encode
from goofspiel.facts import DECISIONS, FEWEST, KINDS_OF_ENTRY, MOST, TIES
from goofspiel.rules import apply, legal, score, setup
from goofspiel.state import State
from goofspiel.view import GoofspielView, determinise, redact, view
from tenka.core.game import Game, Option, Rules

GAME = Game(
    name="goofspiel",
    title="Goofspiel",
    players=(2, 3, 4),
    options=(
        Option("ties", TIES, "discard", "what becomes of a prize with equal highest bids"),
        Option("cards", range(FEWEST, MOST + 1), MOST, "how many of each suit are played with"),
    ),
    state=State,
    rules=Rules(setup, legal, apply, score, redact, determinise, encode),
    decisions=DECISIONS,
    journal=KINDS_OF_ENTRY,
    observation=OBSERVATION,
    shape=GoofspielView,
    view=view,
    longest=MOST * 4,
)
