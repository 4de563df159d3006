"""People with a browser and a passkey, who talk to a server over HTTP."""

from __future__ import annotations

from contextlib import asynccontextmanager

import sqlalchemy as sa

from tests.server.authenticator import Authenticator
from tests.server.running import Server, connection


def named(server: Server) -> str:
    """The server by a name: numbers have no passkeys."""
    return f"http://localhost:{server.port}"


class Somebody:
    """A browser with a passkey."""

    def __init__(self, url: str) -> None:
        self.http, self.url = connection(url), url
        self.passkey = Authenticator(url)

    async def begin(self, what: str, **body: object) -> dict:
        answer = await self.http.post(f"/api/account/{what}/options", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def finish(self, what: str, ticket: str, credential: str, **more: object):
        body = {"ticket": ticket, "credential": credential, **more}
        return await self.http.post(f"/api/account/{what}", json=body)

    async def register(self, name: str = "Ann", **more: object):
        offer = await self.begin("passkeys", name=name)
        made = self.passkey.create(offer["options"])
        return await self.finish("passkeys", offer["ticket"], made, **more)

    async def sign_in(self, passkey: Authenticator | None = None, **lies: object):
        offer = await self.begin("sign-in")
        signed = (passkey or self.passkey).get(offer["options"], **lies)
        return await self.finish("sign-in", offer["ticket"], signed)

    async def who(self) -> dict | None:
        return (await self.http.get("/api/account")).json()["account"]

    async def lay(self, **wish: object) -> dict:
        made = await self.http.post("/api/tables", json={"game": "suntzu", **wish})
        assert made.status_code == 201, made.text
        return made.json()["table"]

    async def seats(self, link: str) -> list[int]:
        return (await self.http.get(f"/api/tables/{link}/seats")).json()


@asynccontextmanager
async def people(server: Server, count: int = 1, *, known: bool = True):
    """Browsers of their own; signed up, if known."""
    all_ = [Somebody(named(server)) for _ in range(count)]
    try:
        for number, one in enumerate(all_):
            if known:
                assert (await one.register(f"Person {number}")).status_code == 201
        yield all_
    finally:
        for one in all_:
            await one.http.aclose()


def count_of(address: str, what: str) -> int:
    with sa.create_engine(address).connect() as database:
        return database.execute(sa.select(sa.func.count()).select_from(sa.table(what))).scalar()
