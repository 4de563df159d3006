"""The shapes of requests and answers, from which the OpenAPI description is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    WithJsonSchema,
)
from typing_extensions import TypeAliasType

import tenka
from tenka.server import notices, problems, statistics, words
from tenka.server.moves import MOST_DECISIONS
from tenka.server.shapes import Entry, View


def _one_of(words: Iterable[str]) -> WithJsonSchema:
    """Says to readers of the description which words there are; the server checks them itself."""
    return WithJsonSchema({"type": "string", "enum": list(words)})


# Named, so that the types a client makes from the description have these names too.
GameName = TypeAliasType("GameName", Annotated[str, _one_of(tenka.games())])
ErrorCode = TypeAliasType("ErrorCode", Annotated[str, _one_of(problems.codes())])
CountedName = TypeAliasType("CountedName", Annotated[str, _one_of(statistics.names())])
TableStatus = TypeAliasType("TableStatus", Literal["open", "running", "finished"])
SeatKind = TypeAliasType("SeatKind", Literal["open", "human", "bot"])
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
        "nudged",
        "spectators quiet",
        "spectators talk",
        "webhook",
    ],
)

Name = Annotated[str, Field(min_length=1, max_length=words.NAME), AfterValidator(words.name)]
Words = Annotated[str, Field(min_length=1, max_length=words.MESSAGE), AfterValidator(words.message)]
Level = Annotated[str, Field(max_length=40)]
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

    kind: SeatKind
    name: Name | None = None
    level: Level | None = None
    waits: StrictBool = Field(
        False,
        description="Whether the table waits for a bot that is still being prepared; if not, the "
        "strongest that is ready plays for it until then.",
    )


class NewTable(Body):
    """A table to be laid. Several 'human' seats are for several people on this device."""

    game: Annotated[GameName, Field(max_length=40)]
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=20)
    players: StrictInt | None = None
    seats: Annotated[list[SeatChoice], Field(min_length=1, max_length=8)] | None = None
    listed: StrictBool = False
    deadline: Annotated[StrictInt, Field(ge=1, le=30 * 86400)] | None = Field(
        None, description="Seconds after which a bot stands in for an absent player."
    )
    stand_in: Level | None = Field(
        None, description="The level of that bot; without: the strongest."
    )
    odds: StrictBool = Field(True, description="Whether players may ask for the odds of battles.")


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

    text: Words


class SayWatching(Body):
    """A chat message of a spectator, under a name that the reader is told is a spectator's."""

    name: Name
    text: Words


class Hush(OfSeat):
    """Whether spectators are to be quiet."""

    quiet: StrictBool


class Nudge(OfSeat):
    """Whom to remind."""

    other: SeatNumber


class CallStandIn(Nudge):
    """In whose place a bot is wanted, and how strong it is to be."""

    level: Level | None = Field(None, description="Without: the strongest.")


class BotWish(Body):
    """The bot of a seat; without a level, none."""

    level: Level | None
    name: Name | None = None


class Webhook(Body):
    """Where notices go; nothing: nowhere."""

    url: Annotated[str, Field(max_length=notices.LONGEST)] | None


class Study(Body):
    """The position to study."""

    number: Annotated[StrictInt, Field(ge=0, le=1_000_000)]


# -- answers


class Problem(BaseModel):
    """A refusal: a code for programs, a sentence for people. Nothing was changed."""

    error: ErrorCode
    detail: str
    reason: str | None = Field(
        description="Why, as a code, where `error` does not say enough: 'game.reason' of a game's "
        "rules, without a dot of the table."
    )
    values: dict[str, int | str] = Field(description="What the reason's words speak of.")


class SeatShown(BaseModel):
    """A seat as everybody sees it."""

    seat: int
    kind: SeatKind
    name: str
    level: str | None = Field(description="Of a bot.")
    waits: bool = Field(description="Whether the table waits until this bot is prepared.")
    stand_in: str | None = Field(description="The level of the bot that plays for the absent.")
    resigned: bool = Field(description="Whether its person gave the game up.")
    holder: int | None = Field(
        description="The first seat of the person who holds this one: the same at seats that "
        "share a device; nobody, if the seat is open or a bot's."
    )


class StudyOf(BaseModel):
    """The game that a study is of, and the position at which it began."""

    table: str
    number: int


class Summary(BaseModel):
    """A table as the lobby shows it."""

    table: str = Field(description="The table's link.")
    game: GameName
    options: dict[str, bool | int | str] = Field(description="All of the game's, and 'players'.")
    status: TableStatus
    listed: bool
    deadline: int | None
    odds: bool
    created: float
    changed: float
    expires: float | None = Field(
        description="When the table is removed, if nothing more happens there; null: never."
    )
    seats: list[SeatShown]
    rematch: str | None = Field(description="The link of the next table.")
    host: int | None = Field(description="The first seat of whoever puts bots in its seats.")
    study: StudyOf | None = Field(description="Of a table that is a study: of what.")


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


class Snapshot(Summary):
    """A table as one viewer sees it now."""

    viewer: int | None = Field(description="The seat that looks; nobody: a spectator.")
    position: int = Field(description="The id of the last event that this viewer has seen.")
    version: int | None = Field(description="What a decision of this seat must be made for.")
    due: float | None = Field(description="When a bot stands in for whoever has not decided.")
    calls: list[Call]
    quiet: bool = Field(description="Whether the spectators' chat is closed.")
    undo: int = Field(description="How many decisions this seat can take back.")
    view: View | None
    to_act: list[int]
    legal: list[Legal]
    notation: dict[int, str] = Field(description="Of what `legal` leads to.")
    result: Result | None


class People(BaseModel):
    """Who is at a table now: a person with an open stream of it is here."""

    away: list[float | None] = Field(
        description="For each seat, since when its person is away; null: here, or nobody's seat."
    )
    watching: int = Field(description="How many streams of spectators are open.")


class Event(BaseModel):
    """Something that happened at a table."""

    id: int
    seat: int | None = Field(description="Whose doing it was.")
    time: float
    entries: list[Entry]


class GameStarted(Event):
    """The game began."""

    kind: Literal["start"]


class DecisionsMade(Event):
    """A seat decided."""

    kind: Literal["move"]
    decisions: list[str] = Field([], description="Told to the seat itself only.")


class DecisionsTakenBack(Event):
    """A seat took decisions back: its entries are those that stand of the events made void."""

    kind: Literal["undo"]
    void: list[int] = Field(description="Ids of events that no longer hold.")


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
    level: str | None = Field(None, description="Of the bot that comes.")


class RematchLaid(Event):
    """The table of the next game was laid."""

    kind: Literal["rematch"]
    rematch: str


AnyEvent = Annotated[
    GameStarted | DecisionsMade | DecisionsTakenBack | MessageSaid | SeatChanged | RematchLaid,
    Field(discriminator="kind"),
]


class Message(Snapshot):
    """A message of the stream: the table as it is now, and what happened since the last one."""

    events: list[AnyEvent]


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
    """What was counted in a finished game, from its journal."""

    result: Result
    seconds: float
    decisions: list[int] = Field(description="Of each seat.")
    battles: list[Tally]
    gains: list[Tally]
    points: list[Tally] = Field(description="Points by what they were for.")
    steps: list[Entry] = Field(
        description="The entries with which the steps of the series begin: rounds or turns."
    )
    series: list[Series] = Field(description="At the end of each step; the score comes first.")


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


class OptionShown(BaseModel):
    """An option of a game."""

    name: str
    values: list[bool | int | str]
    default: bool | int | str | None = Field(
        description="Without one, the game chooses by the other options."
    )
    about: str


class BotShown(BaseModel):
    """A level of opponents."""

    level: str
    ready: bool = Field(description="Whether it plays as well as it can already.")
    meanwhile: str | None = Field(description="The level that plays for it until it is ready.")


class GameShown(BaseModel):
    """A game that can be played here."""

    name: GameName
    title: str
    players: list[int]
    default_players: int
    options: list[OptionShown]
    apart: list[dict[str, bool | int | str]] = Field(
        description="Options, or 'players', with values that cannot go together."
    )
    bots: list[BotShown] = Field(description="The weakest first.")
    odds: bool = Field(description="Whether its battles have odds to ask for.")
    ready: bool = Field(
        description="Whether its rules and bots are compiled; it can be played in any case."
    )
    progress: float = Field(description="The part of that which is done, 0 to 1.")
    seconds: float | None = Field(description="How long it will take, by what it took so far.")


class Health(BaseModel):
    """Whether the server can work."""

    status: Literal["ok"]
    version: str
    preparing: list[str] = Field(description="The games that are not all compiled yet.")
