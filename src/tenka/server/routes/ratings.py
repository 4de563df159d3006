"""Leaderboards."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

import tenka
from tenka.core.errors import UnknownGame
from tenka.server import boards
from tenka.server.models.ratings import Board
from tenka.server.problems import UnknownThing
from tenka.server.routes import REFUSALS, AtHouse

router = APIRouter(prefix="/api", tags=["ratings"], responses=REFUSALS)
Season = Annotated[str | None, Query(pattern=r"^\d{4}-[1-4]$", description="By default, now")]


@router.get("/boards/{game}/{players}")
async def board(
    game: Annotated[str, Path(max_length=40)],
    players: Annotated[int, Path(ge=2, le=8)],
    house: AtHouse,
    season: Season = None,
) -> Board:
    """The leaderboard of a game with so many players, of this season or an earlier one."""
    try:
        known = tenka.game(game).players
    except UnknownGame as error:
        raise UnknownThing(error) from error
    if players not in known:
        raise UnknownThing(f"{game} is not for {players} players")
    banned = house.orders.now.people_banned()
    async with house.storage.reading() as connection:
        return Board(**await boards.board(connection, (game, players), season, banned))
