"""Signing in by e-mail: a letter with a link, for whoever reads that mailbox.

A letter is sent to every address that is asked for, known or not, and the answer is the same, so
nobody can find out who has an account. The link works once and for a quarter of an hour; of its
secret the database keeps a hash.
"""

from __future__ import annotations

import secrets
import smtplib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import accounts, channels, letters, metrics, tickets
from tenka.server import reasons as why
from tenka.server.logs import log
from tenka.server.mail import is_address, same_address
from tenka.server.problems import BadChoice, NotProved, WrongTime
from tenka.server.storage import PEOPLE

if TYPE_CHECKING:
    from tenka.server.house import House

NAMELESS = "Player"  # who gave no name; they can choose one


async def invite(
    house: House, address: str, person: int | None, name: str | None, language: str
) -> None:
    """Send a link to a mailbox: it signs in its owner or, of who is signed in, is added."""
    if not house.outbox.mail.works:
        raise WrongTime(why.NO_MAIL())
    if not is_address(address):
        raise BadChoice(why.NO_MAILBOX())
    address = same_address(address)
    house.limits.letters.take(address)
    data = {"address": address, "name": name or NAMELESS, "language": language}
    async with house.storage.changing() as connection:
        ticket = await tickets.issue(connection, tickets.MAIL, person, data)
    letter = letters.sign_in(language, _link(house, ticket), adds=person is not None)
    house.spawn(_send(house, address, letter))  # nobody can tell by the time it takes


def _link(house: House, ticket: str) -> str:
    return f"{house.outbox.mail.base_url}/account#{ticket}"


async def _send(house: House, address: str, letter: tuple[str, str]) -> None:
    mail, (subject, text) = house.outbox.mail, letter
    try:
        await mail.send(address, subject, text, secrets.token_hex(16))
        outcome = "sent"
    except (OSError, smtplib.SMTPException) as error:
        outcome = "failed"
        log("a letter failed", reason=type(error).__name__)
    metrics.notices.labels("sign-in", outcome).inc()


async def name_of(connection: AsyncConnection, person: int | None, data: dict[str, Any]) -> str:
    """What they are called whom a link signs in; who is new is called as the link says."""
    known = person
    if known is None:
        known = await channels.person_at(connection, data["address"])
    name = await connection.scalar(sa.select(PEOPLE.c.name).where(PEOPLE.c.id == known))
    return str(data["name"] if name is None else name)


async def owner(
    connection: AsyncConnection,
    person: int | None,
    data: dict[str, Any],
    arrive: Callable[[], None],
) -> int:
    """Whose mailbox it is that was proved: theirs who asked, theirs who had it, or a new person's.

    A new person may be one too many: then `arrive` refuses them. Notices go there if somebody added
    it to their account; who only signs in switches them on.
    """
    address, known = data["address"], await channels.person_at(connection, data["address"])
    if person is not None and known not in (None, person):
        raise NotProved("this mailbox belongs to another account")
    if known is not None:
        return known
    if person is None:
        arrive()
    whose = person or await accounts.add(connection, secrets.token_urlsafe(16), data["name"])
    try:
        channel = await channels.add(
            connection, whose, channels.MAIL, address, {}, language=data["language"]
        )
    except IntegrityError as error:
        raise NotProved("this was used a moment ago: begin again") from error
    await channels.switch(connection, whose, channel, on=person is not None)
    return whose
