"""Tables go when their time is over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """The server counts the time of tables from before when it starts."""
    op.add_column("tables", sa.Column("expires", sa.Float))
    op.create_index("ix_tables_expires", "tables", ["expires"])
