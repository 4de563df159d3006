"""Processes beside this one."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import tenka
from tenka.core import apart


def test_a_process_calculates_on_one_core(monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    with ProcessPoolExecutor(1, apart.processes()) as pool:
        assert pool.submit(os.getenv, "OPENBLAS_NUM_THREADS").result() == "1"


def test_who_wants_more_gets_more(monkeypatch):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    with ProcessPoolExecutor(1, apart.processes()) as pool:
        assert pool.submit(os.getenv, "OPENBLAS_NUM_THREADS").result() == "2"


def test_all_processes_begin_like_that():
    sources = Path(tenka.__file__).parent.rglob("*.py")
    begin = {path.name for path in sources if "multiprocessing.get_context" in path.read_text()}
    assert begin == {"apart.py"}
