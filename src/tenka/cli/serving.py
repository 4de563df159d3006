"""Commands that serve tables, and think for them."""

from __future__ import annotations

from typing import Annotated

import typer

from tenka.keeper import Database


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
