"""The people at a table."""

from __future__ import annotations

from pydantic import BaseModel, Field, StrictBool

from tenka.server.models import Body, Level, Name, OfSeat, SeatNumber, Words


class Nudge(OfSeat):
    """Whom to remind."""

    other: SeatNumber


class CallStandIn(Nudge):
    """In whose place a bot is wanted, and how strong it is to be."""

    level: Level | None = Field(None, description="By default the strongest.")


class BotWish(Body):
    """The bot of a seat; without a level, none."""

    level: Level | None
    name: Name | None = None


class SayWatching(Body):
    """A chat message of a spectator, under a name that the reader is told is a spectator's."""

    name: Name
    text: Words


class Hush(OfSeat):
    """Whether spectators are to be quiet."""

    quiet: StrictBool


class People(BaseModel):
    """Who is at a table now: a person with an open stream of it is here."""

    away: list[float | None] = Field(
        description="For each seat, since when its person is away; null: here, or nobody's seat."
    )
    watching: int = Field(description="How many streams of spectators are open.")
