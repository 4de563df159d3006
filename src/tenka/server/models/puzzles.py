"""Puzzles: positions in which one choice is clearly best."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType

from tenka.puzzles import DIFFICULTIES
from tenka.server.models import Body, GameName, one_of
from tenka.server.models.play import Decision, Legal
from tenka.server.moves import MOST_DECISIONS
from tenka.server.shapes import Entry, View

Difficulty = TypeAliasType("Difficulty", Annotated[str, one_of(DIFFICULTIES)])


class PuzzleListed(BaseModel):
    """A puzzle as lists have it."""

    game: GameName
    name: str
    difficulty: Difficulty


class PuzzleShown(PuzzleListed):
    """A puzzle to solve: the position as its seat sees it, and what may be decided."""

    players: int
    seat: int
    view: View
    entries: list[Entry] = Field(description="What happened since the seat decided last.")
    legal: list[Legal]
    notation: dict[int, str] = Field(description="Of what `legal` leads to.")


class Try(Body):
    """Decisions that may solve a puzzle; none: show the solution."""

    decisions: Annotated[list[Decision], Field(max_length=MOST_DECISIONS)]


class Solution(BaseModel):
    """The best choice and what beginners choose, with the chances to win after both."""

    answer: list[str]
    chance: float
    tempting: list[str]
    tempting_chance: float


class Tried(BaseModel):
    """What came of a try."""

    right: bool
    solution: Solution | None = Field(description="Once it is solved, or was asked for.")
