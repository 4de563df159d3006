"""Processes of `tenka` that begin with the program loaded: most of a server's start is loading it.

Each is forked from one process that has loaded everything, with rules that are interpreted. From
there on it is what `python -m tenka` would be.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import subprocess
import sys
import threading
from multiprocessing import forkserver
from unittest.mock import patch

LOADED = ["tenka.cli", "tenka.server.app", "tenka.server.connections", "uvicorn"]
# One at a time: of two that overlap the second would put back what the first had put in, and rules
# would be interpreted here for good.
_SURROUNDINGS = threading.Lock()
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}


def _run(words: list[str], settings: dict[str, str], log: str, files: int | None) -> None:
    """`tenka` with these words, in this environment; what it prints goes to the log."""
    os.environ.clear()
    os.environ.update(settings)
    with open(log, "ab") as kept:
        os.dup2(kept.fileno(), 1)
        os.dup2(kept.fileno(), 2)
    if files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    sys.argv = ["tenka", *words]
    from tenka.cli import main

    main()


class Forked:
    """Such a process, with what tests do to one of `subprocess`."""

    def __init__(
        self, words: list[str], settings: dict[str, str], log: str, files: int | None
    ) -> None:
        with _SURROUNDINGS, patch.dict(os.environ, settings):
            forkserver.ensure_running()
        nursery = multiprocessing.get_context("forkserver")
        self.process = nursery.Process(target=_run, args=(words, settings, log, files))
        self.process.start()
        self.pid = self.process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        self.process.join(seconds)
        if (status := self.poll()) is None:
            raise subprocess.TimeoutExpired(str(self.pid), seconds)
        return status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.process.terminate()


forkserver.set_forkserver_preload(LOADED)
