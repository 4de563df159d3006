"""Passkeys (WebAuthn): a browser proves that its owner holds a key whose public half we know.

A ceremony has two requests: the first gives the browser a challenge, kept as a ticket, the second
brings what the browser made of it. Nobody is named when signing in, so nobody can be looked for.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
import webauthn
from cryptography.hazmat.primitives.asymmetric import ec
from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncConnection
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    encode_cbor,
    parse_authentication_credential_json,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
)

from tenka.server import clock, tickets
from tenka.server import reasons as why
from tenka.server.hosts import is_number
from tenka.server.problems import BadChoice, NotProved, WrongTime
from tenka.server.storage import PASSKEYS, PEOPLE

MOST = 20  # passkeys of one person
REFUSED = "this passkey opens nothing here"  # whatever was wrong with it


@dataclass(frozen=True)
class Site:
    """Whose passkeys these are: a name, and the origins its pages may have."""

    name: str
    origins: list[str]


def site_of(request: Request, base_url: str) -> Site:
    """The site as the browser knows it. Numbers have no passkeys: browsers want a name."""
    name, base = request.url.hostname or "", urlsplit(base_url)
    if not name or is_number(name):
        raise BadChoice(why.PASSKEYS_WANT_A_NAME())
    origins = [f"{request.url.scheme}://{request.url.netloc}"]
    if base.hostname == name:  # a proxy may not have told that it speaks https
        origins.append(f"{base.scheme}://{base.netloc}")
    return Site(name, origins)


async def offer_new(
    connection: AsyncConnection, site: Site, person: int | None, name: str
) -> tuple[str, str]:
    """A ticket and options for a new passkey: of a new person, or one more of somebody known."""
    handle, known = secrets.token_urlsafe(16), []
    if person is not None:
        query = sa.select(PEOPLE.c.handle, PEOPLE.c.name).where(PEOPLE.c.id == person)
        handle, name = (await connection.execute(query)).one()
        known = [row["id"] for row in await of_person(connection, person)]
        if len(known) >= MOST:
            raise WrongTime(why.MANY_PASSKEYS(most=MOST))
    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Tenka",
        user_name=name,
        user_id=base64url_to_bytes(handle),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(k)) for k in known],
    )
    data = {"site": site.name, "handle": handle, "name": name}
    data["challenge"] = bytes_to_base64url(options.challenge)
    ticket = await tickets.issue(connection, tickets.NEW, person, data)
    return ticket, webauthn.options_to_json(options)


async def offer_sign_in(connection: AsyncConnection, site: Site) -> tuple[str, str]:
    """A ticket and options for any passkey of this site."""
    options = webauthn.generate_authentication_options(rp_id=site.name)
    data = {"site": site.name, "challenge": bytes_to_base64url(options.challenge)}
    ticket = await tickets.issue(connection, tickets.SIGN_IN, None, data)
    return ticket, webauthn.options_to_json(options)


def proved_new(site: Site, data: dict[str, Any], credential: str) -> dict[str, Any]:
    """The row of a new passkey, if the browser's answer is one to our challenge."""
    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(data["challenge"]),
            expected_rp_id=data["site"],
            expected_origin=site.origins,
        )
    except Exception as error:  # whatever a stranger sends that is no answer
        raise NotProved(REFUSED) from error
    return {
        "id": bytes_to_base64url(made.credential_id),
        "public_key": made.credential_public_key,
        "signs": made.sign_count,
    }


async def keep(connection: AsyncConnection, person: int, row: dict[str, Any], label: str) -> None:
    """Keep a new passkey of a person."""
    now = clock.now()
    taken = sa.select(sa.exists().where(PASSKEYS.c.id == row["id"]))
    if await connection.scalar(taken):
        raise NotProved(REFUSED)
    row = {**row, "person_id": person, "label": label, "made": now, "used": now}
    await connection.execute(sa.insert(PASSKEYS).values(**row))


async def signed(
    connection: AsyncConnection, site: Site, data: dict[str, Any], credential: str
) -> tuple[int, str]:
    """Whose passkey answered our challenge, and its label."""
    try:
        answer = parse_authentication_credential_json(credential)
    except Exception as error:  # likewise
        raise NotProved(REFUSED) from error
    query = sa.select(PASSKEYS).where(PASSKEYS.c.id == bytes_to_base64url(answer.raw_id))
    passkey = (await connection.execute(query)).one_or_none()
    try:
        proved = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=base64url_to_bytes(data["challenge"]),
            expected_rp_id=data["site"],
            expected_origin=site.origins,
            credential_public_key=passkey.public_key if passkey else nobodys_key(),
            credential_current_sign_count=passkey.signs if passkey else 0,
        )
    except Exception as error:  # likewise
        raise NotProved(REFUSED) from error
    if passkey is None:
        raise NotProved(REFUSED)
    later = {"signs": proved.new_sign_count, "used": clock.now()}
    await connection.execute(sa.update(PASSKEYS).where(PASSKEYS.c.id == passkey.id).values(**later))
    return passkey.person_id, passkey.label


@cache
def nobodys_key() -> bytes:
    """A public key for passkeys that nobody has: refusing them takes as long as a wrong one."""
    point = ec.generate_private_key(ec.SECP256R1()).public_key().public_numbers()
    x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
    return encode_cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y})  # COSE: an ES256 key on P-256


async def of_person(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """A person's passkeys, the first one first."""
    query = sa.select(PASSKEYS).where(PASSKEYS.c.person_id == person).order_by(PASSKEYS.c.made)
    return [dict(row._mapping) for row in await connection.execute(query)]


async def remove(
    connection: AsyncConnection, person: int, passkey: str, *, other_way: bool
) -> bool:
    """Whether a passkey was removed; the last one stays, unless its person has another way in."""
    known = [row["id"] for row in await of_person(connection, person)]
    if known == [passkey] and not other_way:
        raise WrongTime(why.LAST_PASSKEY())
    gone = sa.delete(PASSKEYS).where(PASSKEYS.c.id == passkey, PASSKEYS.c.person_id == person)
    return (await connection.execute(gone)).rowcount > 0
