"""A week in one file, with its diary and its ledgers, so that it can be reckoned again."""

from __future__ import annotations

import asyncio
import pickle
import tempfile
from pathlib import Path

from tenka.server.backup import put_back, take
from tests.server.courses import Course
from tests.server.diary import Diary
from tests.server.reckoning import courses


def keep(file: Path, diary: Diary, database: str) -> None:
    """Write down all that an account is made from."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.gz"
        take(database, copy)
        file.write_bytes(pickle.dumps((diary, copy.read_bytes())))


def kept(file: Path) -> tuple[Diary, list[Course]]:
    """A week that was kept; it is a program's own file, and never one from elsewhere."""
    diary, copied = pickle.loads(file.read_bytes())  # noqa: S301  (see above)
    with tempfile.TemporaryDirectory() as folder:
        copy, database = Path(folder) / "copy.gz", f"sqlite:///{folder}/tables.sqlite"
        copy.write_bytes(copied)
        put_back(database, copy, replace=False)
        return diary, asyncio.run(courses(database))
