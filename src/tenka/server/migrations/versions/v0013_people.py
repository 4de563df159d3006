"""People who wish to be known again: passkeys, sessions, and which seats are theirs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def _of_person(**more: Any) -> sa.Column[int]:
    gone_with = sa.ForeignKey("people.id", ondelete="CASCADE")
    return sa.Column("person_id", sa.Integer, gone_with, **more)


def upgrade() -> None:
    """Everybody was a guest before."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("handle", sa.String(22), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        _of_person(nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("signs", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        _of_person(nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "holdings",
        _of_person(primary_key=True),
        sa.Column("table_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(64), primary_key=True),
    )
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        _of_person(),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    for table, column in (
        ("passkeys", "person_id"),
        ("sessions", "person_id"),
        ("sessions", "until"),
        ("holdings", "table_id"),
        ("tickets", "person_id"),
        ("tickets", "until"),
    ):
        op.create_index(f"ix_{table}_{column}", table, [column])
