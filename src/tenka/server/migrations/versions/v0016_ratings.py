"""Games can be agreed as rated; people have ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """No game was rated before, and nobody is on a list until they say so."""
    no = sa.false()
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=no))
    op.add_column("people", sa.Column("listed", sa.Boolean, nullable=False, server_default=no))
    person = sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id", ondelete="CASCADE"))
    op.create_table(
        "ratings",
        person,
        sa.Column("game", sa.String(40)),
        sa.Column("players", sa.Integer, autoincrement=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("doubt", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "game", "players"),
    )
    op.create_table(
        "rated_games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("link", sa.String(22), nullable=False, unique=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_index("rated_by_kind", "rated_games", ["game", "players", "ended"])
    op.create_table(
        "rated_seats",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("rated_games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("level", sa.String(40)),
        sa.Column("place", sa.Integer, nullable=False),
        *(
            sa.Column(name, sa.Float, nullable=False)
            for name in ("mean", "doubt", "mean_after", "doubt_after")
        ),
    )
    op.create_index("ix_rated_seats_person_id", "rated_seats", ["person_id"])
