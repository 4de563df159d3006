"""Studies and what was tried in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, StrictInt

from tenka.core.scene import LONGEST
from tenka.server import words
from tenka.server.models import Body, GameName
from tenka.server.shapes import Entry, View


class Scene(Body):
    """A position that somebody wrote down; each game has a notation of its own."""

    game: GameName
    text: Annotated[str, Field(max_length=LONGEST)] = Field(
        "", description="Empty: a position near the beginning of a game."
    )


class SceneShown(BaseModel):
    """A position that a text describes, all cards up."""

    players: int
    view: View
    text: str = Field(description="All that there is to tell of it.")


class SceneText(BaseModel):
    """A position as text."""

    text: str


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
