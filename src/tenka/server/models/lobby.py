"""Games on offer, tables, seats."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr
from typing_extensions import TypeAliasType

from tenka.server import outside
from tenka.server.models import Body, DiceWord, GameName, Level, Name, OfSeat, SeatKind, SeatNumber

TableStatus = TypeAliasType("TableStatus", Literal["open", "running", "finished"])
OptionName = Annotated[str, Field(max_length=40)]
OptionValue = StrictBool | StrictInt | Annotated[StrictStr, Field(max_length=40)]


Hour = Annotated[StrictInt, Field(ge=0, le=23)]
Seconds = Annotated[StrictInt, Field(ge=0, le=30 * 86400)]


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


class RestChoice(Body):
    """Hours at which clocks stand still, by the hours of one place."""

    zone: Annotated[str, Field(max_length=40, description="Such as Europe/Warsaw.")]
    nights: tuple[Hour, Hour] | None = Field(
        None, description="From this hour until that one; null: clocks run at night."
    )
    weekends: StrictBool = Field(False, description="Whether Saturday and Sunday do not count.")


class PaceChoice(Body):
    """How long players may think, in seconds.

    Each turn has time of its own, then the bank is used up; a turn adds the increment to it.
    """

    per_turn: Seconds = 0
    bank: Seconds = 0
    increment: Seconds = 0
    rest: RestChoice | None = None


class Wishes(Body):
    """Whom whoever lays a table would like to play with; of rated tables the ratings bind."""

    language: Literal["en", "pl", "ru"] | None = None
    rating: tuple[StrictInt, StrictInt] | None = Field(None, description="From, to.")


class NewTable(Body):
    """A table to set up. Several 'human' seats are for several people on this device."""

    game: Annotated[GameName, Field(max_length=40)]
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=20)
    players: StrictInt | None = None
    seats: Annotated[list[SeatChoice], Field(min_length=1, max_length=8)] | None = None
    listed: StrictBool = False
    pace: PaceChoice | None = Field(
        None, description="Clocks: when somebody's time is up, a bot stands in. Null: no clocks."
    )
    stand_in: Level | None = Field(
        None, description="The level of that bot; by default the strongest."
    )
    words: StrictBool = Field(
        False,
        description="Whether the game begins only when every person has added a word to the dice, "
        "or said that they want none.",
    )
    odds: StrictBool = Field(True, description="Whether players may ask for the odds of battles.")
    hints: StrictBool = Field(
        False,
        description="Whether the only person among bots may ask what an adept would do. Where "
        "another person sits or has sat, there are no hints.",
    )
    rated: StrictBool = Field(
        False,
        description="Whether the result counts: all who sit down are signed in, each in one seat.",
    )
    wishes: Wishes | None = None


class Join(Body):
    """Somebody sits down."""

    name: Name
    seat: SeatNumber | None = None
    word: DiceWord | None = Field(None, description="For the dice; empty: you want none.")


class Word(OfSeat):
    """A seat's word for the dice; empty: it wants none."""

    word: DiceWord


class DiceShown(BaseModel):
    """Fair dice: what the seed of the game is bound to, as far as it is not a secret."""

    commitment: str = Field(description="SHA-256 of the server's part, in hexadecimal.")
    words: list[str | None] = Field(
        description="By seat; empty: it wants none; null: it has not answered."
    )
    awaited: bool = Field(description="Whether the game begins only when every person answered.")


class Webhook(Body):
    """Where notices are sent; null: nowhere."""

    url: Annotated[str, Field(max_length=outside.LONGEST)] | None


class SigningSecret(BaseModel):
    """With what the requests to a webhook are signed; it is told once."""

    secret: str | None = Field(description="Null: there is no webhook any more.")


class SeatShown(BaseModel):
    """A seat as everybody sees it."""

    seat: int
    kind: SeatKind
    name: str
    level: str | None = Field(description="Of a bot.")
    waits: bool = Field(description="Whether the table waits until this bot is prepared.")
    stand_in: str | None = Field(description="The level of the bot that is standing in.")
    resigned: bool = Field(description="Whether its person has resigned.")
    rating: int | None = Field(description="Their number when they sat down to a rated game.")
    known: bool = Field(description="Whether a person with an account sat down here.")
    holder: int | None = Field(
        description="The first seat of the person who holds this one: the same at seats that "
        "share a device; nobody, if the seat is open or a bot's."
    )


class StudyOf(BaseModel):
    """The game that a study is of, and the position at which it began."""

    table: str | None = Field(description="Null where it was set up from a text.")
    number: int
    node: int | None = Field(None, description="Where that is a study, too: of its tree.")
    scene: str | None = Field(None, description="The text from which it was set up, if it was.")


class Summary(BaseModel):
    """A table as the lobby shows it."""

    table: str = Field(description="The table's link.")
    game: GameName
    options: dict[str, bool | int | str] = Field(description="All of the game's, and 'players'.")
    status: TableStatus
    listed: bool
    pace: PaceChoice | None
    odds: bool
    hints: bool
    rated: bool
    wishes: Wishes | None
    created: float
    changed: float
    expires: float | None = Field(
        description="When the table is removed, if nothing more happens there; null: never."
    )
    seats: list[SeatShown]
    rematch: str | None = Field(description="The link of the next table.")
    host: int | None = Field(description="The first seat of whoever puts bots in its seats.")
    study: StudyOf | None = Field(description="Of a table that is a study: of what.")
    dice: DiceShown | None = Field(description="Null where the seed was not promised: a study.")


class Seated(BaseModel):
    """A seat was taken. The key is the secret: the link that holds it opens the seat anywhere."""

    table: Summary
    seats: list[int]
    key: str | None
    link: str | None


class OptionShown(BaseModel):
    """An option of a game."""

    name: str
    values: list[bool | int | str]
    default: bool | int | str | None = Field(
        description="Without one, the game chooses by the other options."
    )
    about: str


class Strength(BaseModel):
    """Where a level stands on the scale of ratings, with so many players."""

    players: int
    number: int
    below: str | None = Field(description="The nearest weaker level that it was measured against.")
    ahead: float | None = Field(description="How often it finished ahead of that one, from 0 to 1.")


class BotShown(BaseModel):
    """A level of opponents."""

    level: str
    ready: bool = Field(description="Whether it already plays as well as it can.")
    meanwhile: str | None = Field(description="The level that plays for it until it is ready.")
    strengths: list[Strength] = Field(description="By number of players, where it was measured.")


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
    bots: list[BotShown] = Field(description="Weakest first.")
    odds: bool = Field(description="Whether its battles have odds to ask for.")
    scenes: bool = Field(description="Whether its positions can be written as text.")
    ready: bool = Field(
        description="Whether its rules and bots are compiled; it can be played in any case."
    )
    progress: float = Field(description="How much of that is done, from 0 to 1.")
    seconds: float | None = Field(description="An estimate of how long it will still take.")
