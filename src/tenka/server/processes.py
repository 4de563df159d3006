"""Processes that answer the server's questions, one at a time, ended if they take too long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from tenka.core import apart

_spawn = apart.processes()
STARTING_SECONDS = 60.0  # importing everything, on a busy machine

Answering = Callable[[Any], Any]  # from a question to its answer


class ProcessFailed(Exception):
    """A process crashed, overran its time or was ended from outside."""


@dataclass(frozen=True)
class Crash:
    """What a process answers when a question raised an error; the error's text may hold secrets."""

    error: str


def answer_questions(pipe: Connection, begin: Callable[[], Answering]) -> None:
    """The life of such a process: when the server closes the pipe, or dies, it ends in silence."""
    with suppress(EOFError, OSError, KeyboardInterrupt):
        answer = begin()
        pipe.send("ready")
        while True:
            pipe.send(_answered(answer, pipe.recv()))


def _answered(answer: Answering, question: Any) -> Any:
    try:
        return answer(question)
    except Exception as error:
        return Crash(type(error).__name__)


class Worker:
    """One such process, started when it is first needed; `begin` runs there and must be a name."""

    def __init__(self, begin: Callable[[], Answering]) -> None:
        self._begin = begin
        self.process: Any = None
        self.pipe: Connection | None = None

    async def ask(self, question: Any, seconds: float) -> Any:
        """The answer. A process that does not give one in time is killed."""
        try:
            if self.pipe is None:
                await self._start()
            return await self._exchange(question, seconds)
        except (OSError, EOFError) as error:
            self.kill()
            raise ProcessFailed("the process ended") from error
        except BaseException:
            self.kill()
            raise

    async def _start(self) -> None:
        self.pipe, far_end = _spawn.Pipe()
        arguments = (far_end, self._begin)
        self.process = _spawn.Process(target=answer_questions, args=arguments, daemon=True)
        await asyncio.to_thread(self.process.start)
        far_end.close()
        await self._receive(STARTING_SECONDS)

    async def _exchange(self, question: Any, seconds: float) -> Any:
        if self.pipe is None:
            raise EOFError
        self.pipe.send(question)
        return await self._receive(seconds)

    async def _receive(self, seconds: float) -> Any:
        """Wait for an answer without blocking: the event loop watches the pipe."""
        pipe, loop = self.pipe, asyncio.get_running_loop()
        if pipe is None:
            raise EOFError
        readable = asyncio.Event()
        loop.add_reader(pipe.fileno(), readable.set)
        try:
            async with asyncio.timeout(seconds):
                await readable.wait()
        except TimeoutError as error:
            raise ProcessFailed(f"no answer in {seconds} seconds") from error
        finally:
            loop.remove_reader(pipe.fileno())
        return pipe.recv()

    def kill(self) -> None:
        """End the process; the next question starts another."""
        if self.process is not None and self.process.pid is not None:  # it may not have begun
            self.process.kill()
        if self.pipe is not None:
            self.pipe.close()
        self.process = self.pipe = None
