"""Shogun's decisions: their numbers and their notation.

Rules use the numbers below; people read and type the notation:

    Aki                  take that open card (draft), lay it on the next field (planning),
                         or let that province revolt next (winter)
    pile                 take the top card of the pile; 'exchange' puts both open cards under it
    chest                lay a chest card on the next field: not this action
    -                    lay no card on the next field, with fewer than eleven of them
    bid=chest2           bid that chest card; 'bid=Aki' a province, 'bid=-' nothing
    castle=Aki temple=chest … bid=chest2
                         a whole plan in one line: fields that are not named get chest cards while
                         they last, and stay empty then
    place 3              take that place in the order, with its special card
    yes, no              whether a special's extra army comes
    Shinano>Kozuke 4     move 4 armies: two decisions, '>Kozuke' and '4'
    stay                 move none
    5                    so many armies: those that move, or the group to place (draft)
"""

from __future__ import annotations

from typing import Any

from tenka.core.errors import IllegalAction, did_you_mean
from tenka.core.game import Decisions
from tenka.games.shogun import reasons as why
from tenka.games.shogun.facts import ADJACENT, ARMIES, CHEST_CARDS, FIELDS, PLACES, PROVINCES

DECISIONS = Decisions()

# The number of the first decision of each group.
CARD = DECISIONS.group("card", list(PROVINCES))
CHEST_CARD = DECISIONS.group("chest card", ["chest"])
NO_CARD = DECISIONS.group("no card", ["-"])
BID_CARD = DECISIONS.group("bid card", [f"bid={province}" for province in PROVINCES])
BID_CHEST = DECISIONS.group("bid chest", [f"bid=chest{n}" for n in range(CHEST_CARDS)])
BID_NOTHING = DECISIONS.group("bid nothing", ["bid=-"])
FROM_PILE = DECISIONS.group("from pile", ["pile"])
EXCHANGE = DECISIONS.group("exchange", ["exchange"])
PLACE = DECISIONS.group("place", [f"place {n}" for n in range(1, PLACES + 1)])
NO = DECISIONS.group("no", ["no"])
YES = DECISIONS.group("yes", ["yes"])
STAY = DECISIONS.group("stay", ["stay"])
TO = DECISIONS.group("to", [f">{province}" for province in PROVINCES])
COUNT = DECISIONS.group("count", [str(n) for n in range(1, ARMIES)])  # of one army

_FIELD = {name.casefold(): name for name in FIELDS}
_PROVINCE = {name.casefold(): at for at, name in enumerate(PROVINCES)}


def split(line: str, seen: Any) -> list[str]:
    """A line into decisions: a whole plan, a march, or decisions separated by ';'."""
    words = line.replace(";", " ").casefold().split()
    if any("=" in word and not word.startswith("bid=") for word in words):
        return _plan(line)
    texts = [text.strip() for text in line.split(";") if text.strip()]
    return [part for text in texts for part in _march(text, int(seen.source))]


def _plan(line: str) -> list[str]:
    """All fields in the order of the board; those that the line does not name get what is left."""
    named: dict[str, str] = {}
    for text in line.replace(";", " ").split():
        word, _, card = text.partition("=")
        field = _FIELD.get(word.casefold())
        if field is None:
            raise IllegalAction(why.NO_SUCH_FIELD(word=word, hint=did_you_mean(word, FIELDS)))
        if field in named or not card:
            raise IllegalAction(why.ONE_CARD(field=field))
        named[field] = card
    if "bid" not in named:
        raise IllegalAction(why.NO_BID())
    chests = CHEST_CARDS - sum(card.casefold().startswith("chest") for card in named.values())
    rest = iter(["chest"] * chests + ["-"] * len(FIELDS))
    laid = [named[field] if field in named else next(rest) for field in FIELDS]
    return [*laid[:-1], f"bid={laid[-1]}"]


def _march(text: str, acting: int) -> list[str]:
    """'Shinano>Kozuke 4' as its two decisions; anything else as it is."""
    source, arrow, rest = text.partition(">")
    if not arrow:
        return [text]
    target, *armies = rest.split()
    start, end = source.strip().casefold(), target.casefold()
    if start in _PROVINCE and end in _PROVINCE and not ADJACENT[_PROVINCE[start], _PROVINCE[end]]:
        raise IllegalAction(why.NOT_ADJACENT(source=source.strip(), target=target))
    if start and start not in _PROVINCE:
        hint = did_you_mean(source, PROVINCES)
        raise IllegalAction(why.NO_SUCH_PROVINCE(word=source.strip(), hint=hint))
    if start and acting >= 0 and _PROVINCE[start] != acting:
        other = source.strip()
        raise IllegalAction(why.OTHER_SOURCE(source=PROVINCES[acting], other=other))
    return [f">{target}", *armies]
