"""For whoever looks after the server."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter, Response

import tenka
from tenka.server import metrics, models, preparing
from tenka.server.routes import AtHouse

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def health(house: AtHouse) -> models.Health:
    """Whether the database answers, and which games are still being prepared."""
    async with house.storage.reading() as connection:
        await connection.execute(sa.select(1))
    return models.Health(status="ok", version=tenka.__version__, preparing=preparing.waiting())


@router.get("/metrics", response_class=Response)
async def figures() -> Response:
    """Figures for Prometheus."""
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")
