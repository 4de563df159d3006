"""Processes in which bots think, each at one question at a time, ended if it takes too long."""

from __future__ import annotations

import asyncio
import multiprocessing as mp
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

import tenka
from tenka.core.layout import COMPILED

_spawn = mp.get_context("spawn")
STARTING_SECONDS = 60.0  # importing, and loading a game's code for the first time
LEARNING_SECONDS = 300.0  # compiling a bot, if nobody has done so before


class BotFailed(Exception):
    """A bot crashed, overran its time or answered something that is not legal."""


def practise_with(game: str, level: str) -> None:
    """Let a bot play a quick game against itself, which compiles or loads all of it."""
    match, bot = tenka.new(game, seed=0), tenka.bot(game, level, think_ms=1)
    rng = np.random.default_rng(0)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, bot.act(match.redacted(seat), match.legal(seat), rng))


class Minds:
    """The bots of one thinking process."""

    def __init__(self) -> None:
        self.bots: dict[tuple[str, str], Any] = {}

    def learn(self, game: str, level: str) -> str:
        """Get a bot ready, so that its first decision takes no longer than others."""
        self.bots[game, level] = tenka.bot(game, level)
        if COMPILED:
            practise_with(game, level)
        return "ready"

    def decide(self, game: str, level: str, state: bytes, ids: list[int], seed: int) -> int:
        """A bot's decision in a redacted state."""
        rules = tenka.game(game)
        seen = np.frombuffer(bytearray(state), dtype=rules.dtype).view(np.recarray)[0]
        legal = [rules.actions[number] for number in ids]
        return int(self.bots[game, level].act(seen, legal, np.random.default_rng(seed)).id)


def answer_questions(pipe: Connection) -> None:
    """The life of a thinking process: it ends when the server closes the pipe, or dies."""
    minds = Minds()
    pipe.send("ready")
    while True:
        try:
            question = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            pipe.send((minds.learn if len(question) == 2 else minds.decide)(*question))
        except Exception as error:
            pipe.send(type(error).__name__)


class Thinker:
    """One thinking process, started when it is first needed."""

    def __init__(self) -> None:
        self.process: Any = None
        self.pipe: Connection | None = None
        self.ready: set[tuple[str, str]] = set()  # the bots that it has got ready

    async def ask(self, question: tuple[Any, ...], seconds: float) -> int:
        """The bot's decision. A process that does not answer in time is killed."""
        if self.pipe is None:
            await self._start()
        try:
            reply = await self._learn(question[:2]) or await self._exchange(question, seconds)
        except (OSError, EOFError) as error:
            self.kill()
            raise BotFailed("the process ended") from error
        except BaseException:
            self.kill()
            raise
        if not isinstance(reply, int) or reply not in question[3]:
            raise BotFailed(str(reply))
        return reply

    async def _start(self) -> None:
        self.pipe, far_end = _spawn.Pipe()
        self.process = _spawn.Process(target=answer_questions, args=(far_end,), daemon=True)
        await asyncio.to_thread(self.process.start)
        far_end.close()
        await self._receive(STARTING_SECONDS)

    async def _learn(self, bot: tuple[str, str]) -> str | None:
        """Have a bot got ready, if it is not yet; why it cannot be."""
        if bot not in self.ready:
            reply = await self._exchange(bot, LEARNING_SECONDS)
            if reply != "ready":
                return str(reply)
            self.ready.add(bot)
        return None

    async def _exchange(self, question: tuple[Any, ...], seconds: float) -> Any:
        if self.pipe is None:
            raise EOFError
        self.pipe.send(question)
        return await self._receive(seconds)

    async def _receive(self, seconds: float) -> Any:
        """Wait for a reply without blocking: the event loop watches the pipe."""
        pipe, loop = self.pipe, asyncio.get_running_loop()
        if pipe is None:
            raise EOFError
        readable = asyncio.Event()
        loop.add_reader(pipe.fileno(), readable.set)
        try:
            async with asyncio.timeout(seconds):
                await readable.wait()
        except TimeoutError as error:
            raise BotFailed(f"no answer in {seconds} seconds") from error
        finally:
            loop.remove_reader(pipe.fileno())
        return pipe.recv()

    def kill(self) -> None:
        """End the process; the next question starts another."""
        if self.process is not None:
            self.process.kill()
        if self.pipe is not None:
            self.pipe.close()
        self.process = self.pipe = None
        self.ready.clear()


class Thinkers:
    """A few thinking processes that take questions in turn."""

    def __init__(self, count: int) -> None:
        self.all = [Thinker() for _ in range(max(1, count))]
        self._idle: asyncio.Queue[Thinker] = asyncio.Queue()
        for thinker in self.all:
            self._idle.put_nowait(thinker)

    async def ask(self, question: tuple[Any, ...], seconds: float) -> int:
        """The decision of a bot; waiting for a free process does not count as thinking."""
        thinker = await self._idle.get()
        try:
            return await thinker.ask(question, seconds)
        finally:
            self._idle.put_nowait(thinker)

    def close(self) -> None:
        """End all processes."""
        for thinker in self.all:
            thinker.kill()
