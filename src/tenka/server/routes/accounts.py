"""People who wish to be known again: passkeys, sessions, their own data."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tenka.server import (
    accounts,
    channels,
    mailboxes,
    orders,
    passkeys,
    results,
    seats,
    sessions,
    sight,
    tickets,
    ties,
)
from tenka.server.export import of_person
from tenka.server.house import House
from tenka.server.models.accounts import (
    Account,
    Ceremony,
    DeviceLink,
    LinkShown,
    LinkToLook,
    MyTable,
    NewName,
    NewPasskey,
    Proof,
    Publicity,
    Results,
    Ticket,
    Who,
)
from tenka.server.problems import NotProved, NotSignedIn, UnknownThing
from tenka.server.routes import REFUSALS, AtHouse, Json, Link, count
from tenka.server.seats import Carried
from tenka.server.sessions import Asking, Person
from tenka.server.storage import SESSIONS
from tenka.server.tables import FINISHED

router = APIRouter(prefix="/api", tags=["account"], responses=REFUSALS)
MOST_COOKIES = 50  # of seats that are taken back when somebody signs out here
DONE = 204


@router.post("/account/passkeys/options")
async def new_passkey(
    body: NewPasskey, request: Request, house: AtHouse, person: Asking
) -> Ceremony:
    """Begin to make a passkey: for a new person, or one more for whoever is signed in."""
    count(house.limits.creations, request, person)
    site = passkeys.site_of(request, house.settings.base_url)
    if person is None and body.name is None:
        raise NotSignedIn("only whoever is signed in has a name already")
    async with house.storage.changing() as connection:
        ticket, options = await passkeys.offer_new(connection, site, person, body.name or "")
    return Ceremony(ticket=ticket, options=options)


@router.post("/account/passkeys", status_code=201)
async def keep_passkey(
    body: Proof, request: Request, response: Response, house: AtHouse, person: Asking
) -> Account:
    """Keep a new passkey; a new person is signed in with it."""
    count(house.limits.creations, request, person)
    site = passkeys.site_of(request, house.settings.base_url)
    async with house.storage.changing() as connection:
        owner, data = await tickets.take(connection, body.ticket, tickets.NEW)
        if owner is not None and owner != person:
            raise NotProved(passkeys.REFUSED)
        made = passkeys.proved_new(site, data, body.credential)
        if owner is None:
            count(house.limits.people, request)
        known = owner or await accounts.add(connection, data["handle"], data["name"])
        await passkeys.keep(connection, known, made, body.label or "")
    if owner is not None:
        return await _account(house, owner, request)
    return await _signed_in(request, response, house, known, body.label or "")


@router.post("/account/sign-in/options")
async def begin_sign_in(request: Request, house: AtHouse) -> Ceremony:
    """Begin to sign in with any passkey of this site; nobody is named."""
    count(house.limits.creations, request)
    site = passkeys.site_of(request, house.settings.base_url)
    async with house.storage.changing() as connection:
        ticket, options = await passkeys.offer_sign_in(connection, site)
    return Ceremony(ticket=ticket, options=options)


@router.post("/account/sign-in")
async def sign_in(body: Proof, request: Request, response: Response, house: AtHouse) -> Account:
    """Sign in with a passkey."""
    count(house.limits.creations, request)
    site = passkeys.site_of(request, house.settings.base_url)
    async with house.storage.changing() as connection:
        _, data = await tickets.take(connection, body.ticket, tickets.SIGN_IN)
        person, label = await passkeys.signed(connection, site, data, body.credential)
    return await _signed_in(request, response, house, person, label)


@router.post("/account/devices")
async def invite_device(request: Request, house: AtHouse, person: Person) -> DeviceLink:
    """A link that signs in another device, once, within ten minutes."""
    count(house.limits.creations, request, person)
    async with house.storage.changing() as connection:
        ticket = await tickets.issue(connection, tickets.DEVICE, person, {})
    return DeviceLink(link=f"/account#{ticket}")  # what stands after # is sent to no server


@router.post("/account/devices/look")
async def look_at_link(body: LinkToLook, request: Request, house: AtHouse) -> LinkShown:
    """Whose account such a link opens, or one that came by e-mail; it stays good."""
    count(house.limits.creations, request)
    async with house.storage.reading() as connection:
        person, data = await tickets.look(connection, body.ticket, tickets.DEVICE, tickets.MAIL)
        name = await mailboxes.name_of(connection, person, data)
    return LinkShown(name=name, adds=data.get("address") if person is not None else None)


@router.post("/account/devices/enter")
async def enter(body: Ticket, request: Request, response: Response, house: AtHouse) -> Account:
    """Sign in with such a link, or with one that came by e-mail."""
    count(house.limits.creations, request)
    async with house.storage.changing() as connection:
        person, data = await tickets.take(connection, body.ticket, tickets.DEVICE, tickets.MAIL)
        if data:
            arrive = partial(count, house.limits.people, request)
            person = await mailboxes.owner(connection, person, data, arrive)
    if person is None:
        raise NotProved(passkeys.REFUSED)
    return await _signed_in(request, response, house, person, body.label or "")


@router.get("/account")
async def who_am_i(request: Request, response: Response, house: AtHouse, person: Asking) -> Who:
    """Who is asking: a person, or a guest."""
    if person is None:
        return Who(account=None, mail=house.outbox.mail.works)
    session, days = sessions.carried_by(request), house.settings.session_days
    async with house.storage.changing() as connection:
        longer = session and await sessions.renew(connection, session, days)
    if longer:
        sessions.set_cookie(response, request, request.cookies[sessions.COOKIE], days)
    return Who(account=await _account(house, person, request), mail=house.outbox.mail.works)


@router.put("/account")
async def rename(body: NewName, request: Request, house: AtHouse, person: Person) -> Account:
    """Choose another name for what is to come."""
    async with house.storage.changing() as connection:
        await accounts.rename(connection, person, body.name)
    return await _account(house, person, request)


@router.post("/account/sign-out", status_code=DONE)
async def sign_out(request: Request, house: AtHouse, person: Person) -> Response:
    """End this session; this browser gives the keys of the person's seats back, too."""
    response = Response(status_code=DONE)
    async with house.storage.changing() as connection:
        await sessions.drop(connection, sessions.carried_by(request) or "")
        theirs = await accounts.held(connection, person, MOST_COOKIES)
    for table, keys in theirs:
        for key in keys if table.status != FINISHED else ():
            response.delete_cookie(seats.cookie_of(key), path=seats.path_of(table.link))
    response.delete_cookie(sessions.COOKIE, path=sessions.PATH)
    return response


@router.delete("/account/sessions", status_code=DONE)
async def end_others(request: Request, house: AtHouse, person: Person) -> Response:
    """Sign out everywhere else."""
    async with house.storage.changing() as connection:
        await sessions.end(connection, person, SESSIONS.c.id != sessions.carried_by(request))
    return Response(status_code=DONE)


@router.delete("/account/sessions/{id_}", status_code=DONE)
async def end_session(
    id_: Annotated[str, Path(pattern="^[0-9a-f]{16}$")], house: AtHouse, person: Person
) -> Response:
    """Sign out somewhere."""
    async with house.storage.changing() as connection:
        ended = await sessions.end(connection, person, SESSIONS.c.id.startswith(id_))
    if not ended:
        raise UnknownThing("you have no such session")
    return Response(status_code=DONE)


@router.delete("/account/passkeys/{id_}", status_code=DONE)
async def remove_passkey(
    id_: Annotated[str, Path(max_length=1400)], house: AtHouse, person: Person
) -> Response:
    """Remove a passkey; the last one stays, unless a mailbox signs in, too."""
    async with house.storage.changing() as connection:
        await accounts.keep_still(connection, person)
        letters = house.outbox.mail.works and await channels.has_mailbox(connection, person)
        removed = await passkeys.remove(connection, person, id_, other_way=letters)
    if not removed:
        raise UnknownThing("you have no such passkey")
    return Response(status_code=DONE)


@router.get("/account/tables")
async def my_tables(house: AtHouse, person: Person) -> list[MyTable]:
    """The latest tables at which you have seats."""
    async with house.storage.reading() as connection:
        held = await accounts.held(connection, person)
    return [
        MyTable.model_validate(
            {"table": sight.summary(table), "seats": seats.opened_by(table, keys)}
        )
        for table, keys in held
        if seats.opened_by(table, keys)
    ]


@router.get("/account/results")
async def my_results(house: AtHouse, person: Person) -> Results:
    """How your games against others ended."""
    async with house.storage.reading() as connection:
        return Results(**await results.of_person(connection, person))


@router.put("/account/page")
async def show_results(body: Publicity, house: AtHouse, person: Person) -> Results:
    """Show your results to whoever has their link, or to nobody; the old link is gone then."""
    async with house.storage.changing() as connection:
        await results.show(connection, person, public=body.public, listed=body.listed)
        return Results(**await results.of_person(connection, person))


@router.get("/people/{link}")
async def page_of(link: Link, house: AtHouse, asking: Asking) -> Results:
    """The results of somebody who shows them."""
    async with house.storage.reading() as connection:
        person = await results.owner_of(connection, link)
        if person is None or person in house.orders.now.people_banned():
            raise UnknownThing("nobody shows their games here")
        found = await results.of_person(connection, person)
        tie = await ties.between(connection, asking, person)
    return Results(**found, mine=person == asking, tie=tie)


@router.post("/tables/{link}/claim")
async def claim(
    link: Link, response: Response, house: AtHouse, keys: Carried, person: Person
) -> list[int]:
    """Take the seats that this browser holds as a guest along; the seats that are yours now.

    From now on the session opens them, and not what the guest had.
    """
    table = await house.table(link)
    await accounts.hold(house, person, table, keys.hashes)
    for key in keys.given:
        response.delete_cookie(seats.cookie_of(seats.hash_of(key)), path=seats.path_of(link))
    return seats.held_by(table, keys)


@router.get("/account/export", response_class=Response)
async def export(house: AtHouse, person: Person) -> Response:
    """All that is kept of you, as one file."""
    async with house.storage.reading() as connection:
        told = await of_person(connection, person)
    answer = Json(json.dumps(told, ensure_ascii=False, indent=1))
    answer.headers["Content-Disposition"] = 'attachment; filename="tenka-account.json"'
    return answer


@router.delete("/account", status_code=DONE)
async def forget_me(house: AtHouse, person: Person) -> Response:
    """Delete the account; your seats are given up, and finished games keep an empty name."""
    await accounts.remove(house, person)
    response = Response(status_code=DONE)
    response.delete_cookie(sessions.COOKIE, path=sessions.PATH)
    return response


async def _signed_in(
    request: Request, response: Response, house: House, person: int, label: str
) -> Account:
    """Begin a session, in a cookie; one that was here before ends."""
    days, before = house.settings.session_days, sessions.carried_by(request)
    async with house.storage.changing() as connection:
        (await orders.load(connection)).require_person(person)
        if before:
            await sessions.drop(connection, before)
        secret = await sessions.begin(connection, person, label, days)
        shown = await accounts.about(connection, person, sessions.id_of(secret))
    sessions.set_cookie(response, request, secret, days)
    return Account.model_validate(shown)


async def _account(house: House, person: int, request: Request) -> Account:
    async with house.storage.reading() as connection:
        shown = await accounts.about(connection, person, sessions.carried_by(request))
    return Account.model_validate(shown)
