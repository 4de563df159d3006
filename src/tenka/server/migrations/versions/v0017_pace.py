"""A table has a pace: what was a deadline is so much time for each turn."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Whoever was awaited has the time that was left to them."""
    op.add_column("tables", sa.Column("pace", sa.JSON(none_as_null=True)))
    tables = sa.table(
        "tables",
        sa.column("id", sa.Integer),
        sa.column("deadline", sa.Integer),
        sa.column("seats", sa.JSON),
        sa.column("book", sa.JSON),
        sa.column("pace", sa.JSON),
    )
    connection = op.get_bind()
    query = sa.select(tables)
    for row in connection.execute(query.where(tables.c.deadline.is_not(None))).all():
        pace = {"per_turn": row.deadline, "bank": 0, "increment": 0, "rest": None}
        clocks = [_clock(*one) for one in zip(row.seats, row.book["asked"], strict=True)]
        changed = sa.update(tables).where(tables.c.id == row.id)
        connection.execute(changed.values(pace=pace, book={**row.book, "clocks": clocks}))
    op.drop_column("tables", "deadline")


def _clock(seat: dict[str, Any], asked: float | None) -> dict[str, float | None]:
    awaited = seat["kind"] == "human" and not seat["stand_in"]
    return {"bank": 0, "spent": 0, "since": asked if awaited else None}
