"""The odds of battles, for games that have them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tenka.core.layout import SPECTATOR
from tenka.server.problems import BadChoice, WrongTime

if TYPE_CHECKING:
    from tenka.server.tables import Table


async def of_battle(table: Table, source: str, target: str) -> list[dict[str, Any]]:
    """The chances of each number of armies that could march from one place to another."""
    odds = table.rules.odds
    if odds is None:
        raise BadChoice(f"no battle of {table.rules.title} has odds")
    if not table.odds:
        raise WrongTime("this table was laid without odds")
    seen = table.rules.redact(table.match().state, SPECTATOR)
    try:
        return await asyncio.to_thread(odds.of, seen, source, target)
    except ValueError as error:
        raise BadChoice(str(error)) from error
