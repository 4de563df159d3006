"""What goes wrong in a week, and who is looking when it does."""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from typing import TYPE_CHECKING

import httpx

from tests.server.diary import HOOK, MAIL, PUSH
from tests.server.members import DAY, HOUR, MINUTE, QUICK, Member
from tests.server.running import PATIENCE, people_told

if TYPE_CHECKING:
    from tests.server.week import Week


class Mishaps:
    """Devices, sessions, services and servers that are lost, ended, out of order and killed."""

    def __init__(self, week: Week) -> None:
        self.week, self.site, self.diary = week, week.site, week.diary
        self.post, self.rng, self.days = week.post, week.rng, week.days
        self._watching: dict[tuple[str, str], tuple[Member, asyncio.Task, list[float]]] = {}
        self._down = math.inf  # since when the server is

    def foresee(self) -> None:
        """When what happens: the more people, the more of it."""
        later, some_time, plan = self.week.later, self.week.some_time, self.week.plan
        share = max(1, plan.people // 10)
        for act in (self.lose_a_device, self.end_sessions, self.subscribe_again, self.switch_off):
            for _ in range(share):
                later(some_time(0.05, 0.9), act)
        for _ in range(plan.people // 2):
            later(some_time(0.05, 0.95), self.look_on)
        for _ in range(math.ceil(plan.days)):
            later(some_time(0.1, 0.95), self.restart)
            later(some_time(0.05, 0.5), self.die)
            later(some_time(0.05, 0.7), self.break_down)

    async def end(self) -> None:
        """The week is over."""
        await self.require_up()
        for watching in list(self._watching):
            await self.look_away(*watching)

    async def anybody(self) -> Member | None:
        """Somebody who is signed in."""
        if not self.site.up:
            return None
        member = self.rng.choice(self.week.members)
        await self.week.require_signed_in(member)
        return member

    # -- devices and sessions

    async def lose_a_device(self) -> None:
        """The push service says that it is gone; a day later there is another."""
        member = await self.anybody()
        mine = (
            [way for way in member.ways if way.kind == PUSH and way.lost == math.inf]
            if member
            else []
        )
        if mine:
            way = self.rng.choice(mine)
            way.lost = self.days.now
            self.post.answers[way.address] = 410
            self.diary.counts["devices lost"] += 1
            self.week.later(
                self.days.now + self.rng.uniform(0.1, 1) * DAY, lambda: self.replace(member)
            )

    async def replace(self, member: Member) -> None:
        if not self.site.up:
            self.week.later(self.days.now + HOUR, lambda: self.replace(member))
            return
        await self.week.require_signed_in(member)
        await member.add_device(self.days.now)

    async def subscribe_again(self) -> None:
        """A page tells once more where its device is."""
        member = await self.anybody()
        for way in member.ways if member else ():
            if way.kind == PUSH and way.lost == math.inf:
                await member.subscribe(way)
                self.diary.counts["devices told again"] += 1

    async def switch_off(self) -> None:
        """Somebody wants quiet for some hours."""
        member = await self.anybody()
        mine = (
            [
                w
                for w in member.ways
                if w.kind in (MAIL, HOOK) and w.on(self.days.now, self.days.now)
            ]
            if member
            else []
        )
        if mine:
            way = self.rng.choice(mine)
            await member.switch(way, self.days.now, on=False)
            self.diary.counts["ways switched off"] += 1
            self.week.later(
                self.days.now + self.rng.uniform(2, 20) * HOUR, lambda: self.switch_on(member, way)
            )

    async def switch_on(self, member: Member, way: object) -> None:
        if not self.site.up:
            self.week.later(self.days.now + HOUR, lambda: self.switch_on(member, way))
            return
        await self.week.require_signed_in(member)
        await member.switch(way, self.days.now, on=True)

    async def end_sessions(self) -> None:
        """Somebody is signed out of their first device, from another one."""
        member = await self.anybody()
        if member and all(one is not member for one, *_ in self._watching.values()):
            await member.end_sessions_from_elsewhere()
            self.diary.counts["sessions ended"] += 1

    # -- who has a table open

    async def look_on(self) -> None:
        """Somebody who is asked has the table open, and thinks."""
        quick = [member for member in self.week.members if member.habit.kind == QUICK]
        self.rng.shuffle(quick)
        for member in quick if self.site.up else ():
            await self.week.require_signed_in(member)
            for link, seat in member.seats.items():
                look = await self.week.look(member, link)
                if seat in look["to_act"] and (link, member.name) not in self._watching:
                    await self._open(member, link, seat)
                    return

    async def _open(self, member: Member, link: str, seat: int) -> None:
        here = asyncio.Event()
        listening = asyncio.create_task(self._listen(member, link, seat, here))
        async with asyncio.timeout(PATIENCE):
            await here.wait()
        span = [self.days.now, math.inf]
        self._watching[link, member.name] = member, listening, span
        self.diary.watched.append((link, member.name, span))
        until = self.days.now + self.rng.uniform(1, 30) * MINUTE
        self.week.later(until, lambda: self.look_away(link, member.name))

    async def _listen(self, member: Member, link: str, seat: int, here: asyncio.Event) -> None:
        path = f"/api/tables/{link}/stream"
        with suppress(httpx.HTTPError):
            async with member.http.stream("GET", path, params={"seat": seat}) as answer:
                async for told in people_told(answer):
                    if told["away"][seat] is None:
                        here.set()

    async def look_away(self, link: str, name: str) -> None:
        """Close the page; the server notices soon."""
        if (link, name) not in self._watching:
            return
        member, listening, span = self._watching.pop((link, name))
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        seat = next(
            s for (table, s), who in self.diary.holders.items() if (table, who) == (link, name)
        )
        async with asyncio.timeout(PATIENCE):
            while (await member.get(f"/api/tables/{link}/people")).json()["away"][seat] is None:
                await asyncio.sleep(0.01)
        span[1] = self.days.now

    def _all_gone(self) -> None:
        for _, listening, span in self._watching.values():
            listening.cancel()
            span[1] = self.days.now
        self._watching.clear()

    # -- servers and services

    async def restart(self) -> None:
        """The server is stopped, and back some minutes later."""
        if self.site.up:
            self.goes_down()
            await self.site.stop()
            self.diary.counts["restarts"] += 1

    def goes_down(self) -> None:
        """It will be up again after a while."""
        self._down = self.days.now
        self._all_gone()
        self.week.later(self.days.now + self.rng.uniform(1, 30) * MINUTE, self.require_up)

    async def require_up(self) -> None:
        """Start the server, if it is down."""
        if not self.site.up:
            await self.site.start()
            self.diary.down.append((self._down, self.days.now))

    async def die(self) -> None:
        """With the next message: it is out, but the server dies before it could note that."""
        self._lay_trap(asyncio.get_running_loop())

    def _lay_trap(self, loop: asyncio.AbstractEventLoop) -> None:
        self.post.trap = lambda: loop.call_soon_threadsafe(self._begin_to_die, loop)

    def _begin_to_die(self, loop: asyncio.AbstractEventLoop) -> None:
        if self.site.starting:  # it sends what waited for it, and would never have been up
            self._lay_trap(loop)
        elif self.site.up and not self.site.dying:
            self.site.dying = True
            self.goes_down()
            self.diary.deaths.append(self.days.now)
            self._dying = loop.create_task(self.site.die())

    async def break_down(self) -> None:
        """A service takes nothing for some hours."""
        kind = self.rng.choice((PUSH, MAIL, HOOK))
        if kind not in self.post.broken:
            self.post.broken.add(kind)
            span = [self.days.now, math.inf]
            self.diary.outages[kind].append(span)
            self.week.later(
                self.days.now + self.rng.uniform(0.1, 3) * HOUR, lambda: self.mend(kind, span)
            )

    async def mend(self, kind: str, span: list[float]) -> None:
        self.post.broken.discard(kind)
        span[1] = self.days.now
