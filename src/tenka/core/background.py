"""Compiling in another process while this one goes on: niced, silent, one at a time for each game.

It outlives a short program, so that the next one finds compiled code. Where the cache is this
process's own, it ends with it. That it cannot be started, or fails, changes nothing but the speed.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from tenka.core.cache import is_temporary, root

try:
    import fcntl
except ImportError:  # there, two processes may do the same work
    fcntl = None  # type: ignore[assignment]  # that is asked before it is used

NICE = 10
_compiling: dict[tuple[str, str], subprocess.Popen[bytes]] = {}


def command(game: str, *kinds: str) -> list[str]:
    """What compiles these kinds of a game's code."""
    return [sys.executable, "-m", "tenka.prepare", "--only", ",".join(kinds), game]


def surroundings() -> dict[str, str]:
    """The environment in which a process compiles into the same cache as this one reads."""
    return os.environ | {"TENKA_CACHE_DIR": str(root())}


def ask_for(game: str, kind: str) -> None:
    """Have a kind of a game's code compiled, unless somebody is at work on the game already."""
    if (game, kind) in _compiling or is_locked(game):
        return
    with suppress(OSError):
        nothing = subprocess.DEVNULL
        process = subprocess.Popen(  # noqa: S603  (our own words)
            command(game, kind),
            env=surroundings(),
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            start_new_session=True,
        )
        _compiling[game, kind] = process
        threading.Thread(target=process.wait, daemon=True).start()  # or it would stay a zombie
        if is_temporary():
            atexit.register(process.terminate)


@contextmanager
def at_work_on(game: str, *, wait: bool) -> Iterator[bool]:
    """Be the only process that compiles a game's code; False if another is, and we do not wait."""
    with (root() / f"{game}.lock").open("w") as lock:
        yield _take(lock, wait)


def is_locked(game: str) -> bool:
    """Whether a process is compiling the game's code."""
    with at_work_on(game, wait=False) as free:
        return not free


def _take(lock: IO[str], wait: bool) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
