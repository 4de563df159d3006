"""Limits: how much one address may ask for, and how large a body may be."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from functools import lru_cache
from typing import Any

from starlette.exceptions import HTTPException

from tenka.server.problems import Busy, TooLarge, TooMany
from tenka.server.settings import Settings

MOST_ADDRESSES = 10_000


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
    """Fills with so many tokens a second up to a burst; each request takes one."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: dict[str, tuple[float, float]] = {}  # address: tokens, when

    def take(self, address: str) -> None:
        """Take a token, or refuse."""
        if not self.rate:
            return
        now = time.monotonic()
        tokens, when = self._left.get(address, (self.burst, now))
        tokens = min(self.burst, tokens + (now - when) * self.rate)
        if tokens < 1:
            wait = int((1 - tokens) / self.rate) + 1
            raise TooMany("too many requests: wait a little", retry_after=wait)
        if len(self._left) >= MOST_ADDRESSES and address not in self._left:
            self._left.clear()
        self._left[address] = (tokens - 1, now)


class Limits:
    """The limits of one process."""

    def __init__(self, settings: Settings, most_streams: int) -> None:
        self.requests = Bucket(settings.request_rate, settings.request_burst)
        self.creations = Bucket(settings.create_rate, settings.create_burst)
        self.talk = Bucket(settings.talk_rate, settings.talk_burst)
        self.letters = Bucket(settings.letter_rate, settings.letter_burst)  # to one mailbox
        self.hints = Bucket(settings.hint_rate, settings.hint_burst)
        self.most_streams_of_one = settings.streams_per_address
        self.most_streams = most_streams
        self.streams: Counter[str] = Counter()

    def enter_stream(self, address: str) -> None:
        """Count one more stream of an address, or refuse."""
        if self.streams.total() >= self.most_streams:
            raise Busy("too many watch now: the rest is kept free for moves", retry_after=5)
        if self.streams[address] >= self.most_streams_of_one:
            raise TooMany("too many open streams from this address", retry_after=5)
        self.streams[address] += 1

    def leave_stream(self, address: str) -> None:
        """Count one less."""
        self.streams[address] -= 1
        if self.streams[address] <= 0:
            del self.streams[address]


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
