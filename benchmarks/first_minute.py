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
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.server.running import Server

GAMES = ("samurai", "shogun", "suntzu")
TELL_SECONDS = 10.0
Found = dict[str, dict[str, float]]


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


def measure(patience: float) -> Found:
    """Seconds from the server's start, by game; what was not compiled in time is missing."""
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
                tell(f"{game} is played")
            wait_until_compiled(server, begun, begun + patience, found)
    return found


def wait_until_compiled(server: Server, begun: float, give_up: float, found: Found) -> None:
    """Note when each game's code is there, and tell now and then how far it is."""
    told, waiting = 0.0, list(GAMES)
    while waiting and (now := time.perf_counter()) < give_up:
        games = {game["name"]: game for game in call(server, "/api/games")}
        for game in [name for name in waiting if games[name]["ready"]]:
            waiting.remove(game)
            found[game]["compiled"] = time.perf_counter() - begun
        if now > told + TELL_SECONDS:
            told = now
            parts = (f"{name} {games[name]['progress']:.0%}" for name in GAMES)
            tell(f"after {now - begun:.0f} s: {', '.join(parts)}")
        time.sleep(0.2)


def tell(line: str) -> None:
    """Say how far it is."""
    print(line, file=sys.stderr, flush=True)


def burn() -> None:
    """Keep one core busy."""
    while True:
        sum(range(10_000))


def main() -> None:
    """Print what was measured, a game a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", action="store_true", help="on a machine that is busy already")
    parser.add_argument("--patience", type=float, default=900, help="seconds until it gives up")
    chosen = parser.parse_args()
    for _ in range(os.cpu_count() or 1 if chosen.busy else 0):
        multiprocessing.Process(target=burn, daemon=True).start()
    for game, found in measure(chosen.patience).items():
        print(game, json.dumps({what: round(seconds, 1) for what, seconds in found.items()}))


if __name__ == "__main__":
    main()
