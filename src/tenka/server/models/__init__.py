"""The shapes of requests and answers, from which the OpenAPI description is made.

A module for each part of the interface, as in `routes/`; here is what they share.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, WithJsonSchema
from typing_extensions import TypeAliasType

import tenka
from tenka.server import problems, words


def one_of(words: Iterable[str]) -> WithJsonSchema:
    """Says to readers of the description which words there are; the server checks them itself."""
    return WithJsonSchema({"type": "string", "enum": list(words)})


# Named, so that the types a client makes from the description have these names too.
GameName = TypeAliasType("GameName", Annotated[str, one_of(tenka.games())])
ErrorCode = TypeAliasType("ErrorCode", Annotated[str, one_of(problems.codes())])
SeatKind = TypeAliasType("SeatKind", Literal["open", "human", "bot"])

Name = Annotated[str, Field(min_length=1, max_length=words.NAME), AfterValidator(words.name)]
DiceWord = Annotated[str, Field(max_length=words.NAME), AfterValidator(words.maybe(words.name))]
Words = Annotated[str, Field(min_length=1, max_length=words.MESSAGE), AfterValidator(words.message)]
Level = Annotated[str, Field(max_length=40)]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=7)]


class Body(BaseModel):
    """A request's body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class OfSeat(Body):
    """Something that one seat does."""

    seat: SeatNumber


class Problem(BaseModel):
    """A refusal: a code for programs, a sentence for people. Nothing was changed."""

    error: ErrorCode
    detail: str
    reason: str | None = Field(
        description="Why, as a code, where `error` does not say enough: 'game.reason' of a game's "
        "rules, without a dot of the table."
    )
    values: dict[str, int | str] = Field(description="The values that the reason refers to.")
