"""The application: routes, limits, errors and logs put together."""

from __future__ import annotations

import gc
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

import tenka
from tenka.server import metrics, preparing
from tenka.server.client import add_pages
from tenka.server.guide import add_guide
from tenka.server.house import House
from tenka.server.limits import limited
from tenka.server.logs import Stopwatch, log, set_up
from tenka.server.problems import Problem
from tenka.server.routes import health, lobby, play, replay
from tenka.server.settings import Settings

SAFETY = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (
        b"content-security-policy",
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
]


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
    app.add_middleware(Door)
    for part in (lobby, play, replay, health):
        app.include_router(part.router)
    add_guide(app)
    add_pages(app)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    house = House(app.state.settings)
    await house.open()
    app.state.house = house
    preparation = preparing.begin()
    spare_pauses()
    if preparation:
        preparation.add_done_callback(lambda _: spare_pauses())
    log("server started", database=house.storage.url.get_backend_name())
    try:
        yield
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


def problem(status: int, code: str, detail: str, retry_after: int | None = None) -> Response:
    """A refusal as JSON; all in ASCII, so that whatever was quoted can be sent."""
    metrics.refused.labels(code).inc()
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    text = json.dumps({"error": code, "detail": detail[:1000]})
    return Response(text, status, headers, media_type="application/json")


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)  # noqa: S101  (it is registered for nothing else)
    return problem(error.status, error.code, error.detail, error.retry_after)


async def _refuse_shape(request: Request, error: Exception) -> Response:
    """A request of the wrong shape: where and why, without sending it back."""
    assert isinstance(error, RequestValidationError)  # noqa: S101  (likewise)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])[:200]
    return problem(422, "wrong_shape", f"{place}: {first['msg']}")


async def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  (likewise)
    codes = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}
    return problem(error.status_code, codes.get(error.status_code, "refused"), str(error.detail))


class Door:
    """Everything comes in here: limits are checked, times taken, and one line is logged."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        watch, status = Stopwatch(), 500

        async def send_noting(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *SAFETY]
            await send(message)

        try:
            try:
                await self.app(scope, self._limited(scope, receive), send_noting)
            except Problem as error:
                answer = problem(error.status, error.code, error.detail, error.retry_after)
                await answer(scope, receive, send_noting)
        except Exception:
            log("a request failed", level=logging.ERROR, error=True, route=_route(scope))
            if status == 500:
                answer = problem(500, "server_error", "something went wrong here; it was logged")
                await answer(scope, receive, send_noting)
        finally:
            _note(scope, status, watch)

    def _limited(self, scope: Any, receive: Any) -> Any:
        house: House = scope["app"].state.house
        path = scope["path"]
        if path not in ("/healthz", "/metrics"):
            client = scope.get("client")
            house.limits.requests.take(client[0] if client else "?")
        settings = house.settings
        most = settings.record_bytes if path == "/api/records" else settings.body_bytes
        return limited(receive, dict(scope["headers"]), most)


def _route(scope: Any) -> str:
    """The route's pattern: the path itself would hold links and keys."""
    route = scope.get("route")
    return getattr(route, "path", None) or "none"


def _note(scope: Any, status: int, watch: Stopwatch) -> None:
    route, method = _route(scope), scope["method"] if len(scope["method"]) < 8 else "?"
    if not route.endswith("/stream"):
        metrics.requests.labels(route, method, str(status)).observe(watch.ms / 1000)
    log(
        "request",
        level=logging.DEBUG if status < 400 else logging.INFO,
        route=route,
        method=method,
        status=status,
        ms=watch.ms,
    )
