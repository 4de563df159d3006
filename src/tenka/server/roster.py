"""What is kept of people together: ratings and the games they come from.

A rated game is kept for itself, longer than its table: ratings can always be reckoned again. Where
a person has gone, the seat stays, with what was known of its strength and nothing else.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from tenka.server.storage import metadata


def _person(going: str, **more: Any) -> sa.Column[int]:
    return sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id", ondelete=going), **more)


RATINGS = sa.Table(
    "ratings",
    metadata,
    _person("CASCADE", primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mean", sa.Float, nullable=False),
    sa.Column("doubt", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

RATED_GAMES = sa.Table(
    "rated_games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("link", sa.String(22), nullable=False, unique=True),  # of its table: it counts once
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Index("rated_by_kind", "game", "players", "ended"),
)

RATED_SEATS = sa.Table(
    "rated_seats",
    metadata,
    sa.Column("game_id", sa.Integer, sa.ForeignKey("rated_games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    _person("SET NULL", index=True),  # null: a bot, or somebody who has gone
    sa.Column("level", sa.String(40)),  # of a bot
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("mean", sa.Float, nullable=False),  # before the game ...
    sa.Column("doubt", sa.Float, nullable=False),
    sa.Column("mean_after", sa.Float, nullable=False),  # ... and after it
    sa.Column("doubt_after", sa.Float, nullable=False),
)
