"""Are told chances true? Positions of games of mixed levels, and who won those games.

    python -m benchmarks.calibration --keep positions.jsonl     all of it, into docs/analysis.md
    python -m benchmarks.calibration --game samurai --games 60 --keep few.jsonl --out /tmp/page.md
    python -m benchmarks.calibration --fit --keep positions.jsonl

In every game each seat draws its own level, so nobody knows who plays well. Of each game a few
positions are judged, each from the eyes of one player or with all cards up. `--fit` finds the
numbers that make chances true from every other game; they belong into `SHARPNESS` of a game's
judge. The games that are left prove them. What is kept is not played again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

import tenka
from tenka.analysis import Judge, all_cards_up
from tenka.analysis.judge import sharpened
from tenka.arena.lineup import make_bot
from tenka.core import code
from tenka.core.code import Way
from tenka.envs.docs import filled, table

DOCS = Path(__file__).parent.parent / "docs"
PAGE, PICTURE = DOCS / "analysis.md", DOCS / "reliability.svg"
LEVELS = ("random", "novice", "adept", "expert")
THINK_MS = 20
POSITIONS = 16  # judged in each game
DRAWS = 128
BINS = 10
LEAST_SHARP = 0.2  # below 0 what looks better would be told to be worse
COLUMNS = ("game", "games", "positions", "chances told", "mean error", "of raw chances")
Case = tuple[str, int, int]  # game, players and seed
Kept = dict[str, Any]
SIZE, EDGE = 220, 34  # of one diagram, in pixels


def cases(games: Iterable[str], count: int) -> list[Case]:
    """As many of each game as are wanted, by turns, of all numbers of players in turn."""
    sizes = {game: sorted(tenka.game(game).players) for game in games}
    return [
        (game, players[number % len(players)], number)
        for number in range(count)
        for game, players in sizes.items()
    ]


def turns(case: Case, among: Sequence[str] = LEVELS) -> tuple[list[str], Iterator[tenka.Match]]:
    """Levels that the seed draws, and the match before each of their decisions and at its end."""
    game, players, seed = case
    rng = np.random.default_rng([seed, players])
    levels = [str(level) for level in rng.choice(among, size=players)]
    bots = [make_bot(game, level, THINK_MS) for level in levels]

    def play() -> Iterator[tenka.Match]:
        match = tenka.new(game, players=players, seed=seed)
        while asked := match.to_act:
            yield match
            seat = asked[0]
            match.play(seat, bots[seat].act(seat, match.redacted(seat), match.legal(seat), rng))
        yield match

    return levels, play()


def judged(case: Case) -> Kept:
    """Chances as search sees them in some positions of one game, and its result."""
    game, players, seed = case
    _, match_by_turns = turns(case)
    positions: list[tuple[bytes, tenka.Match]] = []
    for match in match_by_turns:
        positions.append((match.state_bytes(), match))
    result = [(seat in match.winners) / len(match.winners) for seat in range(players)]
    judging, rng = Judge(game).judging, np.random.default_rng(seed)
    told = []
    for at in rng.choice(len(positions) - 1, size=min(POSITIONS, len(positions) - 1)):
        state = np.frombuffer(bytearray(positions[at][0]), match.game.dtype).view(np.recarray)[0]
        by = int(rng.integers(-1, players))
        seen = all_cards_up(match.game, state) if by < 0 else match.game.redact(state, by)
        raw = judging.chances(None if by < 0 else by, seen, int(at), DRAWS)
        told.append({"by": by, "at": judging.progress(seen), "raw": raw.round(4).tolist()})
    return {"case": case, "result": result, "told": told}


def read_kept(keep: Path) -> list[Kept]:
    """What a file has, if it is there, in the order of the cases."""
    lines = keep.read_text().splitlines() if keep.exists() else []
    return sorted((json.loads(line) for line in lines), key=lambda one: one["case"])


def on_all_cores(
    work: Callable[[Case], Kept], todo: list[Case], keep: Path, workers: int | None
) -> list[Kept]:
    """What the work makes of each case; kept line by line, so that it can be stopped."""
    made = {tuple(one["case"]) for one in read_kept(keep)}
    left = [case for case in todo if case not in made]
    context = multiprocessing.get_context("spawn")
    count = workers or os.cpu_count() or 1
    with (
        Progress(console=Console(stderr=True)) as progress,
        ProcessPoolExecutor(count, context, code.go, (Way.NOW,)) as pool,
        keep.open("a") as file,
    ):
        bar = progress.add_task("games", total=len(todo), completed=len(todo) - len(left))
        for future in as_completed([pool.submit(work, case) for case in left]):
            file.write(json.dumps(future.result()) + "\n")
            file.flush()
            progress.advance(bar)
    wanted = set(todo)
    return [one for one in read_kept(keep) if tuple(one["case"]) in wanted]


# -- making chances true


def likelihood(some: list[Kept], first: float, last: float) -> float:
    """How well sharpened chances tell the results: the mean logarithm."""
    total, count = 0.0, 0
    for one in some:
        result = np.array(one["result"])
        for position in one["told"]:
            sharpness = first + (last - first) * position["at"]
            chances = sharpened(np.array(position["raw"]), sharpness)
            total += float((result * np.log(chances)).sum())
            count += 1
    return total / count


def fitted(some: list[Kept]) -> tuple[float, float]:
    """The sharpness at the beginning and at the end that tells the results best."""
    best, step = (1.0, 1.0), 0.4
    while step > 0.02:
        first, last = best
        ways = [(a * step, b * step) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        around = [(first + a, max(LEAST_SHARP, last + b)) for a, b in ways]
        found = max(around, key=lambda pair: likelihood(some, *pair))
        step = step / 2 if found == best else step
        best = found
    return round(best[0], 2), round(best[1], 2)


# -- and proving it


def told_and_won(some: list[Kept], sharpness: tuple[float, float]) -> tuple[Any, Any]:
    """All chances that were told to a player or to all, and what came of them."""
    told, won = [], []
    for one in some:
        for position in one["told"]:
            now = sharpness[0] + (sharpness[1] - sharpness[0]) * position["at"]
            chances = sharpened(np.array(position["raw"]), now)
            seats = range(len(chances)) if position["by"] < 0 else [position["by"]]
            told += [chances[seat] for seat in seats]
            won += [one["result"][seat] for seat in seats]
    return np.array(told), np.array(won)


def bins(told: Any, won: Any) -> list[tuple[float, float, int]]:
    """What was told and what was won, by tenths of what was told; and how often."""
    which = np.minimum((told * BINS).astype(int), BINS - 1)
    found = []
    for at in range(BINS):
        if (which == at).any():
            mine = which == at
            found.append((float(told[mine].mean()), float(won[mine].mean()), int(mine.sum())))
    return found


def error(found: list[tuple[float, float, int]]) -> float:
    """How far what is told is from what is won, on average, in points."""
    count = sum(n for _, _, n in found)
    return 100 * sum(abs(told - won) * n for told, won, n in found) / count


def by_game(kept: list[Kept]) -> dict[str, list[Kept]]:
    """The games of each; by turns one to fit numbers to, and one to prove them."""
    found: dict[str, list[Kept]] = {}
    for one in kept:
        found.setdefault(one["case"][0], []).append(one)
    return found


def rows(kept: list[Kept]) -> list[tuple[Any, ...]]:
    """One row for each game, from those that no number was fitted to."""
    found = []
    for game, some in by_game(kept).items():
        proof = some[1::2]
        told, won = told_and_won(proof, Judge(game).judging.SHARPNESS)
        raw, _ = told_and_won(proof, (1.0, 1.0))
        errors = [f"{error(bins(chances, won)):.1f} points" for chances in (told, raw)]
        positions = sum(len(one["told"]) for one in proof)
        found.append((tenka.game(game).title, len(proof), positions, len(told), *errors))
    return found


def as_svg(kept: list[Kept]) -> str:
    """A reliability diagram for each game: what was won of what was told."""
    parts, x = [], EDGE
    for game, some in by_game(kept).items():
        told, won = told_and_won(some[1::2], Judge(game).judging.SHARPNESS)
        parts += _diagram(tenka.game(game).title, bins(told, won), x)
        x += SIZE + EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {x} {SIZE + 2 * EDGE}" '
        f'font-family="sans-serif" font-size="12"><rect width="{x}" height="{SIZE + 2 * EDGE}" '
        'fill="#fbf6ea"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _diagram(title: str, found: list[tuple[float, float, int]], x: int) -> list[str]:
    most = max(n for _, _, n in found)
    parts = [
        f'<text x="{x}" y="{EDGE - 10}" font-weight="bold">{escape(title)}</text>',
        f'<rect x="{x}" y="{EDGE}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#d9cfba"/>',
        f'<path d="M{x} {EDGE + SIZE}L{x + SIZE} {EDGE}" stroke="#8f8675" stroke-dasharray="4"/>',
        f'<text x="{x}" y="{EDGE + SIZE + 16}">told 0%</text>',
        f'<text x="{x + SIZE}" y="{EDGE + SIZE + 16}" text-anchor="end">100%</text>',
        f'<text x="{x - 6}" y="{EDGE + 6}" text-anchor="end" transform="rotate(-90 {x - 6} '
        f'{EDGE + 6})">won 100%</text>',
    ]
    for told, won, n in found:
        radius = 3 + 6 * (n / most) ** 0.5
        place = f'cx="{x + SIZE * told:.1f}" cy="{EDGE + SIZE * (1 - won):.1f}"'
        parts.append(f'<circle {place} r="{radius:.1f}" fill="#b0302a" fill-opacity="0.8"/>')
    return parts


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="games of each")
    parser.add_argument("--game", choices=tenka.games(), action="append", help="only this")
    parser.add_argument("--workers", type=int, help="processes (default: one per core)")
    parser.add_argument("--keep", type=Path, required=True, help="a file of judged positions")
    parser.add_argument("--fit", action="store_true", help="print the numbers that fit best")
    parser.add_argument("--out", type=Path, default=PAGE)
    return parser.parse_args()


def main() -> None:
    """Judge the positions, then fit, or write the page and its picture."""
    chosen = options()
    todo = cases(chosen.game or tenka.games(), chosen.games)
    kept = on_all_cores(judged, todo, chosen.keep, chosen.workers)
    if chosen.fit:
        for game, some in by_game(kept).items():
            print(game, fitted(some[::2]))
        return
    text = table(COLUMNS, rows(kept))
    print(text)
    if chosen.out.exists():
        page = chosen.out.read_text(encoding="utf-8")
        chosen.out.write_text(filled(page, "calibration", text), encoding="utf-8")
    chosen.out.with_name(PICTURE.name).write_text(as_svg(kept), encoding="utf-8")


if __name__ == "__main__":
    main()
