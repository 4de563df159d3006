"""A table's row counts how often it was written, so that a process can tell whether it knows it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """The count begins now."""
    op.add_column(
        "tables", sa.Column("writing", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
