"""Studies and what was tried in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, StrictInt

from tenka.server import words
from tenka.server.models import Body
from tenka.server.shapes import Entry


class Walk(Body):
    """Where to go in a study."""

    node: Annotated[StrictInt, Field(ge=0, le=1_000_000)]
    go_on: bool = Field(
        False, description="Bots decide anew, also where something was played already."
    )


class Noted(Body):
    """What is written at a position; empty: nothing."""

    name: Annotated[str, Field(max_length=words.NAME), AfterValidator(words.maybe(words.name))]
    comment: Annotated[
        str, Field(max_length=words.MESSAGE), AfterValidator(words.maybe(words.message))
    ]


class TreeNode(BaseModel):
    """A position of a study."""

    node: int
    parent: int | None = Field(description="The position before it.")
    seat: int | None = Field(description="Who decided; null: the beginning.")
    decisions: list[str] = Field(
        description="That led here, in notation; none where another seat decided in secret."
    )
    entries: list[Entry] = Field(description="The first of those that they led to.")
    name: str
    comment: str


class Tree(BaseModel):
    """All that was tried in a study, each position after the one it follows."""

    at: int = Field(description="The position that lies on the table.")
    nodes: list[TreeNode]
