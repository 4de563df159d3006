"""The server has one clock."""

from __future__ import annotations

from pathlib import Path

from tenka.server import clock
from tenka.server.book import Book
from tenka.server.tables import Table

SOURCE = Path(clock.__file__).parent


def test_nobody_else_looks_at_the_time_of_day():
    asking = [
        file.name
        for file in SOURCE.rglob("*.py")
        if "time.time" in file.read_text(encoding="utf-8") and "migrations" not in file.parts
    ]
    assert asking == ["clock.py"]


def test_another_clock_tells_the_time_for_a_while():
    with clock.kept_by(lambda: 77.0):
        table = Table("goofspiel", {}, [], Book.blank(2), stand_in="random")
        assert table.created == table.touched == clock.now() == 77.0
    assert clock.now() > 1e9
