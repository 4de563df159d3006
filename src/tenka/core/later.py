"""What is loaded when it is first wanted, since not everybody who plays needs it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def later(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is loaded with the first call."""

    def call(*given: Any) -> Any:
        return getattr(import_module(module), name)(*given)

    return call
