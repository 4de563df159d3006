"""Leaderboards."""

from __future__ import annotations

from pydantic import BaseModel, Field

from tenka.server.models import GameName
from tenka.server.models.accounts import Rating


class PersonOnBoard(Rating):
    """Somebody who wants to be listed."""

    name: str
    page: str
    played: int = Field(description="Games in this season.")


class BotOnBoard(Rating):
    """A level of bots, where it was measured."""

    level: str


class Board(BaseModel):
    """Who plays a game best."""

    game: GameName
    players: int
    season: str
    seasons: list[str] = Field(description="The latest first.")
    people: list[PersonOnBoard] = Field(description="The best first.")
    bots: list[BotOnBoard] = Field(description="The strongest first.")
