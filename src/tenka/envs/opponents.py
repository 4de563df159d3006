"""Who sits at the other seats of a single-agent environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tenka.core.errors import OptionError
from tenka.core.registry import THINK_MS, Bot, bot

Opponents = str | Bot | Sequence[str | Bot]


def seated(
    game: str, players: int, seat: int, opponents: Opponents, think_ms: int = THINK_MS
) -> list[Any]:
    """A bot for every seat but `seat`, where None sits.

    One opponent is for all seats, each with a bot of its own; several are for the other seats in
    their order. An opponent is a level (see `tenka.bots`) or a bot.
    """
    if not 0 <= seat < players:
        raise OptionError(f"seat is one of 0 to {players - 1}, not {seat!r}")
    one_for_all = isinstance(opponents, str) or hasattr(opponents, "act")
    listed = [opponents] * (players - 1) if one_for_all else list(opponents)  # type: ignore[arg-type]  # a sequence then
    if len(listed) != players - 1:
        raise OptionError(f"{players - 1} opponents are needed here, not {len(listed)}")
    made = [bot(game, o, think_ms=think_ms) if isinstance(o, str) else o for o in listed]
    return [*made[:seat], None, *made[seat:]]
