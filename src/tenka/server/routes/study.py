"""Studies: the tree of what was tried, walked, named and commented."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tenka.server import texts, variations
from tenka.server.models.play import Said
from tenka.server.models.study import Noted, Tree, Walk
from tenka.server.routes import REFUSALS, AtHouse, Json, Link, address_of
from tenka.server.seats import Carried, held_by

router = APIRouter(prefix="/api/tables/{link}/tree", tags=["study"], responses=REFUSALS)
Node = Annotated[int, Path(ge=0, le=1_000_000, description="A position, by its number")]


@router.get("", response_model=Tree)
async def tree(link: Link, request: Request, house: AtHouse, keys: Carried) -> Response:
    """All that was tried in a study, for anybody who has its link."""
    table = await house.table(link)
    found, held = await variations.tree_of(house, table), held_by(table, keys)
    return Json(await house.desk.work(address_of(request), texts.tree, table, found, held))


@router.post("/walk")
async def walk(link: Link, body: Walk, house: AtHouse, keys: Carried) -> Said:
    """Put another position of a study on the table: whoever sits there may."""
    position = await variations.walk(house, link, keys, body.node, go_on=body.go_on)
    return Said(position=position)


@router.put("/{node}", status_code=204)
async def note(link: Link, node: Node, body: Noted, house: AtHouse, keys: Carried) -> None:
    """Name a position of a study and comment on it."""
    await variations.note(house, link, keys, node, name=body.name, comment=body.comment)


@router.delete("/{node}", status_code=204)
async def remove(link: Link, node: Node, house: AtHouse, keys: Carried) -> None:
    """Remove a position of a study with all that was tried from it."""
    await variations.remove(house, link, keys, node)
