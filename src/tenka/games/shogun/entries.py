"""The kinds of Shogun's journal entries. Rules write them by number, in the order below."""

from __future__ import annotations

from tenka.core.journal import Field, Journal, Kind, note_list
from tenka.core.layout import Ints
from tenka.core.rule import rule
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    BUILDINGS,
    CARDS,
    EVENT_WORDS,
    FIELDS,
    PROVINCES,
    REGIONS,
    SEASONS,
    SPECIALS,
)
from tenka.games.shogun.state import DECIDERS, RESULTS

_PLAYER = Field("player")
_PROVINCE = Field("province", PROVINCES)
_ACTION = Field("action", ACTION_CARDS)
_ARMIES = Field("armies")
_PAID = Field("paid")  # chests
_CUBES = Field("cubes", many=True)  # of each player's colour in turn, then peasants

KINDS_OF_ENTRY = (
    Kind("first seat", (_PLAYER,), chance=True),
    Kind("cards opened", (Field("left", PROVINCES), Field("right", PROVINCES)), chance=True),
    Kind("cards exchanged", (_PLAYER,)),
    Kind("card taken", (_PLAYER, _PROVINCE)),
    Kind("card drawn", (_PLAYER, _PROVINCE), chance=True),
    Kind("armies placed", (_PLAYER, _PROVINCE, _ARMIES)),
    Kind("tower filled", (_CUBES,)),
    Kind("stayed inside", (_CUBES,), chance=True),
    Kind("events", (Field("year"), Field("events", EVENT_WORDS, many=True)), chance=True),
    Kind("round", (Field("year"), Field("season", SEASONS))),
    Kind("action cards", (Field("actions", ACTION_CARDS, many=True),), chance=True),
    Kind("action opened", (_ACTION,), chance=True),
    Kind("special cards", (Field("specials", SPECIALS, many=True),), chance=True),
    Kind("planned", (_PLAYER,)),
    Kind("fields left empty", (_PLAYER, Field("fields", FIELDS, many=True))),
    Kind("event", (Field("event", EVENT_WORDS),), chance=True),
    Kind("bid", (_PLAYER, Field("card", CARDS), _PAID)),
    Kind("order of choice", (Field("players", many=True),), chance=True),
    Kind("place taken", (_PLAYER, Field("place"), Field("special", SPECIALS))),
    Kind("turn order", (Field("players", many=True),)),
    Kind("action", (_ACTION,)),
    Kind("card opened", (_PLAYER, _ACTION, Field("card", CARDS))),
    Kind("skipped", (_PLAYER, _ACTION, _PROVINCE)),
    Kind("built", (_PLAYER, _PROVINCE, Field("building", BUILDINGS), _PAID)),
    Kind("calmed", (_PROVINCE,)),
    Kind("rice taken", (_PLAYER, _PROVINCE, Field("rice"))),
    Kind("taxes taken", (_PLAYER, _PROVINCE, Field("chests"))),
    Kind("marker added", (_PROVINCE, Field("markers"))),
    Kind("deployed", (_PLAYER, _PROVINCE, _ARMIES, _PAID)),
    Kind("moved", (_PLAYER, Field("source", PROVINCES), _PROVINCE, _ARMIES)),
    Kind("attack", (_PLAYER, _PROVINCE, Field("source", PROVINCES), _ARMIES, Field("defender"))),
    Kind("revolt", (_PLAYER, _PROVINCE, Field("peasants"))),
    Kind("army added", (_PLAYER, Field("reason", ("castle", "attack", "defence")))),
    Kind("thrown", (_PROVINCE, _CUBES)),
    Kind("fell", (_PROVINCE, _CUBES), chance=True),
    Kind("battle result", (_PROVINCE, Field("result", RESULTS), _ARMIES)),
    Kind("province won", (_PLAYER, _PROVINCE)),
    Kind("province lost", (_PLAYER, _PROVINCE, Field("field", (*FIELDS, "hand")))),
    Kind("rice lost", (_PLAYER, Field("rice"))),
    Kind("rice short", (_PLAYER, Field("short"), Field("revolts"), Field("peasants"))),
    Kind("revolts drawn", (_PLAYER, Field("provinces", PROVINCES, many=True)), chance=True),
    Kind("points for land", (_PLAYER, Field("provinces"), Field("buildings"))),
    Kind(
        "points for most",
        (_PLAYER, Field("region", REGIONS), Field("building", BUILDINGS), Field("points")),
    ),
    Kind("points", (_PLAYER, Field("points"))),
    Kind("over", (Field("decider", DECIDERS), Field("winners"))),
)
(
    FIRST_SEAT,
    CARDS_OPENED,
    CARDS_EXCHANGED,
    CARD_TAKEN,
    CARD_DRAWN,
    ARMIES_PLACED,
    TOWER_FILLED,
    STAYED_INSIDE,
    EVENTS_OPENED,
    ROUND_BEGUN,
    ACTION_CARDS_LAID,
    ACTION_OPENED,
    SPECIALS_LAID,
    PLANNED,
    FIELDS_LEFT_EMPTY,
    EVENT_DRAWN,
    BID_OPENED,
    CHOICE_ORDER,
    PLACE_TAKEN,
    TURN_ORDER,
    ACTION_BEGUN,
    CARD_OPENED,
    SKIPPED,
    BUILT,
    CALMED,
    RICE_TAKEN,
    TAXES_TAKEN,
    MARKER_ADDED,
    DEPLOYED_ARMIES,
    MOVED,
    ATTACKED,
    REVOLTED,
    ARMY_ADDED,
    THROWN,
    FELL,
    BATTLE_RESULT,
    PROVINCE_WON,
    PROVINCE_LOST,
    RICE_LOST,
    RICE_SHORT,
    REVOLTS_DRAWN,
    LAND_POINTS,
    MOST_POINTS,
    POINTS_COUNTED,
    GAME_OVER,
) = range(len(KINDS_OF_ENTRY))


@rule
def note_all(j: Journal, kind: int, items: Ints, count: int) -> None:
    """Write one entry that is nothing but a list."""
    note_list(j, kind, items[0], items[1:], count - 1)
