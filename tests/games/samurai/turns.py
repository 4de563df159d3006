"""Turns of a finished game as its seats could have tried them: web/tests/samurai-turns.json.

    python -m tests.games.samurai.turns

writes the file anew. The client tries these turns with what it was told at their beginning, and
comes to the positions that the server tells.
"""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any

import tenka
from tenka.server import sight
from tests.server.running import ROOT

FILE = ROOT / "web" / "tests" / "samurai-turns.json"
RECORD = ROOT / "tests" / "fixtures" / "samurai" / "2-players-72.json"
WANTED = ("token exchange", "figure exchange", "ship1")


def turns() -> list[dict[str, Any]]:
    """For each wanted tile the longest turn with it, as far as its player could go on."""
    record = tenka.load(json.loads(RECORD.read_text()))
    match = tenka.new("samurai", seed=record.seed, **record.options)
    found: dict[str, dict[str, Any]] = {}
    played = [(player, action.text) for player, action, _ in record.history]
    for player, moves in groupby(played, key=lambda move: move[0]):
        series = [text for _, text in moves]
        if match.view(None)["phase"] == "play a tile" and "end" in series:
            turn = series[: series.index("end")]
            for tile in set(WANTED) & set(turn):
                if len(turn) > len(found.get(tile, {"steps": []})["steps"]):
                    found[tile] = tried(match, player, turn)
        for text in series:
            match.play(player, text)
    return [found[tile] for tile in WANTED]


def tried(match: tenka.Match, player: int, series: list[str]) -> dict[str, Any]:
    """A turn decision by decision: what is open after each, and the position at the end."""
    turn = {
        "seat": player,
        "told": sight.choices(match, player),
        "view": match.view(player),
        "steps": [],
    }
    ahead = match.clone()
    for text in series:
        ahead.play(player, text)
        turn["steps"].append(
            {"decision": text, "open": sorted(map(str, ahead.legal(player)))},
        )
    return turn | {"after": ahead.view(player)}


if __name__ == "__main__":
    FILE.write_text(json.dumps(turns(), separators=(",", ":")) + "\n")
