"""The odds of battles, for games that have them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tenka.core.errors import IllegalAction
from tenka.core.layout import SPECTATOR
from tenka.server import reasons as why
from tenka.server.problems import BadChoice, WrongTime

if TYPE_CHECKING:
    from tenka.server.tables import Table


async def of_battle(table: Table, source: str, target: str) -> list[dict[str, Any]]:
    """The chances of each number of armies that could march from one place to another."""
    odds = table.rules.odds
    if odds is None:
        raise BadChoice(why.GAME_WITHOUT_ODDS(game=table.rules.title))
    if not table.odds:
        raise WrongTime(why.NO_ODDS_HERE())
    seen = table.rules.redact(table.match().state, SPECTATOR)
    try:
        return await asyncio.to_thread(odds.of, seen, source, target)
    except IllegalAction as error:
        raise BadChoice(error) from error
