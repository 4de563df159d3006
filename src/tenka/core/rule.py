"""The one decorator of the rules.

A rule is a plain function over a state record, and stays one: Python calls it as it is. For speed a
target (see `target`) makes a twin of it, in whose world every rule that it calls is a twin too. So
one source serves the interpreter and every compiler, in one process.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeGuard, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function of the rules: a compiler may make a twin of it."""
    vars(function)["rule"] = True
    return function


def journal_rule(function: F) -> F:
    """Mark a rule that does nothing but write the journal: a silent target leaves it out."""
    vars(function)["journal"] = True
    return rule(function)


def unfolded(function: F) -> F:
    """Mark a rule of which each caller takes a copy of its own on a processor.

    It is shorter there, and its loops do many turns at once, where what it is called with is known:
    a number of shares that is always 1, or places counted from 0.
    """
    vars(function)["unfolded"] = True
    return rule(function)


def primitive(kind: str, about: Any = None) -> Callable[[F], F]:
    """Mark a function that each compiler writes in its own way; Python runs what stands here."""

    def mark(function: F) -> F:
        vars(function)["primitive"] = (kind, about)
        return function

    return mark


def is_rule(value: object) -> TypeGuard[FunctionType]:
    """Whether a value is a function of the rules."""
    return isinstance(value, FunctionType) and "rule" in vars(value)


def is_primitive(value: object) -> TypeGuard[FunctionType]:
    """Whether a value is a function that compilers write in their own way."""
    return isinstance(value, FunctionType) and "primitive" in vars(value)


def is_unfolded(function: FunctionType) -> bool:
    """Whether each caller of a rule takes a copy of it."""
    return "unfolded" in vars(function)


def writes_journal(function: FunctionType) -> bool:
    """Whether a rule does nothing but write the journal."""
    return "journal" in vars(function)


def bind(template: F, names: Mapping[str, object]) -> F:
    """A rule made of a template: names that stand nowhere in its module are filled in.

    Its own name has the game's before it: compiled code of one name is linked as one, also where
    two processes compiled it for two games.
    """
    bound = FunctionType(
        template.__code__,
        {**template.__globals__, **names},
        template.__name__,
        template.__defaults__,
    )
    bound.__qualname__ = f"{names['GAME']}.{template.__qualname__}"
    bound.__annotations__ = template.__annotations__
    return rule(cast(F, bound))


def used_by(function: FunctionType) -> dict[str, Any]:
    """The globals that a function reads, by name."""
    world = function.__globals__
    return {name: world[name] for name in sorted(_read_in(function.__code__)) if name in world}


@cache
def _read_in(code: CodeType) -> set[str]:
    found = {i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found |= _read_in(inner)
    return found


def reached_from(*starts: FunctionType) -> Iterator[tuple[FunctionType, dict[str, Any]]]:
    """All rules that some rules call, themselves too, each once, with the globals that it reads."""
    waiting, met = list(starts), set(map(id, starts))
    while waiting:
        function = waiting.pop()
        used = used_by(function)
        yield function, used
        for value in used.values():
            if is_rule(value) and id(value) not in met:
                met.add(id(value))
                waiting.append(value)
