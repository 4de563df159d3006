"""Where compiled code is kept: in a folder named after a hash of all that it is made of.

That is the code of every rule that is reached, and the numbers and tables that the rules read,
wherever they stand. So a stale cache cannot exist, and an edit of words or drawings compiles
nothing anew.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
import platformdirs

from tenka.core.rule import is_primitive, is_rule, reached_from

KEEP_UNUSED_DAYS = 30
TEMPORARY = "tenka-"


def folder_of(name: str, functions: list[FunctionType]) -> Path:
    """Where code compiled from exactly these rules is kept; long unused folders go."""
    folder = root() / f"{name}-{fingerprint(functions)}"
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    oldest = time.time() - KEEP_UNUSED_DAYS * 86400
    for other in folder.parent.glob(f"{name}-*"):
        if other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)
    return folder


@cache
def root() -> Path:
    """TENKA_CACHE_DIR or the user's cache folder; where that cannot be written to, one of this
    process's own.
    """
    named = os.environ.get("TENKA_CACHE_DIR")
    usual = Path(platformdirs.user_cache_dir("tenka", appauthor=False)) / "compiled"
    folder = Path(named) if named else usual
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix=TEMPORARY))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def is_temporary() -> bool:
    """Whether the folder is this process's own, and goes with it."""
    return root().name.startswith(TEMPORARY)


def fingerprint(functions: list[FunctionType]) -> str:
    """A hash of all that some rules are made of, and of what compiles them."""
    digest = hashlib.sha256(_compilers())
    parts = {
        f"{function.__module__}.{function.__qualname__}": (function, used)
        for function, used in reached_from(*functions)
    }
    for name, (function, used) in sorted(parts.items()):
        digest.update(f"{name}\0{function.__defaults__}\0".encode())
        digest.update(_of_code(function.__code__, function.__doc__))
        for key, value in used.items():
            digest.update(key.encode() + b"=" + _of_value(name, value))
    return digest.hexdigest()[:16]


@cache
def _compilers() -> bytes:
    """Python's and Numba's version, what is asked of them, and our own part."""
    here = Path(__file__).parent
    ours = b"".join(
        (here / name).read_bytes() for name in ("rule.py", "target.py", "twins.py", "gpu.py")
    )
    places = os.environ.get("TENKA_PLACES")  # see `target`
    return f"{sys.version_info} {version('numba')} {version('numpy')} {places}".encode() + ours


def _of_code(code: CodeType, doc: str | None) -> bytes:
    """What a function does, without its docstring and its place in the file."""
    constants = [
        _of_code(value, None) if isinstance(value, CodeType) else repr(value).encode()
        for value in code.co_consts
        if value is None or value != doc
    ]
    names = repr((code.co_names, code.co_varnames, code.co_argcount)).encode()
    return b"\0".join([code.co_code, names, *constants])


def _of_value(user: str, value: Any) -> bytes:
    """What a rule reads: a number, a table, or the name of what has a hash of its own."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} ".encode() + value.tobytes()
    if is_primitive(value):
        return repr(vars(value)["primitive"]).encode()
    if isinstance(value, tuple):
        return b"(" + b",".join(_of_value(user, part) for part in value) + b")"
    if is_rule(value) or isinstance(value, type) or callable(value):
        return f"{value.__module__}.{getattr(value, '__qualname__', '')}".encode()
    if isinstance(value, ModuleType):
        return value.__name__.encode()
    if value is None or isinstance(value, int | float | str | np.generic | np.dtype):
        return repr(value).encode()
    raise TypeError(f"{user} reads a {type(value).__name__}: rules read numbers, tables and rules")
