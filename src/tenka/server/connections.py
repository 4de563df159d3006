"""Connections: how many there may be, and how long each may keep the server waiting.

Uvicorn waits for a request's head and body as long as it takes. Here each connection that the
server waits for is in a phase, and each phase has its time. When there are too many connections,
of one address or in all, the one that has been waited for longest makes room, half requests before
idle connections; so a friend still gets in through an address at which somebody holds hundreds.
"""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from enum import IntEnum
from typing import Any

import h11
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from tenka.server.limits import address_key
from tenka.server.settings import Settings

ENOUGH_FILES = 65536
RESERVE = 512  # files for the database, bots, and connections that are about to be turned away
NO_CONTENT = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\n" + NO_CONTENT
FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n" + NO_CONTENT


class Phase(IntEnum):
    """What is awaited from a connection; those that come first make room first."""

    HEAD = 0  # the rest of a request's head, or the first byte of a new connection
    BODY = 1  # the rest of a request's body
    UNREAD = 2  # that an answer is read
    IDLE = 3  # another request


class Crowd:
    """All connections of one process."""

    def __init__(self, settings: Settings) -> None:
        files = allow_files()
        room = files - min(RESERVE, files // 2)
        self.most = min(settings.connections or room, room)
        self.most_of_one = settings.connections_per_address
        self.idle_seconds = settings.idle_seconds
        self.patience = {
            Phase.HEAD: settings.head_seconds,
            Phase.BODY: settings.body_seconds,
            Phase.UNREAD: settings.unread_seconds,
        }
        self.count = 0
        self._of: dict[str, set[Connection]] = {}
        self._waiting: dict[Phase, dict[Connection, float]] = {phase: {} for phase in Phase}
        trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")  # as uvicorn reads it
        self._proxies = ProxyHeadersMiddleware(_nothing, trusted).trusted_hosts

    def address_of(self, client: tuple[str, int] | None) -> str | None:
        """What a connection counts for; behind a proxy there are many people, and it is nobody."""
        if client is None or client[0] in self._proxies:
            return None
        return address_key(client[0])

    def enter(self, newcomer: Connection) -> bool:
        """Let a connection in, if need be in place of another; False if there is no room."""
        own = self._of.setdefault(newcomer.address, set()) if newcomer.address else set()
        if len(own) >= self.most_of_one and not self._drop_one(own):
            return False
        if self.count >= self.most and not self._drop_one(self._longest_waiting()):
            return False
        own.add(newcomer)
        self.count += 1
        newcomer.inside = True
        return True

    def leave(self, connection: Connection) -> None:
        """Forget a connection."""
        if not connection.inside:
            return
        connection.inside = False
        self.count -= 1
        self.wait_for(connection, None)
        if connection.address:
            own = self._of[connection.address]
            own.discard(connection)
            if not own:
                del self._of[connection.address]

    def wait_for(self, connection: Connection, phase: Phase | None) -> None:
        """Note what is awaited from a connection from now on."""
        if connection.phase is not None:
            self._waiting[connection.phase].pop(connection, None)
        connection.phase = phase
        if phase is not None:
            self._waiting[phase][connection] = time.monotonic()

    def _longest_waiting(self) -> set[Connection]:
        return {next(iter(waiting)) for waiting in self._waiting.values() if waiting}

    def _drop_one(self, among: set[Connection]) -> bool:
        """End the connection whose turn it is to make room; False if all are being answered."""
        waiting = [(c.phase, self._waiting[c.phase][c], c) for c in among if c.phase is not None]
        if not waiting:
            return False
        longest = min(waiting, key=lambda entry: entry[:2])[2]
        self.leave(longest)
        longest.transport.abort()
        return True

    async def watch(self) -> None:
        """End connections that keep the server waiting for too long, again and again."""
        pause = min(1.0, *(seconds / 4 for seconds in self.patience.values()))
        while True:
            await asyncio.sleep(pause)
            now = time.monotonic()
            for phase, seconds in self.patience.items():
                waiting = self._waiting[phase]  # in the order in which they began to keep us
                while waiting and now - waiting[late := next(iter(waiting))] > seconds:
                    self.leave(late)
                    late.turn_away(TOO_SLOW)


class Connection(H11Protocol):
    """Uvicorn's connection, which says what it waits for."""

    address: str | None = None
    phase: Phase | None = None
    inside = False

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.crowd: Crowd = self.app_state["crowd"]
        self.timeout_keep_alive = self.crowd.idle_seconds

    # uvicorn, too, narrows what asyncio declares.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody called."""
        super().connection_made(transport)
        self.address = self.crowd.address_of(self.client)
        if self.crowd.enter(self):
            self.crowd.wait_for(self, Phase.HEAD)
        else:
            self.turn_away(FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.crowd.leave(self)
        super().connection_lost(exc)
        _untie(self.transport)

    def data_received(self, data: bytes) -> None:
        """Part of a request came, or all of it."""
        super().data_received(data)
        self._settle()

    def on_response_complete(self) -> None:
        """A request was answered."""
        super().on_response_complete()
        self._settle()

    def pause_writing(self) -> None:
        """Answers are not being read."""
        super().pause_writing()
        self._settle()

    def resume_writing(self) -> None:
        """They are again."""
        super().resume_writing()
        self._settle()

    def turn_away(self, answer: bytes) -> None:
        """Say why, if that can be heard, and hang up."""
        if self.phase is Phase.UNREAD or (self.cycle and self.cycle.response_started):
            self.transport.abort()
        else:
            self.transport.write(answer)
            self.transport.close()

    def _settle(self) -> None:
        """Tell the crowd what is awaited now; a phase that goes on keeps its time."""
        phase: Phase | None = None
        if self.flow.write_paused:
            phase = Phase.UNREAD
        elif self.conn.their_state is h11.SEND_BODY:
            phase = Phase.BODY
        elif self.conn.their_state is h11.IDLE:
            phase = Phase.IDLE if self.timeout_keep_alive_task else Phase.HEAD
        if phase is not self.phase and self.inside:
            self.crowd.wait_for(self, phase)


def allow_files() -> int:
    """Let this process open as many files as the system lets it; how many those are."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ENOUGH_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return most if soft == resource.RLIM_INFINITY else min(soft, ENOUGH_FILES)


def _untie(transport: asyncio.Transport) -> None:
    """Let a closed transport go: holding its own methods, it would wait for a full collection.

    Those of other event loops (uvloop's) tell nothing of what they hold.
    """
    for name, value in list(getattr(transport, "__dict__", {}).items()):
        if getattr(value, "__self__", None) is transport:
            delattr(transport, name)


async def _nothing(*_: Any) -> None:
    """An application that does nothing."""
