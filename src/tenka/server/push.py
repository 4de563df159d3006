"""Web Push: a message that only one browser can read, signed by this server (RFC 8291, RFC 8292).

The key by which browsers know this server is made once and kept in the database, so that every
process signs with the same.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from tenka.server import server_keys
from tenka.server.storage import Storage

NAME = "push"
POINT = 65  # bytes of a public key, uncompressed
DAY = 24 * 3600
WITHOUT_CLOCK = 7 * DAY  # how long a message is kept for a device that is away, if no time is up
LONGEST = 28 * DAY  # push services keep none for longer


def encoded(data: bytes) -> str:
    """Base64 for addresses and headers."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """What `encoded` wrote; ValueError if it is nothing of the kind."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_key(point: str, auth: str) -> bool:
    """Whether these are the keys of a browser: a point of the curve, and sixteen bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(point))
        return len(decoded(point)) == POINT and len(decoded(auth)) == 16
    except ValueError:
        return False


def _new_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(number.to_bytes(32, "big"))


async def private_key(storage: Storage) -> str:
    """The key that this server signs with."""
    return await server_keys.kept(storage, NAME, _new_key)


def public_key(private: str) -> str:
    """What browsers are told of it."""
    plain, point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return encoded(Vapid02.from_string(private).public_key.public_bytes(plain, point))


def patience(flags: Iterable[float | None], now: float) -> int:
    """How long a push service is to wait for a device that is away: until all time is up."""
    spans = [WITHOUT_CLOCK if flag is None else flag - now for flag in flags]
    return int(min(LONGEST, max(0, *spans)))


def message(
    private: str,
    contact: str,
    address: str,
    secrets: dict[str, str],
    content: bytes,
    topic: str,
    seconds: int,
) -> tuple[bytes, dict[str, str]]:
    """Body and headers of a push; a later one of the same topic replaces one that still waits.

    For a device that is away it is kept so many seconds.
    """
    parts = urlsplit(address)
    audience = f"{parts.scheme}://{parts.netloc}"
    signed: dict[str, str] = Vapid02.from_string(private).sign({"sub": contact, "aud": audience})
    body: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(secrets["p256dh"]),
        auth_secret=decoded(secrets["auth"]),
        version="aes128gcm",
    )
    return body, {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Urgency": "normal",
        "Topic": encoded(hashlib.sha256(topic.encode()).digest()[:24]),
    }
