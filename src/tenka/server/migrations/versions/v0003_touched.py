"""When a table was touched is told apart from when it changed for everybody to see."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Until now both were the same."""
    op.add_column("tables", sa.Column("touched", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET touched = changed")
