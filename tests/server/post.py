"""The world that notices go to: a mail server, a push service and programs, all on loopback."""

from __future__ import annotations

import base64
import email
import email.policy
import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.running import free_port

CURVE = ec.SECP256R1()


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass
class Browser:
    """The keys of a browser that subscribed to pushes."""

    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(CURVE)
    )
    auth: bytes = b"sixteen bytes .."

    def __getstate__(self) -> tuple[int, bytes]:
        """What is kept of it with a diary: keys themselves cannot be."""
        return self.private.private_numbers().private_value, self.auth

    def __setstate__(self, kept: tuple[int, bytes]) -> None:
        self.private, self.auth = ec.derive_private_key(kept[0], CURVE), kept[1]

    @property
    def point(self) -> bytes:
        return point_of(self.private.public_key())

    def keys(self) -> dict[str, str]:
        return {"p256dh": encoded(self.point), "auth": encoded(self.auth)}

    def read(self, body: bytes) -> bytes:
        """A message as RFC 8291 has it decrypted: one record of `aes128gcm` (RFC 8188)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.private.exchange(ec.ECDH(), theirs)
        secret = derived(self.auth, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        text, last = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")[:-1], b"\2"
        assert AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0").endswith(last)
        return text


def require_vapid(header: str, audience: str, key: str) -> dict:
    """The claims of a push's signature, of this key and for this service (RFC 8292)."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    head, claims, signature = parts["t"].split(".")
    numbers = decoded(signature)
    r, s = (int.from_bytes(half, "big") for half in (numbers[:32], numbers[32:]))
    signer = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(key))
    told = f"{head}.{claims}".encode()
    signer.verify(encode_dss_signature(r, s), told, ec.ECDSA(hashes.SHA256()))
    said = json.loads(decoded(claims))
    assert said["aud"] == audience
    assert time.time() < said["exp"] <= time.time() + 86400
    return said


class World:
    """What arrived: letters by mailbox, and requests by path."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, email.message.EmailMessage]] = []
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, int] = {}  # by path, if it is not 201
        world = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(world.answer(self.path, dict(self.headers), body))
                self.end_headers()

            def log_message(self, *what: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.http.server_port}"
        self.smtp = Controller(self, "127.0.0.1", free_port())

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Take a request in; the status that its sender gets."""
        self.requests.append((path, headers, body))
        return self.answers.get(path, 201)

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:  # noqa: N802
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.letters += [(to, letter) for to in envelope.rcpt_tos]
        return "250 OK"

    def __enter__(self) -> World:
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.smtp.start()
        return self

    def __exit__(self, *what: object) -> None:
        self.smtp.stop()
        self.http.shutdown()
        self.http.server_close()

    def url(self, path: str) -> str:
        return f"http://{self.host}{path}"

    def settings(self) -> dict[str, str]:
        """How a server reaches all of this."""
        mail = {"mail": f"smtp://127.0.0.1:{self.smtp.port}", "mail_from": "tenka@example.org"}
        return {**mail, "notice_hosts": self.host}

    def at(self, path: str) -> list[tuple[dict[str, str], bytes]]:
        return [(headers, body) for where, headers, body in self.requests if where == path]

    def to(self, mailbox: str) -> list[email.message.EmailMessage]:
        return [letter for to, letter in self.letters if to == mailbox]
