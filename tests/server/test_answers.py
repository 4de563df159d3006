"""Answers in advance: kept with a seat, carried out by the server, and nobody else's business."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace

import pytest

import tenka
from tenka.core.answers import Answer
from tenka.server import answers, clock, ledger, lobby, moves, stream
from tenka.server.ledger import Draft, Line
from tenka.server.pace import Pace
from tests.server.running import (
    PATIENCE,
    RANDOM_BOT,
    Person,
    Server,
    connection,
    next_message,
    plan,
    table,
)
from tests.server.test_moves import BEGINNER, refused
from tests.server.test_secrecy import Database

ANN, BOB = 0, 1
PASS = tenka.game("suntzu").action("pass").id


async def give(person: Person, seat: int, *names: str):
    """Have just these answers on."""
    return await person.http.put(person.path(f"/seats/{seat}/answers"), json={"on": list(names)})


def on(look: dict) -> list[str]:
    return [answer["name"] for answer in look["answers"] if answer["on"]]


async def begin_battles(people: tuple[Person, Person]) -> None:
    """Generals, the windows before orders, and the same orders of both, so that nobody owes."""
    for text in ("general march", "general remove"):
        await say(people, text)
    while (await people[0].look())["view"]["phase"] != "orders":
        await say(people, "pass")
    for text in ("QIN=1 CHU=2 JIN-YAN=3 HAN-QI=4 WU=5",) * 2:
        await say(people, text)


async def say(people: tuple[Person, Person], text: str) -> int:
    """Whoever is asked first says it; who that was."""
    seat = (await people[0].look())["to_act"][0]
    look = await people[seat].look(seat)
    made = await people[seat].play(seat, look["version"], text)
    assert made.is_success, made.text
    return seat


def test_what_was_answered_in_advance_is_decided_as_soon_as_it_is_asked(server):
    async def check():
        async with table(server.url) as (ann, bob):
            await begin_battles((ann, bob))
            look = await ann.look(ANN)
            assert {"round", "battle WU", "game", "decline"} <= {a["name"] for a in look["answers"]}
            assert (await bob.look())["answers"] == []
            async with ann.stream(ANN, look["position"]) as mine, bob.stream(BOB) as his:
                await next_message(mine)
                _, before = await next_message(his)
                given = await give(ann, ANN, "battle JIN-YAN")  # while she is asked about QIN
                assert given.is_success, given.text
                _, told = await next_message(mine, lambda data: data["to_act"] == [BOB])
                decided = [event for event in told["events"] if event["kind"] == "move"]
                assert [(e["decisions"], e["answer"]) for e in decided] == [
                    (["pass"], "battle JIN-YAN")
                ]
                assert given.json()["position"] == told["position"]
                assert on(told) == ["battle JIN-YAN"]
                assert told["undo"] == 0
                _, other = await next_message(his, lambda data: data["position"] > 1)
                others = [event for event in other["events"] if event["kind"] == "move"]
                assert other["position"] == before["position"] + 1  # no sign of the answer itself
                assert not any({"answer", "decisions"} & {*event} for event in others)
            await say((ann, bob), "pass")  # QIN is fought over; then Ann passes for CHU
            assert (await ann.look())["to_act"] == [BOB]
            await say((ann, bob), "pass")
            look = await ann.look(ANN)
            assert look["to_act"] == [ANN]
            assert look["view"]["battle"] == "JIN-YAN"
            assert on(look) == []  # it has come to its end
            refused(
                await ann.post("/undo", seat=ANN, version=look["version"]),
                409,
                "nothing_to_take_back",
            )

    asyncio.run(check())


def test_answers_are_withdrawn_and_one_of_a_kind_is_on(server):
    async def check():
        async with table(server.url) as (ann, bob):
            refused(await give(ann, ANN, "game"), 422, "bad_choice")  # no window has come yet
            await begin_battles((ann, bob))
            refused(await give(bob, ANN, "game"), 403, "not_your_seat")
            for wrong in (["game", "round"], ["game", "game"], ["no such"], ["battle QIN"]):
                refused(await give(bob, BOB, *wrong), 422, "bad_choice")
            refused(await give(bob, BOB, *["game"] * 21), 422, "wrong_shape")
            assert (await give(bob, BOB, "game", "decline")).is_success
            position = (await bob.look(BOB))["position"]
            assert (await give(bob, BOB, "decline", "game")).is_success  # that is the same
            look = await bob.look(BOB)
            assert (on(look), look["position"]) == (["game", "decline"], position)
            assert (await give(bob, BOB)).is_success
            await say((ann, bob), "pass")
            look = await bob.look(BOB)
            assert (on(look), look["to_act"]) == ([], [BOB])

    asyncio.run(check())


def test_they_go_when_a_bot_stands_in_and_with_the_game(server):
    async def check():
        async with table(server.url) as (ann, bob):
            await begin_battles((ann, bob))
            assert (await give(bob, BOB, "game")).is_success
            assert (await bob.post("/leave", seat=BOB)).is_success
            refused(await give(bob, BOB, "game"), 409, "wrong_time")
            assert (await bob.post("/return", seat=BOB)).is_success
            assert on(await bob.look(BOB)) == []
            assert (await give(bob, BOB, "game")).is_success
            assert (await ann.post("/resign", seat=ANN)).is_success
            assert (await bob.look(BOB))["answers"] == []
            refused(await give(bob, BOB, "game"), 409, "wrong_time")
            again = await bob.post("/rematch")
            assert again.is_success, again.text
            book = json.loads(
                Database(server.database)
                .file.execute("SELECT book FROM tables ORDER BY id DESC LIMIT 1")
                .fetchone()[0]
            )
            assert book["answers"] == {}

    asyncio.run(check())


def test_no_time_is_used_and_nobody_is_told_of_such_a_turn(server):
    async def check():
        pace = {"bank": 600, "increment": 5}
        async with table(server.url, pace=pace) as (ann, bob):
            await begin_battles((ann, bob))
            assert (await give(bob, BOB, "round")).is_success
            before = (await ann.look())["clocks"][BOB]["left"]
            await say((ann, bob), "pass")
            after = (await ann.look())["clocks"][BOB]
            assert after == {"left": before + 5, "since": None, "flag": None}
            kept = Database(server.database).file.execute(
                "SELECT book, untold FROM tables WHERE link = ?", (ann.link,)
            )
            book, untold = kept.fetchone()
            asked = json.loads(book)["asked"]
            assert asked[BOB] is None
            assert untold == asked[ANN]  # whoever is told next is Ann

    asyncio.run(check())


def test_bots_do_not_wait_for_what_was_answered(server):
    async def check():
        wish = {"game": "suntzu", "seats": [{"kind": "human"}, RANDOM_BOT]}
        async with connection(server.url) as http:
            made = (await http.post("/api/tables", json=wish)).json()
        async with Person(server.url, made["table"]["table"], made["key"]) as ann:
            passed = set()
            async with ann.stream(ANN) as stream, asyncio.timeout(PATIENCE):
                async for id_, look in stream:
                    if id_ is None:
                        continue
                    told = [e for e in look["events"] if e["kind"] == "move" and e["seat"] == ANN]
                    passed |= {e["answer"] for e in told if "answer" in e}
                    if look["view"]["round"] > 2:
                        break
                    if look["to_act"] == [ANN] or ANN in look["to_act"]:
                        if not on(look) and look["view"]["round"]:
                            assert (await give(ann, ANN, "game")).is_success
                            continue
                        assert not look["view"]["phase"].startswith("window before b"), look
                        choice = plan(look) if look["view"]["phase"] == "orders" else None
                        first = choice or [look["legal"][0]["id"]]
                        await ann.play(ANN, look["version"], *first)
            assert passed == {"game"}

    asyncio.run(check())


def test_a_kill_between_giving_and_acting_loses_nothing(sqlite):
    async def begin(url) -> list[Person]:
        async with table(url) as (ann, bob):
            await begin_battles((ann, bob))
            assert (await give(bob, BOB, "round")).is_success
            return [Person(url, person.link, person.key) for person in (ann, bob)]

    async def go_on(ann, bob):
        async with ann, bob:
            assert on(await bob.look(BOB)) == ["round"]
            await say((ann, bob), "pass")
            look = await bob.look(BOB)
            assert (look["to_act"], look["view"]["battle"]) == ([ANN], "CHU")

    with Server(sqlite()) as server:
        people = asyncio.run(begin(server.url))
        server.kill()
        server.start()
        asyncio.run(go_on(*people))


# -- the same for the others as if it had been said by hand

NOW = 1_800_000_000.0
PACE = {"per_turn": 600.0, "bank": 60.0, "increment": 5.0, "rest": None}


class Twin:
    """A table at which time stands still, past the database."""

    def __init__(self, game: str, options: dict, count: int, seed: int) -> None:
        people = [lobby.SeatWish("human")] * count
        self.table = lobby.lay(game, options, count, people, "key", pace=Pace.read(PACE))
        self.table.link, self.table.seed, self.table.cup = "twin", seed, None
        self.table.created = self.table.changed = NOW
        self.lines = self._kept(lobby.begun(self.table))

    def _kept(self, lines: list[Line]) -> list[Line]:
        for line in lines:
            line.made = NOW
        return lines

    def change(self, act) -> list[Line]:
        """The new lines."""
        change = Draft(self.table, at=NOW)
        act(change)
        answers.carry_out(change)
        self.lines += self._kept(change.lines)
        return change.lines

    def decide(self, seat: int, number: int) -> list[Line]:
        return self.change(lambda c: moves.decide(c, self.table.match(), seat, [number]))

    def some_answers(self, seat: int, rng: random.Random) -> list[Line]:
        """One of each kind that is offered, or none."""
        offered = answers.shown(self.table, self.table.match(), seat)
        names = {one["kind"]: one["name"] for one in rng.sample(offered, len(offered))}
        said = list(names.values()) if rng.random() < 0.8 else []
        return self.change(lambda c: answers.say(c, seat, said))

    def told(self, hidden_from: int) -> list[str]:
        """What everybody but a seat is sent of all that happened since the last time."""
        lines, self.lines = self.lines, []
        others = [None, *(n for n in range(len(self.table.seats)) if n != hidden_from)]
        return [stream.encode(self.table, viewer, lines) for viewer in others]


@pytest.mark.parametrize(
    ("game", "options", "count", "seed"),
    [("suntzu", {}, 2, 1), ("suntzu", {"events": True}, 2, 2), ("shogun", {}, 3, 3)],
)
def test_others_cannot_tell_an_answer_in_advance_from_one_by_hand(
    game, options, count, seed, monkeypatch
):
    """Random games, twice: somebody answers in advance, or by hand; others see the same bytes."""
    monkeypatch.setattr(clock, "now", lambda: NOW)
    rng, acted = random.Random(seed), 0
    ahead, by_hand = (Twin(game, options, count, seed) for _ in range(2))
    for _ in range(400):
        match = by_hand.table.match()
        if match.over:
            break
        if rng.random() < 0.25:
            lines = ahead.some_answers(BOB, rng)
        else:
            seat = rng.choice(match.to_act)
            number = rng.choice(match.offered(seat))
            by_hand.decide(seat, number)
            lines = ahead.decide(seat, number)
        for line in lines:
            if "answer" in line.data:
                ((seat, number),) = ledger.decisions_in(line.rows)
                assert seat == BOB
                assert ahead.table.book.undo[BOB] == 0
                by_hand.decide(seat, number)
                acted += 1
        assert ahead.table.state == by_hand.table.state
        assert ahead.told(BOB) == by_hand.told(BOB)
    assert acted


# -- answers of a game that does not know what it says


def broken(what: str) -> Answer:
    def fail(*about):
        raise ValueError(what)

    sound = Answer(
        "broken", "any", "does harm", lambda s, p: 0, lambda s, p, u: False, lambda s, p: None
    )
    wrong = {"illegal": lambda s, p: PASS, "decide": fail, "over": fail, "begin": fail}
    return replace(sound, **{"decide" if what == "illegal" else what: wrong[what]})


@pytest.mark.parametrize("what", ["illegal", "decide", "over", "begin"])
def test_a_game_whose_answers_fail_is_played_on(what, monkeypatch):
    laid = lobby.lay("suntzu", BEGINNER, None, None, "key")
    lobby.begun(laid)
    game = replace(laid.rules, answers=(broken(what),))
    monkeypatch.setattr("tenka.server.tables.find", lambda name: game)
    laid.book.answers = {"0": {"broken": 0}, "1": {"broken": 0}}
    change = Draft(laid)
    moves.decide(change, laid.match(), 1, ["QIN=1 CHU=2 JIN-YAN=3 HAN-QI=4 WU=5"])
    answers.carry_out(change)
    assert len(change.lines) == 1
    assert laid.match().to_act == (0,)
    assert bool(laid.book.answers) == (what != "over")
    assert answers.shown(laid, laid.match(), 0)
