"""Tests use compiled rules, and wait for them; NUMBA_DISABLE_JIT=1 interprets them.

What they start keeps its bytecode, even where that is not the custom: reading the program anew is
most of what a short process does.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("TENKA_COMPILE", "now")
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    kept = Path(__file__).parent / ".pytest_cache" / "bytecode"
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(kept))


@pytest.fixture(autouse=True)
def same_way() -> Iterator[None]:
    """A test that has code compiled in another way does so for itself alone: a server that is
    started in this process interprets rules until it is told otherwise.
    """
    from tenka.core import code

    before = code.way()
    yield
    code.go(before)
