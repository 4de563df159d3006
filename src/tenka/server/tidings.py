"""What one process tells the others of a change: all of it, so that they need not read it.

PostgreSQL carries a few thousand characters with a notice. A change is what moves alter of a
table's row, and the lines that were written; whoever has the table as it was before has it as it is
now. What is longer, or alters more, is told as a number alone, and read by those who want it.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tenka.server.book import book_of
from tenka.server.ledger import Line
from tenka.server.tables import ALTERED_BY_MOVES, Table

MOST = 7800  # characters; PostgreSQL takes 8000 bytes, with what stands before


def told(table: Table, lines: Sequence[Line]) -> str:
    """A change by moves alone as text; empty if it is too long."""
    row = table.columns()
    kept: dict[str, Any] = {name: row[name] for name in ALTERED_BY_MOVES}
    kept["state"] = _text(table.state)
    written = [{**vars(line), "rows": _text(line.rows)} for line in lines]
    text = json.dumps([kept, written], separators=(",", ":"))
    return text if len(text) <= MOST else ""


def heard(text: str, before: Table) -> tuple[Table, list[Line]] | None:
    """The table after a change of which another process told, and the lines of it.

    None if the change was made to another writing of the row than the one that is known here.
    """
    kept, written = json.loads(text)
    if kept["writing"] != before.writing + 1:
        return None
    kept["state"], kept["book"] = b64decode(kept["state"]), book_of(kept["book"])
    lines = [Line(**{**line, "rows": b64decode(line["rows"])}) for line in written]
    return replace(before, **kept), lines


def _text(content: bytes | None) -> str:
    return b64encode(content or b"").decode()
