"""Turns at something scarce, shared fairly between those who ask for it.

Whoever has used less of it lately comes next, and however much one asks for, it is one share.
Within a share, and in what a turn costs it, what people wait for goes before what nobody sees.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, TypeVar

Place = TypeVar("Place")
MOST_REMEMBERED = 10_000  # shares whose use is remembered though they ask for nothing


class Urgency(IntEnum):
    """Who waits for an answer; a second costs a share so many times what it takes."""

    PERSON = 1  # somebody who takes part is there
    WATCHED = 2  # somebody looks on
    NOBODY = 4  # nobody is there


@dataclass(order=True)
class _Waiting(Generic[Place]):
    urgency: Urgency
    number: int  # who came first
    place: asyncio.Future[Place] = field(compare=False)


class Turns(Generic[Place]):
    """So many places, each used by one at a time."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._free = list(places)
        self._waiting: dict[str, list[_Waiting[Place]]] = {}  # by share, heaps
        self._busy: Counter[str] = Counter()  # places that each share uses now
        self._used: dict[str, float] = {}  # what each share has used, in seconds of cost
        self._clock = 0.0  # what the share that came last had used: newcomers start from here
        self._numbers = itertools.count()

    @asynccontextmanager
    async def turn(self, share: str, urgency: Urgency) -> AsyncIterator[Place]:
        """Wait for a place, and use it."""
        place = await self._wait(share, urgency)
        start = time.monotonic()
        try:
            yield place
        finally:
            self._used[share] += (time.monotonic() - start) * urgency
            self._leave(share, place)

    async def _wait(self, share: str, urgency: Urgency) -> Place:
        if not self._busy[share] and share not in self._waiting:
            self._used[share] = max(self._used.get(share, 0.0), self._clock)
        waiting = _Waiting(urgency, next(self._numbers), asyncio.Future[Place]())
        heapq.heappush(self._waiting.setdefault(share, []), waiting)
        self._serve()
        try:
            return await waiting.place
        except asyncio.CancelledError:
            if waiting.place.done() and not waiting.place.cancelled():
                self._leave(share, waiting.place.result())
            raise

    def _leave(self, share: str, place: Place) -> None:
        self._busy[share] -= 1
        self._free.append(place)
        self._serve()
        if len(self._used) > MOST_REMEMBERED:
            self._forget()

    def _serve(self) -> None:
        """Give free places to the shares that use the least."""
        while self._free and self._waiting:
            share = min(self._waiting, key=lambda s: (self._busy[s], self._used[s]))
            queue = self._waiting[share]
            waiting = heapq.heappop(queue)
            if not queue:
                del self._waiting[share]
            if waiting.place.done():  # whoever waited has gone
                continue
            self._clock = max(self._clock, self._used[share])
            self._busy[share] += 1
            waiting.place.set_result(self._free.pop())

    def _forget(self) -> None:
        """Drop the shares that would start from the clock anyway."""
        for share, used in list(self._used.items()):
            if used <= self._clock and not self._busy[share] and share not in self._waiting:
                del self._used[share]
        self._busy += Counter()  # without those that are at nothing
