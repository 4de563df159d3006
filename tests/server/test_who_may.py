"""Who may call what of a person's: what each gets who has all else right."""

from __future__ import annotations

import asyncio

import pytest

from tenka.server.app import create_app
from tenka.server.settings import Settings
from tests.server.authenticator import Authenticator
from tests.server.somebody import Somebody, people

GUEST, OWNER, OTHER = "guest", "owner", "other"
EVERYBODY, PEOPLE_ONLY = {GUEST, OWNER, OTHER}, {OWNER, OTHER}
MAY = {
    ("POST", "/api/account/passkeys/options"): EVERYBODY,
    ("POST", "/api/account/passkeys"): set(),  # only with a ticket and what a browser made of it
    ("POST", "/api/account/sign-in/options"): EVERYBODY,
    ("POST", "/api/account/sign-in"): set(),
    ("POST", "/api/account/devices"): PEOPLE_ONLY,
    ("POST", "/api/account/devices/enter"): set(),
    ("GET", "/api/account"): EVERYBODY,
    ("PUT", "/api/account"): PEOPLE_ONLY,
    ("DELETE", "/api/account/sessions/{id_}"): {OWNER},
    ("DELETE", "/api/account/passkeys/{id_}"): {OWNER},
    ("GET", "/api/account/tables"): PEOPLE_ONLY,
    ("GET", "/api/account/export"): PEOPLE_ONLY,
    ("GET", "/api/account/results"): PEOPLE_ONLY,
    ("PUT", "/api/account/page"): PEOPLE_ONLY,
    ("GET", "/api/people/{link}"): set(),  # only with the link of somebody who shows their page
    ("POST", "/api/tables/{link}/claim"): PEOPLE_ONLY,
    ("DELETE", "/api/account/sessions"): PEOPLE_ONLY,
    ("POST", "/api/account/sign-out"): PEOPLE_ONLY,
    ("DELETE", "/api/account"): PEOPLE_ONLY,
}
BODIES = {
    "/api/account/passkeys/options": {"name": "Ann"},
    "/api/account/passkeys": {"ticket": "A" * 22, "credential": "{}"},
    "/api/account/sign-in": {"ticket": "A" * 22, "credential": "{}"},
    "/api/account/devices/enter": {"ticket": "A" * 22},
    "/api/account": {"name": "Ann"},
    "/api/account/page": {"public": True},
}


def test_the_table_of_who_may_call_what_has_every_route():
    app = create_app(Settings(database="sqlite:////nowhere"))
    routes = {
        (method.upper(), path)
        for path, methods in app.openapi()["paths"].items()
        for method, about in methods.items()
        if "account" in about["tags"]
    }
    assert routes == set(MAY)


@pytest.mark.parametrize("role", [GUEST, OTHER, OWNER])
def test_everybody_gets_what_the_table_says(server, role):
    async def check():
        async with people(server, 2) as (owner, other), people(server, known=False) as (guest,):
            asking = {OWNER: owner, OTHER: other, GUEST: guest}[role]
            link = (await owner.lay())["table"]
            offer = await owner.begin("passkeys")
            more = Authenticator(owner.url).create(offer["options"])
            await owner.finish("passkeys", offer["ticket"], more)
            spare = Somebody(owner.url)
            await spare.sign_in(owner.passkey)
            await spare.http.aclose()
            about = await owner.who()
            session = next(one["id"] for one in about["sessions"] if not one["here"])
            ids = {"sessions": session, "passkeys": about["passkeys"][1]["id"]}
            for (method, path), allowed in MAY.items():
                id_ = ids.get(path.split("/")[3], "") if "id_" in path else ""
                where = path.replace("{link}", link).replace("{id_}", id_)
                body = (
                    {"json": BODIES[path]} if path in BODIES and method in ("POST", "PUT") else {}
                )
                answer = await asking.http.request(method, where, **body)
                assert answer.is_success == (role in allowed), (method, path, answer.text)
                if role not in allowed:
                    assert answer.status_code in (401, 403, 404), answer.text
                if path.endswith("/claim") and role == OTHER:
                    assert answer.json() == []  # without a key of a seat, nothing is taken along
                if (method, path) == ("POST", "/api/account/sign-out") and role in allowed:
                    assert (await asking.sign_in()).is_success
            left = {OWNER: 0, OTHER: 2, GUEST: 2}[role]
            assert len((await owner.who() or {"passkeys": []})["passkeys"]) == left

    asyncio.run(check())
