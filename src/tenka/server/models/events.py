"""What happened at a table, as its stream tells it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType

from tenka.server.models.play import Snapshot
from tenka.server.shapes import Entry

SeatNews = TypeAliasType(
    "SeatNews",
    Literal[
        "joined",
        "left",
        "returned",
        "resigned",
        "bot joined",
        "bot left",
        "bot wanted",
        "bot stands in",
        "time up",
        "pause wanted",
        "paused",
        "end of pause wanted",
        "pause ended",
        "nudged",
        "spectators quiet",
        "spectators talk",
        "webhook",
        "answers",
        "word",
    ],
)


class Event(BaseModel):
    """Something that happened at a table."""

    id: int
    seat: int | None = Field(description="Who did it.")
    time: float
    entries: list[Entry]


class GameStarted(Event):
    """The game began."""

    kind: Literal["start"]


class DecisionsMade(Event):
    """A seat decided."""

    kind: Literal["move"]
    decisions: list[str] = Field([], description="Told to the seat itself only.")
    answer: str | None = Field(
        None, description="Likewise: the answer in advance that decided, if one did."
    )


class DecisionsTakenBack(Event):
    """A seat took decisions back: its entries are those that stand of the events made void."""

    kind: Literal["undo"]
    void: list[int] = Field(description="Ids of events that no longer hold.")


class PositionLeft(Event):
    """A study went to another position: its entries led there from the events that still hold."""

    kind: Literal["walk"]
    void: list[int] = Field(description="Ids of events that no longer hold.")


class PositionNoted(Event):
    """A position of a study was named, commented or removed: look at its tree again."""

    kind: Literal["note"]


class MessageSaid(Event):
    """Somebody said something."""

    kind: Literal["chat"]
    name: str
    text: str


class SeatChanged(Event):
    """Somebody came, went or returned, or something else changed for the people at the table."""

    kind: Literal["seats"]
    what: SeatNews
    name: str = Field(
        "", description="Of whom it is told; of a nudge: who nudges; of a wish: who is away."
    )
    other: int | None = Field(None, description="The seat of whom it is told, if it is another.")
    level: str | None = Field(None, description="Of the bot that comes.")
    days: int | None = Field(None, description="How long the pause is to be.")
    word: str | None = Field(None, description="Added to the dice; empty: none.")


class RematchLaid(Event):
    """The table of the next game was set up."""

    kind: Literal["rematch"]
    rematch: str


AnyEvent = Annotated[
    GameStarted
    | DecisionsMade
    | DecisionsTakenBack
    | PositionLeft
    | PositionNoted
    | MessageSaid
    | SeatChanged
    | RematchLaid,
    Field(discriminator="kind"),
]


class Message(Snapshot):
    """A message of the stream: the table as it is now, and what happened since the last one."""

    events: list[AnyEvent]
