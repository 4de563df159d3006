"""How Alembic reaches the database: over the connection that the server hands it."""

from __future__ import annotations

from alembic import context

from tenka.server.storage import metadata


def run() -> None:
    """Run the migrations that are due."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # Alembic is at work; otherwise this module is only being read
    run()
