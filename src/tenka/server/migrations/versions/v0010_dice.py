"""A table shows what its seed is committed to, and its players add words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """The seeds of tables from before were drawn without a promise."""
    op.add_column("tables", sa.Column("cup", sa.JSON))
