"""Processes in which bots think, each at one decision at a time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

import tenka
from tenka.core import code
from tenka.core.code import Way
from tenka.core.registry import bot_code
from tenka.prepare import practise_with
from tenka.server.processes import Answering, Crash, ProcessFailed, Worker
from tenka.server.turns import Turns, Urgency

LEARNING_SECONDS = 60.0  # loading a bot's code, on a busy machine


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
class Thought:
    """A decision, and how long it took without any waiting."""

    action: int
    seconds: float


class Minds:
    """The bots of one thinking process."""

    def __init__(self) -> None:
        self.bots: dict[Opponent, Any] = {}

    def answer(self, question: GetReady | Decide) -> int:
        """A decision; of a bot that got ready, nothing."""
        match question:
            case GetReady(opponent):
                self.learn(opponent)
                return 0
            case Decide():
                return self.decide(question)

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
        action = await self._exchange(question, seconds)
        if action not in question.legal:
            raise BotFailed(f"decided {action}, which is not legal")
        return Thought(action, time.perf_counter() - start)

    async def _exchange(self, question: GetReady | Decide, seconds: float) -> int:
        try:
            answer = await self.worker.ask(question, seconds)
        except ProcessFailed as failure:
            raise BotFailed(str(failure)) from failure
        if isinstance(answer, Crash):
            raise BotFailed(answer.error)
        return int(answer)


class Thinkers:
    """A few thinking processes that take questions in fair turns."""

    def __init__(self, count: int) -> None:
        self.all = [Thinker() for _ in range(max(1, count))]
        self.turns = Turns(self.all)

    async def ask(self, question: Decide, seconds: float, share: str, urgency: Urgency) -> Thought:
        """The decision of a bot; waiting for a free process does not count as thinking."""
        async with self.turns.turn(share, urgency) as thinker:
            return await thinker.ask(question, seconds)

    def close(self) -> None:
        """End all processes."""
        for thinker in self.all:
            thinker.worker.kill()
