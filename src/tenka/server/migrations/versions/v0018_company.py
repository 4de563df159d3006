"""People follow, block, invite and report each other; tables have wishes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def _people(name: str) -> sa.Column[int]:
    gone_with = sa.ForeignKey("people.id", ondelete="CASCADE")
    return sa.Column(name, sa.Integer, gone_with, nullable=False)


def upgrade() -> None:
    """Nobody knew anybody before, and nothing was wished for."""
    op.add_column("tables", sa.Column("wishes", sa.JSON(none_as_null=True)))
    op.create_table(
        "ties",
        sa.Column("id", sa.Integer, primary_key=True),
        _people("person_id"),
        _people("other_id"),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.UniqueConstraint("person_id", "other_id", name="one_tie"),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, nullable=False),
        _people("person_id"),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.UniqueConstraint("table_id", "person_id", name="one_invitation"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("said", sa.JSON, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("ix_ties_other_id", "ties", ["other_id"])
    op.create_index("ix_invitations_table_id", "invitations", ["table_id"])
    op.create_index("ix_invitations_person_id", "invitations", ["person_id"])
