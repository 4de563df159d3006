"""Games on offer, tables, seats."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

import tenka
from tenka.ratings import anchors, number, strengths
from tenka.server import accounts, fairness, lobby, preparing, seats, sight, tables
from tenka.server.lobby import SeatWish
from tenka.server.models import OfSeat
from tenka.server.models.lobby import (
    BotShown,
    GameShown,
    Join,
    NewTable,
    OptionShown,
    Seated,
    SigningSecret,
    Strength,
    Summary,
    Webhook,
    Word,
)
from tenka.server.models.notices import Switch
from tenka.server.rematch import lay_again
from tenka.server.routes import REFUSALS, AtHouse, Link, address_of, count
from tenka.server.seats import Carried
from tenka.server.sessions import Asking
from tenka.server.tables import Table

router = APIRouter(prefix="/api", tags=["lobby"], responses=REFUSALS)
MOST_LISTED = 100


def seated(request: Request, response: Response, table: Table, keys: seats.Keys) -> dict[str, Any]:
    """The answer to whoever has just sat down: the seat's secret link and, for guests, a cookie.

    Whoever is signed in sits there by their session, so that nothing is left when it ends.
    """
    shown = {"table": sight.summary(table), "seats": seats.held_by(table, keys)}
    fitting = [key for key in keys.given if seats.held_by(table, seats.Keys((key,)))]
    if not fitting:
        return {**shown, "key": None, "link": None}
    for key in fitting if keys.person is None else ():
        seats.set_cookie(response, request, table, key)
    link = str(request.url_for("take_seat", link=table.link, key=fitting[0]).path)
    return {**shown, "key": fitting[0], "link": link}


@router.get("/games")
async def games() -> list[GameShown]:
    """The games that can be played here, their options and opponents."""
    return [_described(tenka.game(name)) for name in tenka.games()]


def _described(game: tenka.Game) -> GameShown:
    return GameShown(
        name=game.name,
        title=game.title,
        players=sorted(game.players),
        default_players=game.players[0],
        options=[
            OptionShown(name=o.name, values=list(o.values), default=o.default, about=o.about)
            for o in game.options
        ],
        apart=[dict(wrong) for wrong in game.apart],
        bots=[
            BotShown(
                level=level,
                ready=(best := preparing.best_ready(game.name, level)) == level,
                meanwhile=None if best == level else best,
                strengths=_strengths(game, level),
            )
            for level in strengths(game.name)
        ],
        odds=game.odds is not None,
        scenes=game.scenes is not None,
        ready=game.name not in preparing.waiting(),
        progress=round(preparing.progress(game.name).part, 3),
        seconds=preparing.progress(game.name).seconds,
    )


def _strengths(game: tenka.Game, level: str) -> list[Strength]:
    """Where a level stands, beside the next weaker one of those that every game lists."""
    shown = []
    for players in sorted(game.players):
        known = anchors(game.name, players)
        if found := known.get(level):
            plain = [one for one in tenka.bots(game.name) if one in found.ahead]
            below = max(plain, key=lambda one: known[one].skill.mean, default=None)
            ahead = found.ahead[below] if below else None
            value = number(found.skill, players)
            shown.append(Strength(players=players, number=value, below=below, ahead=ahead))
    return shown


@router.get("/tables")
async def list_tables(
    house: AtHouse,
    status: Annotated[Literal["open", "running"], Query()] = "open",
    skip: Annotated[int, Query(ge=0, le=1_000_000, description="Tables of earlier pages")] = 0,
) -> list[Summary]:
    """Public tables, a hundred per page: the latest from each address first."""
    async with house.storage.reading() as connection:
        found = await tables.listed(connection, status, skip, MOST_LISTED)
    return [Summary(**sight.summary(table)) for table in found]


@router.post("/tables", status_code=201)
async def create_table(
    wish: NewTable, request: Request, response: Response, house: AtHouse, person: Asking
) -> Seated:
    """Set up a table. If no seat is open, the game starts at once."""
    count(house.limits.creations, request, person)
    key = seats.new_key()
    wishes = [SeatWish(seat.kind, seat.name, seat.level, seat.waits) for seat in wish.seats or ()]
    table = lobby.lay(
        wish.game,
        dict(wish.options),
        wish.players,
        wishes,
        key,
        listed=wish.listed,
        pace=lobby.pace_of(wish.pace.model_dump() if wish.pace else None),
        stand_in=wish.stand_in,
        odds=wish.odds,
        words=wish.words,
        hints=wish.hints,
    )
    table.origin = address_of(request)
    table.wishes = wish.wishes.model_dump(mode="json") if wish.wishes else None
    await accounts.sit_first(house, table, person, rated=wish.rated)
    await lobby.open_table(house, table)
    await accounts.hold(house, person, table, [seats.hash_of(key)])
    return Seated(**seated(request, response, table, seats.Keys((key,), person=person)))


@router.post("/tables/{link}/join")
async def join(
    link: Link, body: Join, request: Request, response: Response, house: AtHouse, keys: Carried
) -> Seated:
    """Sit down; the game starts when the last free seat is taken."""
    count(house.limits.creations, request, keys.person)
    table, _, own = await lobby.join(house, link, keys, body.seat, body.name, body.word)
    used = (
        seats.Keys((own,), person=keys.person) if own else keys
    )  # or a key of another device of theirs
    await accounts.hold(house, keys.person, table, used.hashes)
    return Seated(**seated(request, response, table, used))


@router.post("/tables/{link}/word")
async def add_word(link: Link, body: Word, house: AtHouse, keys: Carried) -> Summary:
    """Add a word to the dice before the game; the last one that is awaited starts it."""
    return Summary(**sight.summary(await fairness.say(house, link, keys, body.seat, body.word)))


@router.post("/tables/{link}/leave")
async def leave(link: Link, body: OfSeat, house: AtHouse, keys: Carried) -> Summary:
    """Leave a seat: before the game it becomes free again, during the game a bot stands in."""
    return Summary(**sight.summary(await lobby.leave(house, link, keys, body.seat)))


@router.post("/tables/{link}/return")
async def return_to(link: Link, body: OfSeat, house: AtHouse, keys: Carried) -> Summary:
    """Take your seat back from the bot that stood in."""
    return Summary(**sight.summary(await lobby.return_to(house, link, keys, body.seat)))


@router.post("/tables/{link}/rematch")
async def rematch(
    link: Link, request: Request, response: Response, house: AtHouse, keys: Carried
) -> Seated:
    """Set up the next game with the same seats; whoever asks second gets the same table."""
    count(house.limits.creations, request, keys.person)
    table = await lay_again(house, link, keys, address_of(request))
    await accounts.hold(house, keys.person, table, keys.hashes)
    return Seated(**seated(request, response, table, keys))


@router.put("/tables/{link}/seats/{seat}/webhook")
async def webhook(
    link: Link, seat: int, body: Webhook, house: AtHouse, keys: Carried
) -> SigningSecret:
    """Choose where 'your turn' is sent for a seat."""
    url = None if body.url is None else house.outbox.outside.checked(body.url)
    return SigningSecret(secret=await lobby.set_webhook(house, link, keys, seat, url))


@router.put("/tables/{link}/seats/{seat}/webhook/switch", status_code=204)
async def switch_webhook(
    link: Link, seat: int, body: Switch, house: AtHouse, keys: Carried
) -> Response:
    """Switch the webhook of a seat on or off."""
    await lobby.switch_webhook(house, link, keys, seat, on=body.on)
    return Response(status_code=204)


@router.get("/tables/{link}/sit/{key}", status_code=303, response_class=RedirectResponse)
async def take_seat(
    link: Link, key: str, request: Request, house: AtHouse, person: Asking
) -> Response:
    """A seat's secret link: this browser keeps the key, and goes on to the table's page.

    A key that opens nothing is not kept; then the page offers a free seat, or to watch.
    """
    table = await house.table(link)
    response = RedirectResponse(f"/t/{table.link}", status_code=303)
    response.headers["Referrer-Policy"] = "no-referrer"
    if seats.held_by(table, seats.Keys((key,))):
        await accounts.hold(house, person, table, [seats.hash_of(key)])
        if person is None:
            seats.set_cookie(response, request, table, key)
    return response
