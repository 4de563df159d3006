"""At the table: decisions, chat, and what a viewer sees."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StrictInt, StrictStr

from tenka.server.models import OfSeat, Words
from tenka.server.models.lobby import Summary
from tenka.server.moves import MOST_DECISIONS
from tenka.server.shapes import View

RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Version = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
Decision = Annotated[StrictInt, Field(ge=0, le=255)] | Annotated[StrictStr, Field(max_length=400)]


class Decisions(OfSeat):
    """One decision or a series, by number or notation, made for a version of the position."""

    version: Version
    decisions: Annotated[list[Decision], Field(min_length=1, max_length=MOST_DECISIONS)]
    request: RequestId | None = Field(
        None, description="A request sent again with the same id takes effect only once."
    )


class TakeBack(OfSeat):
    """How many decisions to take back; by default all that can be."""

    version: Version
    count: Annotated[StrictInt, Field(ge=1, le=10_000)] | None = None
    request: RequestId | None = None


class Say(OfSeat):
    """A chat message."""

    text: Words


class Receipt(BaseModel):
    """A move was made: where the seat stands now."""

    version: int
    position: int
    repeated: bool


class Said(BaseModel):
    """The message was accepted."""

    position: int


class Legal(BaseModel):
    """A decision that may be made now."""

    id: int
    text: str
    leads_to: list[int] | dict[int, list[int]] = Field(
        [],
        description="If it only begins a choice: the decisions that complete it or, where two more "
        "are asked for, those that complete it after each; as far as the seat can foresee. What is "
        "tried so needs no request; then all are sent as one series.",
    )
    then: list[int] = Field(
        [],
        description="What can be chosen next, once this choice is complete, if the same question "
        "is asked again: as part of the same series, but for places that it takes itself.",
    )


class Result(BaseModel):
    """How a game ended."""

    winners: list[int] = Field(description="None of those who resigned.")
    scores: list[int]
    ending: str = Field(description="'resignation', if it was given up before its end.")


class Call(BaseModel):
    """Somebody wants a bot in the place of a person who is away."""

    seat: int = Field(description="Of that person.")
    level: str
    agreed: list[int] = Field(description="The seats of those who want it.")
    at: float = Field(description="When it was called for: an older absence is another matter.")


class ClockShown(BaseModel):
    """What a player has left to think."""

    left: float = Field(description="Seconds, at `since`; while it stands, for the next turn.")
    since: float | None = Field(
        description="Since when it runs; in the future while there is a pause; null: it stands."
    )
    flag: float | None = Field(description="When the time is up, nights and weekends counted in.")


class PauseShown(BaseModel):
    """A pause of the clocks."""

    until: float | None = Field(description="Null: it is only wished for.")
    days: int | None = Field(description="Of the pause that is wanted; null: the end of this one.")
    agreed: list[int] = Field(description="Seats of those who want it.")


class PauseWish(OfSeat):
    """A pause of so many days; null: the end of the one there is."""

    days: Annotated[StrictInt, Field(ge=1, le=30)] | None


class AnswerShown(BaseModel):
    """An answer that the seat has given in advance, or can give now."""

    name: str
    kind: str = Field(description="Of each kind one can be on.")
    about: str
    on: bool


class AnswersWish(BaseModel):
    """All answers that a seat wants to have given in advance, by name; the others are withdrawn."""

    on: Annotated[list[Annotated[StrictStr, Field(max_length=40)]], Field(max_length=20)]


class Snapshot(Summary):
    """A table as one viewer sees it now."""

    viewer: int | None = Field(description="The seat that is looking; null: a spectator.")
    position: int = Field(description="The id of the last event that this viewer has seen.")
    version: int | None = Field(description="The version that a decision of this seat must name.")
    due: float | None = Field(description="When a bot stands in for whoever has not decided.")
    clocks: list[ClockShown] | None = Field(description="By seat; null where no clocks run.")
    pause: PauseShown | None = Field(description="Of the clocks: agreed, or wished for.")
    calls: list[Call]
    quiet: bool = Field(description="Whether the spectators' chat is closed.")
    undo: int = Field(description="How many decisions this seat can take back.")
    answers: list[AnswerShown] = Field(description="Of this seat, in advance.")
    view: View | None
    to_act: list[int]
    legal: list[Legal]
    notation: dict[int, str] = Field(description="Of what `legal` leads to.")
    result: Result | None


class Hint(BaseModel):
    """What a bot would do in a seat's place."""

    version: int = Field(description="Of the position that it is for.")
    level: str
    decisions: list[str] = Field(
        description="In notation: a series, as far as the seat can foresee what comes of it."
    )


class Weighed(BaseModel):
    """A choice of a seat and its chance to win after it."""

    decisions: list[str] = Field(description="In notation: one, or several that belong together.")
    chance: float


class Judgement(BaseModel):
    """What a position of a study is worth, as the seat that is asked could know."""

    version: int = Field(description="Of the position that it is for.")
    chances: list[float] = Field(description="Of each seat to win.")
    options: list[Weighed] = Field(description="The promising choices, the best first.")


class Odds(BaseModel):
    """The chances of an attack with so many armies."""

    armies: int
    win: float
    tie: float
    loss: float


class BattleOdds(BaseModel):
    """The chances of an attack, for each number of armies that could march."""

    source: str
    target: str
    odds: list[Odds]
