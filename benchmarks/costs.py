"""Do costs make sense? Whole games are reviewed: what each level's decisions cost.

    python -m benchmarks.costs --keep reviews.jsonl       all of it, into docs/analysis.md
    python -m benchmarks.costs --game suntzu --games 40 --draws 32 --keep few.jsonl --out few.md

Every other game is among equals: the better a level plays, the less its decisions should cost. (Who
has no chance left among better players cannot give away any.) The others are of mixed levels: who
gave away least should win more often than not, where luck was even; and of a winner and a loser
whose luck was even, the winner should mostly have given away less. What is kept is not played
again, and it can be stopped at any time: `--no-more` tells of what is kept.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

import tenka
from benchmarks.calibration import (
    LEVELS,
    PAGE,
    Case,
    Kept,
    by_game,
    cases,
    on_all_cores,
    read_kept,
    turns,
)
from tenka.analysis import review
from tenka.analysis.review import DRAWS, MARKS
from tenka.envs.docs import filled, table

EVEN = 0.25  # of a win: luck that differs by no more is even
GIVEN = tuple(f"{level} gives away" for level in LEVELS)
COLUMNS = ("game", "games", *GIVEN, "least wins", "less wins, of two", "seconds")


def reviewed(draws: int, case: Case) -> Kept:
    """What each seat of one game gave away, its luck, and the marks that its decisions got."""
    number = case[2]
    among = [LEVELS[number // 2 % len(LEVELS)]] if number % 2 else LEVELS
    levels, match_by_turns = turns(case, among)
    *_, match = match_by_turns
    start = time.perf_counter()
    found = review(match, draws)
    seconds = time.perf_counter() - start
    players = range(case[1])
    marks = [[s["mark"] for s in found["steps"] if s["player"] == seat] for seat in players]
    return {
        "case": case,
        "levels": levels,
        "winners": list(match.winners),
        "costs": found["costs"],
        "luck": found["luck"]["known"],
        "choices": [len(some) for some in marks],
        "marks": [{mark: some.count(mark) for mark in MARKS} for some in marks],
        "seconds": seconds,
    }


def given_away(some: list[Kept], level: str) -> str:
    """What a level's decisions cost in a game among equals, with the usual error of the mean."""
    costs = [cost for one in some if set(one["levels"]) == {level} for cost in one["costs"]]
    if len(costs) < 2:
        return "–"
    spread = np.std(costs) / len(costs) ** 0.5
    return f"{np.mean(costs):.2f} ± {spread:.2f}"


def mixed(some: list[Kept]) -> list[Kept]:
    """The games of several levels."""
    return [one for one in some if len(set(one["levels"])) > 1]


def least_wins(some: list[Kept]) -> str:
    """How often who gave away least won, where luck was even; by equal chances it would be less."""
    even = [one for one in mixed(some) if max(one["luck"]) - min(one["luck"]) <= EVEN]
    return share([int(np.argmin(one["costs"])) in one["winners"] for one in even])


def less_wins(some: list[Kept]) -> str:
    """Of a winner and a loser whose luck was even, how often the winner gave away less."""
    return share([won < lost for one in mixed(some) for won, lost in even_pairs(one)])


def even_pairs(one: Kept) -> Iterator[tuple[float, float]]:
    """What a winner and a loser gave away, for every two whose luck was even."""
    winners, luck, costs = one["winners"], one["luck"], one["costs"]
    for won, lost in permutations(range(len(costs)), 2):
        if won in winners and lost not in winners and abs(luck[won] - luck[lost]) <= EVEN:
            yield costs[won], costs[lost]


def share(cases: list[bool]) -> str:
    """How many of these are true."""
    return f"{np.mean(cases):.0%} of {len(cases)}" if cases else "–"


def rows(kept: list[Kept]) -> list[tuple[Any, ...]]:
    """One row for each game."""
    found = []
    for game, some in by_game(kept).items():
        costs = [given_away(some, level) for level in LEVELS]
        seconds = f"{np.median([one['seconds'] for one in some]):.0f}"
        wins = least_wins(some), less_wins(some)
        found.append((tenka.game(game).title, len(some), *costs, *wins, seconds))
    return found


def marks(kept: list[Kept]) -> str:
    """How often each level's choices get a mark."""
    lines = []
    for game, some in by_game(kept).items():
        for level in LEVELS:
            mine = [
                (one["marks"][seat], one["choices"][seat])
                for one in some
                for seat, of in enumerate(one["levels"])
                if of == level
            ]
            choices = max(1, sum(count for _, count in mine))
            shares = [sum(got[mark] for got, _ in mine) / choices for mark in reversed(MARKS)]
            lines.append((tenka.game(game).title, level, *(f"{share:.1%}" for share in shares)))
    return table(("game", "level", *reversed(MARKS)), lines)


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, help="games of each")
    parser.add_argument("--game", choices=tenka.games(), action="append", help="only this")
    parser.add_argument("--draws", type=int, default=DRAWS, help="effort for each position")
    parser.add_argument("--workers", type=int, help="processes (default: one per core)")
    parser.add_argument("--keep", type=Path, required=True, help="a file of reviewed games")
    parser.add_argument("--no-more", action="store_true", help="only tell of what is kept")
    parser.add_argument("--out", type=Path, default=PAGE)
    return parser.parse_args()


def main() -> None:
    """Review the games, and write the page."""
    chosen = options()
    todo = cases(chosen.game or tenka.games(), chosen.games)
    work = partial(reviewed, chosen.draws)
    if chosen.no_more:
        kept = read_kept(chosen.keep)
    else:
        kept = on_all_cores(work, todo, chosen.keep, chosen.workers)
    text = f"{table(COLUMNS, rows(kept))}\n\n{marks(kept)}"
    print(text)
    if chosen.out.exists():
        page = chosen.out.read_text(encoding="utf-8")
        chosen.out.write_text(filled(page, "costs", text), encoding="utf-8")


if __name__ == "__main__":
    main()
