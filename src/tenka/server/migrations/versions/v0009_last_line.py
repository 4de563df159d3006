"""A table's column says that its number is that of its last line in the ledger."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """The numbers stay."""
    op.alter_column("tables", "number", new_column_name="last_line")
