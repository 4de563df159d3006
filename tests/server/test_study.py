"""Study: marked as one, with a way back, bots that still play, and no trap in half a choice."""

from __future__ import annotations

import asyncio

import tenka
from tests.server.running import PATIENCE, RANDOM_BOT, Person, connection
from tests.server.test_guests import set_bot
from tests.server.test_moves import refused
from tests.server.test_replays import finished


async def given_up(server, seats: list[dict], game: str = "samurai") -> tuple[str, str]:
    """A game that its person began, played a little and resigned: its link and key."""
    async with connection(server.url) as http:
        wish = {"game": game, "players": len(seats), "seats": seats}
        made = (await http.post("/api/tables", json=wish)).json()
    link, key = made["table"]["table"], made["key"]
    async with Person(server.url, link, key) as ann:
        for _ in range(4):
            async with asyncio.timeout(PATIENCE):
                while not (look := await ann.look(0))["legal"]:
                    await asyncio.sleep(0.1)
            await ann.play(0, look["version"], look["legal"][0]["id"])
        assert (await ann.post("/resign", seat=0)).json()["status"] == "finished"
    return link, key


def test_a_study_says_of_what_it_is_and_its_bots_still_play(server):
    async def check():
        link, _ = await given_up(server, [{"kind": "human", "name": "Ann"}, RANDOM_BOT])
        async with connection(server.url) as http:
            last = (await http.get(f"/api/tables/{link}/positions/0")).json()["last"]
            study = (await http.post(f"/api/tables/{link}/study", json={"number": last})).json()
        assert study["table"]["study"] == {
            "table": link,
            "number": last,
            "node": None,
            "scene": None,
        }
        assert [seat["kind"] for seat in study["table"]["seats"]] == ["human", "bot"]
        assert study["seats"] == [0]
        async with Person(server.url, study["table"]["table"], study["key"]) as me:
            made = 0
            async with asyncio.timeout(PATIENCE):
                while made < 6:
                    look = await me.look(0)
                    if look["legal"]:
                        await me.play(0, look["version"], look["legal"][0]["id"])
                        made += 1
                    else:
                        await asyncio.sleep(0.1)
            mine = (await set_bot(me, 1, None)).json()  # the other side can be played by hand ...
            assert [seat["kind"] for seat in mine["seats"]] == ["human", "human"]
            assert (await me.get("/seats")).json() == [0, 1]
            refused(await set_bot(me, 7, "novice"), 404, "not_found")
            both = (await set_bot(me, 1, "novice")).json()  # ... and by another bot
            assert both["seats"][1]["level"] == "novice"
            refused(await set_bot(me, 0, "novice"), 409, "wrong_time")  # one seat stays mine
            async with Person(server.url, me.link) as stranger:
                refused(await set_bot(stranger, 1, None), 403, "not_the_host")

    asyncio.run(check())


def half_choices(match: tenka.Match) -> list[int]:
    """The positions of a game at which somebody has a piece in hand."""
    again, found = tenka.new(match.game.name, seed=match.seed, **match.options), []
    for at, (player, action, _) in enumerate(match.history, start=1):
        picks = match.game.picks.get(int(again.state.phase), ())
        again.play(player, action)
        if action.id in picks and again.to_act == (player,):
            found.append(at)
    return found


def test_a_study_with_a_tile_in_hand_can_lay_it_back(server):
    match = finished("samurai")
    number = half_choices(match)[-1]  # in a turn of tiles, late in the game

    async def check():
        async with connection(server.url) as http:
            made = (await http.post("/api/records", json=match.record())).json()
            path = f"/api/tables/{made['table']['table']}/study"
            half = (await http.post(path, json={"number": number})).json()
        async with Person(server.url, half["table"]["table"], half["key"]) as me:
            seat = (await me.look())["to_act"][0]
            look = await me.look(seat)
            assert look["undo"] >= 1
            back = await me.post("/undo", seat=seat, version=look["version"], count=1)
            assert back.status_code == 200, back.text
            free = await me.look(seat)
            assert any("leads_to" in choice for choice in free["legal"])
            assert {c["id"] for c in free["legal"]}.isdisjoint(c["id"] for c in look["legal"])

    asyncio.run(check())


def test_a_position_that_somebody_wrote_is_shown_studied_and_written_again(server):
    text = "round 5\nWU 6 blue\nQIN 2 red\npool red 3\nhand blue 7 plague"

    async def check():
        async with connection(server.url) as http:
            shown = await http.post("/api/scenes", json={"game": "suntzu", "text": text})
            assert shown.json()["view"]["round"] == 5
            full = shown.json()["text"]
            begun = (await http.post("/api/scenes", json={"game": "samurai"})).json()
            assert begun["text"].startswith("2 players, ")
            wrong = await http.post("/api/scenes", json={"game": "suntzu", "text": "WU 99 red"})
            assert "a number from 0 to 21" in refused(wrong, 422, "bad_choice")
            assert wrong.json()["reason"] == "scene"
            laid = (await http.post("/api/studies", json={"game": "suntzu", "text": text})).json()
        assert laid["table"]["study"]["scene"] == text
        async with Person(server.url, laid["table"]["table"], laid["key"]) as me:
            scene = (await me.get("/scene")).json()["text"]
            assert [line for line in full.splitlines() if "displays" not in line] == [
                line for line in scene.splitlines() if "displays" not in line
            ]
            seat = (await me.look())["to_act"][0]
            look = await me.look(seat)
            assert (await me.play(seat, look["version"], "pass")).status_code == 200
            await me.post("/tree/walk", node=0)  # what was set up is set up again
            assert (await me.get("/scene")).json()["text"] == scene
            assert (await me.look(seat))["view"] == look["view"]
            copy = await me.post("/study", number=0, node=0)
            assert copy.json()["table"]["study"]["scene"] == text

    asyncio.run(check())


def test_a_running_game_tells_no_text_of_its_position(server):
    async def check():
        async with connection(server.url) as http:
            made = (await http.post("/api/tables", json={"game": "suntzu", "players": 2})).json()
            answer = await http.get(f"/api/tables/{made['table']['table']}/scene")
            refused(answer, 409, "wrong_time")

    asyncio.run(check())
