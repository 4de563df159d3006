"""The shapes of views and entries: typed Python, from which the server's description is made.

A game declares the shape of its views as a TypedDict; the shapes of its entries follow from their
kinds. Nothing is checked while a game is played, so that a shape costs nothing: tests hold views
and entries to it, and the type checker holds the code that makes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import TypedDict

if TYPE_CHECKING:
    from tenka.core.journal import Kind


@dataclass(frozen=True)
class OneOf:
    """Beside `str` in a shape: one of these words, such as `Annotated[str, OneOf(PHASES)]`."""

    words: Sequence[str]

    def __hash__(self) -> int:
        return hash(tuple(self.words))

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        """For the description; core itself does without pydantic."""
        return {**handler(core), "enum": list(self.words)}


class Seen(TypedDict):
    """What the views of all games say."""

    viewer: int | None  # None: a spectator
    to_act: list[int]
    winners: list[int]


def shape_of_entry(game: str, kind: Kind) -> type:
    """The shape of one kind of entry: `kind` names it, the rest are its fields."""
    fields = {field.name: field.shape for field in kind.fields}
    fields |= {more.name: more.shape for more in kind.derived}
    name = game + kind.name.title().replace(" ", "")
    shape = {"kind": Literal[kind.name], **fields}
    # mypy knows only shapes that are written out.
    return TypedDict(name, shape)  # type: ignore[no-any-return, operator]
