"""A bad night: servers and PostgreSQL are killed under load, and nothing acknowledged is lost.

    python -m benchmarks.faults --kills 1000 --database-kills 100

Several server processes share one PostgreSQL. At several tables people play one game after another,
each at any process, and try again until an answer comes. First one process is cut off from its
database, and neither is told. Then every process is killed again and again (SIGKILL), and so is
PostgreSQL with all of its processes. In the end every game is
compared with what its players were told: each acknowledged move is in the ledger, none twice, none
that nobody sent; every stream told every event once and in order; and the state that is kept is the
one to which the ledger's moves lead. Ends with status 1 if anything is wrong. Told to end before
(SIGTERM), it kills no more, has the games played to their end, and gives its account.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from tests.server.conftest import new_cluster
from tests.server.running import Server
from tests.server.survival import Stubborn, Trouble, check_ledgers, survive
from tests.server.wire import wire_to

TELLING = 30.0  # seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000, help="of server processes, in all")
    parser.add_argument("--database-kills", type=int, default=100, help="of PostgreSQL")
    parser.add_argument(
        "--rest", type=float, default=8, help="seconds between two of them, at most (and one more)"
    )
    parser.add_argument("--cut-off", type=float, default=60, help="seconds for one process")
    parser.add_argument("--processes", type=int, default=4, help="server processes")
    parser.add_argument("--games", type=int, default=6, help="played at the same time")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    start, trouble, cluster = time.monotonic(), Trouble(arguments.seed), new_cluster()
    told: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
    try:
        players = asyncio.run(night(arguments, trouble, cluster, lambda: bool(told)))
    finally:
        cluster.cleanup()
    report = {
        "server_kills": trouble.killed,
        "database_kills": trouble.databases,
        "seconds_cut_off": trouble.cut_off,
        "processes": arguments.processes,
        "games": len(players) // 2,
        "moves_acknowledged": sum(len(player.acknowledged) for player in players),
        "lost_or_doubled": 0,
        "seconds": round(time.monotonic() - start),
    }
    if arguments.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:24} {value}")


async def night(
    arguments: argparse.Namespace, trouble: Trouble, cluster: Any, enough: Callable[[], bool]
) -> list[Stubborn]:
    """The night, and the account in the morning: an AssertionError says what is wrong."""
    cluster.psql("CREATE DATABASE night;")
    address = cluster.get_uri(database="night")
    async with AsyncExitStack() as running:
        wire, near = await running.enter_async_context(wire_to(address))
        addresses = [near, *[address] * (arguments.processes - 1)]
        servers = [Server(one, processes=arguments.processes) for one in addresses]
        for server in servers:
            await asyncio.to_thread(server.start)
            running.push_async_callback(asyncio.to_thread, server.stop)
        telling = asyncio.create_task(tell_how_far(trouble))
        running.callback(telling.cancel)
        players = await survive(
            servers,
            trouble,
            arguments.kills,
            cluster=cluster,
            database_kills=arguments.database_kills,
            rest=arguments.rest,
            games=arguments.games,
            seconds=arguments.seconds,
            wire=wire,
            cut=arguments.cut_off,
            enough=enough,
        )
        await check_ledgers(address, players)
    return players


async def tell_how_far(trouble: Trouble) -> None:
    """Say now and then how many were killed, for whoever waits."""
    while True:
        await asyncio.sleep(TELLING)
        print(f"{trouble.killed} servers, {trouble.databases} databases", file=sys.stderr)


if __name__ == "__main__":
    main()
