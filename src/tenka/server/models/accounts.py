"""People who wish to be known again."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StrictBool

from tenka.server.models import Body, GameName, Name
from tenka.server.models.company import TieTo
from tenka.server.models.lobby import Summary

Secret = Annotated[str, Field(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]{22}$")]


class NewPasskey(Body):
    """Who asks for a passkey: a name for a new person; of who is signed in it is not needed."""

    name: Name | None = None


class Ceremony(BaseModel):
    """What a browser needs to make or use a passkey."""

    ticket: str
    options: str = Field(description="JSON for `navigator.credentials`.")


class Proof(Body):
    """What the browser made of it."""

    ticket: Secret
    credential: Annotated[str, Field(max_length=16_000, description="The credential as JSON.")]
    label: Name | None = Field(None, description="For a new passkey: what to call its device.")


class Ticket(Body):
    """The ticket of a link for another device."""

    ticket: Secret
    label: Name | None = None


class LinkToLook(Body):
    """The ticket of a link that signs in, before it is used."""

    ticket: Secret


class LinkShown(BaseModel):
    """What such a link does, so that nobody signs in to the account of another unawares."""

    name: str = Field(description="Of the account; of a new one, the name that it will have.")
    adds: str | None = Field(description="A mailbox that is added to the account.")


class NewName(Body):
    """What somebody wants to be called."""

    name: Name


class PasskeyShown(BaseModel):
    """A passkey, as its owner sees it."""

    id: str
    label: str
    made: float
    used: float


class SessionShown(BaseModel):
    """Where somebody is signed in."""

    id: str
    label: str
    made: float
    until: float
    here: bool


class Account(BaseModel):
    """A person, as they see themselves."""

    name: str
    made: float
    passkeys: list[PasskeyShown]
    mailbox: bool = Field(description="Whether they can sign in by e-mail, too.")
    sessions: list[SessionShown]


class Who(BaseModel):
    """Who is asking."""

    account: Account | None = Field(description="Null: a guest.")
    mail: bool = Field(description="Whether one can sign in by e-mail.")


class DeviceLink(BaseModel):
    """Opens one session on another device, within ten minutes."""

    link: str


class MyTable(BaseModel):
    """A table at which the person has seats."""

    table: Summary
    seats: list[int]


class Total(BaseModel):
    """What somebody has won of a game."""

    game: GameName
    played: int
    won: int
    average: float = Field(description="Points, over all of them.")
    best: int = Field(description="The most points in one game.")


class Opponent(BaseModel):
    """Somebody on the other side."""

    name: str
    level: str | None = Field(description="Of a bot.")


class Rating(BaseModel):
    """A number on the scale of a game with so many players."""

    number: int
    spread: int = Field(description="The doubt about it: one standard deviation.")
    games: int
    provisional: bool = Field(description="Whether there were too few games to rely on it.")


class RatingOf(Rating):
    """Somebody's number in a game with so many players."""

    game: GameName
    players: int
    course: list[int] = Field([], description="After each of the latest games, the first first.")


class RatingChange(BaseModel):
    """What a rated game did to somebody's number."""

    before: int
    after: int


class Ended(BaseModel):
    """A finished game, from the side of one person."""

    table: str
    game: GameName
    ended: float
    won: bool
    shared: bool = Field(description="Whether several won.")
    score: int
    others: list[Opponent]
    rating: RatingChange | None = Field(description="Of a rated game.")


class Results(BaseModel):
    """A person's finished games against others."""

    name: str
    page: str | None = Field(description="The link of the page that shows them; null: nobody sees.")
    listed: bool = Field(description="Whether they are on leaderboards, for everybody to see.")
    mine: bool = Field(True, description="Whether you are that person.")
    tie: TieTo | None = Field(None, description="Whether you follow them, or have blocked them.")
    ratings: list[RatingOf]
    totals: list[Total]
    games: list[Ended] = Field(description="The latest ones.")


class Publicity(Body):
    """Whether one's results are shown to whoever has their link."""

    public: StrictBool
    listed: StrictBool = Field(False, description="And to everybody, on the leaderboards.")
