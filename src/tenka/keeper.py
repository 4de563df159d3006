"""The commands of whoever looks after a server: they work on its database, also while it runs."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

console = Console()
operator = typer.Typer(
    help="Look after a running server: numbers, notices, maintenance, bans.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
Database = Annotated[
    str | None,
    typer.Option(help="Address of a SQLite or PostgreSQL database; default: your own file."),
]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the others."""
    for command in (tables, backup, restore):
        app.command()(command)
    app.add_typer(operator, name="operator")


def tables(
    database: Database = None,
    prune: Annotated[
        bool, typer.Option("--prune", help="Remove the tables whose time is up.")
    ] = False,
    most: Annotated[int, typer.Option(help="How many tables to list.", min=0)] = 20,
    as_json: JSON = False,
) -> None:
    """List the tables that a server keeps, with those to be removed first at the top.

    Nothing is removed without --prune. A running server removes old tables by itself.

    [bold]Examples[/]

    tenka tables

    tenka tables --database postgresql://tenka@localhost/tenka --prune
    """
    from tenka.server.inventory import print_tables, take

    kept = take(database, most, prune=prune)
    if as_json:
        print(json.dumps(kept))
    else:
        print_tables(kept, console)


def backup(
    file: Annotated[Path, typer.Argument(help="The new file.")],
    database: Database = None,
    as_json: JSON = False,
) -> None:
    """Copy all that a server keeps into a file, also while the server runs.

    The file holds the secrets of all tables: keep it as you keep the database.

    [bold]Example[/]: tenka backup tables.backup.gz
    """
    from tenka.server import backup

    _tell_copy(backup.take(database, file), as_json, "copied")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that 'tenka backup' wrote.", exists=True)],
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Remove what is in the database first.")
    ] = False,
    as_json: JSON = False,
) -> None:
    """Put a copy back: into an empty database, or in place of what is there.

    All of it is put back, or nothing. A copy from SQLite fits PostgreSQL, and the other way round.

    [bold]Examples[/]

    tenka restore tables.backup.gz --database sqlite:///new.sqlite

    tenka restore tables.backup.gz --database postgresql://tenka@localhost/tenka --replace
    """
    from tenka.server import backup

    _tell_copy(backup.put_back(database, file, replace=replace), as_json, "put back")


def _tell_copy(said: dict[str, Any], as_json: bool, done: str) -> None:
    if as_json:
        print(json.dumps(said))
        return
    rows = ", ".join(f"{name} {count:,}" for name, count in said["rows"].items() if count)
    console.print(f"{done}: {rows or 'nothing: there are no tables yet'}", highlight=False)


# -- tenka operator


def _at(database: str | None, work: Callable[[AsyncConnection], Awaitable[Any]]) -> Any:
    """Work on a database in one transaction."""
    from tenka.server import inventory

    storage = inventory.storage_of(database)

    async def run() -> Any:
        await storage.open()
        try:
            async with storage.changing() as connection:
                return await work(connection)
        finally:
            await storage.close()

    return asyncio.run(run())


@operator.command()
def status(
    database: Database = None,
    most: Annotated[int, typer.Option(help="How many tables and reports to list.", min=0)] = 10,
    as_json: JSON = False,
) -> None:
    """Orders, numbers and rates.

    [bold]Example[/]: tenka operator status
    """
    from tenka.server import inventory, office

    seen = _at(database, lambda connection: office.overview(connection, most))
    if as_json:
        print(json.dumps(seen))
    else:
        inventory.print_overview(seen, console)


@operator.command()
def notice(
    text: Annotated[str | None, typer.Argument(help="In English; nothing: no notice.")] = None,
    pl: Annotated[str | None, typer.Option(help="The same in Polish.")] = None,
    ru: Annotated[str | None, typer.Option(help="The same in Russian.")] = None,
    database: Database = None,
) -> None:
    """Show a sentence on every open page, until another one or none is ordered.

    [bold]Examples[/]

    tenka operator notice "New version tonight at ten" --pl "Dziś o 22 nowa wersja"

    tenka operator notice
    """
    from tenka.server import orders

    texts = {"en": text, "pl": pl, "ru": ru}
    content = {language: said for language, said in texts.items() if said} if text else None
    _at(database, lambda connection: orders.give(connection, orders.NOTICE, content))
    console.print("Everybody is told." if content else "There is no notice any more.")


@operator.command()
def maintenance(
    state: Annotated[Literal["on", "off"], typer.Argument(help="Whether it is.")],
    database: Database = None,
) -> None:
    """Set up no new tables, and tell people so; games in play go on.

    [bold]Example[/]: tenka operator maintenance on
    """
    from tenka.server import orders

    content: Any = {} if state == "on" else None
    _at(database, lambda connection: orders.give(connection, orders.MAINTENANCE, content))
    console.print(f"Maintenance is {state}.")


@operator.command()
def ban(
    address: Annotated[
        str, typer.Argument(help="192.0.2.7, 192.0.2.0/24, 2001:db8::/64 or 'person 17'.")
    ],
    hours: Annotated[float | None, typer.Option(help="For how long; default: for good.")] = None,
    database: Database = None,
) -> None:
    """Refuse whatever comes from an address, or from several; or a person.

    Who is banned is signed out everywhere, and cannot sign in again.

    [bold]Examples[/]

    tenka operator ban 192.0.2.7 --hours 24

    tenka operator ban "person 17"
    """
    from tenka.server import census

    banned = _at(database, lambda connection: census.ban(connection, address, hours))
    console.print(f"{banned} is banned.", highlight=False)


@operator.command()
def unban(
    address: Annotated[str, typer.Argument(help="As it was banned.")], database: Database = None
) -> None:
    """Take a ban back.

    [bold]Example[/]: tenka operator unban 192.0.2.7
    """
    from tenka.server import orders

    name = orders.BAN + orders.banned(address)
    _at(database, lambda connection: orders.give(connection, name, None))
    console.print(f"{name.removeprefix(orders.BAN)} may come again.", highlight=False)


@operator.command()
def remove(
    table: Annotated[int, typer.Argument(help="Its number in 'tenka tables'.")],
    database: Database = None,
) -> None:
    """Remove a table before its time, with all that was said and played there.

    [bold]Example[/]: tenka operator remove 17
    """
    from tenka.server import office

    _at(database, lambda connection: office.remove(connection, table))
    console.print(f"Table {table} is gone.")


@operator.command()
def people(
    name: Annotated[str, typer.Argument(help="A part of it, or a person's number.")],
    database: Database = None,
    most: Annotated[int, typer.Option(help="How many people to list.", min=0)] = 20,
    as_json: JSON = False,
) -> None:
    """Find people by name: how many tables, sessions and reports they have.

    [bold]Example[/]: tenka operator people Ann
    """
    from tenka.server import census, inventory

    found = _at(database, lambda connection: census.find(connection, name, most))
    if as_json:
        print(json.dumps(found))
    else:
        inventory.print_people(found, console)


@operator.command(name="sign-out")
def sign_out(
    person: Annotated[int, typer.Argument(help="Their number in 'tenka operator people'.")],
    database: Database = None,
) -> None:
    """Sign a person out on all their devices; they can sign in again.

    [bold]Example[/]: tenka operator sign-out 17
    """
    from tenka.server import census

    _at(database, lambda connection: census.sign_out(connection, person))
    console.print(f"Person {person} is signed out everywhere.")


@operator.command()
def settle(
    report: Annotated[int, typer.Argument(help="Its number in 'tenka operator status'.")],
    database: Database = None,
) -> None:
    """Be done with a report that somebody made about another.

    [bold]Example[/]: tenka operator settle 3
    """
    from tenka.server import reports

    _at(database, lambda connection: reports.settle(connection, report))
    console.print(f"Report {report} is settled.")


@operator.command()
def ratings(database: Database = None, as_json: JSON = False) -> None:
    """Reckon all ratings again from the rated games that are kept.

    Good after an edition of Tenka in which the bots' strengths were measured anew.

    [bold]Example[/]: tenka operator ratings
    """
    from tenka.server import rating

    done = _at(database, rating.recount)
    if as_json:
        print(json.dumps(done))
    else:
        console.print("{games:,} games, {ratings:,} ratings, {changed:,} changed".format_map(done))


@operator.command()
def token() -> None:
    """Make up a token for the operator's page.

    [bold]Example[/]: TENKA_OPERATOR_TOKEN=$(tenka operator token) tenka serve
    """
    print(secrets.token_urlsafe(24))
