"""How strong the opponents are: every level against a field of the level below, in every game.

    python -m benchmarks.opponents                     all of it, into docs/opponents.md
    python -m benchmarks.opponents --games 40 --game samurai --out /tmp/samurai.md
    python -m benchmarks.opponents --keep rows.json    goes on where it was stopped

Each row is one candidate against a field of the level below it, seats rotated and seeds paired. In
Sun Tzu there is also a player made to beat the expert.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

import tenka
from tenka.arena import Tournament
from tenka.bench.report import machine
from tenka.bots.suntzu import responder
from tenka.envs.docs import filled, table

PAGE = Path(__file__).parent.parent / "docs" / "opponents.md"
EMPTY = "<!-- results -->\n<!-- end of results -->\n"
LEVELS = ("random", "novice", "adept", "expert", "master")
AIMS = {"novice": (0.85, 2.2), "adept": (0.75, 1.8), "expert": (0.75, 1.7), "master": (0.5, 1.7)}
RESPONDER = f"{responder.__file__}:{responder.Responder.__name__}"

COLUMNS = (
    "game",
    "players",
    "candidate",
    "field",
    "games",
    "win share",
    "95% interval",
    "x equal",
    "aim",
    "moves",
    "ms/move",
    "slowest",
    "late",
)


@dataclass(frozen=True)
class Row:
    """One candidate against a field."""

    game: str
    players: int
    candidate: str
    field: str
    aim: str

    @property
    def name(self) -> str:
        """The candidate, as people call it."""
        return "responder" if self.candidate == RESPONDER else self.candidate

    @property
    def title(self) -> str:
        """What the row is called while it is played, and where it is kept."""
        return f"{self.game} {self.players} {self.name}"


def rows(games: list[str], levels: list[str]) -> Iterator[Row]:
    """All rows of these games and candidates."""
    for game in games:
        for players in sorted(tenka.game(game).players):
            for field, level in pairwise(LEVELS):
                share, times = AIMS[level]
                aim = f"{share:.0%}" if players == 2 else f"{times} times"
                if level in levels and level in tenka.bots(game):
                    yield Row(game, players, level, field, aim)
    if "suntzu" in games and "expert" in levels:
        yield Row("suntzu", 2, RESPONDER, "expert", "under 60%")


def cells(row: Row, facts: dict[str, Any]) -> tuple[object, ...]:
    """One line of the table."""
    low, high = facts["interval"]
    timed = row.candidate != RESPONDER  # which may take its time
    return (
        tenka.game(row.game).title,
        row.players,
        row.name,
        row.field,
        facts["games"],
        f"{facts['share']:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{facts['times_equal']:.2f}",
        row.aim,
        facts["moves"],
        f"{facts['ms_per_move']:.1f}",
        f"{facts['slowest_ms']:.0f}" if timed else "",
        facts["late"] if timed else "",
    )


def play(row: Row, chosen: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    """What came out for the candidate."""
    bar = progress.add_task(row.title, total=chosen.games)
    bots, think_ms = [row.candidate, row.field], chosen.think_ms
    tournament = Tournament.of(row.game, bots, row.players, games=chosen.games, think_ms=think_ms)
    standings = tournament.run(lambda _: progress.advance(bar), chosen.workers)
    where = "{processor}, {cores} cores, Python {python}".format_map(machine())
    facts = next(facts for facts in standings.table() if facts["bot"] == row.candidate)
    return {**facts, "machine": where}


def results(asked: list[Row], kept: dict[str, dict[str, Any]], think_ms: int) -> str:
    """The table, and where it was played."""
    lines = table(COLUMNS, (cells(row, kept[row.title]) for row in asked))
    machines: dict[str, dict[str, None]] = {}
    for row in asked:
        title = tenka.game(row.game).title
        machines.setdefault(kept[row.title]["machine"], {})[title] = None
    places = [f"{', '.join(games)} on {where}" for where, games in machines.items()]
    return f"{lines}\n\nAt {think_ms} ms a move: {'; '.join(places)}.\n"


def put_into(page: Path, text: str) -> None:
    """Replace the results in a page, or write a page of them."""
    old = page.read_text(encoding="utf-8") if page.exists() else EMPTY
    page.write_text(filled(old, "results", text), encoding="utf-8")


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400, help="games per row")
    some = {"action": "append", "help": "only this; repeatable"}
    parser.add_argument("--game", choices=tenka.games(), **some)
    parser.add_argument("--level", choices=LEVELS[1:], **some)
    parser.add_argument("--think-ms", type=int, default=200)
    parser.add_argument("--workers", type=int, help="processes (default: one per core)")
    parser.add_argument(
        "--keep", type=Path, help="a file of finished rows, which are not played again"
    )
    parser.add_argument("--out", type=Path, default=PAGE)
    return parser.parse_args()


def main() -> None:
    """Play all rows, and write the page."""
    chosen = options()
    asked = list(rows(chosen.game or list(tenka.games()), chosen.level or list(LEVELS)))
    kept = json.loads(chosen.keep.read_text()) if chosen.keep and chosen.keep.exists() else {}
    with Progress(console=Console(stderr=True)) as progress:
        for row in asked:
            if row.title not in kept:
                kept[row.title] = play(row, chosen, progress)
                print(*cells(row, kept[row.title]), sep=" | ", flush=True)
                if chosen.keep:
                    chosen.keep.write_text(json.dumps(kept))
    put_into(chosen.out, results(asked, kept, chosen.think_ms))


if __name__ == "__main__":
    main()
