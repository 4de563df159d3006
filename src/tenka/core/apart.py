"""Processes beside this one, each at work on one core."""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.context import SpawnContext


def processes() -> SpawnContext:
    """The way to begin them.

    Numpy's linear algebra would have a thread for every core in each of them, and on a busy machine
    these wait for one another far longer than they work.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return multiprocessing.get_context("spawn")
