"""What the operator has ordered: a notice to all, maintenance, bans.

Orders stand in the database, so that they hold for every process and outlive it. Each process looks
at them once a second; the command line and the operator's page only write them there.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.core.errors import TenkaError
from tenka.server import clock
from tenka.server.logs import log
from tenka.server.problems import Banned, Maintenance
from tenka.server.storage import ORDERS, Storage

if TYPE_CHECKING:
    from tenka.server.audience import Audience
    from tenka.server.stream import Hub

MAINTENANCE, NOTICE, RESTORED = "maintenance", "notice", "restored"
SESSIONS = "sessions"  # some ended: whoever watches with one of them must be looked at
BAN = "ban "  # and the addresses, or the person
PERSON = "person "  # and their number
LANGUAGES = ("en", "pl", "ru")
LOOK_SECONDS = 1.0
HOUR = 3600.0

Addresses = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Order:
    """One that stands."""

    content: Any
    made: float


@dataclass(frozen=True)
class Orders:
    """All that stand."""

    standing: Mapping[str, Order] = field(default_factory=dict)

    @property
    def maintenance(self) -> bool:
        """Whether no new tables are laid."""
        return MAINTENANCE in self.standing

    @property
    def bans(self) -> dict[str, float | None]:
        """The addresses and people that are refused, and until when; None is for ever."""
        return {
            name.removeprefix(BAN): order.content["until"]
            for name, order in self.standing.items()
            if name.startswith(BAN)
        }

    def shown(self) -> dict[str, Any]:
        """What everybody is told: the notice by language, and since when it stands."""
        order = self.standing.get(NOTICE)
        notice = order and {"made": order.made, "texts": order.content}
        return {"maintenance": self.maintenance, "notice": notice}

    def require_new_tables(self) -> None:
        """Refuse a new table during maintenance."""
        if self.maintenance:
            raise Maintenance("no new tables are set up during maintenance; games in play go on")

    def require_welcome(self, host: str) -> None:
        """Refuse an address that is banned."""
        if not self.welcomes(host):
            raise Banned("this address is not welcome here; the server's operator decided so")

    def welcomes(self, host: str) -> bool:
        """Whether an address is not banned."""
        bans = self.bans
        if not bans:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return True
        mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
        now = clock.now()
        return not any(
            (mapped or address) in ipaddress.ip_network(network)
            for network, until in bans.items()
            if (until is None or now < until) and person_in(network) is None
        )

    def people_banned(self) -> dict[int, float | None]:
        """The people who cannot sign in now, and until when."""
        now = clock.now()
        return {
            person: until
            for whom, until in self.bans.items()
            if (person := person_in(whom)) is not None and (until is None or now < until)
        }

    def require_person(self, person: int) -> None:
        """Refuse somebody who is banned."""
        if person in self.people_banned():
            raise Banned("this account is not welcome here; the server's operator decided so")


def addresses(text: str) -> Addresses:
    """An address, or several as 192.0.2.0/24."""
    try:
        return ipaddress.ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise TenkaError(
            f"one bans 192.0.2.7, 192.0.2.0/24, 2001:db8::/64 or 'person 17', not {text!r}"
        ) from error


def person_in(whom: str) -> int | None:
    """The person whom a ban names as 'person 17'; None: it names addresses."""
    number = whom.strip().removeprefix(PERSON)
    return int(number) if whom.strip() != number and number.isdecimal() else None


def banned(whom: str) -> str:
    """Whom a ban names, as it is written."""
    person = person_in(whom)
    return str(addresses(whom)) if person is None else f"{PERSON}{person}"


async def load(connection: AsyncConnection) -> Orders:
    """The orders that stand now."""
    rows = await connection.execute(sa.select(ORDERS).order_by(ORDERS.c.name))
    return Orders({row.name: Order(row.content, row.made) for row in rows})


async def give(connection: AsyncConnection, name: str, content: Any) -> None:
    """Let an order stand in place of an earlier one of that name; None takes it back."""
    if content is None:
        await connection.execute(sa.delete(ORDERS).where(ORDERS.c.name == name))
        return
    row = {"content": content, "made": clock.now()}
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    query = dialect.insert(ORDERS).values(name=name, **row)
    await connection.execute(query.on_conflict_do_update(index_elements=["name"], set_=row))


async def ban(connection: AsyncConnection, address: str, hours: float | None) -> str:
    """Refuse an address, several, or a person, for so many hours or for ever; as written."""
    network = banned(address)
    until = None if hours is None else clock.now() + hours * HOUR
    await give(connection, BAN + network, {"until": until})
    return network


async def lift(connection: AsyncConnection, person: int) -> None:
    """Take the ban of somebody back who is not there any more."""
    await give(connection, f"{BAN}{PERSON}{person}", None)


async def remove_old(storage: Storage) -> None:
    """Remove bans that are over."""
    async with storage.reading() as connection:
        standing = (await load(connection)).standing
    now = clock.now()
    over = {
        name: order.made
        for name, order in standing.items()
        if name.startswith(BAN) and (order.content["until"] or now) < now
    }
    if not over:
        return
    async with storage.changing() as connection:
        for name, made in over.items():  # not one that was renewed meanwhile
            this = (ORDERS.c.name == name, ORDERS.c.made == made)
            await connection.execute(sa.delete(ORDERS).where(*this))


class StandingOrders:
    """The orders as this process knows them."""

    def __init__(self, storage: Storage, hub: Hub, audience: Audience) -> None:
        self.storage, self.hub, self.audience = storage, hub, audience
        self.now = Orders()
        self._looked = False

    async def look(self) -> None:
        """See what stands, and tell whoever watches if that is news."""
        async with self.storage.reading() as connection:
            found = await load(connection)
            await self.storage.agree_on_time(connection)
        before = self.now
        changed = found.standing.get(SESSIONS) != before.standing.get(SESSIONS)
        gone = changed and await self.audience.look()
        self.now = found
        if found.shown() != before.shown():
            told = json.dumps(found.shown(), separators=(",", ":"))
            self.hub.announce(f"event: house\ndata: {told}\n\n")
        if gone or found.bans != before.bans:
            self.hub.rouse()
        if self._looked and found.standing.get(RESTORED) != before.standing.get(RESTORED):
            self.hub.end(list(self.hub.channels))  # all is other than it was: they come anew
        self._looked = True

    async def run(self) -> None:
        """Look again and again."""
        while True:
            try:
                await self.look()
            except Exception:
                log("orders could not be read", level=logging.ERROR, error=True)
            await asyncio.sleep(LOOK_SECONDS)
