"""Getting the rules ready: compiling them takes a while once, and must not hold up the server.

A process of its own compiles into the cache (`python -m tenka.server.preparing GAME`); then this
one loads the code in a thread. Until a game is ready, requests that need its rules are asked to
come again. Its bots are compiled after all rules, and a table waits for one that is not ready.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import tenka
from tenka.core import batch, engine
from tenka.core.layout import COMPILED
from tenka.core.rule import code_folder
from tenka.prepare import for_a_table, for_everything
from tenka.server.logs import log
from tenka.server.odds import practise
from tenka.server.problems import Preparing
from tenka.server.thinking import practise_with

RULES = ""  # in place of a bot's level
_waiting: set[tuple[str, str]] = set()  # game and level


def require(game: str) -> None:
    """Refuse what needs the rules of a game that is not ready."""
    if (game, RULES) in _waiting:
        raise Preparing(
            f"the rules of {tenka.game(game).title} are being prepared: try again in a moment",
            retry_after=3,
        )


def waiting() -> list[str]:
    """The games that are not ready yet."""
    return sorted(game for game, level in _waiting if level == RULES)


def bot_ready(game: str, level: str) -> bool:
    """Whether a bot is compiled."""
    return (game, level) not in _waiting


def progress(game: str) -> float:
    """The part of a game's entry points that lies in the cache."""
    if (game, RULES) not in _waiting:
        return 1.0
    pieces = len(engine.ENTRY_POINTS) + len(batch.ENTRY_POINTS)
    done = sum(1 for _ in tenka.game(game).engine.folder.glob("**/*.nbi"))
    return round(min(done / pieces, 1.0), 2)


def begin() -> asyncio.Task[None] | None:
    """Prepare all games in the background; nothing to do where rules are interpreted."""
    if not COMPILED:
        return None
    for game in tenka.games():
        _waiting.update((game, level) for level in (RULES, *tenka.bots(game)))
    return asyncio.create_task(_prepare_all())


async def _prepare_all() -> None:
    for game in tenka.games():
        await _compile(game, RULES)
        await asyncio.to_thread(_load, game)
        _waiting.discard((game, RULES))
        log("game ready", game=game)
    for game in tenka.games():
        for level in tenka.bots(game):
            await _compile(game, level)
            _waiting.discard((game, level))
    log("bots ready")


def _load(game: str) -> None:
    for_a_table(game)
    practise(game)


async def _compile(game: str, level: str) -> None:
    """Compile what is not in the cache; a mark there says what is."""
    mark = _mark(game, level)
    if mark.exists():
        return
    log("compiling", game=game, bot=level or None)
    what = ("-m", "tenka.server.preparing", game, level)
    compiler = await asyncio.create_subprocess_exec(sys.executable, *what)
    try:
        if await compiler.wait() == 0:
            mark.touch()
    except asyncio.CancelledError:
        compiler.kill()
        raise


def _mark(game: str, level: str) -> Path:
    bots = Path(tenka.__file__).parent / "bots" / game
    sources = [*tenka.game(game).engine.sources, *bots.glob("*.py")]
    return code_folder(f"{game}-table", sources) / f"{level or 'rules'}.ready"


def compile_rules(game: str) -> None:
    """Compile all that a server needs of a game's rules."""
    for_everything(game)
    practise(game)


if __name__ == "__main__":
    game, level = sys.argv[1:]
    if level == RULES:
        compile_rules(game)
    else:
        practise_with(game, level)
