"""The odds of battles, for games that have them: from what everybody may know, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import tenka
from tenka.core.layout import SPECTATOR
from tenka.games.shogun.facts import NEIGHBOURS, PROVINCES
from tenka.games.shogun.odds import battle_odds
from tenka.server.problems import BadChoice, WrongTime

if TYPE_CHECKING:
    from tenka.server.tables import Table

# Of a state as spectators may know it, and the names of two places.
OF_GAME: dict[str, Callable[[Any, str, str], list[dict[str, Any]]]] = {"shogun": battle_odds}


async def of_battle(table: Table, source: str, target: str) -> list[dict[str, Any]]:
    """The chances of each number of armies that could march from one place to another."""
    if table.game not in OF_GAME:
        raise BadChoice(f"no battle of {table.rules.title} has odds")
    if not table.odds:
        raise WrongTime("this table was laid without odds")
    seen = table.rules.redact(table.match().state, SPECTATOR)
    try:
        return await asyncio.to_thread(OF_GAME[table.game], seen, source, target)
    except ValueError as error:
        raise BadChoice(str(error)) from error


def practise(game: str) -> None:
    """Reckon some odds, which compiles or loads the code for it."""
    if game not in OF_GAME:
        return
    seen = tenka.new(game, seed=0).redacted(None)
    for source, near in zip(PROVINCES, NEIGHBOURS.tolist(), strict=True):
        with suppress(ValueError):
            OF_GAME[game](seen, source, PROVINCES[near[0]])
            return
