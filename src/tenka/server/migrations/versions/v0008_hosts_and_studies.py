"""A table has a host, and a study knows which game it is of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_TABLES = sa.table("tables", sa.column("id"), sa.column("seats", sa.JSON), sa.column("host"))


def upgrade() -> None:
    """Of tables from before, the first person is the host, and none is known to be a study."""
    op.add_column("tables", sa.Column("host", sa.String(64)))
    op.add_column("tables", sa.Column("study", sa.JSON))
    rows = op.get_bind().execute(sa.select(_TABLES.c.id, _TABLES.c.seats)).all()
    for key, seats in rows:
        first = next((seat["key"] for seat in seats if seat["key"]), None)
        if first:
            op.execute(sa.update(_TABLES).where(_TABLES.c.id == key).values(host=first))
