"""What time it is: the one clock by which the server does everything that people agreed on.

How long something takes (limits, patience with connections) is measured elsewhere, by the machine's
own steady clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_source: Callable[[], float] = time.time


def now() -> float:
    """Seconds since 1970."""
    return _source()


@contextmanager
def kept_by(source: Callable[[], float]) -> Iterator[None]:
    """Let another clock tell the time: a week of correspondence passes in a minute."""
    global _source
    before, _source = _source, source
    try:
        yield
    finally:
        _source = before
