"""People and each other."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictInt, model_validator
from typing_extensions import TypeAliasType

from tenka.server.models import Body, OfSeat, SeatNumber, Words
from tenka.server.models.lobby import Summary

TieKind = TypeAliasType("TieKind", Literal["follow", "block"])
Link = Annotated[str, Field(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]{22}$")]


class NewTie(Body):
    """Whom to follow or block: who sits at a table that both know, or whose page one has."""

    kind: TieKind
    table: Link | None = None
    seat: SeatNumber | None = None
    page: Link | None = None

    @model_validator(mode="after")
    def _names_one(self) -> NewTie:
        if (self.page is None) == (self.table is None or self.seat is None):
            raise ValueError("name a page, or a table and a seat")
        return self


class Tie(BaseModel):
    """Somebody whom one follows or has blocked."""

    id: int
    kind: TieKind
    name: str
    page: str | None = Field(description="If they show it to everybody.")


class TieTo(BaseModel):
    """What one has with somebody."""

    id: int
    kind: TieKind


class TieAtTable(TieTo):
    """What one has with somebody who sits at the same table."""

    seat: int


class CompanyHere(BaseModel):
    """The others of a table at which one sits, and those whom one has asked there."""

    ties: list[TieAtTable]
    asked: list[int] = Field(description="Ties of people who are invited and have not come yet.")


class Invite(Body):
    """Whom to invite: somebody whom one follows."""

    tie: StrictInt


class Invitation(BaseModel):
    """Somebody asks one to their table."""

    id: int
    host: str
    table: Summary


class Company(BaseModel):
    """What waits for somebody in the lobby."""

    invitations: list[Invitation]
    followed: list[Summary] = Field(description="Open tables of people one follows.")
    hidden: list[str] = Field(description="Links of open tables of people one is apart from.")


class Report(OfSeat):
    """What a seat tells the operator about another."""

    other: SeatNumber
    text: Words
