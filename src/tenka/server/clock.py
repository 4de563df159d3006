"""What time it is: the one clock by which the server does everything that people agreed on.

How long something takes (limits, patience with connections) is measured elsewhere, by the machine's
own steady clock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from tenka.server.logs import log

_source: Callable[[], float] = time.time
_sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
_ahead = 0.0  # seconds of this machine's clock before the one that was agreed on
NEARLY = 0.5  # seconds: closer is the same


def now() -> float:
    """Seconds since 1970."""
    return _source() - _ahead


async def sleep(seconds: float) -> None:
    """Wait until this clock has gone on for so long: between two looks at what is due by it."""
    await _sleep(seconds)


def agree(told: float, asked: float) -> None:
    """Go by another clock that told this time since it was asked; a clock put in here stays."""
    global _ahead
    answered = now()
    wrong = (asked + answered) / 2 - told
    if _source is time.time and not asked - NEARLY < told < answered + NEARLY:
        _ahead += wrong
        log("the clock was put right", level=logging.WARNING, seconds=round(wrong, 1))


@contextmanager
def kept_by(
    source: Callable[[], float], sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> Iterator[None]:
    """Let another clock tell the time: a week of correspondence passes in a few minutes."""
    global _source, _sleep
    before, _source, _sleep = (_source, _sleep), source, sleep
    try:
        yield
    finally:
        _source, _sleep = before
