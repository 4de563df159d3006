"""People and each other: they follow, block, invite and report, and tables have wishes."""

from __future__ import annotations

import asyncio

from tenka.server.company import MOST
from tests.server.running import Server
from tests.server.somebody import Somebody, people
from tests.server.test_moves import refused

TOKEN = {"Authorization": "Bearer the-token"}


async def meet(ann: Somebody, bo: Somebody, **wishes: object) -> str:
    """A game of two; its path."""
    path = f"/api/tables/{(await ann.lay(**wishes))['table']}"
    joined = await bo.http.post(f"{path}/join", json={"name": "Bo"})
    assert joined.status_code == 200, joined.text
    return path


async def tied(who: Somebody, kind: str, path: str, seat: int) -> list[dict]:
    body = {"kind": kind, "table": path.removeprefix("/api/tables/"), "seat": seat}
    answer = await who.http.post("/api/account/ties", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def company(who: Somebody) -> dict:
    return (await who.http.get("/api/account/company")).json()


def test_who_has_met_somebody_follows_and_invites_them(each_server):
    async def check():
        async with people(each_server, 3) as (ann, bo, eve):
            path = await meet(ann, bo)
            body = {"kind": "follow", "table": path.removeprefix("/api/tables/"), "seat": 0}
            refused(await eve.http.post("/api/account/ties", json=body), 404, "not_found")
            refused(await ann.http.post("/api/account/ties", json=body), 409, "wrong_time")
            (tie,) = await tied(ann, "follow", path, 1)
            assert (tie["name"], tie["kind"], tie["page"]) == ("Person 1", "follow", None)
            waiting = await ann.lay()
            invitations = f"/api/tables/{waiting['table']}/invitations"
            refused(await eve.http.post(invitations, json={"tie": tie["id"]}), 403, "not_your_seat")
            for _ in range(2):  # twice is once
                asked = await ann.http.post(invitations, json={"tie": tie["id"]})
                assert asked.status_code == 204, asked.text
            (invitation,) = (await company(bo))["invitations"]
            assert invitation["table"]["table"] == waiting["table"]
            assert (await company(eve))["invitations"] == []
            gone = f"/api/account/invitations/{invitation['id']}"
            refused(await eve.http.delete(gone), 404, "not_found")
            assert (await bo.http.delete(gone)).status_code == 204
            assert (await company(bo))["invitations"] == []
            listed = await bo.lay(listed=True)
            followed = (await company(ann))["followed"]
            assert [table["table"] for table in followed] == [listed["table"]]
            assert (await ann.http.delete(f"/api/account/ties/{tie['id']}")).status_code == 204
            refused(await ann.http.post(invitations, json={"tie": tie["id"]}), 404, "not_found")

    asyncio.run(check())


def test_who_is_blocked_stays_apart(server):
    async def check():
        async with people(server, 2) as (ann, bo):
            path = await meet(ann, bo)
            await tied(bo, "follow", path, 0)
            assert [tie["kind"] for tie in await tied(ann, "block", path, 1)] == ["block"]
            assert (await bo.http.get("/api/account/ties")).json() == []
            again = {"kind": "follow", "table": path.removeprefix("/api/tables/"), "seat": 0}
            refused(await bo.http.post("/api/account/ties", json=again), 403, "not_welcome")
            for host, guest in ((ann, bo), (bo, ann)):
                table = await host.lay(listed=True)
                assert table["table"] in (await company(guest))["hidden"]
                join = f"/api/tables/{table['table']}/join"
                refused(await guest.http.post(join, json={"name": "X"}), 403, "not_welcome")

    asyncio.run(check())


def test_an_invitation_of_somebody_who_is_blocked_is_shown_no_more(server):
    """Nor does it matter who has blocked whom; once they are forgiven, it is there again."""

    async def check():
        async with people(server, 2) as (ann, bo):
            path = await meet(ann, bo)
            (tie,) = await tied(ann, "follow", path, 1)
            asked = f"/api/tables/{(await ann.lay())['table']}/invitations"
            assert (await ann.http.post(asked, json={"tie": tie["id"]})).status_code == 204
            for who, other in ((bo, 0), (ann, 1)):
                assert len((await company(bo))["invitations"]) == 1
                (block,) = await tied(who, "block", path, other)
                assert (await company(bo))["invitations"] == []
                assert (await who.http.delete(f"/api/account/ties/{block['id']}")).is_success

    asyncio.run(check())


def test_tables_of_people_are_known_however_many_others_wait(sqlite):
    """Also such as come on a later page of the lobby."""

    async def check(server):
        async with people(server, 3) as (ann, bo, eve):
            for one in (bo, eve):
                await tied(ann, "follow" if one is bo else "block", await meet(ann, one), 1)
            first = [(await one.lay(listed=True))["table"] for one in (bo, eve)]
            for _ in range(MOST):
                await ann.lay(listed=True)
            lobby = {one["table"] for one in (await ann.http.get("/api/tables")).json()}
            assert not lobby & {*first}
            told = await company(ann)
            assert [[one["table"] for one in told["followed"]], told["hidden"]] == [
                [link] for link in first
            ]
            path = f"/api/tables/{first[0]}"
            assert (await bo.http.post(f"{path}/leave", json={"seat": 0})).is_success
            assert (await company(ann))["followed"] == []

    with Server(sqlite()) as server:
        asyncio.run(check(server))


def test_who_sits_at_a_table_knows_whom_they_follow_there_and_whom_they_have_asked(server):
    async def check():
        async with people(server, 3) as (ann, bo, eve):
            path = await meet(ann, bo)
            here = lambda one, where=path: one.http.get(f"{where}/company")  # noqa: E731
            assert (await here(ann)).json() == {"ties": [], "asked": []}
            (tie,) = await tied(ann, "follow", path, 1)
            expected = [{"seat": 1, "id": tie["id"], "kind": "follow"}]
            assert (await here(ann)).json()["ties"] == expected
            assert (await here(bo)).json()["ties"] == []  # nobody learns who follows them
            refused(await here(eve), 403, "not_your_seat")
            page = (await bo.http.put("/api/account/page", json={"public": True})).json()["page"]
            seen = [await one.http.get(f"/api/people/{page}") for one in (ann, eve, bo)]
            told = {"id": tie["id"], "kind": "follow"}
            assert [answer.json()["tie"] for answer in seen] == [told, None, None]
            table = f"/api/tables/{(await ann.lay())['table']}"
            ask = {"tie": tie["id"]}
            assert (await ann.http.post(f"{table}/invitations", json=ask)).status_code == 204
            assert (await here(ann, table)).json()["asked"] == [tie["id"]]

    asyncio.run(check())


def test_the_same_people_are_asked_to_play_again_and_ratings_can_be_wished_for(server):
    async def check():
        async with people(server, 2) as (ann, bo):
            wishes = {"language": "pl", "rating": [1000, 1450]}
            table = await ann.lay(rated=True, wishes=wishes)
            assert table["wishes"] == wishes
            join = f"/api/tables/{table['table']}/join"
            answer = await bo.http.post(join, json={"name": "Bo"})
            refused(answer, 409, "wrong_time")
            assert answer.json()["values"] == {"low": 1000, "high": 1450, "mine": 1500}
            path = await meet(ann, bo, rated=True)
            assert (await bo.http.post(f"{path}/resign", json={"seat": 1})).is_success
            again = (await bo.http.post(f"{path}/rematch")).json()["table"]
            (invitation,) = (await company(ann))["invitations"]
            assert (invitation["host"], invitation["table"]["table"]) == ("Bo", again["table"])

    asyncio.run(check())


def test_reports_reach_the_operator(sqlite):
    async def check(server):
        async with people(server, 2) as (ann, bo):
            path = await meet(ann, bo)
            await bo.http.post(f"{path}/chat", json={"seat": 1, "text": "You fool"})
            report = {"seat": 0, "other": 1, "text": "He insults me"}
            assert (await ann.http.post(f"{path}/reports", json=report)).status_code == 204
            refused(await bo.http.post(f"{path}/reports", json=report), 403, "not_your_seat")
            seen = (await ann.http.get("/api/operator", headers=TOKEN)).json()
            (told,) = seen["reports"]
            assert (told["name"], told["text"], told["said"]) == (
                "Bo",
                "He insults me",
                ["You fool"],
            )
            settled = await ann.http.delete(f"/api/operator/reports/{told['id']}", headers=TOKEN)
            assert settled.json()["reports"] == []

    with Server(sqlite(), operator_token="the-token") as server:  # noqa: S106
        asyncio.run(check(server))
