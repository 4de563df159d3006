"""Limits: how much one address may ask for, and how large a body may be.

Each process counts for itself, so that no request waits for it. On PostgreSQL the processes tell
each other once a second who took more than a little, so that it makes no difference over how many
of them somebody spreads requests.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import secrets
import time
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

from tenka.server import wakeups
from tenka.server.logs import log
from tenka.server.problems import Busy, TooLarge, TooMany
from tenka.server.settings import Settings

if TYPE_CHECKING:
    from tenka.server.storage import Storage

MOST_ADDRESSES = 10_000
# The buckets of all processes together.
SHARED = ("requests", "creations", "talk", "letters", "mailings", "hints", "people")
STREAMS = "streams"
LITTLE = 10  # a tenth of a burst, or of the streams that are allowed: nobody is told of less
TOGETHER = 25  # addresses in one word, mailboxes among them: PostgreSQL takes 8000 bytes
SHARE_SECONDS = 1.0
FRESH_SECONDS = 4 * SHARE_SECONDS


@lru_cache(MOST_ADDRESSES)
def address_key(host: str) -> str:
    """What limits count by: an IPv4 address, or the /64 in which an IPv6 address is.

    Whoever has one address of a /64 has as many of them as they like.
    """
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(number, ipaddress.IPv6Address):
        inside = number.ipv4_mapped
        return str(inside or ipaddress.IPv6Network((int(number), 64), strict=False))
    return str(number)


class Bucket:
    """Fills with so many tokens a second up to a burst; each request takes one.

    What is taken here is told to other processes, and what they tell is missing here: an address
    may owe tokens then, but never more than a burst.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: dict[str, tuple[float, float]] = {}  # address: tokens, when
        self._untold: Counter[str] = Counter()

    def require(self, address: str) -> None:
        """Refuse whoever has no token left, and take none."""
        tokens = self._tokens(address)
        if self.rate and tokens < 1:
            wait = int((1 - tokens) / self.rate) + 1
            raise TooMany("too many requests: wait a little", retry_after=wait)

    def take(self, address: str) -> None:
        """Take a token, or refuse."""
        if not self.rate:
            return
        self.require(address)
        self._keep(address, self._tokens(address) - 1)
        self._untold[address] += 1

    def told(self) -> dict[str, int]:
        """What was taken and not told yet, by those who take more than a little."""
        told = {}
        for address, count in list(self._untold.items()):
            if count >= self.burst / LITTLE:
                told[address] = self._untold.pop(address)
            elif self._tokens(address) >= self.burst:
                del self._untold[address]
        return told

    def missing(self, address: str, count: int) -> None:
        """So many were taken elsewhere."""
        self._keep(address, max(self._tokens(address) - count, -self.burst))

    def _keep(self, address: str, tokens: float) -> None:
        if len(self._left) >= MOST_ADDRESSES and address not in self._left:
            self._left.clear()
            self._untold.clear()
        self._left[address] = (tokens, time.monotonic())

    def _tokens(self, address: str) -> float:
        tokens, when = self._left.get(address, (self.burst, 0.0))
        return min(self.burst, tokens + (time.monotonic() - when) * self.rate)


class Limits:
    """The limits of one process, which knows what others of the same database have told."""

    def __init__(self, settings: Settings, most_streams: int) -> None:
        self.requests = Bucket(settings.request_rate, settings.request_burst)
        self.creations = Bucket(settings.create_rate, settings.create_burst)
        self.talk = Bucket(settings.talk_rate, settings.talk_burst)
        self.letters = Bucket(settings.letter_rate, settings.letter_burst)  # to one mailbox
        self.mailings = Bucket(settings.mailing_rate, settings.mailing_burst)  # from one address
        self.hints = Bucket(settings.hint_rate, settings.hint_burst)
        self.people = Bucket(settings.people_rate, settings.people_burst)  # who are new
        self.most_streams_of_one = settings.streams_per_address
        self.most_streams = most_streams
        self.streams: Counter[str] = Counter()
        self._name = secrets.token_hex(4)
        self._elsewhere: dict[str, dict[str, tuple[int, float]]] = {}  # by process: how many, when

    def enter_stream(self, address: str) -> None:
        """Count one more stream of an address, or refuse."""
        if self.streams.total() >= self.most_streams:
            raise Busy("too many watch now: the rest is kept free for moves", retry_after=5)
        if self.streams[address] + self._streams_elsewhere(address) >= self.most_streams_of_one:
            raise TooMany("too many open streams from this address", retry_after=5)
        self.streams[address] += 1

    def leave_stream(self, address: str) -> None:
        """Count one less."""
        self.streams[address] -= 1
        if self.streams[address] <= 0:
            del self.streams[address]

    # -- what processes tell each other

    def told(self) -> list[str]:
        """What the other processes are to be told now, in words that are not too long."""
        for address in list(self._elsewhere):
            self._streams_elsewhere(address)  # what is old is forgotten
        counts = [[name, *one] for name in SHARED for one in getattr(self, name).told().items()]
        many = self.most_streams_of_one / LITTLE
        counts += [[STREAMS, *one] for one in self.streams.items() if one[1] >= many]
        together = [counts[at : at + TOGETHER] for at in range(0, len(counts), TOGETHER)]
        return [json.dumps([self._name, some]) for some in together]

    def hear(self, word: str) -> None:
        """What another process has told; or this one itself."""
        process, counts = json.loads(word)
        if process == self._name:
            return
        for name, address, count in counts:
            if name == STREAMS:
                here = self._elsewhere.setdefault(address, {})
                here[process] = count, time.monotonic()
            elif name in SHARED:
                getattr(self, name).missing(address, count)

    def _streams_elsewhere(self, address: str) -> int:
        """Those that processes told of which are still alive: they tell again each second."""
        now, told = time.monotonic(), self._elsewhere.pop(address, {})
        fresh = {one: (count, at) for one, (count, at) in told.items() if now - at < FRESH_SECONDS}
        if fresh:
            self._elsewhere[address] = fresh
        return sum(count for count, _ in fresh.values())


async def share(storage: Storage, limits: Limits) -> None:
    """Tell the other processes what was taken here, again and again; on SQLite each is alone."""
    while not storage.sqlite:
        await asyncio.sleep(SHARE_SECONDS)
        try:
            if words := limits.told():
                async with storage.changing() as connection:
                    for word in words:
                        await wakeups.tell_of_limits(connection, word)
        except Exception:
            log("what was taken could not be told", level=logging.ERROR, error=True)


def limited(receive: Any, headers: dict[bytes, bytes], most: int) -> Any:
    """A `receive` that refuses a body of more than `most` bytes, announced or not."""
    announced = headers.get(b"content-length", b"0")
    if not announced.isdigit() or int(announced) > most:
        raise TooLarge(f"the body is larger than {most} bytes")
    read = 0

    async def receive_limited() -> Any:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:  # of this kind, because reading code takes others for damaged bodies
            raise HTTPException(413, f"the body is larger than {most} bytes")
        return message

    return receive_limited
