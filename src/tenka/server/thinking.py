"""Processes in which bots think, each at one decision at a time."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import tenka
from tenka.analysis import Moment, Reviewer, Step
from tenka.core import code
from tenka.core.code import Way
from tenka.core.match import Match
from tenka.core.registry import bot_code
from tenka.prepare import practise_with
from tenka.server.processes import Answering, Crash, ProcessFailed, Worker
from tenka.server.turns import Turns, Urgency

LEARNING_SECONDS = 60.0  # loading a bot's code, on a busy machine
REVIEWING_SECONDS = 0.3  # of one part of a review: bots of running games wait no longer


class BotFailed(Exception):
    """A bot crashed, overran its time or answered something that is not legal."""


@dataclass(frozen=True)
class Opponent:
    """Which bot: of which game, and how strong."""

    game: str
    level: str


@dataclass(frozen=True)
class GetReady:
    """Load all that a bot needs, so that its first decision takes no longer than others."""

    opponent: Opponent


@dataclass(frozen=True)
class Decide:
    """Make one decision: what the seat may know, and what it may do."""

    opponent: Opponent
    seat: int
    state: bytes  # redacted
    legal: list[int]
    seed: int


@dataclass(frozen=True)
class Review:
    """Judge some choices of a finished game, from the first that is not judged yet."""

    game: str
    options: tuple[tuple[str, Any], ...]
    seed: int
    decisions: tuple[tuple[int, int], ...]
    draws: int
    first: int

    def match(self) -> Match:
        """The whole game."""
        match = Match(tenka.game(self.game), dict(self.options), self.seed)
        for player, number in self.decisions:
            match.play(player, number)
        return match


@dataclass(frozen=True)
class Judged:
    """The chances at the beginning, the choices that were judged, and how many there are."""

    start: Moment
    steps: list[Step]
    of: int


@dataclass(frozen=True)
class Thought:
    """A decision, and how long it took without any waiting."""

    action: int
    seconds: float


class Minds:
    """The bots of one thinking process."""

    def __init__(self) -> None:
        self.bots: dict[Opponent, Any] = {}
        self._reviewed: tuple[Review, Reviewer] | None = None

    def answer(self, question: GetReady | Decide | Review) -> int | Judged:
        """A decision; of a bot that got ready, nothing; of a review, a part."""
        match question:
            case GetReady(opponent):
                self.learn(opponent)
                return 0
            case Decide():
                return self.decide(question)
            case Review():
                return self.review(question)

    def learn(self, opponent: Opponent) -> None:
        """Get a bot ready."""
        self.bots[opponent] = tenka.bot(opponent.game, opponent.level)
        found = bot_code(opponent.game, opponent.level)
        if found and found.compiled:
            practise_with(opponent.game, opponent.level)

    def decide(self, question: Decide) -> int:
        """A bot's decision in a redacted state."""
        rules = tenka.game(question.opponent.game)
        seen = np.frombuffer(bytearray(question.state), dtype=rules.dtype).view(np.recarray)[0]
        legal = [rules.actions[number] for number in question.legal]
        rng = np.random.default_rng(question.seed)
        return int(self.bots[question.opponent].act(question.seat, seen, legal, rng).id)

    def review(self, question: Review) -> Judged:
        """The next part of a review; the game is set up once for all parts that follow here."""
        game = replace(question, first=0)
        if self._reviewed is None or self._reviewed[0] != game:
            self._reviewed = game, Reviewer(question.match(), question.draws)
        reviewer = self._reviewed[1]
        steps = reviewer.steps(question.first, REVIEWING_SECONDS)
        return Judged(reviewer.begin(), steps, len(reviewer.choices))


def begin_thinking() -> Answering:
    """What a thinking process answers with; the server has code compiled, once for all of them."""
    code.go(Way.CACHED)
    return Minds().answer


class Thinker:
    """One thinking process and the bots that it has got ready."""

    def __init__(self) -> None:
        self.worker = Worker(begin_thinking)
        self.ready: set[Opponent] = set()

    async def ask(self, question: Decide, seconds: float) -> Thought:
        """The bot's decision; getting it ready does not count as thinking."""
        if self.worker.pipe is None:
            self.ready.clear()
        if question.opponent not in self.ready:
            await self._exchange(GetReady(question.opponent), LEARNING_SECONDS)
            self.ready.add(question.opponent)
        start = time.perf_counter()
        action = int(await self._exchange(question, seconds))
        if action not in question.legal:
            raise BotFailed(f"decided {action}, which is not legal")
        return Thought(action, time.perf_counter() - start)

    async def review(self, question: Review) -> Judged:
        """A part of a review, however slow the machine is."""
        judged: Judged = await self._exchange(question, LEARNING_SECONDS)
        return judged

    async def _exchange(self, question: GetReady | Decide | Review, seconds: float) -> Any:
        try:
            answer = await self.worker.ask(question, seconds)
        except ProcessFailed as failure:
            raise BotFailed(str(failure)) from failure
        if isinstance(answer, Crash):
            raise BotFailed(answer.error)
        return answer


class Thinkers:
    """A few thinking processes that take questions in fair turns."""

    def __init__(self, count: int) -> None:
        self.all = [Thinker() for _ in range(max(1, count))]
        self.turns = Turns(self.all)

    async def ask(self, question: Decide, seconds: float, share: str, urgency: Urgency) -> Thought:
        """The decision of a bot; waiting for a free process does not count as thinking."""
        async with self.turns.turn(share, urgency) as thinker:
            return await thinker.ask(question, seconds)

    async def review(self, question: Review, share: str) -> Judged:
        """A part of a review, when nobody's game waits."""
        async with self.turns.turn(share, Urgency.NOBODY) as thinker:
            return await thinker.review(question)

    def close(self) -> None:
        """End all processes."""
        for thinker in self.all:
            thinker.worker.kill()
