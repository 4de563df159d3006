"""What the operator sees and orders."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
Address = Annotated[str, StringConstraints(min_length=2, max_length=60)]


class Announcement(BaseModel):
    """What the operator tells everybody."""

    made: float
    texts: dict[str, str] = Field(description="By language: en, and pl and ru where given.")


class Keeps(BaseModel):
    """For how many days a table is kept without a change; 0 is for ever."""

    open: float
    running: float
    finished: float
    people: float = Field(description="And an account to which nobody signs in.")


class BetweenLevels(BaseModel):
    """A strength of bots between two levels: of what its name is made."""

    name: str
    level: str
    weaker: str | None = Field(description="The level that makes every other decision, if any.")
    part: int = Field(description="It takes one part in so many of the time to think.")


class HouseShown(BaseModel):
    """What everybody may know of the server."""

    maintenance: bool = Field(description="No new tables are set up; games in play go on.")
    notice: Announcement | None
    keeps: Keeps
    between: list[BetweenLevels] = Field(description="All strengths of bots that are no levels.")


class Counted(BaseModel):
    """How many tables of a status there are."""

    tables: int
    lines: int
    over: int = Field(description="Tables whose time is up.")


class Rate(BaseModel):
    """How much happened in a span of time."""

    laid: int = Field(description="Tables that were set up.")
    played: int = Field(description="Tables at which something happened.")


class TableKept(BaseModel):
    """A table, without its link, which is a secret."""

    table: int
    game: str
    status: str
    lines: int
    created: float
    changed: float
    expires: float | None


class ReportShown(BaseModel):
    """What somebody at a table tells about another."""

    id: int
    table: int
    seat: int
    name: str = Field(description="Of whom it tells.")
    person: int | None = Field(description="Their number, if they have an account and sit there.")
    text: str
    said: list[str] = Field(description="What that person said lately.")
    made: float


class PersonKept(BaseModel):
    """Somebody with an account, without their games."""

    person: int
    name: str
    made: float
    sessions: int
    tables: int = Field(description="At which they have seats.")
    reports: int = Field(description="About them, that are not settled.")
    banned: bool
    banned_until: float | None = Field(description="Null: for good, if they are.")


class Overview(BaseModel):
    """What the operator sees at a glance."""

    maintenance: bool
    notice: Announcement | None
    bans: dict[str, float | None] = Field(
        description="Addresses, or 'person 17', until when; null is for ever."
    )
    counts: dict[str, Counted]
    rates: dict[str, Rate]
    people: int = Field(description="With an account.")
    streams: int
    processes: int
    tables: list[TableKept] = Field(description="Those that go first.")
    reports: list[ReportShown] = Field(description="The oldest first.")


class _Order(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Maintain(_Order):
    """Whether new tables wait."""

    on: bool


class Announce(_Order):
    """What everybody is told; without English, nothing any more."""

    en: Text | None = None
    pl: Text | None = None
    ru: Text | None = None


class NewBan(_Order):
    """Addresses that are to be refused, or a person, as 'person 17'."""

    address: Address
    hours: float | None = Field(None, gt=0, le=24 * 3660)
