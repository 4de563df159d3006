"""The one decorator of the rules, and where compiled code is kept.

A rule is a plain function over a state record. It runs compiled by Numba or, with
NUMBA_DISABLE_JIT=1, as the Python that it is. Entry points (see `engine`) are cached on disk in a
folder named after a hash of the sources they are made of, so a stale cache cannot exist.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import types

from tenka.core.layout import COMPILED

F = TypeVar("F", bound=Callable[..., Any])

KEEP_UNUSED_DAYS = 30


def rule(function: F) -> F:
    """Mark a function of the rules: compiled where it is called from compiled code."""
    if not COMPILED:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    # Whole numbers travel between rules as int64, whatever field they were read from. Without this
    # Numba compiles a copy of each rule for each mix of int8, int64 and literals among its callers.
    compile_for = dispatcher.get_call_template

    def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return compile_for(
            tuple(map(_widen, args)), {name: _widen(kind) for name, kind in kws.items()}
        )

    dispatcher.get_call_template = widened
    return cast(F, dispatcher)


def interpreted(function: F) -> F:
    """The Python of a rule that calls no other, for a state that is not in the engine's memory."""
    return cast(F, getattr(function, "py_func", function))


def _widen(kind: Any) -> Any:
    whole = isinstance(kind, types.Integer | types.IntegerLiteral | types.Boolean)
    return types.int64 if whole else kind


def entry_point(template: F, names: Mapping[str, object], folder: Path) -> F:
    """The template with a game's rules in place of its free names, compiled into `folder`.

    Names are bound as globals, not as a closure: Numba's cache does not recognise closures over
    compiled functions from one process to the next. The folder's name becomes part of the
    function's: two games' code of one name, from two processes' caches, would be linked as one.
    """
    bound = FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    bound.__qualname__ = f"{folder.name}.{template.__qualname__}"
    bound.__annotations__ = template.__annotations__
    if not COMPILED:
        return cast(F, bound)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return cast(
            F, numba.njit(nogil=takes_arrays(bound), cache=True, error_model="numpy")(bound)
        )
    finally:
        numba.config.CACHE_DIR = before


def takes_arrays(function: Callable[..., Any]) -> bool:
    """Whether a template works on arrays: for long enough that others should run meanwhile."""
    return any(kind != "int" for name, kind in function.__annotations__.items() if name != "return")


def direct(function: F) -> F:
    """A compiled function of whole numbers without Numba's look at the types of its arguments.

    That takes longer than most decisions. Other types than whole numbers are refused.
    """
    dispatcher: Any = function
    if not COMPILED or takes_arrays(dispatcher.py_func):
        return function
    numbers = (types.int64,) * dispatcher.py_func.__code__.co_argcount
    return cast(F, dispatcher.compile(numbers))


def code_folder(name: str, sources: list[Path]) -> Path:
    """Where code compiled from exactly these sources is kept; long unused folders go."""
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    folder = _cache_root() / f"{name}-{digest.hexdigest()[:16]}"
    folder.mkdir(exist_ok=True)
    folder.touch()
    oldest = time.time() - KEEP_UNUSED_DAYS * 86400
    for other in folder.parent.glob(f"{name}-*"):
        if other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _cache_root() -> Path:
    """The user's cache folder, or a temporary one where the user has none to write to."""
    root = Path(platformdirs.user_cache_dir("tenka", appauthor=False)) / "compiled"
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="tenka-"))
    return root
