"""The application: routes, errors, logs and what runs beside them, put together."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from sqlalchemy.exc import IntegrityError, NoResultFound
from starlette.exceptions import HTTPException

import tenka
from tenka.server import preparing, sessions, tables
from tenka.server.client import add_pages
from tenka.server.door import Door, answer_to, problem
from tenka.server.guide import add_guide
from tenka.server.house import House
from tenka.server.logs import log, set_up
from tenka.server.problems import NotSignedIn, Problem
from tenka.server.routes import (
    accounts,
    company,
    health,
    letters,
    lobby,
    notices,
    operator,
    people,
    play,
    puzzles,
    ratings,
    replay,
    study,
    tournaments,
)
from tenka.server.settings import Settings

SHORTLY = 0.2  # seconds


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; without settings, as the environment says."""
    chosen = settings or Settings.from_environment()
    set_up(chosen.log_level)
    app = FastAPI(
        title="Tenka",
        version=tenka.__version__,
        lifespan=_lifespan,
        docs_url=None,  # FastAPI's pages would load scripts from elsewhere
        redoc_url=None,
    )
    app.state.settings = chosen
    app.add_exception_handler(Problem, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_shape)
    app.add_exception_handler(HTTPException, _refuse_http)
    app.add_exception_handler(IntegrityError, _refuse_gone)
    app.add_exception_handler(NoResultFound, _refuse_gone)
    app.add_middleware(Door)
    for part in (
        lobby,
        play,
        people,
        replay,
        study,
        puzzles,
        accounts,
        notices,
        letters,
        ratings,
        company,
        tournaments,
        operator,
        health,
    ):
        app.include_router(part.router)
    add_guide(app)
    add_pages(app, game_of=partial(_game_at, app))
    return app


async def _game_at(app: FastAPI, link: str) -> str | None:
    """The game of a table. No page waits for it: where the database is slow, nothing is said."""
    storage = app.state.house.storage
    with suppress(Problem, TimeoutError):
        async with asyncio.timeout(SHORTLY), storage.reading() as connection:
            return await tables.game_of(connection, link)
    return None


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[dict[str, object]]:
    house = House(app.state.settings)
    await house.open()
    app.state.house = house
    preparation = preparing.begin()
    spare_pauses()
    if preparation:
        preparation.add_done_callback(lambda _: spare_pauses())
    log("server started", database=house.storage.url.get_backend_name())
    try:
        yield {"crowd": house.crowd}  # for the connections, which uvicorn makes
    finally:
        if preparation:
            preparation.cancel()
        await house.close()
        log("server stopped")


def spare_pauses() -> None:
    """Look through what lives long for garbage as rarely as can be.

    With a thousand streams a full collection stops the server for a third of a second. What is
    there now is set aside for good; cycles that come later are nearly always found while young.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 10, 1000)


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)  # noqa: S101  (it is registered for nothing else)
    return answer_to(error)


async def _refuse_shape(request: Request, error: Exception) -> Response:
    """A request of the wrong shape: where and why, without sending it back."""
    assert isinstance(error, RequestValidationError)  # noqa: S101  (likewise)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])[:200]
    return problem(422, "wrong_shape", f"{place}: {first['msg']}")


async def _refuse_gone(request: Request, error: Exception) -> Response:
    """Whoever deletes their account while a request of theirs is under way is signed out in it."""
    person, _ = await sessions.look_up(request)
    if sessions.carried_by(request) is None or person is not None:
        raise error
    return answer_to(NotSignedIn("this account has just been deleted"))


async def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  (likewise)
    codes = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}
    return problem(error.status_code, codes.get(error.status_code, "refused"), str(error.detail))
