"""Commands that read a stored game: print it, prove its dice, judge its decisions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

import tenka
from tenka.cli.compiling import wait_until_compiled
from tenka.core.dice import Dice
from tenka.core.errors import TenkaError
from tenka.keeper import JSON
from tenka.terminal import print_dice, print_replay

console = Console()
RecordFile = Annotated[Path, typer.Argument(help="A record file.")]


def replay(file: RecordFile, as_json: JSON = False) -> None:
    """Print a stored game move by move.

    [bold]Example[/]: tenka replay game.json
    """
    match = tenka.load(file)
    if as_json:
        print(json.dumps([entry.json() for entry in match.journal], ensure_ascii=False))
    else:
        print_replay(match, console)


def verify(
    file: RecordFile,
    commitment: Annotated[
        str | None, typer.Option(help="The one that the table showed before the game.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Check that nobody chose the dice of a game, and that it was played by the rules.

    The game is played again from its seed, and the seed made again from the
    server's part, to which it was committed, and the players' words. It ends with
    status 2 if anything differs.

    [bold]Example[/]: tenka verify game.json --commitment 97f8d415…
    """
    match = tenka.load(file)
    dice = _dice(match, commitment)
    if as_json:
        print(json.dumps({**dice.told(), "seed": match.seed, "shown": commitment is not None}))
    else:
        print_dice(match, dice, console, shown=commitment is not None)


def _dice(match: tenka.Match, shown: str | None) -> Dice:
    """The dice of a record, which were proved when it was read, if they are those shown before."""
    if match.dice is None:
        raise TenkaError(
            "the game follows the rules and its seed, but nobody promised that seed: the record "
            "has no 'dice'. It is a study, from an earlier Tenka, or was not played at a table"
        )
    if shown is not None and match.dice.commitment != shown.strip().lower():
        raise TenkaError(
            f"the dice are not those that were promised: the record's commitment is "
            f"{match.dice.commitment}, you were shown {shown}"
        )
    return match.dice


def review(
    file: RecordFile,
    draws: Annotated[
        int, typer.Option(help="States drawn for each position: more take longer.", min=1)
    ] = 128,
    plot: Annotated[
        Path | None, typer.Option(help="Write a picture (SVG) of chances and luck here.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Tell what the decisions of a finished game cost, and who had luck.

    It also tells what would have been better, by what each player could know then.

    [bold]Examples[/]

    tenka review game.json

    tenka review game.json --plot game.svg

    tenka review game.json --json > review.json
    """
    from tenka.analysis import report, review

    match = tenka.load(file)
    wait_until_compiled(match.game)
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("Judging the decisions", total=None)
        found = review(
            match, draws, lambda made, of: progress.update(bar, completed=made, total=of)
        )
    if plot:
        plot.write_text(report.as_svg(match, found), encoding="utf-8")
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        report.show(match, found, console)
