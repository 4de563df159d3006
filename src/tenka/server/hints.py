"""Hints: what an adept would do, told to one person who plays against bots alone.

An adept knows no more than whoever asks: it gets the asker's redacted state, in a thinking process.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import tenka
from tenka.server import reasons as why
from tenka.server import requests, seats
from tenka.server.problems import Busy, NotYourTurn, WrongTime
from tenka.server.tables import BOT, Table, strongest
from tenka.server.thinking import Advise, BotFailed, Opponent
from tenka.server.turns import Urgency

if TYPE_CHECKING:
    from tenka.server.house import House

LEVEL = "adept"


@dataclass(frozen=True)
class Hint:
    """A series of decisions, as far as its player can foresee what comes of them."""

    version: int
    level: str
    decisions: list[str]


async def ask(house: House, link: str, keys: seats.Keys, seat: int) -> Hint:
    """What an adept would do in a seat that is asked now."""
    table = await house.table(link)
    seats.require(table, seat, keys)
    version = table.book.versions[seat]
    requests.check(table, seat, version)
    require_alone(table, seat)
    match = table.match()
    if seat not in match.to_act:
        raise NotYourTurn(f"seat {seat} is not asked now: there is nothing to advise")
    level = LEVEL if LEVEL in tenka.bots(table.game) else strongest(table.game)
    seen = bytes(match.redacted_bytes(seat))
    question = Advise(Opponent(table.game, level), seat, table.options, seen)
    try:
        decisions = await house.bots.thinkers.advise(
            question, house.settings.bot_seconds, table.origin, Urgency.PERSON
        )
    except BotFailed as failure:
        raise Busy(f"no hint could be found: {failure}", retry_after=5) from failure
    return Hint(version, level, [match.game.actions[decision].text for decision in decisions])


def require_alone(table: Table, seat: int) -> None:
    """Refuse hints where they were not wished for, or where another person sits or has sat."""
    if not table.hints:
        raise WrongTime(why.NO_HINTS_HERE())
    others = [one for at, one in enumerate(table.seats) if at != seat]
    before = [key for key in table.book.left if key != table.seats[seat].key]
    if before or any(one.kind != BOT for one in others):
        raise WrongTime(why.HINTS_ALONE())
