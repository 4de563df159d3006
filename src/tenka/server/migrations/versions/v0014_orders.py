"""What the operator has ordered is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """One row for each order that stands."""
    op.create_table(
        "orders",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("content", sa.JSON, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
