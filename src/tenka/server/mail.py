"""Letters by e-mail, through the mail account of whoever runs the server.

`TENKA_MAIL` is where it is: smtps://user:password@mail.example (TLS from the start),
smtp+starttls://… (TLS after a greeting), or smtp://… (none: for a mail server on the same machine).
"""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

from tenka.core.errors import TenkaError
from tenka.server import clock
from tenka.server.settings import Settings

SECONDS = 20.0
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
LONGEST = 254  # of an address
STOP = "List-Unsubscribe"


def is_address(text: str) -> bool:
    """Whether this could be an e-mail address; the mail servers have the last word."""
    name, at, host = text.rpartition("@")
    plain = text.isascii() and text.isprintable() and not set(text) & set(' ,;:<>()[]"\\')
    return bool(name and at and plain and len(text) <= LONGEST and "." in host.strip("."))


def same_address(text: str) -> str:
    """The one way in which an address is written here."""
    return text.strip().lower()


class _Policy(EmailPolicy):
    """How letters are written; a link in their head stays whole, however long it is."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name == STOP and value.isascii():
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


class Mail:
    """The mail account; without one, no letters are sent."""

    def __init__(self, settings: Settings) -> None:
        self.parts = urlsplit(settings.mail)
        self.sender, self.base_url = settings.mail_from, settings.base_url.rstrip("/")
        if settings.mail and self.parts.scheme not in PORTS:
            raise TenkaError(f"TENKA_MAIL begins with one of {', '.join(PORTS)}, and ://")
        if settings.mail and not (self.sender and self.base_url):
            raise TenkaError("with TENKA_MAIL, TENKA_MAIL_FROM and TENKA_BASE_URL are needed too")

    @property
    def works(self) -> bool:
        """Whether this server sends letters at all."""
        return bool(self.parts.scheme)

    async def send(self, to: str, subject: str, text: str, name: str, stop: str = "") -> None:
        """Send a letter; OSError or SMTPException if it could not be.

        Mail programs show a button for an address `stop`, where no more letters can be wished for.
        """
        letter = EmailMessage(policy=_Policy())
        letter["From"], letter["To"], letter["Subject"] = self.sender, to, subject
        letter["Date"] = formatdate(clock.now())
        host = urlsplit(self.base_url).hostname
        letter["Message-ID"] = f"<{name}@{host}>"  # sent twice by mischance, it is one letter
        letter["Auto-Submitted"] = "auto-generated"
        if stop:
            letter[STOP] = f"<{stop}>"
            letter[f"{STOP}-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(text)
        await asyncio.to_thread(self._hand_over, letter)

    def _hand_over(self, letter: EmailMessage) -> None:
        parts, host = self.parts, str(self.parts.hostname)
        port = parts.port or PORTS[parts.scheme]
        if parts.scheme == "smtps":
            tls = ssl.create_default_context()
            post: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=tls)
        else:
            post = smtplib.SMTP(host, port, timeout=SECONDS)
        with post:
            if parts.scheme == "smtp+starttls":
                post.starttls(context=ssl.create_default_context())
            if parts.username:
                post.login(unquote(parts.username), unquote(parts.password or ""))
            post.send_message(letter)
