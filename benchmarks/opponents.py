"""How strong the opponents are: every level against a field of the level below, in every game.

    python -m benchmarks.opponents                     all of it, into docs/opponents.md
    python -m benchmarks.opponents --games 40 --game samurai

Each row is one candidate against a field of the level below it, seats rotated and seeds paired.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

import tenka
from tenka.arena import Standings, Tournament
from tenka.bench.report import machine

PAGE = Path(__file__).parent.parent / "docs" / "opponents.md"
LEVELS = ("random", "novice", "adept", "expert")
AIMS = {"novice": (0.85, 2.2), "adept": (0.75, 1.8), "expert": (0.75, 1.7)}

HEAD = """# Opponents

Each game has four levels. They get the redacted state and the legal decisions, so there is nothing
to peep at, and the same position and seed give the same move.

This table is made by `python -m benchmarks.opponents`. Each row is one candidate against a field of
the level below, seats rotated and seeds paired, at most {think_ms} ms a move. Equal play would give
one win in as many games as there are players.

| game | players | candidate | field | games | win share | 95% interval | x equal | ms/move | aim |
|---|---|---|---|---|---|---|---|---|---|
"""


def row(game: str, players: int, level: str, field: str, standings: Standings) -> str:
    """One line of the table."""
    facts = next(line for line in standings.table() if line["bot"] == level)
    low, high = facts["interval"]
    share, times = AIMS[level]
    aim = f"{share:.0%}" if players == 2 else f"{times} times"
    return (
        f"| {tenka.game(game).title} | {players} | {level} | {field} | {facts['games']} "
        f"| {facts['share']:.1%} | {low:.1%} to {high:.1%} | {facts['times_equal']:.2f} "
        f"| {facts['ms_per_move']:.1f} | {aim} |"
    )


def main() -> None:
    """Play all pairs of neighbouring levels, and write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400, help="games per row")
    parser.add_argument("--game", action="append", help="only this game; repeatable")
    parser.add_argument("--level", action="append", help="only this candidate; repeatable")
    parser.add_argument("--think-ms", type=int, default=200)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--out", type=Path, default=PAGE)
    chosen = parser.parse_args()
    lines = []
    with Progress(console=Console(stderr=True)) as progress:
        for game in chosen.game or tenka.games():
            for players in sorted(tenka.game(game).players):
                for field, level in pairwise(LEVELS):
                    if level not in (chosen.level or LEVELS) or level not in tenka.bots(game):
                        continue
                    bar = progress.add_task(f"{game} {players} {level}", total=chosen.games)
                    tournament = Tournament.of(
                        game, [level, field], players, games=chosen.games, think_ms=chosen.think_ms
                    )
                    standings = tournament.run(
                        lambda _, bar=bar: progress.advance(bar), chosen.workers
                    )
                    lines.append(row(game, players, level, field, standings))
                    print(lines[-1], flush=True)
    where = machine()
    foot = f"\nPlayed on {where['processor']}, {where['cores']} cores, Python {where['python']}.\n"
    text = HEAD.format(think_ms=chosen.think_ms) + "\n".join(lines) + "\n" + foot
    chosen.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
