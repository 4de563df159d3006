"""How strong the opponents are: every level against a field of the level below, in every game.

    python -m benchmarks.opponents                     all of it, into docs/opponents.md
    python -m benchmarks.opponents --games 40 --game samurai --out /tmp/samurai.md
    python -m benchmarks.opponents --keep games/       goes on where it was stopped
    python -m benchmarks.opponents --keep games/ --games 0    only writes the page

Each row is one candidate against a field of the level below it, seats rotated and seeds paired. In
Sun Tzu there is also a player made to beat the expert.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

import tenka
from tenka.arena import Standings, Tournament
from tenka.arena.standings import Result
from tenka.bench.report import machine
from tenka.bots.suntzu import responder
from tenka.envs.docs import filled, table

PAGE = Path(__file__).parent.parent / "docs" / "opponents.md"
EMPTY = "<!-- results -->\n<!-- end of results -->\n"
LEVELS = ("random", "novice", "adept", "expert", "master")
AIMS = {"novice": (0.85, 2.2), "adept": (0.75, 1.8), "expert": (0.75, 1.7), "master": (0.75, 1.7)}
EVEN = ("suntzu", "master")  # in a duel of hidden orders nobody can be much ahead of the expert
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
                share = 0.5 if (game, level) == EVEN else share
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


def kept(row: Row, folder: Path | None) -> tuple[list[Result], list[str]]:
    """The games of a row that were played before, and the machines they were played on."""
    file = folder / f"{row.title}.jsonl" if folder else None
    lines = file.read_text().splitlines() if file and file.exists() else []
    told = [json.loads(line) for line in lines]
    machines = list(dict.fromkeys(one.pop("machine") for one in told))
    return [Result(**{name: tuple(value) for name, value in one.items()}) for one in told], machines


def play(row: Row, chosen: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    """What came out for the candidate."""
    played, machines = kept(row, chosen.keep)
    games = max(chosen.games, len(played))
    bar = progress.add_task(row.title, total=games, completed=len(played))
    here = "{processor}, {cores} cores, Python {python}".format_map(machine())

    def done(standings: Standings) -> None:
        progress.advance(bar)
        if chosen.keep:
            line = json.dumps({**asdict(standings.results[-1]), "machine": here})
            with (chosen.keep / f"{row.title}.jsonl").open("a") as file:
                file.write(line + "\n")

    tournament = Tournament.of(
        row.game,
        [row.candidate, row.field],
        row.players,
        games=games,
        think_ms=chosen.think_ms,
        busy=chosen.busy,
    )
    standings = tournament.run(done, chosen.workers, played=played)
    facts = next(facts for facts in standings.table() if facts["bot"] == row.candidate)
    if games > len(played):
        machines.append(here)
    return {**facts, "machine": " and ".join(dict.fromkeys(machines))}


def results(found: dict[Row, dict[str, Any]], think_ms: int) -> str:
    """The table, and where it was played."""
    lines = table(COLUMNS, (cells(row, facts) for row, facts in found.items()))
    machines: dict[str, dict[str, None]] = {}
    for row, facts in found.items():
        machines.setdefault(facts["machine"], {})[tenka.game(row.game).title] = None
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
    parser.add_argument("--players", type=int, **some)
    parser.add_argument("--think-ms", type=int, default=200)
    parser.add_argument("--workers", type=int, help="processes (default: one per core)")
    parser.add_argument(
        "--busy", action="store_true", help="count the processor's time: other work runs here"
    )
    parser.add_argument("--keep", type=Path, help="a folder of games, which are not played again")
    parser.add_argument("--out", type=Path, default=PAGE)
    return parser.parse_args()


def main() -> None:
    """Play all rows, and write the page."""
    chosen = options()
    if chosen.keep:
        chosen.keep.mkdir(parents=True, exist_ok=True)
    games, levels = chosen.game or list(tenka.games()), chosen.level or list(LEVELS)
    asked = [row for row in rows(games, levels) if row.players in (chosen.players or [row.players])]
    found = {}
    with Progress(console=Console(stderr=True)) as progress:
        for row in asked:
            if chosen.games or kept(row, chosen.keep)[0]:
                found[row] = play(row, chosen, progress)
                print(*cells(row, found[row]), sep=" | ", flush=True)
    put_into(chosen.out, results(found, chosen.think_ms))


if __name__ == "__main__":
    main()
