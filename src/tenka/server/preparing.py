"""Compiled code for the table: everything can be played at once, and gets faster as it comes.

Processes of their own compile into the cache, one for each game, on all cores; what people asked
for comes first. When a game's rules are done, this process loads them in a thread. Bots that need
compiled code to play as they should say how far it is, see `Preparation.bot`.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from dataclasses import dataclass, field

import tenka
from tenka.core import background, code
from tenka.core.between import Strength
from tenka.core.code import Way
from tenka.core.registry import bot_code, needs_speed
from tenka.prepare import AT_A_TABLE, compile_odds
from tenka.server.logs import log

RULES, ODDS, BOTS = AT_A_TABLE


@dataclass
class Progress:
    """How far the code of one game is."""

    wanted: float = 0.0  # when somebody last asked for it
    began: float | None = None
    parts: dict[str, float] = field(default_factory=lambda: dict.fromkeys(AT_A_TABLE, 0.0))

    @property
    def part(self) -> float:
        """The part that is done; bots take about as long as rules, odds next to nothing."""
        return (self.parts[RULES] + self.parts[BOTS]) / 2

    @property
    def seconds(self) -> float | None:
        """How long it will take, by what it took so far."""
        if self.began is None or self.part < 0.05:
            return None
        return (time.monotonic() - self.began) * (1 / self.part - 1)


_games: dict[str, Progress] = {}  # those whose code is not all there yet


def waiting() -> list[str]:
    """The games that are not all compiled yet."""
    return sorted(_games)


def ready(game: str, kind: str = RULES) -> bool:
    """Whether a kind of a game's code is compiled; if not, it is interpreted."""
    return game not in _games or _games[game].parts[kind] == 1.0


def bot_ready(game: str, level: str) -> bool:
    """Whether a bot plays as well as it can."""
    return ready(game, BOTS) or not needs_speed(game, level)


def best_ready(game: str, level: str) -> str:
    """The level itself, or the strongest below it that can play meanwhile."""
    if bot_ready(game, level):
        return level
    levels = tenka.bots(game)
    weaker = levels[: levels.index(Strength.named(level).level)]
    return next(lower for lower in reversed(weaker) if bot_ready(game, lower))


def progress(game: str) -> Progress:
    """How far a game's code is."""
    return _games.get(game) or Progress(parts=dict.fromkeys(AT_A_TABLE, 1.0))


def want(game: str) -> None:
    """Somebody sits down to this game: it comes next."""
    if game in _games:
        _games[game].wanted = time.monotonic()


def begin() -> asyncio.Task[None] | None:
    """Have all games compiled; nothing to do where rules are always interpreted."""
    if code.way() is Way.NEVER:
        return None
    code.go(Way.TOLD)
    _games.update((game, Progress()) for game in tenka.games())
    return asyncio.create_task(_prepare_all())


async def _prepare_all() -> None:
    """So many games at a time as there are cores, those first that somebody waits for."""
    for game in list(_games):
        await asyncio.to_thread(_load_what_is_there, game)
    async with asyncio.TaskGroup() as workers:
        for _ in range(os.cpu_count() or 1):
            workers.create_task(_work())
    log("all code is compiled")


async def _work() -> None:
    while waiting := [p for p in _games.items() if p[1].began is None]:
        game, own = max(waiting, key=lambda p: p[1].wanted)
        own.began = time.monotonic()
        try:
            await _compile(game, own)
        finally:
            _games.pop(game, None)


def _load_what_is_there(game: str) -> None:
    """Load from the cache; a game of which everything is there needs no more."""
    for kind in AT_A_TABLE:
        if _load(game, kind):
            _games[game].parts[kind] = 1.0
    if all(part == 1.0 for part in _games[game].parts.values()):
        del _games[game]


def _load(game: str, kind: str) -> bool:
    """Load a kind of code, if it is in the cache; that of bots is used by other processes."""
    rules = tenka.game(game)
    if kind == BOTS:
        codes = [bot_code(game, level) for level in tenka.bots(game)]
        return all(found.mark.exists() for found in codes if found)
    if kind == ODDS:
        compile_odds(rules)
    return kind not in rules.engine.codes or rules.engine.codes[kind].load()


async def _compile(game: str, own: Progress) -> None:
    """Compile a game's code in a process of its own, which tells how far it is."""
    log("compiling", game=game)
    compiler = await asyncio.create_subprocess_exec(
        *background.command(game, *AT_A_TABLE),
        "--report",
        env=background.surroundings(),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        while compiler.stdout and (line := await compiler.stdout.readline()):
            told = json.loads(line)
            kind, part = str(told["kind"]), float(told["part"])
            done = part == 1.0 and await asyncio.to_thread(_load, game, kind)
            own.parts[kind] = part if done else min(part, 0.99)
            if done:
                log("compiled", game=game, what=kind)
        await compiler.wait()
    except asyncio.CancelledError:
        compiler.kill()
        raise
