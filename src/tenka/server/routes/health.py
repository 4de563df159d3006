"""For whoever looks after the server."""

from __future__ import annotations

from fastapi import APIRouter, Response

import tenka
from tenka.server import metrics, preparing
from tenka.server.models.health import Health
from tenka.server.routes import AtHouse

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def health(house: AtHouse) -> Health:
    """Whether the database stores what it is given, and which games are still being prepared."""
    await house.storage.check()
    return Health(status="ok", version=tenka.__version__, preparing=preparing.waiting())


@router.get("/metrics", response_class=Response)
async def measured() -> Response:
    """Metrics for Prometheus."""
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")
