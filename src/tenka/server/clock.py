"""What time it is: the one clock by which the server does everything that people agreed on.

How long something takes (limits, patience with connections) is measured elsewhere, by the machine's
own steady clock.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tenka.server.logs import log

_source: Callable[[], float] = time.time
_ahead = 0.0  # seconds of this machine's clock before the one that was agreed on
NEARLY = 0.5  # seconds: closer is the same


def now() -> float:
    """Seconds since 1970."""
    return _source() - _ahead


def agree(told: float, asked: float) -> None:
    """Go by another clock that told this time since it was asked; a clock put in here stays."""
    global _ahead
    answered = now()
    wrong = (asked + answered) / 2 - told
    if _source is time.time and not asked - NEARLY < told < answered + NEARLY:
        _ahead += wrong
        log("the clock was put right", level=logging.WARNING, seconds=round(wrong, 1))


@contextmanager
def kept_by(source: Callable[[], float]) -> Iterator[None]:
    """Let another clock tell the time: a week of correspondence passes in a minute."""
    global _source
    before, _source = _source, source
    try:
        yield
    finally:
        _source = before
