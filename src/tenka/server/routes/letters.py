"""What letters lead to, besides tables and the account."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tenka.server import stopping
from tenka.server.routes import REFUSALS, AtHouse, count

router = APIRouter(tags=["notices"], responses=REFUSALS)
Mailbox = Annotated[str, Path(pattern=r"^[1-9][0-9]{0,8}-[0-9a-f]{32}$")]


@router.post("/letters/{mailbox}", status_code=204)
async def stop(mailbox: Mailbox, request: Request, house: AtHouse) -> Response:
    """No more letters about turns to a mailbox, by the address that such a letter has."""
    count(house.limits.talk, request)
    await stopping.stop(house.storage, mailbox)
    return Response(status_code=204)
