"""Worlds of twins: every rule as one compiler takes it.

A target makes a twin of a rule: the same code, in whose world every rule that it calls is a twin
too, and every primitive is what the compiler has for it. In a silent target the journal's rules do
nothing, for whoever plays games that nobody will read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tenka.core.rule import is_primitive, is_rule, used_by, writes_journal

Primitives = Mapping[str, Callable[[Any], Any]]  # by kind: what it is, of what it is about


def unheard(j: Any, *cells: Any) -> None:
    """Instead of a rule that writes the journal, where nobody reads it."""


class Target:
    """One compiler's world of twins; `jit` makes compiled code of a function in that world."""

    def __init__(
        self, jit: Callable[[FunctionType], Any], primitives: Primitives, *, silent: bool
    ) -> None:
        self.silent = silent
        self._jit, self._primitives = jit, primitives
        self._twins: dict[FunctionType, Any] = {}
        self._made: dict[tuple[str, Any], Any] = {}

    def twin(self, function: FunctionType) -> Any:
        """A rule for compiled code to call, made once."""
        if function not in self._twins:
            world: dict[str, Any] = {"__name__": function.__module__}
            left_out = self.silent and writes_journal(function)
            plain = cast(FunctionType, unheard) if left_out else function
            self._twins[function] = self._jit(in_world(plain, world, function))
            world |= self.world_of(plain)  # now: rules may call each other in a circle
        return self._twins[function]

    def world_of(self, function: FunctionType) -> dict[str, Any]:
        """What a function reads, as this target has it."""
        return {name: self._compiled(value) for name, value in used_by(function).items()}

    def _compiled(self, value: Any) -> Any:
        if is_rule(value):
            return self.twin(value)
        if is_primitive(value):
            kind = vars(value)["primitive"]
            if kind not in self._made:
                self._made[kind] = self._primitives[kind[0]](kind[1])
            return self._made[kind]
        return _narrowed(value) if isinstance(value, np.ndarray) else value


def _narrowed(table: NDArray[Any]) -> NDArray[Any]:
    """A table of whole numbers in as few bytes as hold them: more of it stays near at hand."""
    if table.dtype.kind != "i" or not table.size:
        return table
    fitting = (t for t in (np.int8, np.int16, np.int32) if _fits(table, np.iinfo(t)))
    return table.astype(next(fitting, table.dtype))


def _fits(table: NDArray[Any], limits: Any) -> bool:
    return bool(limits.min <= table.min() and table.max() <= limits.max)


def in_world(function: FunctionType, world: dict[str, Any], source: FunctionType) -> FunctionType:
    """The same code in another world; it remembers of which rule it is the twin."""
    made = FunctionType(
        function.__code__, world, function.__name__, function.__defaults__, function.__closure__
    )
    made.__qualname__ = function.__qualname__
    vars(made)["source"] = source
    return made


def source_of(function: FunctionType) -> FunctionType:
    """Of which rule a function is the twin."""
    source: FunctionType = vars(function)["source"]
    return source
