"""Processes in which bots think, each at one decision at a time."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import tenka
from tenka.analysis import Judge, Moment, Reviewer, Step
from tenka.core import code, foresight
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
class Advise:
    """Say what a bot would do in a seat, decision by decision, as far as can be foreseen."""

    opponent: Opponent
    seat: int
    options: dict[str, Any]
    state: bytes  # redacted


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
class Weigh:
    """Judge a position and the promising choices of a seat, from what it may know."""

    game: str
    seat: int
    state: bytes  # redacted
    legal: list[int]
    draws: int


@dataclass(frozen=True)
class Weighed:
    """Everyone's chance to win, and the choices, the best first, with the chance of the seat."""

    chances: list[float]
    options: list[tuple[list[str], float]]


Question = GetReady | Decide | Advise | Weigh | Review


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

    def answer(self, question: Question) -> int | list[int] | Weighed | Judged:
        """A decision, several as advice, part of a review; of a bot that got ready, nothing."""
        match question:
            case GetReady(opponent):
                self.learn(opponent)
                return 0
            case Decide():
                return self.decide(question)
            case Advise():
                return self.advise(question)
            case Weigh():
                return self.weigh(question)
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

    def advise(self, question: Advise) -> list[int]:
        """A series of a bot's decisions; the same whenever a position is asked about again."""
        bot, seat = self.bots[question.opponent], question.seat
        rules = tenka.game(question.opponent.game)
        seen = Match.resume(rules, question.options, 0, question.state)
        ahead, rng = foresight.imagine(seen, seat), np.random.default_rng(0)
        series: list[int] = []
        foreseen = True
        while foreseen:
            action = bot.act(seat, ahead.redacted(seat), ahead.legal(seat), rng)
            series.append(int(action.id))
            foreseen = foresight.take(ahead, seat, series[-1]).foreseen
        return series

    def weigh(self, question: Weigh) -> Weighed:
        """What a position and the choices in it are worth."""
        judge, seat = Judge(question.game, question.draws), question.seat
        seen = np.frombuffer(bytearray(question.state), dtype=judge.game.dtype).view(np.recarray)[0]
        legal = [judge.game.actions[number] for number in question.legal]
        options = judge.options(seat, seen, legal)
        told = [([str(one) for one in o.line], float(o.chances[seat])) for o in options]
        return Weighed(judge.chances(seen, seat).tolist(), told)

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
        await self._get_ready(question.opponent)
        start = time.perf_counter()
        action = int(await self._exchange(question, seconds))
        if action not in question.legal:
            raise BotFailed(f"decided {action}, which is not legal")
        return Thought(action, time.perf_counter() - start)

    async def advise(self, question: Advise, seconds: float) -> list[int]:
        """What a bot would do in somebody's place."""
        await self._get_ready(question.opponent)
        series: list[int] = await self._exchange(question, seconds)
        return series

    async def _get_ready(self, opponent: Opponent) -> None:
        if self.worker.pipe is None:
            self.ready.clear()
        if opponent not in self.ready:
            await self._exchange(GetReady(opponent), LEARNING_SECONDS)
            self.ready.add(opponent)

    async def weigh(self, question: Weigh) -> Weighed:
        """What a position is worth, however slow the machine is."""
        weighed: Weighed = await self._exchange(question, LEARNING_SECONDS)
        return weighed

    async def review(self, question: Review) -> Judged:
        """A part of a review, however slow the machine is."""
        judged: Judged = await self._exchange(question, LEARNING_SECONDS)
        return judged

    async def _exchange(self, question: Question, seconds: float) -> Any:
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

    async def advise(
        self, question: Advise, seconds: float, share: str, urgency: Urgency
    ) -> list[int]:
        """What a bot would do in somebody's place, in fair turns with those that play."""
        async with self.turns.turn(share, urgency) as thinker:
            return await thinker.advise(question, seconds)

    async def weigh(self, question: Weigh, share: str) -> Weighed:
        """What a position is worth, after those whose games wait for a bot."""
        async with self.turns.turn(share, Urgency.WATCHED) as thinker:
            return await thinker.weigh(question)

    async def review(self, question: Review, share: str) -> Judged:
        """A part of a review, when nobody's game waits."""
        async with self.turns.turn(share, Urgency.NOBODY) as thinker:
            return await thinker.review(question)

    def close(self) -> None:
        """End all processes."""
        for thinker in self.all:
            thinker.worker.kill()
