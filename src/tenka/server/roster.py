"""What is kept of people together: ratings and rated games, ties, invitations, reports.

A rated game is kept for itself, longer than its table: ratings can always be reckoned again. Where
a person has gone, the seat stays, with what was known of its strength and nothing else.
"""

from __future__ import annotations

import sqlalchemy as sa

from tenka.server.storage import metadata, of_person, reference

RATINGS = sa.Table(
    "ratings",
    metadata,
    of_person(primary_key=True),
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
    of_person("SET NULL", index=True),  # null: a bot, or somebody who has gone
    sa.Column("level", sa.String(40)),  # of a bot
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("mean", sa.Float, nullable=False),  # before the game ...
    sa.Column("doubt", sa.Float, nullable=False),
    sa.Column("mean_after", sa.Float, nullable=False),  # ... and after it
    sa.Column("doubt_after", sa.Float, nullable=False),
)

# Whom somebody follows, or wants nothing to do with.
TIES = sa.Table(
    "ties",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    of_person(nullable=False),
    reference("other_id", "people", nullable=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.UniqueConstraint("person_id", "other_id", name="one_tie"),
)

# Tables go without asking, as with presence.
INVITATIONS = sa.Table(
    "invitations",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.Integer, nullable=False, index=True),
    of_person(nullable=False, index=True),
    sa.Column("host", sa.String(40), nullable=False),  # the name of who invites
    sa.Column("made", sa.Float, nullable=False),
    sa.UniqueConstraint("table_id", "person_id", name="one_invitation"),
)

REPORTS = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),  # of who is reported
    sa.Column("text", sa.String(500), nullable=False),
    sa.Column("said", sa.JSON, nullable=False),  # by them, lately
    sa.Column("made", sa.Float, nullable=False),
)

# -- tournaments: a plan, who takes part, and the tables of each round

TOURNAMENTS = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("link", sa.String(22), nullable=False, unique=True),
    of_person("SET NULL", index=True),  # who organises it
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),  # all of the game's, and 'players'
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("group_size", sa.Integer, nullable=False),
    sa.Column("pace", sa.JSON(none_as_null=True)),
    sa.Column("level", sa.String(40), nullable=False),  # of the bots that fill up
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("begins", sa.Float),  # by itself, if the organiser does not begin it before
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("changed", sa.Float, nullable=False),
)

ENTRANTS = sa.Table(
    "entrants",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    reference("tournament_id", "tournaments", nullable=False),
    of_person("SET NULL", index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("seed", sa.Float, nullable=False),  # what was known of their strength
    sa.Column("gone", sa.Boolean, nullable=False),
    sa.UniqueConstraint("tournament_id", "person_id", name="one_entry"),
)

# Tables go without asking; what became of a meeting stays.
MEETINGS = sa.Table(
    "meetings",
    metadata,
    reference("tournament_id", "tournaments", primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table_id", sa.Integer, nullable=False, index=True),
    sa.Column("link", sa.String(22), nullable=False),
    sa.Column("seating", sa.JSON, nullable=False),  # an entrant for each seat, or a bot
    sa.Column("places", sa.JSON(none_as_null=True)),  # once it is over
)
