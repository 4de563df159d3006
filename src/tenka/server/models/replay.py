"""Looking back at games."""

from __future__ import annotations

from typing import Annotated

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
