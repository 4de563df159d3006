"""Puzzles: lists, one for each day, a position, a try."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from tenka.server import puzzles
from tenka.server.models.puzzles import PuzzleListed, PuzzleShown, Solution, Tried, Try
from tenka.server.problems import UnknownThing
from tenka.server.routes import REFUSALS, AtHouse, Json, address_of

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"], responses=REFUSALS)
OfGame = Annotated[str, Path(max_length=40)]
Named = Annotated[str, Path(max_length=20, pattern=r"^[0-9a-f]+$")]


@router.get("/of/{game}")
async def list_puzzles(
    game: OfGame, house: AtHouse, difficulty: Annotated[str | None, Query(max_length=20)] = None
) -> list[PuzzleListed]:
    """The puzzles of a game, all or those of one difficulty."""
    every = puzzles.of_game(game, house.settings.puzzles)
    found = [one for one in every if difficulty is None or one.difficulty == difficulty]
    return [PuzzleListed(**puzzles.told(puzzle)) for puzzle in found]


@router.get("/daily")
async def daily(
    day: Annotated[
        date | None, Query(description="By default today, by the world's clock.")
    ] = None,
) -> PuzzleListed:
    """The puzzle of a day."""
    puzzle = puzzles.of_day(day or datetime.now(UTC).date())
    if puzzle is None:
        raise UnknownThing("no game here has puzzles")
    return PuzzleListed(**puzzles.told(puzzle))


@router.get("/of/{game}/{name}", response_model=PuzzleShown)
async def show(game: OfGame, name: Named, request: Request, house: AtHouse) -> Response:
    """A puzzle to solve, as its seat sees it."""
    puzzle = puzzles.find(game, name, house.settings.puzzles)
    share, key = address_of(request), ("puzzle", game, name)
    return Json(await house.desk.kept_text(share, key, puzzles.position, puzzle))


@router.post("/of/{game}/{name}/try")
async def attempt(game: OfGame, name: Named, body: Try, request: Request, house: AtHouse) -> Tried:
    """Try to solve a puzzle. The solution is told to whoever solved it, or gave up."""
    puzzle = puzzles.find(game, name, house.settings.puzzles)
    given_up = not body.decisions
    work = puzzles.attempt, puzzle, body.decisions
    right = not given_up and await house.desk.work(address_of(request), *work)
    solution = Solution(**puzzles.solution(puzzle)) if right or given_up else None
    return Tried(right=right, solution=solution)
