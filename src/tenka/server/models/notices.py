"""Where somebody's notices go, and letters that sign them in."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictBool
from typing_extensions import TypeAliasType

from tenka.server import mail, outside
from tenka.server.models import Body, Name

ChannelKind = TypeAliasType("ChannelKind", Literal["push", "mail", "webhook"])
Language = Literal["en", "pl", "ru"]
Url = Annotated[str, Field(max_length=outside.LONGEST)]
BrowserKey = Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]


class ChannelShown(BaseModel):
    """A way to tell somebody, as its owner sees it."""

    id: int
    kind: ChannelKind
    label: str
    address: str | None = Field(description="Of a mailbox or a webhook.")
    device: str | None = Field(
        description="SHA-256 of a device's address, as its browser knows it."
    )
    on: bool
    made: float


class NoticesShown(BaseModel):
    """All ways in which somebody is told, and those that there could be."""

    push_key: str = Field(description="By which browsers know this server, in base64.")
    mail: bool = Field(description="Whether this server sends letters.")
    channels: list[ChannelShown]


class NewDevice(Body):
    """A browser's push subscription."""

    endpoint: Url
    p256dh: BrowserKey
    auth: BrowserKey
    label: Name | None = None
    language: Language = "en"
    replaces: Url | None = Field(None, description="The endpoint that this browser had before.")


class NewWebhook(Body):
    """An address of the person's own, for all their tables."""

    url: Url


class Switch(Body):
    """Whether a channel is used."""

    on: StrictBool


class LetterWish(Body):
    """A mailbox that is to be proved: a letter with a link goes there, whoever's it is."""

    address: Annotated[str, Field(max_length=mail.LONGEST)]
    name: Name | None = Field(None, description="For somebody new.")
    language: Language = "en"
