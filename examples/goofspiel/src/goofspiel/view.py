"""Who may know what: bids that lie face down are secret."""

from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from goofspiel.facts import CARDS, TIES
from goofspiel.state import State
from tenka.core.chance import below
from tenka.core.layout import NONE, UNKNOWN
from tenka.core.players import PLAYERS
from tenka.core.rule import rule
from tenka.core.shape import OneOf, Seen


@rule
def redact(s: State, viewer: int) -> None:
    """Take out what a viewer may not know."""
    for player in range(s.players):
        if player != viewer and s.bids[player] != NONE:
            s.bids[player] = UNKNOWN


@rule
def determinise(s: State) -> None:
    """Fill in at random what is unknown: any card of the hand."""
    for player in range(s.players):
        while s.bids[player] == UNKNOWN:
            card = below(s, s.cards)
            if s.hand[player, card]:
                s.bids[player] = card


Card = Annotated[str, OneOf(CARDS)]


class GoofspielPlayer(TypedDict):
    """A player. A bid that the viewer may not see is 'closed'."""

    points: int
    hand: list[Card]
    bid: Annotated[str, OneOf((*CARDS, "closed"))] | None


class GoofspielView(Seen):
    """Goofspiel, as a viewer may know it."""

    game: Literal["goofspiel"]
    ties: Annotated[str, OneOf(TIES)]
    turn: int
    turns: int
    prize: Card
    carried: int
    taken: list[Card]  # prizes that are gone, in their order
    players: list[GoofspielPlayer]


def view(s: Any, viewer: int) -> GoofspielView:
    """A redacted state as JSON."""
    return {
        "game": "goofspiel",
        "viewer": viewer if viewer >= 0 else None,
        "ties": TIES[s.ties],
        "turn": s.turn,
        "turns": s.cards,
        "prize": CARDS[s.prizes[s.turn - 1]],
        "carried": s.carried,
        "taken": [CARDS[card] for card in s.prizes[: s.turn - 1]],
        "to_act": list(PLAYERS[s.acting]),
        "players": [_player(s, player) for player in range(s.players)],
        "winners": list(PLAYERS[s.winners]),
    }


def _player(s: Any, player: int) -> GoofspielPlayer:
    bid = s.bids[player]
    return {
        "points": int(s.points[player]),
        "hand": [CARDS[card] for card in s.hand[player].nonzero()[0]],
        "bid": None if bid == NONE else "closed" if bid == UNKNOWN else CARDS[bid],
    }
