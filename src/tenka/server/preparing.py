"""Getting the rules ready: compiling them takes a while once, and must not hold up the server.

A process of its own compiles into the cache; then this one loads the code in a thread. Until a
game is ready, requests that need its rules are asked to come again.
"""

from __future__ import annotations

import asyncio
import sys

import tenka
from tenka.core.layout import COMPILED
from tenka.prepare import for_a_table
from tenka.server.logs import log
from tenka.server.problems import Preparing

_waiting: set[str] = set()


def require(game: str) -> None:
    """Refuse what needs the rules of a game that is not ready."""
    if game in _waiting:
        raise Preparing(
            f"the rules of {tenka.game(game).title} are being prepared: try again in a moment",
            retry_after=3,
        )


def waiting() -> list[str]:
    """The games that are not ready yet."""
    return sorted(_waiting)


def begin() -> asyncio.Task[None] | None:
    """Prepare all games in the background; nothing to do where rules are interpreted."""
    if not COMPILED:
        return None
    _waiting.update(tenka.games())
    return asyncio.create_task(_prepare_all())


async def _prepare_all() -> None:
    for game in tenka.games():
        if not any(tenka.game(game).engine.folder.glob("**/*.nbi")):
            await _compile(game)
        await asyncio.to_thread(for_a_table, game)
        _waiting.discard(game)
        log("game ready", game=game)


async def _compile(game: str) -> None:
    log("compiling the rules", game=game)
    compiler = await asyncio.create_subprocess_exec(sys.executable, "-m", "tenka.prepare", game)
    try:
        await compiler.wait()
    except asyncio.CancelledError:
        compiler.kill()
        raise
