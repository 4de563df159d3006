"""The first minute of a newcomer: how soon each game can be played from an empty cache.

    python -m benchmarks.first_minute [--busy]

From the server's start: when a table of each game is laid against `adept`, when the first decision
of a person stands, when the first bot has answered, and when rules and bots are compiled. With
--busy one process for each core keeps the machine busy meanwhile.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.server.running import Server

GAMES = ("samurai", "shogun", "suntzu")
PATIENCE = 900.0


def call(server: Server, path: str, body: object = None, key: str = "") -> Any:
    """Ask the server."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(server.url + path, data, headers)
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


def play_first(server: Server, game: str) -> tuple[float, float]:
    """Lay a table and decide once: when the decision stood, and when a bot had answered."""
    players = next(g for g in call(server, "/api/games") if g["name"] == game)["default_players"]
    seats = [{"kind": "human"}, *[{"kind": "bot", "level": "adept"}] * (players - 1)]
    laid = call(server, "/api/tables", {"game": game, "seats": seats})
    path, key = f"/api/tables/{laid['table']['table']}", laid["key"]
    first, reached = 0.0, 0
    while True:
        look = call(server, f"{path}?seat=0", key=key)
        if first and look["position"] > reached:
            return first, time.perf_counter()
        if look["legal"] and not first:
            move = {"seat": 0, "version": look["version"], "decisions": [look["legal"][0]["id"]]}
            call(server, f"{path}/moves", move, key)
            first, reached = time.perf_counter(), look["position"] + 1
        time.sleep(0.02)


def measure() -> dict[str, dict[str, float]]:
    """Seconds from the server's start, by game."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"NUMBA_DISABLE_JIT": "0", "TENKA_CACHE_DIR": f"{folder}/cache"}
        server = Server(f"sqlite:///{Path(folder)}/table.sqlite")
        server.settings |= settings
        begun = time.perf_counter()
        with server:
            found = {"all": {"page": time.perf_counter() - begun}}
            for game in GAMES:
                first, answered = play_first(server, game)
                found[game] = {"first decision": first - begun, "bot's answer": answered - begun}
            while waiting := [g for g in call(server, "/api/games") if not g["ready"]]:
                for game in GAMES:
                    if game not in [g["name"] for g in waiting]:
                        found[game].setdefault("compiled", time.perf_counter() - begun)
                if time.perf_counter() - begun > PATIENCE:
                    raise TimeoutError(f"not compiled in {PATIENCE} seconds: {waiting}")
                time.sleep(0.2)
            for game in GAMES:
                found[game].setdefault("compiled", time.perf_counter() - begun)
    return found


def burn() -> None:
    """Keep one core busy."""
    while True:
        sum(range(10_000))


def main() -> None:
    """Print the figures, a game a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", action="store_true", help="on a machine that is busy already")
    busy = parser.parse_args().busy
    for _ in range(os.cpu_count() or 1 if busy else 0):
        multiprocessing.Process(target=burn, daemon=True).start()
    for game, found in measure().items():
        print(game, json.dumps({what: round(seconds, 1) for what, seconds in found.items()}))


if __name__ == "__main__":
    main()
