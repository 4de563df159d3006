"""Statistics of a finished game, counted from its journal and from nothing else."""

from __future__ import annotations

from typing import Any

from tenka.core.registry import find, games
from tenka.server import ledger
from tenka.server import reasons as why
from tenka.server.ledger import OF_THE_GAME, Line
from tenka.server.problems import WrongTime
from tenka.server.resigning import result
from tenka.server.tables import FINISHED, Table


def names() -> list[str]:
    """All that is counted in any game."""
    return sorted({name for game in games() for name in find(game).statistics.names()})


def statistics(table: Table, lines: list[Line]) -> dict[str, Any]:
    """What was counted in a finished game."""
    if table.status != FINISHED:
        raise WrongTime(why.AFTER_STATISTICS())
    rows = ledger.standing(lines)
    made = [line.made for line in lines if line.kind in OF_THE_GAME]
    decided = [0] * len(table.seats)
    for player, _ in ledger.decisions_in(rows):
        decided[player] += 1
    counted = table.rules.statistics(len(table.seats))
    counted.count(ledger.entries_in(table.rules, rows))
    return {
        "result": result(table, table.match()),
        "seconds": round(made[-1] - made[0], 3),
        "decisions": decided,
        "battles": counted.tallies(counted.battles),
        "gains": counted.tallies(counted.gains),
        "points": counted.tallies(counted.points),
        "luck": counted.tallies(counted.luck),
        "steps": [entry.json() for entry in counted.steps],
        "series": counted.curves(),
    }
