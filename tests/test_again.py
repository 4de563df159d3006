"""A test that failed gets one more chance, alone; nothing else does, and all is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TESTS = """
from pathlib import Path

def test_that_passes_alone():
    tried = Path("tried")
    before = tried.exists()
    tried.touch()
    assert before

def test_that_is_broken():
    assert False

def test_that_passes():
    pass
"""


def python(place: Path, *words: str) -> tuple[int, str]:
    """How Python ended in a folder, and what it printed."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=place,
        env={"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("tests", "chosen", "status", "told"),
    [
        (
            TESTS,
            "not broken",
            0,
            "passed alone; mend them, too (1):\n  test_it.py::test_that",
        ),
        (TESTS, "not alone", 1, "Failed both times (1):\n  test_it.py::test_that_is_broken\n"),
        ("import nothing_of_that_name", "", 1, "nothing is run again"),
    ],
)
def test_what_fails_runs_once_more(tmp_path, tests, chosen, status, told):
    (tmp_path / "test_it.py").write_text(tests)
    options = ("-p", "xdist", "-k", chosen)
    assert python(tmp_path, "-m", "pytest", *options)[0] in (1, 2)
    ended, words = python(tmp_path, "-m", "tests.again", *options)
    assert ended == status, words
    assert told in words
