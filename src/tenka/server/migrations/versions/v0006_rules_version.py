"""Games name the version of the rules that they were begun by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """What was begun before is of version 1, and nobody waits there for a bot or a deadline."""
    first = sa.Column("rules_version", sa.Integer, nullable=False, server_default="1")
    op.add_column("tables", first)
    begun = sa.table("tables", sa.column("bot_asked", sa.Boolean), sa.column("due", sa.Float))
    op.execute(sa.update(begun).values(bot_asked=False, due=None))
