"""A passkey in software: what a browser and its device do in a ceremony, by the standard."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey at one origin."""

    def __init__(self, origin: str) -> None:
        self.origin, self.id = origin, secrets.token_bytes(20)
        self.key, self.count = ec.generate_private_key(ec.SECP256R1()), 0
        self.user = b""

    def create(self, options: str, **lies: object) -> str:
        """The answer to a request for a new passkey."""
        wish = json.loads(options)
        self.user = decoded(wish["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        x, y = (n.to_bytes(32, "big") for n in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        length = len(self.id).to_bytes(2, "big")
        data = self._data(wish["rp"]["id"], WITH_KEY, bytes(16) + length + self.id + public)
        made = {"fmt": "none", "attStmt": {}, "authData": data}
        client = self._client("webauthn.create", wish["challenge"], **lies)
        return self._credential(
            clientDataJSON=encoded(client), attestationObject=encoded(cbor2.dumps(made))
        )

    def get(self, options: str, **lies: object) -> str:
        """The answer to a request for a signature."""
        wish = json.loads(options)
        self.count += 1
        data = self._data(wish["rpId"], 0, b"")
        client = self._client("webauthn.get", wish["challenge"], **lies)
        signed = data + hashlib.sha256(client).digest()
        return self._credential(
            clientDataJSON=encoded(client),
            authenticatorData=encoded(data),
            signature=encoded(self.key.sign(signed, ec.ECDSA(SHA256()))),
            userHandle=encoded(self.user),
        )

    def _data(self, site: str, flags: int, more: bytes) -> bytes:
        flags |= PRESENT | VERIFIED
        count = self.count.to_bytes(4, "big")
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + count + more

    def _client(self, kind: str, challenge: str, /, **lies: object) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told | lies).encode()

    def _credential(self, **response: str) -> str:
        own = encoded(self.id)
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": response})
