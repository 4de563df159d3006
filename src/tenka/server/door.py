"""The door: every request comes in here and every answer goes out."""

from __future__ import annotations

import json
import logging
from typing import Any

from fastapi.responses import Response

from tenka.server import metrics
from tenka.server.hosts import READING
from tenka.server.house import House
from tenka.server.limits import address_key, limited
from tenka.server.logs import Stopwatch, log
from tenka.server.problems import ForeignPage, Problem, UnknownHost

HEADERS = [  # of every answer that does not say otherwise
    (b"cache-control", b"no-store"),
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


def problem(status: int, code: str, detail: str, more: Problem | None = None) -> Response:
    """A refusal as JSON; all in ASCII, so that whatever was quoted can be sent."""
    metrics.refused.labels(code).inc()
    wait = more.retry_after if more else None
    headers = {} if wait is None else {"Retry-After": str(wait)}
    reason = more.reason if more else None
    told = {
        "error": code,
        "detail": detail[:1000],
        "reason": reason.code if reason else None,
        "values": {name: _short(value) for name, value in reason.values.items()} if reason else {},
    }
    return Response(json.dumps(told), status, headers, media_type="application/json")


def answer_to(error: Problem) -> Response:
    """The answer to what the server itself refuses."""
    return problem(error.status, error.code, error.detail, error)


def _short(value: str | int) -> str | int:
    return value[:200] if isinstance(value, str) else value


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
                given = message.get("headers", [])
                names = {name for name, _ in given}
                message["headers"] = [*given, *(h for h in HEADERS if h[0] not in names)]
            await send(message)

        try:
            try:
                await self.app(scope, self._checked(scope, receive), send_noting)
            except Problem as error:
                answer = answer_to(error)
                await answer(scope, receive, send_noting)
        except Exception:
            log("a request failed", level=logging.ERROR, error=True, route=_route(scope))
            if status == 500:
                answer = problem(500, "server_error", "something went wrong here; it was logged")
                await answer(scope, receive, send_noting)
        finally:
            _note(scope, status, watch)

    def _checked(self, scope: Any, receive: Any) -> Any:
        """Refuse what must not come in; otherwise the way to the body, which is limited too."""
        house: House = scope["app"].state.house
        path, headers = scope["path"], dict(scope["headers"])
        if path not in ("/healthz", "/metrics"):
            client = scope.get("client")
            house.limits.requests.take(address_key(client[0]) if client else "?")
            if client and not path.startswith("/api/operator"):  # they can always let in again
                house.orders.now.require_welcome(client[0])
        if not house.hosts.knows(headers.get(b"host", b"localhost")):
            raise UnknownHost(
                "this server does not go by that name; whoever runs it can allow the name with "
                "TENKA_BASE_URL or TENKA_HOSTS"
            )
        if scope["method"] not in READING and not house.hosts.own_page(headers):
            raise ForeignPage("a page of another origin must not change anything here")
        settings = house.settings
        most = settings.record_bytes if path == "/api/records" else settings.body_bytes
        return limited(receive, headers, most)


def _route(scope: Any) -> str:
    """The route's pattern: the path itself would hold links and keys."""
    route = scope.get("route")
    return getattr(route, "path", None) or "none"


def _note(scope: Any, status: int, watch: Stopwatch) -> None:
    route, method = _route(scope), metrics.method(scope["method"])
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
