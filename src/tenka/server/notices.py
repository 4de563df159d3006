"""Notices: 'your turn', sent to an address that a seat's holder chose. Best effort, never awaited.

The address must be https and public. It is looked up once, all its addresses are checked, and the
connection goes to the one that was checked, so that a name cannot point inside a moment later.
Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
import ssl
from urllib.parse import urlsplit

from tenka.server import metrics
from tenka.server import reasons as why
from tenka.server.logs import log
from tenka.server.problems import BadChoice
from tenka.server.tables import Table

SECONDS = 5.0
LONGEST = 500
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
LOCAL_NAT64 = ipaddress.IPv6Network("64:ff9b:1::/48")  # leads to a network's own addresses
IPV4_COMPATIBLE = ipaddress.IPv6Network("::/96")


def checked(url: str) -> str:
    """The address, if it may be called at all; where it leads is checked at each call."""
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError:
        raise BadChoice(why.NO_ADDRESS()) from None
    if parts.scheme != "https" or not parts.hostname or port != 443 or "@" in parts.netloc:
        raise BadChoice(why.PLAIN_HTTPS())
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise BadChoice(why.ADDRESS_LENGTH(most=LONGEST))
    try:
        public = is_public(parts.hostname)
    except ValueError:
        public = "." in parts.hostname and not parts.hostname.endswith((".local", ".internal"))
    if not public:
        raise BadChoice(why.INTERNAL_ADDRESS())
    return url


def is_public(address: str) -> bool:
    """Whether a numeric address is one of the open internet."""
    number = ipaddress.ip_address(address)
    if isinstance(number, ipaddress.IPv6Address):
        if number in LOCAL_NAT64:
            return False
        inside = inner_address(number)
        return is_public(str(inside)) if inside else number.is_global and not number.is_multicast
    return number.is_global and not number.is_multicast


def inner_address(number: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to: mapped, translated (NAT64) or by 6to4."""
    if number in NAT64 or number in IPV4_COMPATIBLE:
        return ipaddress.IPv4Address(int(number) & 0xFFFFFFFF)
    return number.ipv4_mapped or number.sixtofour


async def resolve(host: str) -> str:
    """An address of a host, if all that it has are public."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(map(is_public, addresses)):
        raise BadChoice(why.INTERNAL_ADDRESS())
    return addresses[0]


class Notices:
    """Sends notices."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url.rstrip("/")

    async def send(self, event: str, table: Table, seat: int) -> None:
        """Tell the holder of a seat of something; failures are counted and forgotten."""
        word = {
            "event": event,
            "game": table.game,
            "seat": seat,
            "name": table.seats[seat].name,
            "table": f"{self.base_url}/t/{table.link}",
        }
        try:
            async with asyncio.timeout(SECONDS):
                status = await self.post(str(table.seats[seat].webhook), json.dumps(word).encode())
            outcome = "delivered" if 200 <= status < 300 else "refused"
        except (OSError, TimeoutError, ValueError, BadChoice) as error:
            outcome = "failed"
            log("a notice failed", table=table.id, reason=type(error).__name__)
        metrics.notices.labels(outcome).inc()

    async def post(self, url: str, body: bytes) -> int:
        """Send a POST; the status of the answer."""
        parts = urlsplit(checked(url))
        host = str(parts.hostname)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        reader, writer = await self.connect(await resolve(host), host)
        try:
            head = (
                f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            )
            writer.write(head.encode("ascii") + body)
            await writer.drain()
            return int((await reader.readline()).split()[1])
        except IndexError as error:
            raise ValueError("no answer") from error
        finally:
            writer.close()

    async def connect(
        self, address: str, host: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the checked address, under the name that the certificate must have."""
        return await asyncio.open_connection(
            address, 443, ssl=ssl.create_default_context(), server_hostname=host
        )
