"""Views and entries of all games, as the OpenAPI description tells of them.

The games make them and they are sent as they are: to check each again would take longer than to
make it. So models have them as plain objects, described by the shapes that the games declare.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

import tenka


@dataclass(frozen=True)
class Described:
    """Beside a type: the shape by which it is described, whatever it is checked for."""

    shape: Any

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> Any:
        """The description of the shape."""
        return handler(TypeAdapter(self.shape).core_schema)


def _union(shapes: list[Any], told_apart_by: str) -> Any:
    return Annotated[reduce(or_, shapes), Field(discriminator=told_apart_by)]


def _entries_of(game: tenka.Game) -> Any:
    shape = _union(list(game.entry_shapes), "kind")
    return TypeAliasType(f"{game.shape_name}Entry", shape)


_GAMES = [tenka.game(name) for name in tenka.games()]
_VIEWS = _union([game.shape for game in _GAMES], "game")
_ENTRIES = reduce(or_, [_entries_of(game) for game in _GAMES])

# Named, so that the types a client makes from the description have these names too.
View = TypeAliasType("View", Annotated[dict[str, Any], Described(_VIEWS)])
Entry = TypeAliasType("Entry", Annotated[dict[str, Any], Described(_ENTRIES)])
