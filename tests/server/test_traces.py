"""Of whoever sat at a table nothing stays behind, and nothing of others goes with them."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import sqlalchemy as sa

from tenka.server.storage import Storage, metadata
from tests.server.running import PATIENCE, RANDOM_BOT, Server
from tests.server.somebody import Somebody, people
from tests.server.test_company import meet, tied

TWO = [{"kind": "human", "name": "Ann"}, {"kind": "open"}]


async def sits(who: Somebody, path: str, name: str, *texts: str, **more: object) -> None:
    """Sit down in the second seat, and say something."""
    joined = await who.http.post(f"{path}/join", json={"name": name, "seat": 1, **more})
    assert joined.status_code == 200, joined.text
    for text in texts:
        said = await who.http.post(f"{path}/chat", json={"seat": 1, "text": text})
        assert said.status_code == 200, said.text


async def leaves(who: Somebody, path: str) -> None:
    assert (await who.http.post(f"{path}/leave", json={"seat": 1})).status_code == 200


async def goes(who: Somebody) -> None:
    assert (await who.http.delete("/api/account")).status_code == 204


async def kept(server: Server) -> str:
    """All that the database holds."""
    storage = Storage(server.database)
    async with storage.reading() as connection:
        found = [
            tuple(row)  # whole: what a row shows of itself is cut short
            for one in metadata.sorted_tables
            for row in await connection.execute(sa.select(one))
        ]
    await storage.close()
    return str(found)


async def exported(who: Somebody, path: str) -> dict:
    """What somebody's file says of a table."""
    answer = (await who.http.get("/api/account/export")).json()
    return next(one for one in answer["tables"] if path.endswith(one["table"]))


def texts(table: dict) -> list[str]:
    return [one["text"] for one in table["said"]]


def test_two_in_one_seat_one_after_the_other_are_kept_apart(each_server):
    """They even go by the same name. One goes, and takes only what was theirs."""

    async def check() -> None:
        async with people(each_server, 3) as (ann, bo, cy):
            laid = await ann.lay(seats=TWO, words=True)
            path = f"/api/tables/{laid['table']}"
            await sits(bo, path, "Samantha", "Bo is early", word="Bo-for-luck")
            hook = {"url": "https://example.org/of-bo"}
            assert (await bo.http.put(f"{path}/seats/1/webhook", json=hook)).is_success
            await leaves(bo, path)
            await sits(cy, path, "Samantha", "Cy is late", word="Cy-for-luck")
            his, hers = await exported(bo, path), await exported(cy, path)
            assert (his["mine"], texts(his)) == ([], ["Bo is early"])
            assert [one["word"] for one in his["words"]] == ["Bo-for-luck"]
            assert (hers["mine"], texts(hers)) == ([1], ["Cy is late"])
            assert [one["word"] for one in hers["words"]] == ["Cy-for-luck"]
            await goes(bo)
            everything = await kept(each_server)
            words = ("Bo is early", "Bo-for-luck", "of-bo")
            assert not {word for word in words if word in everything}
            assert await exported(cy, path) == hers
            assert everything.count("'Samantha'") == 4  # the seat, 'joined', word and talk of Cy
            await goes(cy)
            everything = await kept(each_server)
            assert not {word for word in ("Samantha", "Cy is late") if word in everything}

    asyncio.run(check())


def test_whoever_goes_from_a_game_keeps_apart_from_who_sat_there_before(each_server):
    async def check() -> None:
        async with people(each_server, 3) as (ann, bo, cy):
            path = f"/api/tables/{(await ann.lay(seats=TWO, words=True))['table']}"
            for one, name in ((bo, "Bogumila"), (cy, "Cyprian")):
                await sits(one, path, name, f"{name} speaks", word=f"{name} hopes")
                if one is bo:
                    await leaves(bo, path)
            assert (
                await ann.http.post(f"{path}/word", json={"seat": 0, "word": ""})
            ).status_code == 200
            await goes(cy)
            everything = await kept(each_server)
            assert "Cyprian speaks" not in everything
            assert "Cyprian hopes" in everything  # it is in the dice of this game
            assert texts(await exported(bo, path)) == ["Bogumila speaks"]
            await goes(bo)
            everything = await kept(each_server)
            assert "Bogumila" not in everything
            assert (await ann.http.get(path)).json()["seats"][1]["kind"] == "bot"

    asyncio.run(check())


def test_reports_tell_of_who_sat_there_then(sqlite):
    """What an earlier one said is not held against a later one; each report goes with its own."""

    async def check(server: Server) -> None:
        operator = {"Authorization": "Bearer the-token"}
        async with people(server, 3) as (ann, bo, cy):
            path = f"/api/tables/{(await ann.lay(seats=TWO, words=True))['table']}"
            report = {"seat": 0, "other": 1, "text": "Look at this"}
            for one, name in ((bo, "Bo"), (cy, "Cy")):
                await sits(one, path, "Sam", f"{name} insults")
                assert (await ann.http.post(f"{path}/reports", json=report)).status_code == 204
                if one is bo:
                    await leaves(bo, path)

            async def reports() -> list[tuple]:
                seen = (await ann.http.get("/api/operator", headers=operator)).json()
                return [(one["name"], one["said"], one["person"]) for one in seen["reports"]]

            number = (await cy.http.get("/api/account/export")).json()["number"]
            early, late = ("Sam", ["Bo insults"], None), ("Sam", ["Cy insults"], number)
            assert await reports() == [early, late]
            await goes(cy)
            assert await reports() == [early, ("", [], None)]
            await goes(bo)
            assert await reports() == [("", [], None)] * 2

    with Server(sqlite(), operator_token="the-token") as server:  # noqa: S106
        asyncio.run(check(server))


def test_names_in_lines_of_others_go_too(sqlite):
    """A nudge names who nudges, a wish for a bot who is away; namesakes keep their name."""

    async def check(server: Server) -> None:
        async with people(server, 3) as all_:
            seats = [{"kind": "human", "name": "Sam"}, {"kind": "open"}, {"kind": "open"}]
            laid = await all_[0].lay(game="samurai", players=3, seats=seats)
            path = f"/api/tables/{laid['table']}"
            for seat in (1, 2):
                body = {"name": "Sam", "seat": seat}
                assert (await all_[seat].http.post(f"{path}/join", json=body)).status_code == 200
            away = (await all_[0].http.get(path)).json()["to_act"][0]
            nudging, calling = (away + 1) % 3, (away + 2) % 3
            nudge = {"seat": nudging, "other": away}
            assert (await all_[nudging].http.post(f"{path}/nudge", json=nudge)).status_code == 204
            async with here(all_[nudging], path, nudging):  # who has not agreed to a bot
                call = {"seat": calling, "other": away}
                called = await all_[calling].http.post(f"{path}/stand-in", json=call)
                assert called.status_code == 200, called.text
            await goes(all_[nudging])
            lines = await seat_lines(server)
            assert [line["name"] for line in lines if line["what"] == "nudged"] == [""]
            assert [line["name"] for line in lines if line["what"] == "bot wanted"] == ["Sam"]
            await goes(all_[away])
            lines = await seat_lines(server)
            assert [line["name"] for line in lines if line["what"] == "bot wanted"] == [""]
            named = {seat["name"] for seat in (await all_[calling].http.get(path)).json()["seats"]}
            assert "Sam" in named

    with Server(sqlite(), call_seconds=0, patience_seconds=3600) as server:
        asyncio.run(check(server))


@asynccontextmanager
async def here(who: Somebody, path: str, seat: int):
    """Somebody at the table, with the page open."""
    async with who.http.stream("GET", f"{path}/stream", params={"seat": seat}):
        async with asyncio.timeout(PATIENCE):
            while (await who.http.get(f"{path}/people")).json()["away"][seat] is not None:
                await asyncio.sleep(0.05)
        yield


async def seat_lines(server: Server) -> list[dict]:
    storage = Storage(server.database)
    async with storage.reading() as connection:
        ledger = metadata.tables["ledger"]
        found = await connection.execute(
            sa.select(ledger.c.data).where(ledger.c.kind == "seats").order_by(ledger.c.number)
        )
        lines = list(found.scalars())
    await storage.close()
    return lines


def test_the_next_game_is_theirs_at_once_and_goes_with_them(each_server):
    """Who did not ask for it holds a seat of it all the same, and leaves no name there."""

    async def check() -> None:
        async with people(each_server, 2) as (ann, bo):
            path = await meet(ann, bo, seats=TWO, options={"beginner": True})
            assert (await ann.http.post(f"{path}/resign", json={"seat": 0})).is_success
            again = (await ann.http.post(f"{path}/rematch")).json()["table"]["table"]
            assert await bo.seats(again) == [1]
            await goes(bo)
            shown = (await ann.http.get(f"/api/tables/{again}")).json()
            assert [seat["kind"] for seat in shown["seats"]] == ["human", "bot"]
            assert "Bo" not in [seat["name"] for seat in shown["seats"]]

    asyncio.run(check())


def test_the_next_game_takes_nobody_to_whom_they_want_to_be_apart(server):
    async def check() -> None:
        async with people(server, 2) as (ann, bo):
            path = await meet(ann, bo, seats=TWO)
            assert (await ann.http.post(f"{path}/resign", json={"seat": 0})).is_success
            await tied(bo, "block", path, 0)
            again = (await ann.http.post(f"{path}/rematch")).json()["table"]
            assert [seat["kind"] for seat in again["seats"]] == ["human", "open"]
            assert await bo.seats(again["table"]) == []

    asyncio.run(check())


def test_a_study_goes_with_whoever_made_it(server):
    """Their notes, and their name on seats that they gave to bots."""

    async def check() -> None:
        async with people(server) as (ann,):
            seats = [{"kind": "human", "name": "Annabella"}, RANDOM_BOT]
            path = f"/api/tables/{(await ann.lay(seats=seats))['table']}"
            assert (await ann.http.post(f"{path}/resign", json={"seat": 0})).is_success
            made = await ann.http.post(f"{path}/study", json={"number": 0})
            study = f"/api/tables/{made.json()['table']['table']}"
            noted = {"name": "A clever idea", "comment": "Of mine alone"}
            assert (await ann.http.put(f"{study}/tree/0", json=noted)).status_code == 204
            for seat, level in ((1, None), (0, "random")):
                given = await ann.http.put(f"{study}/seats/{seat}/bot", json={"level": level})
                assert given.status_code == 200, given.text
            assert [one["name"] for one in (await exported(ann, study))["notes"]] == [
                "A clever idea"
            ]
            await goes(ann)
            everything = await kept(server)
            words = ("Annabella", "A clever idea", "Of mine alone")
            assert not {word for word in words if word in everything}

    asyncio.run(check())
