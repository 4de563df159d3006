"""Live judgement in a study: what the position and the choices in it are worth.

A study is of a finished game, so nobody's game is helped. The judge gets what the seat that asks
may know, in a thinking process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenka.server import reasons as why
from tenka.server import requests, seats
from tenka.server.problems import Busy, NotYourTurn, WrongTime
from tenka.server.thinking import BotFailed, Weigh

if TYPE_CHECKING:
    from tenka.server.house import House


async def judge(house: House, link: str, keys: seats.Keys, seat: int) -> dict[str, Any]:
    """Everyone's chance, and the best choices of a seat that is asked, with what they are worth."""
    table = await house.table(link)
    seats.require(table, seat, keys)
    version, draws = table.book.versions[seat], house.settings.review_draws
    requests.check(table, seat, version)
    if not table.study or not draws:
        raise WrongTime(why.STUDIES_ALONE())
    match = table.match()
    if seat not in match.to_act:
        raise NotYourTurn(f"seat {seat} is not asked now: there is nothing to judge")
    seen, legal = bytes(match.redacted_bytes(seat)), match.offered(seat)
    question = Weigh(table.game, seat, seen, legal, draws)
    try:
        weighed = await house.bots.thinkers.weigh(question, table.origin)
    except BotFailed as failure:
        raise Busy(f"the position could not be judged: {failure}", retry_after=5) from failure
    options = [{"decisions": line, "chance": chance} for line, chance in weighed.options]
    return {"version": version, "chances": weighed.chances, "options": options}
