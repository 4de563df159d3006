"""The kinds of Sun Tzu's journal entries. Rules write them by number, in the order below."""

from __future__ import annotations

from tenka.core.journal import Field, Kind
from tenka.games.suntzu.facts import CARDS, DISPLAYS, EVENTS, GENERALS, PROVINCES, SIDES
from tenka.games.suntzu.state import DECIDERS, ENDINGS

_PLAYER = Field("player")
_PROVINCE = Field("province", PROVINCES)
_CARD = Field("card", CARDS)
_SOURCE = Field("source", (*PROVINCES, "pool"))
_GENERALS = (*GENERALS[0], *GENERALS[1])
_SECRET_GENERAL = Field("general", _GENERALS, secret=True)
_DISPLAYS = tuple("/".join(map(str, points)) for points in DISPLAYS.tolist())
_WINNERS = ("nobody", *SIDES, "both")  # by the mask of winners
_TRACK = Field("track", signed=True)
_SECRET_CARDS = Field("cards", CARDS, many=True, secret=True)

KINDS_OF_ENTRY = (
    Kind("event opened", (Field("event", EVENTS),), chance=True),
    Kind("general chosen", (_PLAYER, _SECRET_GENERAL)),
    Kind("dealt", (_PLAYER, _SECRET_CARDS), chance=True),
    Kind("displays", tuple(Field(name, _DISPLAYS) for name in PROVINCES), chance=True),
    Kind("head start", (_TRACK,)),
    Kind("round", (Field("round"),)),
    Kind("reinforced", (_PLAYER, _CARD)),
    Kind("general used", (_PLAYER, Field("general", _GENERALS))),
    Kind("marched", (Field("source", PROVINCES), _PROVINCE)),
    Kind("removed", (_PROVINCE,)),
    Kind("stationed", (_PROVINCE,)),
    Kind("ordered", (_PLAYER,)),
    Kind("order of battles", (_PLAYER,)),
    Kind("battle named", (_PLAYER, _PROVINCE)),
    Kind("opened", (_PROVINCE, Field("sun_tzu", CARDS), Field("shao", CARDS))),
    Kind("recalled", (_PLAYER, _CARD)),
    Kind("pile top", (_PLAYER, _CARD), chance=True),
    Kind("plague", (_PROVINCE, _PLAYER, Field("armies"))),
    Kind("tie", (_PROVINCE,)),
    Kind("won", (_PROVINCE, _PLAYER, Field("by"))),
    Kind("driven out", (_PROVINCE, _PLAYER, Field("armies"))),
    Kind("placed", (_PROVINCE, _PLAYER, Field("armies"))),
    Kind("fetched", (_PROVINCE, _PLAYER, _SOURCE)),
    Kind("marker", (_PROVINCE, _PLAYER, _SOURCE)),
    Kind("paid", (_PLAYER, _SOURCE)),
    Kind("draws three", (_PLAYER,)),
    Kind("event met", (Field("event", EVENTS),)),
    Kind("tribute", (_PLAYER, _SOURCE)),
    Kind("chariot", (_PLAYER, _SECRET_GENERAL)),
    Kind("chariot declined", (_PLAYER,)),
    Kind("point gained", (_PLAYER, _TRACK)),
    Kind("points", (Field("sun_tzu"), Field("shao"), _TRACK)),
    Kind("drawn", (_PLAYER, _SECRET_CARDS), chance=True),
    Kind("put under", (_PLAYER, Field("card", CARDS, secret=True))),
    Kind("over", (Field("ending", ENDINGS), Field("by", DECIDERS), Field("winner", _WINNERS))),
)
(
    EVENT_OPENED,
    GENERAL_CHOSEN,
    DEALT,
    DISPLAYS_LAID,
    HEAD_START_SHOWN,
    ROUND_BEGUN,
    REINFORCED,
    GENERAL_USED,
    MARCHED,
    REMOVED,
    STATIONED,
    ORDERED,
    ORDER_OF_BATTLES,
    BATTLE_NAMED,
    OPENED,
    RECALLED,
    PILE_TOP,
    PLAGUE_STRUCK,
    TIE,
    WON,
    DRIVEN_OUT,
    PLACED,
    FETCHED,
    MARKER_SET,
    PAID,
    DRAWS_THREE,
    EVENT_MET,
    TRIBUTE_PAID,
    CHARIOT_TAKEN,
    CHARIOT_DECLINED,
    POINT_GAINED,
    POINTS_COUNTED,
    DRAWN,
    PUT_UNDER,
    GAME_OVER,
) = range(len(KINDS_OF_ENTRY))
