"""What was learned elsewhere and comes with the package: files whose digest must be right."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path


def digest_of(data: bytes) -> str:
    """The SHA-256 by which it is known."""
    return hashlib.sha256(data).hexdigest()


@cache
def stored(package: str, name: str, digest: str) -> bytes:
    """A file of a package, whose SHA-256 must be this one."""
    data = (files(package) / name).read_bytes()
    if digest_of(data) != digest:
        raise ValueError(f"{name} of {package} is damaged: install Tenka again")
    return data


def tell_digest(file: Path) -> None:
    """Say the digest of a file that was just made, which the bot that reads it must know."""
    print(f"{file} is written; its SHA-256 is {digest_of(file.read_bytes())}", flush=True)
