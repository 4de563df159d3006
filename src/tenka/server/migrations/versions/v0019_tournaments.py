"""Tournaments: who takes part, and the tables of each round."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def _of_tournament(**more: Any) -> sa.Column[int]:
    gone_with = sa.ForeignKey("tournaments.id", ondelete="CASCADE")
    return sa.Column("tournament_id", sa.Integer, gone_with, **more)


def _person() -> sa.Column[int]:
    return sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id", ondelete="SET NULL"))


def upgrade() -> None:
    """There were none before."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("link", sa.String(22), nullable=False, unique=True),
        _person(),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("group_size", sa.Integer, nullable=False),
        sa.Column("pace", sa.JSON(none_as_null=True)),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("begins", sa.Float),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_table(
        "entrants",
        sa.Column("id", sa.Integer, primary_key=True),
        _of_tournament(nullable=False),
        _person(),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("seed", sa.Float, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.UniqueConstraint("tournament_id", "person_id", name="one_entry"),
    )
    op.create_table(
        "meetings",
        _of_tournament(primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("link", sa.String(22), nullable=False),
        sa.Column("seating", sa.JSON, nullable=False),
        sa.Column("places", sa.JSON(none_as_null=True)),
    )
    for table, column in (
        ("tournaments", "person_id"),
        ("tournaments", "status"),
        ("entrants", "person_id"),
        ("meetings", "table_id"),
    ):
        op.create_index(f"ix_{table}_{column}", table, [column])
