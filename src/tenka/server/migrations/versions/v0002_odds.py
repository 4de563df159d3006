"""Whether the odds of battles may be asked for is a table's own choice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Tables from before allow it."""
    op.add_column("tables", sa.Column("odds", sa.Boolean, nullable=False, server_default=sa.true()))
