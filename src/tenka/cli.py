"""The command line: `tenka`, or `python -m tenka`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import platformdirs
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import tenka
from tenka import bench as speed
from tenka import keeper
from tenka.core import background, code
from tenka.core.code import Way
from tenka.core.dice import Dice
from tenka.core.errors import OptionError, TenkaError
from tenka.core.registry import bot_code
from tenka.keeper import JSON, Database
from tenka.puzzles.played import Played, in_files
from tenka.terminal import (
    HELP,
    HUMAN,
    Quit,
    Seats,
    TerminalTable,
    choose_game,
    print_dice,
    print_replay,
    save,
)

app = typer.Typer(
    help="Tenka: board games about uniting a realm. On its own, it runs 'tenka play'.",
    no_args_is_help=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
keeper.add_to(app)
console = Console()
RecordFile = Annotated[Path, typer.Argument(help="A record file.")]


@app.callback(invoke_without_command=True)
def default(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Play, if nothing else was asked for."""
    if version:
        print(f"tenka {tenka.__version__}")
    elif context.invoked_subcommand is None:
        play()


# What only the table in the terminal asks for here.
Players = Annotated[int | None, typer.Option(help="With --text: how many players.")]
SeatKinds = Annotated[
    str | None, typer.Option(help="With --text: 'human' or a bot level for each seat, by commas.")
]
Pairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="With --text: NAME=VALUE; may be repeated."),
]
Seed = Annotated[int | None, typer.Option(help="With --text: a seed, for the same luck again.")]
RecordTo = Annotated[Path | None, typer.Option(help="With --text: write the finished game here.")]
Resume = Annotated[bool, typer.Option("--resume", help="With --text: continue the game you left.")]


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="With --text: which game.")] = None,
    text: Annotated[
        bool, typer.Option("--text", help="Play in the terminal, not in the browser.")
    ] = False,
    port: Annotated[int, typer.Option(help="Port to use; if taken, one nearby.")] = 8000,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    players: Players = None,
    seats: SeatKinds = None,
    option: Pairs = None,
    seed: Seed = None,
    record: RecordTo = None,
    resume: Resume = False,
) -> None:
    """Play in the browser: against bots, with friends, or several people at one screen.

    [bold]Examples[/]

    tenka play

    tenka play suntzu --text --seats human,human -o events=true

    tenka play --text --resume
    """
    if text:
        _play_here(game, players, seats, option or [], seed, record, resume)
        return
    if resume or any(word is not None for word in (game, players, seats, option, seed, record)):
        raise OptionError("these options are for 'tenka play --text'; the browser asks for them")
    from tenka.server import home

    home.play(port, browser=browser)


def _play_here(
    game: str | None,
    players: int | None,
    seats: str | None,
    option: list[str],
    seed: int | None,
    record: Path | None,
    resume: bool,
) -> None:
    """One game at the terminal, kept if it is left."""
    if resume:
        match, kinds = _left_game()
    else:
        name = game or choose_game(console, tenka.games(), tenka.game)
        match = tenka.new(name, players=players, seed=seed, **_options(name, option))
        kinds = _seats(match, seats)
    console.print(HELP)
    try:
        TerminalTable(match, Seats(match.game.name, kinds, seed), console).play()
    except Quit:
        save(match, _kept())
        _kept().with_suffix(".seats").write_text(",".join(kinds), encoding="utf-8")
        console.print("\nThe game is kept. Continue with [b]tenka play --text --resume[/].")
        return
    _kept().unlink(missing_ok=True)
    if record:
        save(match, record)
        console.print(
            f"The game is in {record}. [b]tenka replay {record}[/] prints it move by move."
        )


@app.command()
def replay(file: RecordFile, as_json: JSON = False) -> None:
    """Print a stored game move by move.

    [bold]Example[/]: tenka replay game.json
    """
    match = tenka.load(file)
    if as_json:
        print(json.dumps([entry.json() for entry in match.journal], ensure_ascii=False))
    else:
        print_replay(match, console)


@app.command()
def verify(
    file: RecordFile,
    commitment: Annotated[
        str | None, typer.Option(help="The one that the table showed before the game.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Check that nobody chose the dice of a game, and that it was played by the rules.

    The game is played again from its seed, and the seed made again from the server's part, to which
    it was committed, and the players' words. It ends with status 2 if anything differs.

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


@app.command()
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
    """Tell what the decisions of a finished game cost, what would have been better, and who had
    luck: by what each player could know then.

    [bold]Examples[/]

    tenka review game.json

    tenka review game.json --plot game.svg

    tenka review game.json --json > review.json
    """
    from tenka.analysis import report, review

    match = tenka.load(file)
    _compile(match.game)
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


@app.command()
def games(as_json: JSON = False) -> None:
    """List the games, their options and opponents."""
    listed = [_described(tenka.game(name)) for name in tenka.games()]
    if as_json:
        print(json.dumps(listed))
        return
    for game in listed:
        table = Table(title=f"{game['title']} ({game['name']})", title_justify="left", box=None)
        for column in ("option", "values", "default", "about"):
            table.add_column(column)
        table.add_row("players", game["players"], str(game["default_players"]), "")
        for option in game["options"]:
            table.add_row(option["name"], option["values"], str(option["default"]), option["about"])
        console.print(table)
        console.print(f"bots: {', '.join(game['bots'])}\n")


@app.command()
def bench(
    game: Annotated[list[str] | None, typer.Option(help="Only this game; repeatable.")] = None,
    against: Annotated[
        str,
        typer.Option(
            help="Peers to measure too: open_spiel, catanatron, pettingzoo; on a GPU pgx."
        ),
    ] = "",
    device: Annotated[str, typer.Option(help="cpu, or cuda for a GPU.")] = "cpu",
    seconds: Annotated[float, typer.Option(help="Seconds to spend on each measurement.")] = 1.0,
    plot: Annotated[Path | None, typer.Option(help="Write a picture (SVG) here.")] = None,
    page: Annotated[
        Path | None, typer.Option(help="Put the figures into this page: docs/performance.md.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Measure speed on this machine.

    [bold]Examples[/]

    tenka bench

    tenka bench --game suntzu --against open_spiel,catanatron,pettingzoo --json

    tenka bench --against open_spiel,catanatron,pettingzoo --plot speed.svg

    tenka bench --device cuda --against pgx
    """
    names = game or list(tenka.games())
    peers = [peer for peer in against.split(",") if peer]
    if device != "cpu":
        if plot:
            raise TenkaError("there is no picture of speeds on a GPU: take --page or --json")
        _bench_gpu(device, names, peers, seconds, page, as_json=as_json)
        return
    report = speed.measure(names, peers, seconds, Console(stderr=True))
    if plot:
        plot.write_text(speed.as_svg(report), encoding="utf-8")
    if page:
        speed.rewrite(page, report)
    if as_json:
        print(json.dumps(report, indent=1))
    else:
        speed.show(report, console)


def _bench_gpu(
    device: str,
    names: list[str],
    peers: list[str],
    seconds: float,
    page: Path | None,
    *,
    as_json: bool,
) -> None:
    try:
        from tenka.bench import gpu
        from tenka.core.gpu import device as find_device

        find_device(device)  # or a word on why not
    except ImportError as error:
        raise TenkaError("numba-cuda is needed: pip install 'tenka[cuda]'") from error
    report = gpu.measure(names, peers, seconds, Console(stderr=True))
    if page:
        gpu.rewrite(page, report)
    if as_json:
        print(json.dumps(report, indent=1))
    else:
        gpu.show(report, console)


@app.command()
def arena(
    game: Annotated[str, typer.Option(help="Which game.")],
    bots: Annotated[
        str,
        typer.Option(
            help="Levels, or FILE.py:CLASS, separated by commas; the last fills the other seats."
        ),
    ],
    games: Annotated[int, typer.Option(help="How many games.")] = 400,
    players: Annotated[int | None, typer.Option(help="How many players.")] = None,
    think_ms: Annotated[int, typer.Option(help="Milliseconds per decision.")] = 200,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 1,
    workers: Annotated[int | None, typer.Option(help="Processes; default: one per core.")] = None,
    stop_early: Annotated[
        bool,
        typer.Option("--stop-early", help="With two bots: stop once a sequential test decides."),
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
    from tenka.arena.report import as_svg, as_table

    tournament = Tournament.of(
        game,
        bots.split(","),
        players,
        games=games,
        seed=seed,
        think_ms=think_ms,
        stop_early=stop_early,
    )
    _compile(tenka.game(game))
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(tenka.game(game).title, total=games)
        standings = tournament.run(lambda _: progress.advance(bar), workers, ray)
    rows = standings.table()
    console.print(as_table(rows))
    title = f"{tenka.game(game).title}, {tournament.options['players']} players"
    if out:
        played = {"game": game, "options": tournament.options, "bots": rows, "seed": seed}
        out.write_text(json.dumps(played, indent=1), encoding="utf-8")
    if plot:
        plot.write_text(as_svg(title, rows), encoding="utf-8")


@app.command()
def puzzles(
    game: Annotated[str, typer.Argument(help="Which game.")],
    out: Annotated[Path, typer.Option(help="The file to write; if it is there, it is continued.")],
    count: Annotated[int, typer.Option(help="How many puzzles the file is to have.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the first game.", min=0)] = 1,
    workers: Annotated[int | None, typer.Option(help="Processes; default: one per core.")] = None,
    of: Annotated[
        list[str] | None,
        typer.Option(help="Games that were played: record files, folders of them, databases."),
    ] = None,
) -> None:
    """Make puzzles: positions from games in which one decision is clearly best.

    The games are played by bots for this, unless others are given.

    [bold]Examples[/]

    tenka puzzles samurai --count 20 --out samurai.json

    tenka puzzles samurai --of sqlite:///tables.sqlite --of games/ --out samurai.json
    """
    from tenka.puzzles import making, read, write

    kept = read(out) if out.exists() else []
    if kept and kept[-1].game != game:
        raise OptionError(f"{out} has puzzles of {kept[-1].game}, not of {game}")
    # The seeds of a server's games are larger by far than those of games played for this.
    first = max([seed, *(puzzle.seed + 1 for puzzle in kept if puzzle.seed < 2**32)])
    _compile(tenka.game(game))
    wanted = count - len(kept)
    if of:
        made = making.make_of(game, _played(game, of), wanted, kept, workers)
    else:
        made = making.make(game, wanted, first, kept, workers)
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(tenka.game(game).title, total=count, completed=len(kept))
        for puzzle in made:
            kept.append(puzzle)
            write(out, game, kept)
            progress.advance(bar)
    console.print(f"{len(kept)} puzzles of {tenka.game(game).title} are in {out}.")


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


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 means all.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.")] = 8000,
    database: Database = None,
    workers: Annotated[int, typer.Option(help="Server processes on this machine.")] = 1,
) -> None:
    """Run the table for a group, over HTTP.

    [bold]Examples[/]

    tenka serve --host 0.0.0.0 --port 8000

    tenka serve --database postgresql://tenka@localhost/tenka --workers 4
    """
    from tenka import server

    server.serve(host, port, database, workers)


@app.command()
def think(
    database: Database = None,
    processes: Annotated[
        int, typer.Option(min=1, help="How many bots think at the same time.")
    ] = 1,
) -> None:
    """Let bots think on this machine for servers that run with TENKA_BOT_PROCESSES=0.

    [bold]Example[/]

    tenka think --database postgresql://tenka@db/tenka --processes 8
    """
    from tenka import server

    server.think(database, processes)


def _options(name: str, pairs: list[str]) -> dict[str, Any]:
    """Options from NAME=VALUE; the game's own error tells what it takes."""
    words = {"true": True, "yes": True, "false": False, "no": False}
    chosen: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(f"an option is NAME=VALUE, for example events=true, not {pair!r}")
        chosen[key] = int(value) if value.isdigit() else words.get(value.casefold(), value)
    tenka.game(name).choose(None, chosen)
    return chosen


def _seats(match: tenka.Match, given: str | None) -> list[str]:
    """The kinds of seats: one person against the strongest bots, unless told otherwise."""
    count = match.options["players"]
    if given is None:
        return [HUMAN] + [tenka.bots(match.game.name)[-1]] * (count - 1)
    kinds = [kind.strip() for kind in given.split(",")]
    if len(kinds) != count:
        raise OptionError(f"{match.game.title} has {count} seats here, and {len(kinds)} are named")
    return kinds


def _compile(game: tenka.Game) -> None:
    """Wait for compiled rules and opponents, with a bar that tells why, once."""
    codes = [game.engine.rules, *(bot_code(game.name, level) for level in tenka.bots(game.name))]
    if code.way() is Way.NEVER or all(found.mark.exists() for found in codes if found):
        return
    kinds = ("rules", "bots")
    command = [*background.command(game.name, *kinds), "--report"]
    process = subprocess.Popen(  # noqa: S603  (our own words)
        command, env=background.surroundings(), stdout=subprocess.PIPE, text=True
    )
    with process, Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(f"Compiling {game.title}, once", total=len(kinds))
        for told in map(json.loads, process.stdout or ()):
            progress.update(bar, completed=kinds.index(told["kind"]) + told["part"])


def _kept() -> Path:
    return Path(platformdirs.user_data_dir("tenka", appauthor=False)) / "left-game.json"


def _left_game() -> tuple[tenka.Match, list[str]]:
    if not _kept().exists():
        raise TenkaError("no game was left: begin one with 'tenka play --text'")
    seats = _kept().with_suffix(".seats").read_text(encoding="utf-8")
    return tenka.load(_kept()), seats.split(",")


def _described(game: tenka.Game) -> dict[str, Any]:
    players = sorted(game.players)
    return {
        "name": game.name,
        "title": game.title,
        "players": " ".join(map(str, players)),
        "default_players": game.players[0],
        "options": [
            {
                "name": option.name,
                "values": option.describe(),
                "default": option.default,
                "about": option.about,
            }
            for option in game.options
        ],
        "bots": list(tenka.bots(game.name)),
    }


def main() -> None:
    """Run the command line; what Tenka refuses is told in one line."""
    try:
        app()
    except TenkaError as error:
        Console(stderr=True).print(str(error), style="red", markup=False, highlight=False)
        sys.exit(2)
