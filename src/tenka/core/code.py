"""Compiled code and how one comes by it: interpreted rules until it is there, then that.

Entry points that are compiled together are one `Code`. In the cache they are found and loaded in a
moment. Where they are not, they are interpreted, another process compiles them, and once it has,
they are loaded: a state is bytes, so that may happen between any two decisions. The environment
variable TENKA_COMPILE says otherwise: see `Way`.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

from tenka.core import background
from tenka.core.cache import folder_of
from tenka.core.rule import reached_from

LOOK_SECONDS = 0.5  # between two looks whether compiled code is there


class Way(Enum):
    """How a process comes by compiled code."""

    BACKGROUND = "background"  # interpret until another process has compiled it
    NOW = "now"  # compile when something is first used, and wait for it
    CACHED = "cached"  # use what is compiled, or will be; compile nothing
    NEVER = "never"  # interpret
    TOLD = "told"  # interpret until told to load, as the server does


def _chosen() -> Way:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return Way.NEVER
    word = os.environ.get("TENKA_COMPILE") or "background"
    try:
        return Way(word)
    except ValueError:
        known = ", ".join(way.value for way in Way if way is not Way.TOLD)
        raise ValueError(f"TENKA_COMPILE is one of {known}, not {word!r}") from None


_way = _chosen()


def way() -> Way:
    """How this process comes by compiled code."""
    return _way


def go(chosen: Way) -> None:
    """Choose for this process; where rules are never compiled, that stands."""
    global _way
    if _way is not Way.NEVER:
        _way = chosen


class EntryPoint:
    """A function that Python calls: interpreted until compiled code is there, then that."""

    __slots__ = ("code", "compiled", "plain")

    def __init__(self, code: Code, plain: FunctionType) -> None:
        self.code, self.plain = code, plain
        self.compiled: Any = None

    def __call__(self, *args: Any) -> Any:
        """Run it on numbers, addresses and arrays."""
        if self.compiled is None:
            self.code.look()
        return (self.compiled or self.plain)(*args)


class Code:
    """Entry points of a game that are compiled together; `kind` says what they are for.

    By its name one gets an entry point: the compiled function itself once it is there.
    """

    def __init__(
        self, game: str, kind: str, entry_points: Mapping[str, FunctionType], *, quick: bool = False
    ) -> None:
        self.game, self.kind = game, kind
        # Only of use at full speed: compiled when it is first used, and without the journal.
        self.quick = quick
        self.entry_points = {name: EntryPoint(self, plain) for name, plain in entry_points.items()}
        self.in_use: dict[str, Any] = {}  # by name, what Python calls as things stand
        self._dispatchers: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._looked = 0.0

    def __getitem__(self, name: str) -> Any:
        if name not in self.in_use:
            self.in_use[name] = self._find(self.entry_points[name], name)
        return self.in_use[name]

    def _find(self, entry: EntryPoint, name: str) -> Any:
        if _way is Way.NEVER:
            return entry.plain
        if _way is Way.NOW or (self.quick and _way is not Way.TOLD):
            self.compile(name)
        elif entry.compiled is None:
            self.look()
        return entry.compiled or entry

    def get_ready(self) -> bool:
        """Compile or load all of it, if that is this process's way; whether it is compiled."""
        for name in self.entry_points:
            self[name]
        return self.compiled

    @property
    def compiled(self) -> bool:
        """Whether compiled code is used."""
        return all(entry.compiled for entry in self.entry_points.values())

    @cached_property
    def folder(self) -> Path:
        """Where its compiled code is kept."""
        return folder_of(f"{self.game}-{self.kind}", [e.plain for e in self.entry_points.values()])

    @property
    def mark(self) -> Path:
        """A file that says that all of it is in the cache."""
        return self.folder / "ready"

    @property
    def rules(self) -> int:
        """How many rules there are to compile."""
        return sum(1 for _ in reached_from(*(e.plain for e in self.entry_points.values())))

    def look(self) -> None:
        """See now and then whether compiled code is there; have it made if nobody has."""
        now = time.monotonic()
        if _way is Way.TOLD or (self._looked and now < self._looked + LOOK_SECONDS):
            return
        self._looked = now
        if not self.load() and _way is Way.BACKGROUND:
            background.ask_for(self.game, self.kind)

    def load(self) -> bool:
        """Load what is in the cache; False if not all of it is."""
        if not self.mark.exists():
            return False
        from tenka.core import target

        with self._lock:
            for name, entry in self.entry_points.items():
                if entry.compiled is None and target.load(self._dispatcher(name)):
                    self._use(name)
        return self.compiled

    def compile(self, *names: str) -> None:
        """Compile entry points here and now, unless they are in the cache; without names, all.

        Those that take arrays are compiled when they are called, for the arrays that they get.
        """
        if _way is Way.NEVER:
            return
        with self._lock:
            for name in names or self.entry_points:
                if self.entry_points[name].compiled is None:
                    self._use(name)

    def _dispatcher(self, name: str) -> Any:
        from tenka.core import target

        if name not in self._dispatchers:
            plain = self.entry_points[name].plain
            self._dispatchers[name] = target.entry_point(plain, self.folder, silent=self.quick)
        return self._dispatchers[name]

    def _use(self, name: str) -> None:
        from tenka.core import target

        entry = self.entry_points[name]
        entry.compiled = target.direct(self._dispatcher(name), entry.plain)
        self.in_use[name] = entry.compiled
