"""The table: a server that people play on, over HTTP. `docs/table.md` describes the interface."""

from __future__ import annotations

import os
import tempfile
from typing import Any

APP = "tenka.server.app:create_app"
HOW: dict[str, Any] = {
    "factory": True,
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "http": "tenka.server.connections:Connection",
    "ws": "none",  # nobody needs them here, and they would slip out of the count
    "backlog": 128,  # so many are let in before their number is looked at
    "timeout_graceful_shutdown": 2,
    "h11_max_incomplete_event_size": 32 * 1024,
}


def serve(
    host: str = "127.0.0.1", port: int = 8000, database: str | None = None, workers: int = 1
) -> None:
    """Run the server until it is stopped. Several workers share one database."""
    import uvicorn

    if database:
        os.environ["TENKA_DATABASE"] = database
    os.environ.setdefault("TENKA_PROCESSES", str(workers))
    if workers < 2:
        uvicorn.run(APP, host=host, port=port, **HOW)
        return
    with tempfile.TemporaryDirectory(prefix="tenka-") as metrics:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", metrics)
        uvicorn.run(APP, host=host, port=port, workers=workers, **HOW)


def think(database: str | None = None, processes: int = 1) -> None:
    """Let bots think here for servers elsewhere, until this is stopped."""
    import asyncio
    from contextlib import suppress
    from dataclasses import replace

    from tenka.server import pool
    from tenka.server.settings import Settings

    settings = Settings.from_environment()
    address = database or settings.database
    with suppress(KeyboardInterrupt):
        asyncio.run(pool.think(replace(settings, database=address, bot_processes=processes)))
