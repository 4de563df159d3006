"""Tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictBool, StrictInt
from typing_extensions import TypeAliasType

from tenka.server.models import Body, GameName, Level, Name
from tenka.server.models.lobby import OptionName, OptionValue, PaceChoice, TableStatus

TournamentKind = TypeAliasType("TournamentKind", Literal["swiss", "groups", "knockout"])


class NewTournament(Body):
    """A tournament to organise."""

    name: Name
    game: Annotated[GameName, Field(max_length=40)]
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=20)
    players: StrictInt = Field(description="At a table.")
    kind: TournamentKind
    rounds: Annotated[StrictInt, Field(ge=1, le=20)] = Field(
        4, description="Of Swiss, or within groups."
    )
    group: Annotated[StrictInt, Field(ge=2, le=20)] = Field(
        4, description="How many are in a group, about."
    )
    pace: PaceChoice | None = None
    level: Level | None = Field(None, description="Of the bots that fill up; by default the best.")
    rated: StrictBool = False
    begins: float | None = Field(
        None, description="When it begins by itself; the organiser can begin it before."
    )


class TournamentListed(BaseModel):
    """A tournament in a list."""

    link: str
    name: str
    game: GameName
    options: dict[str, bool | int | str]
    kind: TournamentKind
    rounds: int
    group: int
    pace: PaceChoice | None
    level: str
    rated: bool
    begins: float | None
    status: TableStatus
    people: int


class Entrant(BaseModel):
    """Somebody who takes part; without a name, if their account is gone."""

    id: int
    name: str
    gone: bool = Field(description="Plays no further rounds.")


class StandingShown(BaseModel):
    """How an entrant stands; the order of the list is the order of the tournament."""

    entrant: int
    points: float = Field(description="Opponents beaten; a shared place is half.")
    wins: int
    opposition: float = Field(description="Points of the opponents: it breaks ties after wins.")
    reached: int = Field(description="Rounds of the knock-out that they came to.")


class MeetingShown(BaseModel):
    """A table of a round."""

    round: int
    table: str
    seating: list[int | None] = Field(description="Entrants by seat; null is a bot.")
    places: list[int] | None = Field(description="By seat, from 0; null while it is played.")


class TournamentShown(TournamentListed):
    """All of a tournament."""

    organiser: str | None
    organising: bool = Field(description="Whether you organise it.")
    me: int | None = Field(description="Which entrant you are.")
    entrants: list[Entrant]
    standings: list[StandingShown] = Field(description="After the rounds that are over.")
    meetings: list[MeetingShown]
