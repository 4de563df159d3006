"""Metrics for Prometheus. None of them names a table or a person."""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)

disable_created_metrics()  # type: ignore[no-untyped-call]  # as are others of this library

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

requests = Histogram(
    "tenka_request_seconds", "Requests by route, method and status", ["route", "method", "status"]
)
moves = Counter("tenka_decisions_total", "Decisions made", ["game", "by"])
undone = Counter("tenka_decisions_taken_back_total", "Decisions taken back", ["game"])
refused = Counter("tenka_refusals_total", "Refused requests by reason", ["code"])
finished = Counter("tenka_games_finished_total", "Games played to the end", ["game"])
thinking = Histogram("tenka_bot_seconds", "How long bots think", ["game", "level"])
bot_failures = Counter(
    "tenka_bot_failures_total", "Bots that crashed or overran", ["game", "level"]
)
streams = Gauge("tenka_streams", "Open streams", multiprocess_mode="livesum")
notices = Counter("tenka_notices_total", "Notices sent", ["channel", "outcome"])
transaction = Histogram(
    "tenka_change_seconds", "From asking for a table's row to the commit", buckets=_BUCKETS
)


_METHODS = frozenset(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])


def method(name: str) -> str:
    """A request's method as a label; whoever makes methods up must not make labels up."""
    return name if name in _METHODS else "other"


def exposition() -> bytes:
    """All metrics as text; of all processes, where PROMETHEUS_MULTIPROC_DIR is set."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder is None:
        return generate_latest()
    forget_the_dead(Path(folder))
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # likewise
    return generate_latest(registry)


def forget_the_dead(folder: Path) -> None:
    """What a process counted stays when it ends; what it held open is no more."""
    for file in folder.glob("gauge_live*_*.db"):
        number = int(file.stem.rsplit("_", 1)[1])
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            multiprocess.mark_process_dead(number)  # type: ignore[no-untyped-call]  # likewise
        except PermissionError:
            pass  # alive
