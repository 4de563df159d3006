"""Reviews of finished games: judged part by part in the bots' processes, and kept as they come.

A review takes as long as some minutes of thinking. It is asked for, goes on in the background when
no game waits for the bots, and is kept in the database, so that nobody waits twice. What was found
stays if a process dies: whoever asks next has it continued from there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tenka.analysis import Moment, Step, assembled
from tenka.server import clock, ledger, preparing, tables
from tenka.server import reasons as why
from tenka.server.logs import log
from tenka.server.problems import Busy, TooMany, WrongTime
from tenka.server.storage import REVIEWS
from tenka.server.tables import FINISHED, Table
from tenka.server.thinking import Judged, Review

if TYPE_CHECKING:
    from tenka.server.house import House

TRIES = 3  # at a game whose review fails
PREPARING_SECONDS = 1.0  # between two looks whether compiled code is there


class Reviews:
    """All that this process does for reviews."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._working: dict[int, str] = {}  # tables, and the address that asked
        self._failures: Counter[int] = Counter()  # by table

    async def ask(self, table: Table, share: str) -> dict[str, Any]:
        """Have a game reviewed, or go on with it, unless somebody is at it; how far it is."""
        require_finished(table)
        if not self.house.settings.review_draws:
            raise WrongTime(why.NO_REVIEWS())
        if table.scene is not None:
            raise WrongTime(why.BEGAN_AS_TEXT())
        kept = await self._kept(table.id)
        told = _told(kept)
        if told["review"] is None and not self._at_work(table.id, kept):
            table.rules  # noqa: B018  (it refuses what was played by other rules)
            self._require_room(table.id, share)
            self._working[table.id] = share
            self.house.spawn(self._work(table, share, len(kept)))
        return told

    async def look(self, table: Table) -> dict[str, Any]:
        """How far a review is, and the review once it is done."""
        require_finished(table)
        return _told(await self._kept(table.id))

    def _at_work(self, table: int, kept: list[tuple[Any, float]]) -> bool:
        """Whether this process or another is at a review; one that died tells no more parts."""
        settings = self.house.settings
        if table in self._working or not kept:
            return table in self._working
        alone = settings.processes < 2 and self.house.storage.sqlite
        quiet = clock.now() - settings.bot_seconds - settings.sweep_seconds
        return not alone and max(made for _, made in kept) > quiet

    def _require_room(self, table: int, share: str) -> None:
        if self._failures[table] >= TRIES:
            raise Busy("this game could not be reviewed", retry_after=3600)
        if len(self._working) >= self.house.settings.reviews:
            raise Busy("too many games are being reviewed: try again soon", retry_after=30)
        if Counter(self._working.values())[share] >= self.house.settings.reviews_per_address:
            raise TooMany("other games of yours are being reviewed: wait for them", retry_after=10)

    async def _work(self, table: Table, share: str, done: int) -> None:
        """Judge what is not judged yet."""
        try:
            while not preparing.ready(table.game, preparing.BOTS):
                await asyncio.sleep(PREPARING_SECONDS)
            question = await self._question(table)
            while True:
                first = max(0, done - 1)
                next_part = replace(question, first=first)
                part = await self.house.bots.thinkers.review(next_part, share)
                done = await self._keep(table.id, part, first)
                if done > part.of:
                    break
        except Exception:
            self._failures[table.id] += 1
            log("a review failed", level=logging.ERROR, error=True, table=table.id)
        finally:
            del self._working[table.id]

    async def _question(self, table: Table) -> Review:
        async with self.house.storage.reading() as connection:
            lines = await ledger.of_game(connection, table.id, table.last_line)
        decisions = tuple(ledger.decisions_in(ledger.standing(lines)))
        options = tuple(table.options.items())
        draws = self.house.settings.review_draws
        return Review(table.game, options, table.seed, decisions, draws, 0)

    async def _keep(self, table: int, part: Judged, first: int) -> int:
        """Keep a part; how many there are now, with the beginning."""
        contents = [{"start": asdict(part.start), "of": part.of}] if first == 0 else []
        begin = 0 if first == 0 else first + 1
        contents += [asdict(step) for step in part.steps]
        now = clock.now()
        rows = [
            {"table_id": table, "number": number, "content": content, "made": now}
            for number, content in enumerate(contents, begin)
        ]
        dialect = sqlite if self.house.storage.sqlite else postgresql
        async with self.house.storage.changing() as connection:
            if (await tables.load(connection, table, lock=True)).status != FINISHED:
                raise WrongTime(why.AFTER_REVIEW())  # a study has gone to another position
            await connection.execute(dialect.insert(REVIEWS).on_conflict_do_nothing(), rows)
        return begin + len(contents)

    async def _kept(self, table: int) -> list[tuple[Any, float]]:
        """The parts that were found, in order, and when."""
        query = sa.select(REVIEWS.c.content, REVIEWS.c.made).where(REVIEWS.c.table_id == table)
        async with self.house.storage.reading() as connection:
            found = await connection.execute(query.order_by(REVIEWS.c.number))
            return [(content, made) for content, made in found]


def require_finished(table: Table) -> None:
    """Of a running game there is no review: it would tell what decisions are worth."""
    if table.status != FINISHED:
        raise WrongTime(why.AFTER_REVIEW())


def _told(kept: list[tuple[Any, float]]) -> dict[str, Any]:
    if not kept:
        return {"done": 0, "of": None, "review": None}
    head, steps = kept[0][0], [content for content, _ in kept[1:]]
    told: dict[str, Any] = {"done": len(steps), "of": head["of"], "review": None}
    if len(steps) == head["of"]:
        start = Moment(**head["start"])
        told["review"] = assembled(
            start, [Step(**step | {"after": Moment(**step["after"])}) for step in steps]
        )
    return told
