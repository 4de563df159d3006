"""The kinds of Sun Tzu's journal entries. Rules write them by number."""

from __future__ import annotations

from collections.abc import Mapping

from tenka.core.journal import Derived, Field, Kinds
from tenka.games.suntzu.facts import (
    CARDS,
    DISPLAY_WORDS,
    DISPLAYS,
    EVENTS,
    GENERALS,
    PROVINCES,
)
from tenka.games.suntzu.state import DECIDERS, ENDINGS

_PLAYER = Field("player")
_PROVINCE = Field("province", PROVINCES)
_CARD = Field("card", CARDS)
_SOURCE = Field("source", (*PROVINCES, "pool"))
_GENERALS = (*GENERALS[0], *GENERALS[1])
_SECRET_GENERAL = Field("general", _GENERALS, secret=True)
_TRACK = Field("track", signed=True)
_STRENGTHS = (Field("sun_tzu", signed=True), Field("shao", signed=True))  # what the cards count
_SECRET_CARDS = Field("cards", CARDS, many=True, secret=True)


def _points(laid: Mapping[str, str]) -> list[list[int]]:
    """What each province brings after rounds 3, 6 and 9."""
    found: list[list[int]] = DISPLAYS[
        [DISPLAY_WORDS.index(laid[name]) for name in PROVINCES]
    ].tolist()
    return found


KINDS_OF_ENTRY = Kinds()

EVENT_OPENED = KINDS_OF_ENTRY.kind("event opened", Field("event", EVENTS), chance=True)
GENERAL_CHOSEN = KINDS_OF_ENTRY.kind("general chosen", _PLAYER, _SECRET_GENERAL)
DEALT = KINDS_OF_ENTRY.kind("dealt", _PLAYER, _SECRET_CARDS, chance=True)
DISPLAYS_LAID = KINDS_OF_ENTRY.kind(
    "displays",
    *(Field(name, DISPLAY_WORDS) for name in PROVINCES),
    chance=True,
    derived=(Derived("points", list[list[int]], _points),),
)
HEAD_START_SHOWN = KINDS_OF_ENTRY.kind("head start", _TRACK)
ROUND_BEGUN = KINDS_OF_ENTRY.kind("round", Field("round"))
REINFORCED = KINDS_OF_ENTRY.kind("reinforced", _PLAYER, _CARD)
GENERAL_USED = KINDS_OF_ENTRY.kind("general used", _PLAYER, Field("general", _GENERALS))
MARCHED = KINDS_OF_ENTRY.kind("marched", Field("source", PROVINCES), _PROVINCE)
REMOVED = KINDS_OF_ENTRY.kind("removed", _PROVINCE)
STATIONED = KINDS_OF_ENTRY.kind("stationed", _PROVINCE)
ORDERED = KINDS_OF_ENTRY.kind("ordered", _PLAYER)
ORDER_OF_BATTLES = KINDS_OF_ENTRY.kind("order of battles", _PLAYER)
BATTLE_NAMED = KINDS_OF_ENTRY.kind("battle named", _PLAYER, _PROVINCE)
OPENED = KINDS_OF_ENTRY.kind("opened", _PROVINCE, Field("sun_tzu", CARDS), Field("shao", CARDS))
RECALLED = KINDS_OF_ENTRY.kind("recalled", _PLAYER, _CARD)
PILE_TOP = KINDS_OF_ENTRY.kind("pile top", _PLAYER, _CARD, chance=True)
PLAGUE_STRUCK = KINDS_OF_ENTRY.kind("plague", _PROVINCE, _PLAYER, Field("armies"))
TIE = KINDS_OF_ENTRY.kind("tie", _PROVINCE, *_STRENGTHS)
WON = KINDS_OF_ENTRY.kind("won", _PROVINCE, _PLAYER, Field("by"), *_STRENGTHS)
DRIVEN_OUT = KINDS_OF_ENTRY.kind("driven out", _PROVINCE, _PLAYER, Field("armies"))
PLACED = KINDS_OF_ENTRY.kind("placed", _PROVINCE, _PLAYER, Field("armies"))
FETCHED = KINDS_OF_ENTRY.kind("fetched", _PROVINCE, _PLAYER, _SOURCE)
MARKER_SET = KINDS_OF_ENTRY.kind("marker", _PROVINCE, _PLAYER, _SOURCE)
PAID = KINDS_OF_ENTRY.kind("paid", _PLAYER, _SOURCE)
DRAWS_THREE = KINDS_OF_ENTRY.kind("draws three", _PLAYER)
EVENT_MET = KINDS_OF_ENTRY.kind("event met", Field("event", EVENTS))
TRIBUTE_PAID = KINDS_OF_ENTRY.kind("tribute", _PLAYER, _SOURCE)
CHARIOT_TAKEN = KINDS_OF_ENTRY.kind("chariot", _PLAYER, _SECRET_GENERAL)
CHARIOT_DECLINED = KINDS_OF_ENTRY.kind("chariot declined", _PLAYER)
POINT_GAINED = KINDS_OF_ENTRY.kind("point gained", _PLAYER, _TRACK)
POINTS_COUNTED = KINDS_OF_ENTRY.kind("points", Field("sun_tzu"), Field("shao"), _TRACK)
DRAWN = KINDS_OF_ENTRY.kind("drawn", _PLAYER, _SECRET_CARDS, chance=True)
PUT_UNDER = KINDS_OF_ENTRY.kind("put under", _PLAYER, Field("card", CARDS, secret=True))
GAME_OVER = KINDS_OF_ENTRY.kind(
    "over", Field("ending", ENDINGS), Field("by", DECIDERS), Field("winners", mask=True)
)
