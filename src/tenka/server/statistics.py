"""Statistics of a finished game, counted from its journal and from nothing else."""

from __future__ import annotations

from typing import Any

from tenka.server import ledger
from tenka.server.figures import OF_GAME
from tenka.server.ledger import Line
from tenka.server.problems import WrongTime
from tenka.server.sight import result
from tenka.server.tables import FINISHED, Table


def names() -> list[str]:
    """All that is counted in any game."""
    return sorted({name for figures in OF_GAME.values() for name in figures.names()})


def statistics(table: Table, lines: list[Line]) -> dict[str, Any]:
    """The figures of a finished game."""
    if table.status != FINISHED:
        raise WrongTime("statistics come after the game")
    rows = ledger.standing(lines)
    decided = [0] * len(table.seats)
    for player, _ in ledger.decisions_in(rows):
        decided[player] += 1
    figures = OF_GAME[table.game](len(table.seats))
    figures.count(ledger.entries_in(table.rules, rows))
    return {
        "result": result(table.match()),
        "seconds": round(lines[-1].made - lines[0].made, 3) if lines else 0.0,
        "decisions": decided,
        "battles": figures.tallies(figures.battles),
        "gains": figures.tallies(figures.gains),
        "points": figures.tallies(figures.points),
        "steps": [entry.json() for entry in figures.steps],
        "series": figures.curves(),
    }
