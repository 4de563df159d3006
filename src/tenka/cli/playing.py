"""Commands to play in the browser or in the terminal, and what there is to play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import platformdirs
import typer
from rich.console import Console
from rich.table import Table

import tenka
from tenka.cli.options import options_of
from tenka.core.errors import OptionError, TenkaError
from tenka.keeper import JSON
from tenka.terminal import HELP, HUMAN, Quit, Seats, TerminalTable, choose_game, save

console = Console()

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
        match = tenka.new(name, players=players, seed=seed, **options_of(name, option))
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


def _seats(match: tenka.Match, given: str | None) -> list[str]:
    """The kinds of seats: one person against the strongest bots, unless told otherwise."""
    count = match.options["players"]
    if given is None:
        return [HUMAN] + [tenka.bots(match.game.name)[-1]] * (count - 1)
    kinds = [kind.strip() for kind in given.split(",")]
    if len(kinds) != count:
        raise OptionError(f"{match.game.title} has {count} seats here, and {len(kinds)} are named")
    return kinds


def _kept() -> Path:
    return Path(platformdirs.user_data_dir("tenka", appauthor=False)) / "left-game.json"


def _left_game() -> tuple[tenka.Match, list[str]]:
    if not _kept().exists():
        raise TenkaError("no game was left: begin one with 'tenka play --text'")
    seats = _kept().with_suffix(".seats").read_text(encoding="utf-8")
    return tenka.load(_kept()), seats.split(",")


def games(as_json: JSON = False) -> None:
    """List the games, their options and opponents.

    [bold]Example[/]: tenka games
    """
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
