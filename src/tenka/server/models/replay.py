"""Looking back at games."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictInt
from typing_extensions import TypeAliasType

from tenka.server import statistics
from tenka.server.models import Body, one_of
from tenka.server.models.play import Result
from tenka.server.shapes import Entry, View

CountedName = TypeAliasType("CountedName", Annotated[str, one_of(statistics.names())])


class Study(Body):
    """The position to study."""

    number: Annotated[StrictInt, Field(ge=0, le=1_000_000)]
    node: Annotated[StrictInt, Field(ge=0, le=1_000_000)] | None = Field(
        None, description="Of a study: the position on the way to this one of its tree."
    )


class Position(BaseModel):
    """One position of a game, and what led to it."""

    number: int
    last: int
    view: View
    entries: list[Entry]


class Story(BaseModel):
    """What led to each position of a game."""

    positions: list[list[Entry]] = Field(description="By number; the first is the set-up.")


class Entries(BaseModel):
    """Entries of the journal."""

    entries: list[Entry]


class Chances(BaseModel):
    """A number for each seat, in chances to win from 0 to 1."""

    known: list[float] = Field(description="As each player could know it.")
    up: list[float] = Field(description="With all cards up.")


class ReviewStep(BaseModel):
    """One choice of a player, judged by what the player could know."""

    player: int
    begins: int = Field(description="The position in which it was asked.")
    ends: int = Field(description="The position it led to.")
    did: list[str] = Field(description="The decisions, in notation.")
    better: list[str] = Field(description="What would have been better, if anything.")
    cost: float
    mark: Literal["slip", "mistake", "blunder"] | None
    given: list[float] = Field(description="What it changed in everyone's chances.")
    after: Chances
    luck: Chances = Field(description="Of all that has happened so far.")


class Review(BaseModel):
    """What the decisions of a finished game were worth, and what luck did."""

    start: Chances
    steps: list[ReviewStep]
    costs: list[float] = Field(description="What each seat's decisions cost in all.")
    luck: Chances


class Reviewing(BaseModel):
    """How far the review of a game is."""

    done: int = Field(description="Choices that were judged.")
    of: int | None = Field(description="All of them, once they are counted.")
    review: Review | None = Field(description="Once it is done.")


class Tally(BaseModel):
    """How much of something each seat had in a game."""

    name: CountedName
    seats: list[int]


class Series(BaseModel):
    """How something went for each seat: a number for each step of the game."""

    name: CountedName
    seats: list[list[int]]


class Statistics(BaseModel):
    """Statistics of a finished game, counted from its journal."""

    result: Result
    seconds: float
    decisions: list[int] = Field(description="Of each seat.")
    battles: list[Tally]
    gains: list[Tally]
    points: list[Tally] = Field(description="Points by what they were for.")
    luck: list[Tally] = Field(description="What chance gave and kept.")
    steps: list[Entry] = Field(
        description="The entries with which the steps of the series begin: rounds or turns."
    )
    series: list[Series] = Field(description="At the end of each step; the score comes first.")
