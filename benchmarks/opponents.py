"""How strong the opponents are: every level against a field of the level below, in every game.

    python -m benchmarks.opponents                     all of it, into docs/opponents.md
    python -m benchmarks.opponents --games 40 --game samurai --out /tmp/samurai.md
    python -m benchmarks.opponents --keep games/       goes on where it was stopped
    python -m benchmarks.opponents --keep games/ --games 0    only writes the page
    python -m benchmarks.opponents --level master --games 0   writes the masters' rows again

Each row is one candidate against a field of the level below it, seats rotated and seeds paired. In
Sun Tzu, those that draw their decisions also meet the levels below that one, and there is a player
made to beat the expert. Rows that are not asked for stay on the page as they are. The games of the
masters come with the repository, in `benchmarks/masters`, or what they came to in all, and stay
there unless `--keep` says otherwise; those of a candidate that has changed since have to be removed
first.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

import tenka
from tenka.arena import Standings, Tournament
from tenka.arena.standings import Result, wilson
from tenka.bench.report import machine
from tenka.bots.suntzu import responder
from tenka.envs.docs import filled, table

PAGE = Path(__file__).parent.parent / "docs" / "opponents.md"
MASTERS = Path(__file__).parent / "masters"  # games that come with the repository
EMPTY = "<!-- results -->\n<!-- end of results -->\n"
LEVELS = ("random", "novice", "adept", "expert", "master")
AIMS = {"novice": (0.85, 2.2), "adept": (0.75, 1.8), "expert": (0.75, 1.7), "master": (0.75, 1.7)}
EVEN = ("suntzu", "master")  # in a duel of hidden orders nobody can be much ahead of the expert
# Fields further down, against which a level has to be as strong as the one below it.
FURTHER = {"suntzu": (("novice", "expert"), ("novice", "master"), ("adept", "master"))}
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
        field = (
            f" against {self.field}" if (self.field, self.candidate) in further(self.game) else ""
        )
        return f"{self.game} {self.players} {self.name}{field}"


def further(game: str) -> tuple[tuple[str, str], ...]:
    """Fields and candidates of a game that are no neighbours."""
    return FURTHER.get(game, ())


def rows(games: list[str], levels: list[str]) -> Iterator[Row]:
    """All rows of these games and candidates."""
    for game in games:
        for players in sorted(tenka.game(game).players):
            for field, level in (*pairwise(LEVELS), *further(game)):
                if level in levels and level in tenka.bots(game):
                    yield Row(game, players, level, field, aim(game, players, level, field))
    if "suntzu" in games and "expert" in levels:
        yield Row("suntzu", 2, RESPONDER, "expert", "under 60%")


def aim(game: str, players: int, level: str, field: str) -> str:
    """What a level is to win; of fields further down, as much as against the one below it."""
    share, times = AIMS[level]
    if (game, level) == EVEN and field == "expert":
        share = 0.5
    return f"{share:.0%}" if players == 2 else f"{times} times"


def folder(row: Row, chosen: argparse.Namespace) -> Path | None:
    """Where the games of a row are kept."""
    kept: Path | None = chosen.keep or (MASTERS if row.candidate == "master" else None)
    return kept


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


def kept(row: Row, where: Path | None) -> tuple[list[Result], list[str]]:
    """The games of a row that were played before, and the machines they were played on."""
    file = where / f"{row.title}.jsonl" if where else None
    lines = file.read_text().splitlines() if file and file.exists() else []
    told = [json.loads(line) for line in lines]
    machines = list(dict.fromkeys(one.pop("machine") for one in told))
    return [Result(**{name: tuple(value) for name, value in one.items()}) for one in told], machines


def summary(row: Row, where: Path | None) -> dict[str, Any]:
    """What is left of games before those that are kept one by one: what they came to in all."""
    file = where / f"{row.title}.before.json" if where else None
    return json.loads(file.read_text()) if file and file.exists() else {"games": 0}


def together(facts: dict[str, Any], before: dict[str, Any], players: int) -> dict[str, Any]:
    """The facts of games and of those before them."""
    if before["games"] == 0:
        return facts
    if facts["games"] == 0:
        facts = {**before, "games": 0, "moves": 0, "late": 0}
    games, moves = (facts[name] + before[name] for name in ("games", "moves"))
    share = sum(one["share"] * one["games"] for one in (facts, before)) / games
    spent = sum(one["ms_per_move"] * one["moves"] for one in (facts, before))
    return {
        "games": games,
        "share": share,
        "interval": wilson(share, games),
        "times_equal": share * players,
        "moves": moves,
        "ms_per_move": spent / moves,
        "slowest_ms": max(facts["slowest_ms"], before["slowest_ms"]),
        "late": facts["late"] + before["late"],
    }


def play(row: Row, chosen: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    """What came out for the candidate."""
    where = folder(row, chosen)
    played, machines = kept(row, where)
    before = summary(row, where)
    counted = before["games"] + len(played)
    games = max(chosen.games, counted)
    bar = progress.add_task(row.title, total=games, completed=counted)
    here = "{processor}, {cores} cores, Python {python}".format_map(machine())

    def done(standings: Standings) -> None:
        progress.advance(bar)
        if where:
            result = {**asdict(standings.results[-1]), "machine": here}
            line = json.dumps(result, separators=(",", ":"))
            with (where / f"{row.title}.jsonl").open("a") as file:
                file.write(line + "\n")

    tournament = Tournament.of(
        row.game,
        [row.candidate, row.field],
        row.players,
        games=games,
        think_ms=chosen.think_ms,
        busy=chosen.busy,
    )
    standings = tournament.run(done, chosen.workers, played=played, skipped=before["games"])
    facts = next(facts for facts in standings.table() if facts["bot"] == row.candidate)
    places = [before.get("machine"), *machines, here if games > counted else None]
    told = " and ".join(dict.fromkeys(place for place in places if place))
    return {**together(facts, before, row.players), "machine": told}


def told_on(page: str) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Lines by game, players, candidate and field, and for each game the machines, of a page."""
    lines = {}
    for line in page.splitlines():
        if line.startswith("| ") and line.count("|") == len(COLUMNS) + 1:
            lines["|".join(line.split("|")[:5])] = line
    places: dict[str, list[str]] = {}
    for games, where in re.findall(r"(?:move: |; )([\w ,]+?) on (.+?)(?=;|\.\n)", page):
        for game in games.split(", "):
            places.setdefault(game, []).extend(where.split(" and "))
    return lines, places


def results(found: dict[Row, dict[str, Any]], think_ms: int, before: str = "") -> str:
    """The table, and where it was played, with rows that were told before and not played now."""
    old, places = told_on(before)
    fresh = table(COLUMNS, (cells(row, facts) for row, facts in found.items()))
    new = told_on(fresh)[0]
    stay = {line.split(" | ")[0].strip("| ") for key, line in old.items() if key not in new}
    places = {game: at for game, at in places.items() if game in stay}
    for row, facts in found.items():
        at = places.setdefault(tenka.game(row.game).title, [])
        at.extend(facts["machine"].split(" and "))
    head = fresh.splitlines()[:2]
    order = [tenka.game(name).title for name in tenka.games()]
    lines = (line for line in (old | new).values() if line not in head)
    where = (f"{game} on {' and '.join(dict.fromkeys(at))}" for game, at in places.items())
    told = f"At {think_ms} ms a move: {'; '.join(where)}."
    return "\n".join([*head, *sorted(lines, key=partial(place, order)), "", told, ""])


def place(games: list[str], line: str) -> tuple[int, int, int, int]:
    """Where a line stands in the table."""
    _, game, players, candidate, field, *_ = (cell.strip() for cell in line.split("|"))
    level = LEVELS.index(candidate) if candidate in LEVELS else len(LEVELS)
    return games.index(game), int(players), level, LEVELS.index(field)


def put_into(page: Path, found: dict[Row, dict[str, Any]], think_ms: int) -> None:
    """Put results into a page, or write a page of them."""
    old = page.read_text(encoding="utf-8") if page.exists() else EMPTY
    marked = old[old.index("<!-- results -->") : old.index("<!-- end of results -->")]
    page.write_text(filled(old, "results", results(found, think_ms, marked)), encoding="utf-8")


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400, help="games per row")
    some = {"action": "append", "help": "only this; repeatable"}
    parser.add_argument("--game", choices=tenka.games(), **some)
    parser.add_argument("--level", choices=LEVELS[1:], **some)
    parser.add_argument("--field", choices=LEVELS[:-1], **some)
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
    asked = [
        row
        for row in rows(games, levels)
        if row.players in (chosen.players or [row.players])
        and row.field in (chosen.field or [row.field])
    ]
    found = {}
    with Progress(console=Console(stderr=True)) as progress:
        for row in asked:
            where = folder(row, chosen)
            known = kept(row, where)[0] or summary(row, where)["games"]
            if chosen.games or known:
                found[row] = play(row, chosen, progress)
                print(*cells(row, found[row]), sep=" | ", flush=True)
    put_into(chosen.out, found, chosen.think_ms)


if __name__ == "__main__":
    main()
