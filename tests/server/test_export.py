"""Everything that is kept of somebody is in their file, or said not to be."""

from __future__ import annotations

import asyncio

from tenka.server.storage import metadata
from tests.server.post import Browser
from tests.server.somebody import people
from tests.server.test_company import meet, tied
from tests.server.test_tournaments import organised
from tests.server.test_traces import TWO, here, leaves, sits

WHERE = {  # what the file has of each table of the database
    "people": "name",
    "passkeys": "passkeys",
    "sessions": "sessions",
    "channels": "notices",
    "ratings": "ratings",
    "rated_games": "rated_games",
    "rated_seats": "rated_games",
    "ties": "ties",
    "invitations": "invitations",
    "tournaments": "tournaments",
    "entrants": "tournaments",
    "holdings": "tables",
    "tables": "tables",
    "ledger": "tables",
    "presence": "tables",  # when they were seen there
}
NOT_THERE = {
    "tickets": "a sign-in that is begun: gone within minutes",
    "outbox": "a notice that is about to be sent: it tells of a table that is in the file",
    "meetings": "a tournament's tables: they are in the file as tables",
    "reports": "what others told the operator, in confidence",
    "orders": "bans: whoever has one cannot ask for the file",
}
NOBODYS = {"processes", "server_keys", "reviews"}


def test_each_table_of_the_database_is_in_the_file_or_has_its_reason():
    assert set(metadata.tables) == {*WHERE, *NOT_THERE, *NOBODYS}


def test_the_file_has_everything(server):
    """Ann uses all there is; no part of her file is empty then."""

    async def check() -> None:
        async with people(server, 2) as (ann, bo):
            path = await meet(ann, bo, rated=True, options={"beginner": True})
            async with here(ann, path, 0):
                pass
            assert (await ann.http.post(f"{path}/resign", json={"seat": 0})).is_success
            await tied(ann, "follow", path, 1)
            (tie,) = await tied(bo, "follow", path, 0)
            waiting = f"/api/tables/{(await bo.lay(seats=TWO, words=True))['table']}"
            asked = await bo.http.post(f"{waiting}/invitations", json={"tie": tie["id"]})
            assert asked.status_code == 204
            await sits(ann, waiting, "Ann", "I must go", word="luck")
            hook = {"url": "https://example.org/seat"}
            assert (await ann.http.put(f"{waiting}/seats/1/webhook", json=hook)).is_success
            await leaves(ann, waiting)
            await organised(ann)
            entered = await organised(bo, ann)
            device = {"endpoint": "https://push.example.org/secret", **Browser().keys()}
            notices = "/api/account/notices"
            assert (await ann.http.post(f"{notices}/devices", json=device)).status_code == 204
            shown = {"public": True, "listed": True}
            page = (await ann.http.put("/api/account/page", json=shown)).json()["page"]
            file = (await ann.http.get("/api/account/export")).json()
            assert [part for part in {*WHERE.values()} if not file[part]] == []
            assert (file["page"], file["listed"]) == (f"/p/{page}", True)
            assert [one["address"] for one in file["notices"]] == ["push.example.org"]
            assert [one["organising"] for one in file["tournaments"]] == [True, False]
            assert entered.endswith(file["tournaments"][1]["link"])
            played, left = sorted(file["tables"], key=lambda one: one["created"])
            assert played["seen"]
            assert (left["mine"], left["said"][0]["text"]) == ([], "I must go")
            assert left["words"][0]["word"] == "luck"
            assert waiting.endswith(file["invitations"][0]["table"])

    asyncio.run(check())
