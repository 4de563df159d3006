"""A table knows from where it was laid, and whether only bots play there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_TABLES = sa.table("tables", sa.column("id"), sa.column("seats", sa.JSON), sa.column("alone"))


def upgrade() -> None:
    """Tables from before came from nowhere in particular; their seats tell who plays."""
    op.add_column("tables", sa.Column("origin", sa.String(64), nullable=False, server_default=""))
    alone = sa.Column("alone", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", alone)
    op.create_index("ix_tables_origin", "tables", ["origin"])
    rows = op.get_bind().execute(sa.select(_TABLES.c.id, _TABLES.c.seats)).all()
    bots_only = [key for key, seats in rows if all(map(_played_by_a_bot, seats))]
    for key in bots_only:
        op.execute(sa.update(_TABLES).where(_TABLES.c.id == key).values(alone=sa.true()))


def _played_by_a_bot(seat: dict[str, str | None]) -> bool:
    return seat["kind"] == "bot" or bool(seat["stand_in"])
