"""What a rule's source asks for that a GPU does not have: memory that somebody must manage.

Arrays on the stack are there (`scratch`, `unwritten`), if their size is a constant.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType

import numpy as np

OF_NUMPY = {"float32"}  # what rules may use of it there: nothing that asks for memory
METHODS = {name for name in dir(np.ndarray) if callable(getattr(np.ndarray, name))}
BUILTINS = {
    "list",
    "dict",
    "set",
    "bytearray",
    "str",
    "sorted",
    "sum",
    "any",
    "all",
    "map",
    "filter",
}
SIZED = {"scratch", "unwritten"}
DISPLAYS = {
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a text",
}


def wants(rule: FunctionType) -> set[str]:
    """What is missing for a rule on a GPU, in words."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(rule)))
    found = set()
    for statement in tree.body[0].body:
        for node in ast.walk(statement):
            found |= wanted_by(node, rule)
    return found


def wanted_by(node: ast.AST, rule: FunctionType) -> set[str]:
    match node:
        case ast.Attribute(value=ast.Name(id="np"), attr=name):
            return {f"np.{name}"} - {f"np.{known}" for known in OF_NUMPY}
        case ast.Attribute(attr=name) if name in METHODS:  # no field of a record is called like one
            return {f".{name}"}
        case ast.Call(func=ast.Name(id=name)) if name in BUILTINS:
            return {name}
        case ast.Call(func=ast.Name(id=name), args=[size]) if name in SIZED:
            return set() if is_constant(size, rule) else {"a size that is no constant"}
    return {DISPLAYS[type(node)]} if type(node) in DISPLAYS else set()


def is_constant(size: ast.expr, rule: FunctionType) -> bool:
    """Whether a size is a number, or the name of one that stands outside the rule."""
    match size:
        case ast.Constant(value=int()):
            return True
        case ast.Name(id=name):
            return name not in rule.__code__.co_varnames and isinstance(
                rule.__globals__.get(name), int
            )
    return False
