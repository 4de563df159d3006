"""A person has a page of their games, if they want one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Nobody shows theirs until they say so."""
    op.add_column("people", sa.Column("page", sa.String(22)))
    op.create_index("ix_people_page", "people", ["page"], unique=True)
