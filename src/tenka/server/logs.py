"""Logs: one JSON object a line, of facts that are nobody's secret.

Tables are named by their number in the database, never by their link; keys, seeds, states and
decisions are not logged at all.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

_logger = logging.getLogger("tenka.server")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; errors bring their type and where they happened, not their values."""
        line = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record.exc_info[2])
        return json.dumps(line)


def _where(trace: Any) -> list[str]:
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return places[-8:]


def set_up(level: str) -> None:
    """Send all logs, also uvicorn's, to standard error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers[:] = []
    logging.getLogger("uvicorn.access").disabled = True  # its lines would hold links and keys
    _logger.setLevel(level)


def log(event: str, *, level: int = logging.INFO, error: bool = False, **facts: Any) -> None:
    """Write one line; with `error`, about the exception being handled."""
    _logger.log(level, event, extra={"facts": facts}, exc_info=error)


class Stopwatch:
    """Milliseconds since it was made."""

    def __init__(self) -> None:
        self.start = time.perf_counter()

    @property
    def ms(self) -> float:
        """How long it has been."""
        return round(1000 * (time.perf_counter() - self.start), 2)
