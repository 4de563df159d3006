"""Fair dice at a table: its commitment, the words that players add, and when all have answered.

The server's part is drawn and its commitment shown when the table is laid, so no word can come
before it. A word, once given, stays; each is shown to everybody at once. `docs/fair-dice.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenka.server import moves, seats
from tenka.server import reasons as why
from tenka.server.ledger import SEATS
from tenka.server.problems import WrongTime
from tenka.server.tables import FREE, HUMAN, OPEN, Table

if TYPE_CHECKING:
    from tenka.server.house import Change, House


def shown(table: Table) -> dict[str, Any] | None:
    """What everybody may know of a table's dice at any time; never what is promised."""
    cup = table.cup
    if cup is None:
        return None
    return {"commitment": cup.dice().commitment, "words": cup.words, "awaited": cup.awaited}


def is_ready(table: Table) -> bool:
    """Whether the game can begin: no seat is free, and nobody's word is awaited."""
    if any(seat.kind == FREE for seat in table.seats):
        return False
    cup = table.cup
    if cup is None or not cup.awaited:
        return True
    people = [at for at, seat in enumerate(table.seats) if seat.kind == HUMAN]
    return all(cup.words[seat] is not None for seat in people)


def add_word(change: Change, seat: int, word: str) -> None:
    """Put a seat's word into the dice: it stays; an empty one is the answer 'none'."""
    table = change.table
    cup = table.cup
    if table.status != OPEN or cup is None or cup.words[seat] is not None:
        raise WrongTime(why.NO_WORD_NOW())
    cup.words[seat] = word
    name = table.seats[seat].name
    change.write(SEATS, seat, data={"what": "word", "name": name, "word": word})


async def say(house: House, link: str, keys: seats.Keys, seat: int, word: str) -> Table:
    """Add a word before the game; the last one that is awaited starts it."""
    async with house.change_by(link, keys, seat) as change:
        add_word(change, seat, word)
        if is_ready(change.table):
            moves.begin(change)
    return change.table
