"""Commands that work for a while: measure speed, pit bots, make puzzles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

import tenka
from tenka import bench as speed
from tenka.cli.compiling import wait_until_compiled
from tenka.cli.options import options_of
from tenka.core.errors import OptionError, TenkaError
from tenka.keeper import JSON
from tenka.puzzles import Puzzle, read, write
from tenka.puzzles.played import Played, in_files

if TYPE_CHECKING:
    from tenka.arena import Tournament

console = Console()
Workers = Annotated[int | None, typer.Option(help="Processes; default: one per core.")]
Contestants = Annotated[
    str,
    typer.Option(
        help="Levels, or FILE.py:CLASS, separated by commas; the last fills the other seats."
    ),
]
StopEarly = Annotated[
    bool, typer.Option("--stop-early", help="With two bots: stop once a sequential test decides.")
]
Pairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="Of the games: NAME=VALUE; may be repeated."),
]
PlayedAt = Annotated[
    list[str] | None,
    typer.Option(help="Games that were played: record files, folders of them, databases."),
]
Again = Annotated[
    bool, typer.Option("--again", help="Judge those of the file anew; drop what is none now.")
]
Learner = Annotated[
    Path | None,
    typer.Option(help="With cuda: measure learning too, with this file: examples/train.py."),
]


def bench(
    game: Annotated[list[str] | None, typer.Option(help="Only this game; repeatable.")] = None,
    against: Annotated[
        str,
        typer.Option(
            help="Peers to measure too: open_spiel, catanatron, pettingzoo; on a GPU pgx."
        ),
    ] = "",
    device: Annotated[str, typer.Option(help="cpu, cuda, or cuda:1: the second GPU.")] = "cpu",
    seconds: Annotated[float, typer.Option(help="Seconds to spend on each measurement.")] = 1.0,
    plot: Annotated[Path | None, typer.Option(help="Write a picture (SVG) here.")] = None,
    page: Annotated[
        Path | None, typer.Option(help="Put what was measured into this page: docs/performance.md.")
    ] = None,
    again: Annotated[
        Path | None,
        typer.Option(help="With cuda: take what --json wrote here before, and measure nothing."),
    ] = None,
    learner: Learner = None,
    as_json: JSON = False,
) -> None:
    """Measure speed on this machine.

    [bold]Examples[/]

    tenka bench

    tenka bench --game suntzu --against open_spiel,catanatron,pettingzoo --json

    tenka bench --against open_spiel,catanatron,pettingzoo --plot speed.svg

    tenka bench --device cuda --against pgx --learner examples/train.py --json > gpu.json

    tenka bench --device cuda --again gpu.json --page docs/performance.md --plot docs/gpu.svg
    """
    names = game or list(tenka.games())
    peers = [peer for peer in against.split(",") if peer]
    if device != "cpu":
        told = again and json.loads(again.read_text("utf-8"))
        found = told or _bench_gpu(device, names, peers, seconds, learner)
        _show_gpu(found, page, plot, as_json=as_json)
    else:
        report = speed.measure(names, peers, seconds, Console(stderr=True))
        _show(report, page, plot, as_json=as_json)


def _show(report: dict[str, Any], page: Path | None, plot: Path | None, *, as_json: bool) -> None:
    if plot:
        plot.write_text(speed.as_svg(report), encoding="utf-8")
    if page:
        speed.rewrite(page, report)
    if as_json:
        print(json.dumps(report, indent=1))
    else:
        speed.show(report, console)


def _bench_gpu(
    device: str, names: list[str], peers: list[str], seconds: float, learner: Path | None
) -> dict[str, Any]:
    try:
        from tenka.bench import gpu
        from tenka.core.gpu import device as find_device

        find_device(device)  # or a word on why not
    except ImportError as error:
        raise TenkaError("numba-cuda is needed: pip install 'tenka[cuda]'") from error
    return gpu.measure(names, peers, seconds, Console(stderr=True), device, learner)


def _show_gpu(
    report: dict[str, Any], page: Path | None, plot: Path | None, *, as_json: bool
) -> None:
    from tenka.bench import gpu, growth

    if page:
        gpu.rewrite(page, report)
    if plot:
        plot.write_text(growth.as_svg(report), encoding="utf-8")
    if as_json:
        print(json.dumps(report, indent=1))
    else:
        gpu.show(report, console)


def arena(
    game: Annotated[str, typer.Option(help="Which game.")],
    bots: Contestants,
    games: Annotated[int, typer.Option(help="How many games.")] = 400,
    players: Annotated[int | None, typer.Option(help="How many players.")] = None,
    think_ms: Annotated[int, typer.Option(help="Milliseconds per decision.")] = 200,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 1,
    workers: Workers = None,
    stop_early: StopEarly = False,
    busy: Annotated[
        bool, typer.Option("--busy", help="Count the processor's time: other work runs here.")
    ] = False,
    ray: Annotated[str | None, typer.Option(help="Address of a Ray cluster, or 'local'.")] = None,
    out: Annotated[Path | None, typer.Option("--json", help="Write the table here.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Write a picture (SVG) here.")] = None,
) -> None:
    """Pit bots against each other, with rotated seats and paired seeds, and see who is stronger.

    [bold]Examples[/]

    tenka arena --game suntzu --bots adept,novice --games 400

    tenka arena --game samurai --players 3 --bots expert,adept --json out.json --plot out.svg

    tenka arena --game suntzu --bots ./mybot.py:MyBot,novice
    """
    from tenka.arena import Tournament

    effort = {"games": games, "seed": seed, "think_ms": think_ms, "stop_early": stop_early}
    tournament = Tournament.of(game, bots.split(","), players, **effort, busy=busy)
    wait_until_compiled(tenka.game(game))
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(tenka.game(game).title, total=games)
        standings = tournament.run(lambda _: progress.advance(bar), workers, ray)
    _tell_standings(tournament, standings.table(), out, plot)


def _tell_standings(
    tournament: Tournament, rows: list[dict[str, Any]], out: Path | None, plot: Path | None
) -> None:
    """The table, here and in files."""
    from tenka.arena.report import as_svg, as_table

    console.print(as_table(rows))
    game, options = tournament.game, tournament.options
    if out:
        played = {"game": game, "options": options, "bots": rows, "seed": tournament.seed}
        out.write_text(json.dumps(played, indent=1), encoding="utf-8")
    if plot:
        title = f"{tenka.game(game).title}, {options['players']} players"
        plot.write_text(as_svg(title, rows), encoding="utf-8")


def puzzles(
    game: Annotated[str, typer.Argument(help="Which game.")],
    out: Annotated[Path, typer.Option(help="The file to write; if it is there, it is continued.")],
    count: Annotated[int, typer.Option(help="How many puzzles the file is to have.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the first game.", min=0)] = 1,
    workers: Workers = None,
    option: Pairs = None,
    of: PlayedAt = None,
    again: Again = False,
) -> None:
    """Make puzzles: positions from games in which one decision is clearly best.

    The games are played by bots for this, unless others are given. The file is
    written with every puzzle: this may be stopped at any time.

    [bold]Examples[/]

    tenka puzzles samurai --count 20 --out samurai.json

    tenka puzzles samurai --of sqlite:///tables.sqlite --of games/ --out samurai.json
    """
    from tenka.puzzles import gathering

    kept, options = _kept(game, out), options_of(game, option or [])
    wait_until_compiled(tenka.game(game))
    missing = count - len(kept)
    if again:
        steps, missing = gathering.tell_again(kept, workers), len(kept)
    elif of:
        steps = gathering.make_of(game, missing, _played(game, of), kept, workers)
    else:
        steps = gathering.make(game, missing, seed, kept, workers, options)
    with Progress(console=Console(stderr=True)) as progress:
        for kept in progress.track(steps, missing, description=tenka.game(game).title):
            write(out, game, kept)
    console.print(f"{len(kept)} puzzles of {tenka.game(game).title} are in {out}.")


def _kept(game: str, path: Path) -> list[Puzzle]:
    """The puzzles of a file, if it is there; they have to be of this game."""
    kept = read(path) if path.exists() else []
    if kept and kept[-1].game != game:
        raise OptionError(f"{path} has puzzles of {kept[-1].game}, not of {game}")
    return kept


def _played(game: str, places: list[str]) -> list[Played]:
    """The games of one kind that lie in record files, folders and databases."""
    found: list[Played] = []
    for place in places:
        if "://" in place:
            from tenka.server.played import games_of

            found += games_of(place, game)
        else:
            found += in_files(Path(place), game)
    return found
