"""`tenka play` as people type it: a server on loopback, a browser, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

import pytest

from tests.server.running import PATIENCE, free_port

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


@pytest.fixture
def home(tmp_path):
    """An environment with a home of its own and a browser that notes what it is to show."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/shown\n')
    browser.chmod(0o755)
    return os.environ | {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "BROWSER": f"{browser} %s",
        "NUMBA_DISABLE_JIT": "1",
        "TENKA_LOG_LEVEL": "WARNING",
    }


@contextmanager
def playing(environment, *words):
    """`tenka play`, and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tenka", "play", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process, ADDRESS.search(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310  (loopback)
        return answer.read().decode()


def test_a_server_starts_near_the_port_the_browser_opens_and_ctrl_c_ends_it(home, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with playing(home, "--port", str(port)) as (process, address):
            assert int(address[1]) != port
            assert json.loads(fetch(f"{address[0]}/healthz"))["status"] == "ok"
            assert "Tenka" in fetch(address[0])
            shown, give_up = tmp_path / "shown", time.monotonic() + PATIENCE
            while not shown.exists() or not shown.read_text():
                assert time.monotonic() < give_up
                time.sleep(0.05)
            assert shown.read_text().strip() == address[0]
            assert (tmp_path / "data" / "tenka" / "tables.sqlite").exists()
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
            assert "Traceback" not in process.stderr.read()


def test_a_second_one_shows_the_first(home, tmp_path):
    port = str(free_port())
    with playing(home, "--no-browser", "--port", port) as (first, address):
        with playing(home, "--no-browser", "--port", port) as (second, again):
            assert second.wait(PATIENCE) == 0
            assert again[0] == address[0]
        first.kill()  # without a chance to take its note away
        first.wait()
    with playing(home, "--no-browser", "--port", port) as (_, address):
        assert "ok" in fetch(f"{address[0]}/healthz")
        assert not (tmp_path / "shown").exists()
