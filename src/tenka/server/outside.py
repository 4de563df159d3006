"""Requests to addresses that people chose, so that none of them can reach inside.

Such an address must be https and public, unless whoever runs the server allows its host by name.
It is looked up once, all its addresses are checked, and the connection goes to the one that was
checked, so that a name cannot point inside a moment later. Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

from tenka.server import reasons as why
from tenka.server.problems import BadChoice

SECONDS = 10.0
LONGEST = 1000
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
LOCAL_NAT64 = ipaddress.IPv6Network("64:ff9b:1::/48")  # leads to a network's own addresses
IPV4_COMPATIBLE = ipaddress.IPv6Network("::/96")


def checked(url: str, allowed: frozenset[str] = frozenset()) -> str:
    """The address, if it may be called at all; where it leads is checked at each call."""
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError:
        raise BadChoice(why.NO_ADDRESS()) from None
    if is_allowed(parts, allowed):
        return url
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


def is_allowed(parts: SplitResult, allowed: frozenset[str]) -> bool:
    """Whether whoever runs the server allows an address, as 'host' or 'host:port'."""
    plain = parts.scheme in ("http", "https") and "@" not in parts.netloc
    return plain and (parts.netloc in allowed or parts.hostname in allowed)


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


class Outside:
    """Sends requests to the world outside."""

    def __init__(self, allowed: str = "") -> None:
        self.allowed = frozenset(host.strip() for host in allowed.split(",") if host.strip())

    def checked(self, url: str) -> str:
        """The address, if this server may call it."""
        return checked(url, self.allowed)

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send a POST; the status of the answer. An OSError or ValueError: there is none."""
        parts = urlsplit(self.checked(url))
        host, path = parts.netloc, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        all_ = {"Host": host, **headers, "Content-Length": str(len(body)), "Connection": "close"}
        lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_.items())]
        async with asyncio.timeout(SECONDS):
            reader, writer = await self.connect(parts)
            try:
                writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
                await writer.drain()
                return int((await reader.readline()).split()[1])
            except IndexError as error:
                raise ValueError("no answer") from error
            finally:
                writer.close()

    async def connect(
        self, parts: SplitResult
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the checked address, under the name that the certificate must have."""
        host, secure = str(parts.hostname), parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        tls = ssl.create_default_context() if secure else None
        address = host if is_allowed(parts, self.allowed) else await resolve(host)
        named = host if secure else None
        return await asyncio.open_connection(address, port, ssl=tls, server_hostname=named)
