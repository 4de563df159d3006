"""Compiled rules ask arrays only for places that they have."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import tenka
from tests.server.running import ROOT

pytestmark = pytest.mark.long

MISPLACED = """
import numpy as np
from pathlib import Path
from tenka.core.rule import rule
from tenka.core.target import entry_point

TABLE = np.arange(3)

@rule
def look_up(place: int) -> int:
    return TABLE[place]

def ask(place: int) -> int:
    return look_up(place)

asked = entry_point(ask, Path("{folder}"), silent=True)
print(asked(2), flush=True)
asked({place})
"""


def run(folder, *command):
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    env |= {"TENKA_PLACES": "checked", "TENKA_COMPILE": "now", "TENKA_CACHE_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, *command], env=env, cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("game", tenka.games())
def test_no_opponent_asks_for_a_place_that_is_not_there(game, tmp_path):
    done = run(tmp_path, "-m", "tests.core.checked", game)
    assert done.stdout == "all places are there\n", done.stdout + done.stderr


@pytest.mark.parametrize("place", [-1, 3])
def test_a_place_that_is_not_there_is_told(place, tmp_path):
    file = tmp_path / "misplaced.py"
    file.write_text(MISPLACED.format(folder=tmp_path, place=place), encoding="utf-8")
    done = run(tmp_path, str(file))
    assert done.returncode < 0
    assert done.stdout.startswith(f"2\nplace {place} of 3 in ")
    assert "look_up" in done.stdout
