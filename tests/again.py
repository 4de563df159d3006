"""Run the tests that failed once more, alone: `python -m tests.again [OPTIONS OF PYTEST]`.

A fault of the program fails again. What passes now failed only while other tests kept the machine
busy: it is named at the end, because a test ought to wait for what it needs.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

FAILED = Path(".pytest_cache/v/cache/lastfailed")


def failed() -> set[str]:
    """The tests, and the files that could not be read, in which the last run failed."""
    return set(json.loads(FAILED.read_text())) if FAILED.exists() else set()


def tell(sentence: str, tests: set[str]) -> None:
    if tests:
        print(f"\n{sentence} ({len(tests)}):", *sorted(tests), sep="\n  ", flush=True)


def main(options: list[str]) -> int:
    first = failed()
    tell("Failed", first)
    if not first or not all("::" in test for test in first):
        print("\nMore is wrong than tests that fail: nothing is run again.")
        return 1
    print("\nThey run once more, alone.", flush=True)
    command = [sys.executable, "-m", "pytest", "--numprocesses", "0", "--last-failed", *options]
    status = subprocess.run(command, check=False).returncode
    again = first if status > 1 else failed()
    tell("Failed beside other tests and passed alone; mend them, too", first - again)
    tell("Failed both times", again)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
