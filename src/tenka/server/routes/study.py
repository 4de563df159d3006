"""Studies: positions as text, and the tree of what was tried: walked, named and commented."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from tenka.server import replays, seats, texts, variations
from tenka.server.models.lobby import Seated
from tenka.server.models.play import Said
from tenka.server.models.study import Noted, Scene, SceneShown, SceneText, Tree, Walk
from tenka.server.routes import REFUSALS, AtHouse, Json, Link, address_of, count
from tenka.server.routes.replay import Laying, OfTree, open_journal
from tenka.server.seats import Carried, held_by
from tenka.server.sessions import Asking

router = APIRouter(prefix="/api", tags=["study"], responses=REFUSALS)
Node = Annotated[int, Path(ge=0, le=1_000_000, description="A position, by its number")]
FAR = 1_000_000


@router.post("/scenes", response_model=SceneShown)
async def show(body: Scene, request: Request, house: AtHouse) -> Response:
    """The position that a text describes, or what cannot be read in it."""
    shown = await house.desk.work(address_of(request), texts.scene_shown, body.game, body.text)
    return Json(shown)


@router.post("/studies", status_code=201)
async def set_up(
    body: Scene, request: Request, response: Response, house: AtHouse, person: Asking
) -> Seated:
    """A study of the position that a text describes; whoever sends it holds all seats."""
    count(house.limits.creations, request, person)
    key = seats.new_key()
    laying = Laying(request, response, house, person, key)
    return await laying.done(replays.set_up, body.game, body.text, key)


@router.get("/tables/{link}/scene")
async def scene(
    link: Link,
    request: Request,
    house: AtHouse,
    number: Annotated[int, Query(ge=0, le=FAR, description="Of a position; else the last")] = FAR,
    node: OfTree = None,
) -> SceneText:
    """A position of a finished game or of a study as text, all cards up."""
    table = await house.table(link)
    rows = await open_journal(house, table, node)
    text = await house.desk.work(address_of(request), replays.scene, table, rows, number)
    return SceneText(text=text)


@router.get("/tables/{link}/tree", response_model=Tree)
async def tree(link: Link, request: Request, house: AtHouse, keys: Carried) -> Response:
    """All that was tried in a study, for anybody who has its link."""
    table = await house.table(link)
    found, held = await variations.tree_of(house, table), held_by(table, keys)
    return Json(await house.desk.work(address_of(request), texts.tree, table, found, held))


@router.post("/tables/{link}/tree/walk")
async def walk(link: Link, body: Walk, house: AtHouse, keys: Carried) -> Said:
    """Put another position of a study on the table: whoever sits there may."""
    position = await variations.walk(house, link, keys, body.node, go_on=body.go_on)
    return Said(position=position)


@router.put("/tables/{link}/tree/{node}", status_code=204)
async def note(link: Link, node: Node, body: Noted, house: AtHouse, keys: Carried) -> None:
    """Name a position of a study and comment on it."""
    await variations.note(house, link, keys, node, name=body.name, comment=body.comment)


@router.delete("/tables/{link}/tree/{node}", status_code=204)
async def remove(link: Link, node: Node, house: AtHouse, keys: Carried) -> None:
    """Remove a position of a study with all that was tried from it."""
    await variations.remove(house, link, keys, node)
