"""Waiting for the compiler."""

from __future__ import annotations

import json
import subprocess

from rich.console import Console
from rich.progress import Progress

import tenka
from tenka.core import background, code
from tenka.core.code import Way
from tenka.core.registry import bot_code


def wait_until_compiled(game: tenka.Game) -> None:
    """Wait for compiled rules and opponents, with a bar that tells why, once."""
    codes = [game.engine.rules, *(bot_code(game.name, level) for level in tenka.bots(game.name))]
    if code.way() is Way.NEVER or all(found.mark.exists() for found in codes if found):
        return
    kinds = ("rules", "bots")
    command = [*background.command(game.name, *kinds), "--report"]
    process = subprocess.Popen(  # noqa: S603  (our own words)
        command, env=background.surroundings(), stdout=subprocess.PIPE, text=True
    )
    with process, Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(f"Compiling {game.title}, once", total=len(kinds))
        for told in map(json.loads, process.stdout or ()):
            progress.update(bar, completed=kinds.index(told["kind"]) + told["part"])
