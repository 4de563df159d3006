"""The command line: `tenka`, or `python -m tenka`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console

import tenka
from tenka import keeper
from tenka.cli.playing import games, play
from tenka.cli.records import replay, review, verify
from tenka.cli.research import arena, bench, puzzles
from tenka.cli.serving import serve, think
from tenka.core.errors import TenkaError

app = typer.Typer(
    help="Tenka: board games about uniting a realm. On its own, it runs 'tenka play'.",
    no_args_is_help=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (play, games, replay, verify, review, arena, puzzles, bench, serve, think):
    app.command()(command)
keeper.add_to(app)


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


def main() -> None:
    """Run the command line; what Tenka refuses is told in one line."""
    try:
        app()
    except TenkaError as error:
        Console(stderr=True).print(str(error), style="red", markup=False, highlight=False)
        sys.exit(2)
