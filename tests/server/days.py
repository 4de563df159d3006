"""Time that passes only when it is told to, and a server in this process that goes by it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from contextlib import ExitStack, asynccontextmanager
from unittest.mock import patch

import uvicorn

from tenka.server import HOW, clock, mail, outside, preparing
from tenka.server.app import create_app
from tenka.server.settings import Settings
from tests.server.running import PATIENCE

SPINS = 200  # of the event loop before it is left to other threads for a moment
LOOPS = 4  # the sweeps for bots and clocks, for notices, for tournaments, and for old tables


class Days:
    """A clock. Whoever sleeps by it wakes at their moment, and it waits for them to have done."""

    def __init__(self, start: float) -> None:
        self.now = start
        self.busy: Callable[[], bool] = lambda: False  # besides those who sleep by this clock
        self._asleep: list[tuple[float, int, asyncio.Task, asyncio.Future]] = []
        self._numbers = itertools.count()
        self._awake: set[asyncio.Task] = set()

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        sleeper = asyncio.current_task()
        woken = asyncio.get_running_loop().create_future()
        heapq.heappush(self._asleep, (self.now + seconds, next(self._numbers), sleeper, woken))
        self._awake.discard(sleeper)
        await woken

    async def pass_until(self, moment: float) -> None:
        """Let time pass; those who wake at the same moment do their work at the same time."""
        await self.quiet()
        while self._asleep and self._asleep[0][0] <= moment:
            self.wake_next()
            await self.quiet()
        self.now = max(self.now, moment)

    def wake_next(self) -> None:
        """Go on to the next moment at which somebody wakes."""
        self.now = max(self.now, self._asleep[0][0])
        while self._asleep and self._asleep[0][0] <= self.now:
            *_, sleeper, woken = heapq.heappop(self._asleep)
            if not woken.done():  # it was not cancelled with its server
                self._awake.add(sleeper)
                woken.set_result(None)

    def sleeping(self) -> int:
        """How many do."""
        return sum(not woken.done() for *_, woken in self._asleep)

    async def quiet(self) -> None:
        """Until nobody has anything to do at this moment."""
        await asyncio.sleep(0)
        for spin in itertools.count():
            self._awake = {task for task in self._awake if not task.done()}
            if not self._awake and not self.busy():
                return
            await asyncio.sleep(0.001 if spin > SPINS else 0)


class Site:
    """The server, in this process and on a real port; it can be stopped, and started again."""

    def __init__(self, settings: Settings, port: int, days: Days) -> None:
        self.settings, self.port, self.days = settings, port, days
        self.url = f"http://localhost:{port}"
        self.server: uvicorn.Server | None = None
        self.dying = self.starting = False
        days.busy = self._busy

    @property
    def up(self) -> bool:
        return self.server is not None

    def _busy(self) -> bool:
        """Whether it dies, or bots are being asked."""
        return self.dying or bool(self.up and self.house.bots._driven)

    async def start(self) -> None:
        self.starting = True
        app = create_app(self.settings)
        how = {name: value for name, value in HOW.items() if name != "factory"}
        config = uvicorn.Config(app, host="127.0.0.1", port=self.port, **how)
        server = uvicorn.Server(config)
        self._serving = asyncio.create_task(server._serve())
        async with asyncio.timeout(PATIENCE):
            while not server.started:
                if self._serving.done():
                    raise AssertionError("the server did not start")
                await asyncio.sleep(0.005)
        self.house, self.server = app.state.house, server
        await self._first_round()
        self.starting = False

    async def _first_round(self) -> None:
        """What runs in the background looks once at what is due, and sleeps."""
        async with asyncio.timeout(PATIENCE):
            while self.days.sleeping() < LOOPS:
                await asyncio.sleep(0.001)
        await self.days.quiet()

    async def die(self) -> None:
        """Stop all that goes on in the background, in the middle of whatever it does."""
        self.dying = True
        for task in list(self.house._tasks):
            task.cancel()
        await asyncio.gather(*self.house._tasks, return_exceptions=True)
        await self.stop()
        self.dying = False

    async def stop(self) -> None:
        server, self.server = self.server, None
        server.should_exit = True
        await self._serving


@asynccontextmanager
async def running(settings: Settings, port: int, start: float):
    """A server that goes by a clock of its own, from a moment on."""
    days = Days(start)
    site = Site(settings, port, days)
    with ExitStack() as changed:
        changed.enter_context(clock.kept_by(days.time, days.sleep))
        changed.enter_context(patch.object(preparing, "begin", lambda: None))  # rules stay as here
        for sending in (mail, outside):  # a busy machine is no reason to try again later
            changed.enter_context(patch.object(sending, "SECONDS", PATIENCE))
        await site.start()
        try:
            yield site
        finally:
            if site.up:
                await site.stop()
