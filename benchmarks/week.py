"""A week of correspondence, simulated with a clock of its own, and the account of it.

    python -m benchmarks.week --people 200 --tables 300 --days 7

People with accounts and guests play by correspondence: on their devices, by e-mail and by webhooks
they are told that it is their turn. They come by as they are used to, in minutes or once a day, or
go silent; devices are lost, sessions ended, services out of order, the server started again, or
killed when it has just sent something. Only time is not real. In the end everything is held against
what the ledgers tell: every notice came once, no turn was lost, every clock was right. Ends with
status 1 if anything is wrong, and then keeps diary and ledgers in the file that --keep names, from
which --again reckons once more. A week that is told to end (SIGTERM), or that has taken long
enough, ends at the moment it has come to, and is reckoned up to there.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from tests.server.conftest import new_cluster
from tests.server.courses import Course
from tests.server.diary import Diary
from tests.server.keepsake import keep, kept
from tests.server.members import DAY
from tests.server.reckoning import Reckoning, courses
from tests.server.week import START, SWEEP, Plan, simulate

TOLD = 20  # times in a week, to whoever has no bar to look at


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=200, help="with accounts")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--days", type=float, default=7)
    parser.add_argument("--sweep", type=float, default=SWEEP, help="seconds between rounds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="instead of SQLite")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="it may take, at most")
    parser.add_argument("--keep", type=Path, help="a file for the week, if anything is wrong")
    parser.add_argument("--again", type=Path, help="only reckon the week kept in this file")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    start = time.monotonic()
    if arguments.again:
        report, wrong = account(*kept(arguments.again))
    else:
        report, wrong = run(arguments, ending(start + 60 * arguments.minutes))
    report |= {"wrong": len(wrong), "seconds": round(time.monotonic() - start)}
    if arguments.json:
        print(json.dumps({**report, "faults": wrong}))
    else:
        for name, value in report.items():
            print(f"{name:32} {value}")
        for fault in wrong:
            print(fault)
    sys.exit(bool(wrong))


def ending(latest: float) -> Callable[[], bool]:
    """Whether a week is to end before its time: it was told to, or it is later than that."""
    told: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
    return lambda: bool(told) or time.monotonic() > latest


def run(
    arguments: argparse.Namespace, enough: Callable[[], bool]
) -> tuple[dict[str, object], list[str]]:
    """The week, on a database of its own: what happened, and what is wrong."""
    size = arguments.people, arguments.tables, arguments.days, arguments.seed
    how = arguments.sweep, enough
    with tempfile.TemporaryDirectory(prefix="tenka-week-") as folder:
        if not arguments.postgres:
            plan = Plan(*size, f"sqlite:///{folder}/tables.sqlite", *how)
            return lived(plan, arguments.keep)
        cluster = new_cluster()
        try:
            cluster.psql("CREATE DATABASE week;")
            return lived(Plan(*size, cluster.get_uri(database="week"), *how), arguments.keep)
        finally:
            cluster.cleanup()


def lived(plan: Plan, file: Path | None) -> tuple[dict[str, object], list[str]]:
    """Live through the week, then reckon; keep it, if anything is wrong."""
    diary = asyncio.run(live(plan))
    report, wrong = account(diary, asyncio.run(courses(plan.database)))
    if wrong and file:
        keep(file, diary, plan.database)
    return report, wrong


def account(diary: Diary, told_again: list[Course]) -> tuple[dict[str, object], list[str]]:
    """A week in numbers, and what is wrong with it."""
    reckoning = Reckoning(diary, told_again).reckon()
    days = round((diary.end - START) / DAY, 2)
    return {"days": days, **reckoning.report()}, reckoning.wrong


async def live(plan: Plan) -> Diary:
    """Let the week pass, and say how far it is."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("the week", total=1.0)
        parts = itertools.count(1)
        following = next(parts) / TOLD

        def tell(part: float) -> None:
            nonlocal following
            progress.update(task, completed=part)
            while part >= following:
                if not progress.console.is_terminal:
                    print(f"{following:.0%} of the week", file=sys.stderr)
                following = next(parts) / TOLD

        return await simulate(plan, tell)


if __name__ == "__main__":
    main()
