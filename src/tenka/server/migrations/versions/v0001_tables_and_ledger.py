"""The first shape: tables, and the ledger of what happened at them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create both."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("link", sa.String(22), nullable=False, unique=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("state", sa.LargeBinary),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("book", sa.JSON, nullable=False),
        sa.Column("deadline", sa.Integer),
        sa.Column("stand_in", sa.String(40), nullable=False),
        sa.Column("due", sa.Float, index=True),
        sa.Column("bot_asked", sa.Boolean, nullable=False, index=True),
        sa.Column("rematch", sa.String(22)),
        sa.Index("listing", "listed", "status", "changed"),
    )
    op.create_table(
        "ledger",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("void", sa.Boolean, nullable=False),
        sa.Column("at", sa.JSON, nullable=False),
        sa.Column("rows", sa.LargeBinary, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("request", sa.String(64)),
        sa.Column("made", sa.Float, nullable=False),
        sa.UniqueConstraint("table_id", "seat", "request", name="one_request"),
    )
