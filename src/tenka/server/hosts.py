"""Whom a request was meant for, and from whose page it came.

A foreign page can have its name lead to this machine (DNS rebinding) and would then count as ours
in the browser; so the name that was asked for must be one of this server's. And a page of another
origin, be it another port of this very host, must not change anything here.
"""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from tenka.server.settings import Settings

READING = frozenset(["GET", "HEAD", "OPTIONS"])


class Hosts:
    """The names under which this server may be asked for.

    Numbers, and names without a dot, are nobody's to register: no foreign page has one.
    """

    def __init__(self, settings: Settings) -> None:
        own = socket.gethostname().lower()
        given = [name.strip().lower() for name in settings.hosts.split(",")]
        base = urlsplit(settings.base_url)
        self.all = "*" in given
        self.names = {own, f"{own.partition('.')[0]}.local", base.hostname, *given} - {"", None}
        self.base = base.netloc.lower().encode()
        self.knows = lru_cache(1000)(self._knows)

    def _knows(self, host: bytes) -> bool:
        """Whether a Host header names this server."""
        name = _name(host)
        if name is None:
            return False
        return (
            self.all
            or name in self.names
            or name.endswith(".localhost")
            or "." not in name
            or is_number(name)
        )

    def own_page(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a change is asked for by a page of this server, or by no page at all."""
        site = headers.get(b"sec-fetch-site")  # browsers say so where they trust the connection
        if site is not None:
            return site in (b"same-origin", b"none")
        origin = headers.get(b"origin")
        if origin is None:
            return True
        place = origin.partition(b"://")[2].lower()
        return bool(place) and place in (headers.get(b"host", b"").lower(), self.base)


def _name(host: bytes) -> str | None:
    """The name in a Host header, without its port."""
    try:
        name = urlsplit(f"//{host.decode('ascii')}").hostname
    except ValueError:
        return None
    return name.rstrip(".") if name else None


def is_number(name: str) -> bool:
    """Whether a host is called by its address, and not by a name."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
