"""Where the bots stand on the scale of ratings: for every game, every number of players.

    python -m benchmarks.ratings --minutes 30                  plays, and writes the games' files
    python -m benchmarks.ratings --keep games.jsonl            goes on where it was stopped
    python -m benchmarks.ratings --keep games.jsonl --minutes 0    only reckons again
    python -m benchmarks.ratings --minutes 0 --page docs/ratings.md    only the masters

At each table as many different strengths sit as there are seats, mostly neighbours on the ladder;
every seed is played once in each rotation of them. Whoever needs time to think sits with quick
ones, so that most games cost next to nothing.

Masters stand where the games of their page put them (`benchmarks/masters`, see
`benchmarks.opponents`), beside those they met, who stay where they are.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

import tenka
from benchmarks.opponents import MASTERS, kept, rows
from tenka import ratings
from tenka.arena import play
from tenka.arena.lineup import Pairing
from tenka.core import background, code
from tenka.core.between import Strength
from tenka.core.code import Way
from tenka.core.registry import has_bot, needs_speed
from tenka.envs.docs import filled, table
from tenka.ratings.anchors import FILE, Outcome, ahead, beside, fit, read

MASTER = "master"
BETWEEN = ("random~novice", "novice~adept", "adept~expert", "expert/10")
QUICK_GAMES, SLOW_GAMES = 48, 6  # of a cycle: among the quick, and with each who takes time


@dataclass(frozen=True)
class Kind:
    """A game with a number of players."""

    game: str
    players: int


def kinds(games: list[str]) -> list[Kind]:
    """All of these games."""
    return [Kind(game, n) for game in games for n in sorted(tenka.game(game).players)]


def ladder(game: str) -> list[str]:
    """All strengths, the weakest first, as far as one can tell before they have played."""
    rungs = [name for name in tenka.bots(game) if name != MASTER]
    for name in BETWEEN:
        if has_bot(game, name):
            rungs.insert(rungs.index(Strength.named(name).level), name)
    return rungs


def line_ups(kind: Kind, cycle: int) -> Iterator[tuple[str, ...]]:
    """Who meets in a cycle: each who takes time among the best of the quick, and quick ones."""
    rng = random.Random(f"{kind.game} {kind.players} {cycle}")
    rungs = ladder(kind.game)
    slow = [name for name in rungs if needs_speed(kind.game, name)]
    quick = [name for name in rungs if name not in slow]
    seats = kind.players
    for name in slow * (SLOW_GAMES // seats):
        others = [one for one in rungs if one != name and Strength.named(one).part > 1]
        others += quick[-seats - 1 :]
        yield tuple(rng.sample([name, *rng.sample(others, seats - 1)], seats))
    for _ in range(QUICK_GAMES // seats):
        width = min(len(quick), seats + 2)
        first = min(max(0, rng.randint(-1, len(quick) - width + 1)), len(quick) - width)
        yield tuple(rng.sample(quick[first : first + width], seats))


def pairings(asked: list[Kind], first: int, think_ms: int) -> Iterator[tuple[int, Pairing]]:
    """All games, cycle by cycle, without end."""
    for cycle in count(first):
        for kind in asked:
            options = tuple(sorted(tenka.game(kind.game).choose(kind.players, {}).items()))
            for number, bots in enumerate(line_ups(kind, cycle)):
                for rotation in range(kind.players):
                    seed = 1000 * cycle + number
                    yield cycle, Pairing(kind.game, options, bots, seed, rotation, think_ms)


def played(cycle: int, pairing: Pairing) -> dict[str, Any]:
    """One game, as it is kept."""
    result = play(pairing)
    winners = [entry for entry, share in enumerate(result.shares) if share]
    return {
        "cycle": cycle,
        "game": pairing.game,
        "players": len(pairing.bots),
        "think_ms": pairing.think_ms,
        "seed": pairing.seed,
        "bots": pairing.bots,
        "seats": result.seats,
        "places": ratings.places(winners, result.scores),
    }


def run(asked: list[Kind], first: int, chosen: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Results as they come, until the time is over."""
    if not chosen.minutes:
        return
    until = time.monotonic() + 60 * chosen.minutes
    compile_all({kind.game for kind in asked})
    context = multiprocessing.get_context("spawn")
    todo = pairings(asked, first, chosen.think_ms)
    with ProcessPoolExecutor(chosen.workers, context, code.go, (Way.NOW,)) as pool:
        running: set[Future[dict[str, Any]]] = set()
        while time.monotonic() < until:
            for cycle, pairing in islice(todo, 3 * chosen.workers - len(running)):
                running.add(pool.submit(played, cycle, pairing))
            done, running = wait(running, timeout=1, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
        pool.shutdown(cancel_futures=True)
        yield from (future.result() for future in running if not future.cancelled())


def compile_all(games: set[str]) -> None:
    """Side by side, before anybody's time counts."""
    working = [
        subprocess.Popen(background.command(game, "rules", "bots"), env=background.surroundings())
        for game in games
    ]
    for process in working:
        process.wait()


def reckoned(games: list[dict[str, Any]]) -> dict[str, Any]:
    """The anchors of each game that was played."""
    of: dict[Kind, list[dict[str, Any]]] = defaultdict(list)
    for game in games:
        of[Kind(game["game"], game["players"])].append(game)
    told: dict[str, Any] = {}
    for kind in sorted(of, key=lambda kind: (kind.game, kind.players)):
        told.setdefault(kind.game, {})[str(kind.players)] = {
            "games": len(of[kind]),
            "think_ms": of[kind][-1]["think_ms"],
            "levels": levels([Outcome(tuple(g["bots"]), tuple(g["places"])) for g in of[kind]]),
        }
    return told


def levels(outcomes: list[Outcome]) -> list[dict[str, Any]]:
    """One row for each strength, weakest first, with how it did against the weaker ones."""
    skills, met = fit(outcomes), ahead(outcomes)
    order = sorted(skills, key=lambda name: skills[name].mean)
    return [line(name, skills[name], order[:at], met) for at, name in enumerate(order)]


def line(
    name: str, skill: ratings.Skill, weaker: list[str], met: dict[tuple[str, str], Any]
) -> dict[str, Any]:
    """What is kept of a strength."""
    return {
        "level": name,
        "mean": round(skill.mean, 3),
        "doubt": round(skill.doubt, 3),
        "games": skill.games,
        "ahead": {
            other: [round(met[name, other][0], 3), met[name, other][1]]
            for other in weaker
            if (name, other) in met
        },
    }


def put_masters_into(told: dict[str, Any], folder: Path) -> None:
    """The masters' places on the scale, by their games."""
    for game, players in [(name, n) for name in told for n in told[name]]:
        kind, outcomes = told[game][players], masters_games(game, int(players), folder)
        if not outcomes:
            continue
        others = [row for row in kind["levels"] if row["level"] != MASTER]
        known = {row["level"]: ratings.Skill(row["mean"], row["doubt"]) for row in others}
        skill = beside(MASTER, outcomes, known)
        weaker = [row["level"] for row in others if row["mean"] < skill.mean]
        at = len(weaker)
        new = line(MASTER, skill, weaker, ahead(outcomes))
        kind["levels"] = [*others[:at], new, *others[at:]]
        among_others = sum(row["games"] for row in others) // int(players)
        kind["games"] = among_others + len(outcomes)


def masters_games(game: str, players: int, folder: Path) -> list[Outcome]:
    """Those that are kept one by one."""
    outcomes = []
    for row in (row for row in rows([game], [MASTER]) if row.players == players):
        bots = (row.candidate, *[row.field] * (players - 1))
        for result in kept(row, folder)[0]:
            winners = [entry for entry, share in enumerate(result.shares) if share]
            outcomes.append(Outcome(bots, tuple(ratings.places(winners, result.scores))))
    return outcomes


def as_text(kinds: dict[str, Any]) -> str:
    """A game's file, with a line for each strength."""
    told = (
        f'"{n}": {{"games": {kind["games"]}, "think_ms": {kind["think_ms"]}, "levels": [\n'
        + ",\n".join(f" {json.dumps(row)}" for row in kind["levels"])
        + "\n]}"
        for n, kind in kinds.items()
    )
    return "{\n" + ",\n".join(told) + "\n}\n"


def as_table(told: dict[str, Any]) -> str:
    """All numbers for a page: a column for each game and number of players."""
    kinds = [(game, n) for game in told for n in told[game]]
    rows: dict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    for game, n in kinds:
        for row in told[game][n]["levels"]:
            skill = ratings.Skill(row["mean"], row["doubt"])
            value = ratings.number(skill, int(n)), ratings.spread(skill, int(n))
            rows[row["level"]][game, n] = "{} ± {}".format(*value)
    heads = ["strength", *(f"{tenka.game(game).title} {n}" for game, n in kinds)]
    order = dict.fromkeys(level for game in told for level in ratings.strengths(game))
    cells = ([f"`{level}`", *(rows[level].get(kind, "") for kind in kinds)] for level in order)
    played = sum(told[game][n]["games"] for game, n in kinds)
    return f"{table(tuple(heads), cells)}\n\nFrom {played:,} games.\n"


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30, help="how long to play")
    parser.add_argument("--game", choices=tenka.games(), action="append", help="only this")
    parser.add_argument("--think-ms", type=int, default=200)
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--keep", type=Path, help="a file of the games, one a line; it grows")
    parser.add_argument("--masters", type=Path, default=MASTERS, help="a folder of their games")
    parser.add_argument("--page", type=Path, help="put the numbers into this page: docs/ratings.md")
    return parser.parse_args()


def main() -> None:
    """Play, keep, reckon, write."""
    chosen = options()
    file = chosen.keep
    games = [json.loads(line) for line in file.open()] if file and file.exists() else []
    first = max((game["cycle"] for game in games), default=-1) + 1
    for told in run(kinds(chosen.game or list(tenka.games())), first, chosen):
        games.append(told)
        if file:
            with file.open("a") as out:
                out.write(json.dumps(told) + "\n")
        if len(games) % 200 == 0:
            print(len(games), "games", flush=True)
    told = reckoned(games) if games else {name: read(name) for name in tenka.games()}
    put_masters_into(told, chosen.masters)
    for name, kinds_of_game in told.items():
        (tenka.game(name).folder / FILE).write_text(as_text(kinds_of_game), encoding="utf-8")
    if chosen.page:
        page = chosen.page.read_text(encoding="utf-8")
        chosen.page.write_text(filled(page, "numbers", as_table(told)), encoding="utf-8")
    print(f"{len(games)} games; {FILE} is written for {', '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
