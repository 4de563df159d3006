"""The shapes of requests and answers, from which the OpenAPI description is made."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from tenka.server import chat, notices
from tenka.server.moves import MOST_DECISIONS


def _plain(text: str) -> str:
    """Text that every database and every reader takes: no control characters, no half pairs."""
    text = text.strip()
    if not text or not all(c.isprintable() or c == "\n" for c in text):
        raise ValueError("only printable characters, and not only spaces")
    return text


Name = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(_plain)]
RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=7)]
Version = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
Decision = Annotated[StrictInt, Field(ge=0, le=255)] | Annotated[StrictStr, Field(max_length=400)]
OptionName = Annotated[str, Field(max_length=40)]
OptionValue = StrictBool | StrictInt | Annotated[StrictStr, Field(max_length=40)]


class Body(BaseModel):
    """A request's body: what is not known is refused."""

    model_config = ConfigDict(extra="forbid")


class SeatChoice(Body):
    """How one seat is to be filled."""

    kind: Literal["open", "human", "bot"]
    name: Name | None = None
    level: Annotated[str, Field(max_length=40)] | None = None


class NewTable(Body):
    """A table to be laid. Several 'human' seats are for several people on this device."""

    game: Annotated[str, Field(max_length=40)]
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=20)
    players: StrictInt | None = None
    seats: Annotated[list[SeatChoice], Field(min_length=1, max_length=8)] | None = None
    listed: StrictBool = False
    deadline: Annotated[StrictInt, Field(ge=1, le=30 * 86400)] | None = Field(
        None, description="Seconds after which a bot stands in for an absent player."
    )
    stand_in: Annotated[str, Field(max_length=40)] | None = Field(
        None, description="The level of that bot; without: the strongest."
    )


class Join(Body):
    """Somebody sits down."""

    name: Name
    seat: SeatNumber | None = None


class OfSeat(Body):
    """Something that one seat does."""

    seat: SeatNumber


class Decisions(OfSeat):
    """One decision or a series, by number or notation, made for a version of the position."""

    version: Version
    decisions: Annotated[list[Decision], Field(min_length=1, max_length=MOST_DECISIONS)]
    request: RequestId | None = Field(
        None, description="Sent again with the same id, the request acts once."
    )


class TakeBack(OfSeat):
    """Decisions to take back: so many, or all that can be."""

    version: Version
    count: Annotated[StrictInt, Field(ge=1, le=10_000)] | None = None
    request: RequestId | None = None


class Say(OfSeat):
    """A chat message."""

    text: Annotated[str, Field(min_length=1, max_length=chat.LONGEST), AfterValidator(_plain)]


class Webhook(Body):
    """Where notices go; nothing: nowhere."""

    url: Annotated[str, Field(max_length=notices.LONGEST)] | None


class Study(Body):
    """The position to study."""

    number: Annotated[StrictInt, Field(ge=0, le=1_000_000)]


# -- answers


class Problem(BaseModel):
    """A refusal: a code for programs, a sentence for people. Nothing was changed."""

    error: str
    detail: str


class SeatShown(BaseModel):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["open", "human", "bot"]
    name: str
    level: str | None
    stand_in: str | None


class Summary(BaseModel):
    """A table as the lobby shows it."""

    table: str
    game: str
    options: dict[str, Any]
    status: Literal["open", "running", "finished"]
    listed: bool
    deadline: int | None
    created: float
    changed: float
    seats: list[SeatShown]
    rematch: str | None


class Legal(BaseModel):
    """A decision that may be made now."""

    id: int
    text: str


class Result(BaseModel):
    """How a game ended."""

    winners: list[int]
    scores: list[int]
    ending: str


class Snapshot(Summary):
    """A table as one viewer sees it now."""

    viewer: int | None
    position: int
    version: int | None
    due: float | None
    undo: int
    view: dict[str, Any] | None
    to_act: list[int]
    legal: list[Legal]
    result: Result | None


class Seated(BaseModel):
    """A seat was taken. The key is the secret: the link that holds it opens the seat anywhere."""

    table: Summary
    seats: list[int]
    key: str | None
    link: str | None


class Receipt(BaseModel):
    """A move was made: where the seat stands now."""

    version: int
    position: int
    repeated: bool


class Said(BaseModel):
    """A message was taken."""

    position: int


class Position(BaseModel):
    """One position of a game, and what led to it."""

    number: int
    last: int
    view: dict[str, Any]
    entries: list[dict[str, Any]]


class Entries(BaseModel):
    """Entries of the journal."""

    entries: list[dict[str, Any]]


class Statistics(BaseModel):
    """The figures of a finished game."""

    result: Result
    seconds: float
    decisions: list[int]
    entries: list[dict[str, Any]]


class OptionShown(BaseModel):
    """An option of a game."""

    name: str
    values: list[bool | int | str]
    default: bool | int | str | None
    about: str


class GameShown(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    players: list[int]
    default_players: int
    options: list[OptionShown]
    bots: list[str]
    ready: bool


class Health(BaseModel):
    """Whether the server can work."""

    status: Literal["ok"]
    version: str
    preparing: list[str]
