"""Statistics of a finished game, counted from its journal and from nothing else.

No game is named here. An entry counts for the player in its field 'player', and its numbers are
added up: battles won, provinces lost, rice taken and points of each source come out by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tenka.core.journal import Entry
from tenka.server import ledger
from tenka.server.ledger import Line
from tenka.server.problems import WrongTime
from tenka.server.sight import result
from tenka.server.tables import FINISHED, Table


def statistics(table: Table, lines: list[Line]) -> dict[str, Any]:
    """The figures of a finished game."""
    if table.status != FINISHED:
        raise WrongTime("statistics come after the game")
    rows = ledger.standing(lines)
    players = len(table.seats)
    decided = [0] * players
    for player, _ in ledger.decisions_in(rows):
        decided[player] += 1
    return {
        "result": result(table.match()),
        "seconds": round(lines[-1].made - lines[0].made, 3) if lines else 0.0,
        "decisions": decided,
        "entries": counted(ledger.entries_in(table.rules, rows), players),
    }


def counted(entries: Iterable[Entry], players: int) -> list[dict[str, Any]]:
    """For each kind of entry how often it came, for whom, and the sums of its numbers."""
    kinds: dict[str, dict[str, Any]] = {}
    for entry in entries:
        told = kinds.setdefault(entry.kind.name, _blank(entry, players))
        told["count"] += 1
        player = entry.values.get("player")
        if player is not None:
            told["by_player"][player] += 1
        for name in told["sums"]:
            amount = entry.values[name] or 0
            told["sums"][name]["total"] += amount
            if player is not None:
                told["sums"][name]["by_player"][player] += amount
    return list(kinds.values())


def _blank(entry: Entry, players: int) -> dict[str, Any]:
    numbers = [
        field.name
        for field in entry.kind.fields
        if field.words is None and not field.many and field.name != "player"
    ]
    return {
        "kind": entry.kind.name,
        "count": 0,
        "by_player": [0] * players,
        "sums": {name: {"total": 0, "by_player": [0] * players} for name in numbers},
    }
