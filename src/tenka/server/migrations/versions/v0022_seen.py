"""When somebody signed in or came back last: accounts that nobody uses go after a long time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """As far as passkeys and sessions tell."""
    op.add_column(
        "people", sa.Column("seen", sa.Float, nullable=False, server_default=sa.text("0"))
    )
    people = sa.table("people", *map(sa.column, ("id", "made", "seen")))
    op.execute(sa.update(people).values(seen=people.c.made))
    for name, when in (("passkeys", "used"), ("sessions", "made")):
        one = sa.table(name, sa.column("person_id"), sa.column(when))
        theirs = sa.select(sa.func.max(one.c[when])).where(one.c.person_id == people.c.id)
        latest = theirs.scalar_subquery()
        op.execute(sa.update(people).where(latest > people.c.seen).values(seen=latest))
