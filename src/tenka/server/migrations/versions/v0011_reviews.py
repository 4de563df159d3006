"""Reviews of finished games are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """One row for each part of a review."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("content", sa.JSON, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
