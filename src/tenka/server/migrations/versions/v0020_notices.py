"""Notices have an outbox and channels; a seat's webhook is one of these."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Webhooks come along; nobody has any other channel."""
    op.add_column("tables", sa.Column("untold", sa.Float))
    op.create_index("ix_tables_untold", "tables", ["untold"])
    person = sa.ForeignKey("people.id", ondelete="CASCADE")
    op.create_table(
        "channels",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, person),
        sa.Column("table_id", sa.Integer),
        sa.Column("seat", sa.Integer),
        sa.Column("key", sa.String(64)),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.String(1000), nullable=False),
        sa.Column("secrets", sa.JSON, nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("on", sa.Boolean, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
        sa.Column("busy", sa.Float, nullable=False),
    )
    for column in ("person_id", "table_id"):
        op.create_index(f"ix_channels_{column}", "channels", [column])
    mail = sa.text("kind = 'mail'")
    op.create_index(
        "one_mailbox",
        "channels",
        ["address"],
        unique=True,
        sqlite_where=mail,
        postgresql_where=mail,
    )
    channel = sa.ForeignKey("channels.id", ondelete="CASCADE")
    one = ("channel_id", "event", "table_id", "seat", "turn")
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("channel_id", sa.Integer, channel, nullable=False),
        sa.Column("event", sa.String(8), nullable=False),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.UniqueConstraint(*one, name="one_notice"),
    )
    op.create_index("ix_outbox_due", "outbox", ["due"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("content", sa.String(200), nullable=False),
    )
    _take_webhooks_along()


def _take_webhooks_along() -> None:
    names = ("id", "status", "seats", "created")
    kinds = (sa.Integer, sa.String, sa.JSON, sa.Float)
    tables = sa.table("tables", *map(sa.column, names, kinds))
    channels = sa.table(
        "channels",
        *(sa.column(name) for name in ("table_id", "seat", "key", "kind", "address", "label")),
        *(sa.column(name) for name in ("language", "made", "sent", "busy")),
        sa.column("on", sa.Boolean),
        sa.column("secrets", sa.JSON),
    )
    connection = op.get_bind()
    for row in connection.execute(sa.select(tables).where(tables.c.status != "finished")).all():
        for number, seat in enumerate(row.seats):
            if seat.get("webhook"):
                own = {"table_id": row.id, "seat": number, "key": seat["key"]}
                where = {"kind": "webhook", "address": seat["webhook"], "label": ""}
                when = {"made": row.created, "sent": 0.0, "busy": 0.0, "on": True}
                secret = {"secrets": {"secret": secrets.token_urlsafe(32)}, "language": "en"}
                connection.execute(sa.insert(channels).values(**own, **where, **when, **secret))
