"""Shogun's decisions: their numbers and their notation.

Rules use the numbers below; people read and type the notation:

    Aki                  take that open card (draft), lay it on the next field (planning),
                         or let that province revolt next (winter)
    pile                 take the top card of the pile; 'exchange' puts both open cards under it
    -                    no province on the next field
    bid=chest2           bid that chest card; 'bid=Aki' a province, 'bid=-' nothing
    castle=Aki temple=- … bid=chest2
                         a whole plan in one line: a field that is not named gets no province
    place 3              take that place in the order, with its special card
    yes, no              whether a special's extra army comes
    Shinano>Kozuke 4     move 4 armies: two decisions, '>Kozuke' and '4'
    stay                 move none
    5                    so many armies: those that move, or the group to place (draft)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.core.errors import IllegalAction, did_you_mean
from tenka.core.game import Action
from tenka.games.shogun.facts import (
    ADJACENT,
    ARMIES,
    CHEST_CARDS,
    FIELDS,
    PLACES,
    PROVINCES,
)

_groups = {
    "CARD": list(PROVINCES),
    "NO_CARD": ["-"],
    "BID_CARD": [f"bid={province}" for province in PROVINCES],
    "BID_CHEST": [f"bid=chest{n}" for n in range(CHEST_CARDS)],
    "BID_NOTHING": ["bid=-"],
    "FROM_PILE": ["pile"],
    "EXCHANGE": ["exchange"],
    "PLACE": [f"place {n}" for n in range(1, PLACES + 1)],
    "NO": ["no"],
    "YES": ["yes"],
    "STAY": ["stay"],
    "TO": [f">{province}" for province in PROVINCES],
    "COUNT": [str(n) for n in range(1, ARMIES)],
}
_first = dict(zip(_groups, np.cumsum([0, *map(len, _groups.values())]).tolist(), strict=False))

# The number of the first decision of each group.
CARD = _first["CARD"]
NO_CARD = _first["NO_CARD"]
BID_CARD = _first["BID_CARD"]
BID_CHEST = _first["BID_CHEST"]
BID_NOTHING = _first["BID_NOTHING"]
FROM_PILE = _first["FROM_PILE"]
EXCHANGE = _first["EXCHANGE"]
PLACE = _first["PLACE"]
NO = _first["NO"]
YES = _first["YES"]
STAY = _first["STAY"]
TO = _first["TO"]
COUNT = _first["COUNT"]  # of one army

ACTIONS = tuple(
    Action(number, text) for number, text in enumerate(t for g in _groups.values() for t in g)
)
_FIELD = {name.casefold(): name for name in FIELDS}
_PROVINCE = {name.casefold(): at for at, name in enumerate(PROVINCES)}


def split(line: str, seen: Any) -> list[str]:
    """A line into decisions: a whole plan, a march, or decisions apart by ';'."""
    words = line.replace(";", " ").casefold().split()
    if any("=" in word and not word.startswith("bid=") for word in words):
        return _plan(line)
    texts = [text.strip() for text in line.split(";") if text.strip()]
    return [part for text in texts for part in _march(text, int(seen.source))]


def _plan(line: str) -> list[str]:
    """All fields in the order of the board, '-' where the line names none."""
    laid = dict.fromkeys(FIELDS, "-")
    named = set()
    for text in line.replace(";", " ").split():
        word, _, card = text.partition("=")
        field = _FIELD.get(word.casefold())
        if field is None:
            raise IllegalAction(f"no field {word!r} in a plan: {did_you_mean(word, FIELDS)}")
        if field in named or not card:
            raise IllegalAction(f"a plan names one card for {field}: '{field}=Aki'")
        named.add(field)
        laid[field] = card
    if "bid" not in named:
        raise IllegalAction("a plan in one line names its bid too, as in 'bid=chest2'")
    return [f"bid={card}" if field == "bid" else card for field, card in laid.items()]


def _march(text: str, acting: int) -> list[str]:
    """'Shinano>Kozuke 4' as its two decisions; anything else as it is."""
    source, arrow, rest = text.partition(">")
    if not arrow:
        return [text]
    target, *armies = rest.split()
    start, end = source.strip().casefold(), target.casefold()
    if start in _PROVINCE and end in _PROVINCE and not ADJACENT[_PROVINCE[start], _PROVINCE[end]]:
        raise IllegalAction(f"{source.strip()} and {target} are not adjacent")
    if start and start not in _PROVINCE:
        raise IllegalAction(f"no province {source.strip()!r}: {did_you_mean(source, PROVINCES)}")
    if start and acting >= 0 and _PROVINCE[start] != acting:
        raise IllegalAction(f"armies march from {PROVINCES[acting]} now, not from {source.strip()}")
    return [f">{target}", *armies]
