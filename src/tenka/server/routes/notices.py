"""Where somebody's notices go, and letters that sign them in."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tenka.server import accounts, channels, mailboxes, push
from tenka.server import reasons as why
from tenka.server.models.lobby import SigningSecret
from tenka.server.models.notices import LetterWish, NewDevice, NewWebhook, NoticesShown, Switch
from tenka.server.problems import BadChoice
from tenka.server.routes import REFUSALS, AtHouse, count
from tenka.server.sessions import Asking, Person

router = APIRouter(prefix="/api/account", tags=["notices"], responses=REFUSALS)
ChannelId = Annotated[int, Path(ge=1, le=2**31 - 1)]
DONE = 204


@router.get("/notices")
async def notices(house: AtHouse, person: Person) -> NoticesShown:
    """The ways in which you are told that it is your turn."""
    key = push.public_key(await push.private_key(house.storage))
    async with house.storage.reading() as connection:
        found = await channels.of_person(connection, person)
    return NoticesShown.model_validate(
        {"push_key": key, "mail": house.outbox.mail.works, "channels": found}
    )


@router.post("/notices/devices", status_code=DONE)
async def add_device(body: NewDevice, request: Request, house: AtHouse, person: Person) -> Response:
    """Be told on this device."""
    count(house.limits.creations, request, person)
    address = house.outbox.outside.checked(body.endpoint)
    if not push.is_key(body.p256dh, body.auth):
        raise BadChoice(why.NO_DEVICE())
    keys = {"p256dh": body.p256dh, "auth": body.auth}
    label, language = body.label or "", body.language
    async with house.storage.changing() as connection:
        if await channels.move_device(connection, person, body.replaces, address, keys):
            return Response(status_code=DONE)
        await channels.add(
            connection, person, channels.PUSH, address, keys, label=label, language=language
        )
    return Response(status_code=DONE)


@router.post("/notices/webhooks", status_code=201)
async def add_webhook(
    body: NewWebhook, request: Request, house: AtHouse, person: Person
) -> SigningSecret:
    """Have your notices posted to an address of your own, signed with the secret that you get."""
    count(house.limits.creations, request, person)
    address, secret = house.outbox.outside.checked(body.url), channels.new_secret()
    async with house.storage.changing() as connection:
        await channels.add(connection, person, channels.WEBHOOK, address, {"secret": secret})
    return SigningSecret(secret=secret)


@router.put("/notices/{channel}", status_code=DONE)
async def switch(channel: ChannelId, body: Switch, house: AtHouse, person: Person) -> Response:
    """Switch one of them on or off."""
    async with house.storage.changing() as connection:
        await channels.switch(connection, person, channel, on=body.on)
    return Response(status_code=DONE)


@router.delete("/notices/{channel}", status_code=DONE)
async def remove(channel: ChannelId, house: AtHouse, person: Person) -> Response:
    """Remove one of them."""
    async with house.storage.changing() as connection:
        await accounts.keep_still(connection, person)
        await channels.remove(connection, person, channel)
    return Response(status_code=DONE)


@router.post("/mail", status_code=DONE)
async def invite(body: LetterWish, request: Request, house: AtHouse, person: Asking) -> Response:
    """Send a sign-in link to a mailbox; the answer never tells who has an account."""
    count(house.limits.creations, request, person)
    count(house.limits.mailings, request, person)
    await mailboxes.invite(house, body.address, person, body.name, body.language)
    return Response(status_code=DONE)
