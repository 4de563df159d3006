"""The kinds of Shogun's journal entries. Rules write them by number."""

from __future__ import annotations

from tenka.core.game import Words
from tenka.core.journal import Derived, Field, Journal, Kinds, note_list
from tenka.core.layout import Ints
from tenka.core.rule import rule
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    BUILDINGS,
    CARDS,
    EVENT,
    EVENT_WORDS,
    EVENTS,
    FIELDS,
    PROVINCES,
    REGIONS,
    RICE_LOSS,
    SEASONS,
    SPECIALS,
)
from tenka.games.shogun.shape import ShogunEventCard
from tenka.games.shogun.state import DECIDERS, RESULTS

_PLAYER = Field("player")
_PROVINCE = Field("province", PROVINCES)
_ACTION = Field("action", ACTION_CARDS)
_ARMIES = Field("armies")
_PAID = Field("paid")  # chests
_CUBES = Field("cubes", many=True)  # of each player's colour in turn, then peasants
_ATTACKER = Field("attacker", optional=True)  # none: a revolt
_DEFENDER = Field("defender", optional=True)  # none: a neutral province

# On which side peasants stand in a battle.
PEASANTS_STAND = Words()
WITH_ATTACK = PEASANTS_STAND.word("attack")
WITH_DEFENCE = PEASANTS_STAND.word("defence")
ASIDE = PEASANTS_STAND.word("aside")


def event_card(event: str, over: bool = False) -> ShogunEventCard:
    """An event by the words of its card."""
    card = EVENT_WORDS.index(event)
    effect, loss = EVENTS[EVENT[card]], int(RICE_LOSS[card])
    return {"event": event, "effect": effect, "rice_loss": loss, "over": over}


KINDS_OF_ENTRY = Kinds()

FIRST_SEAT = KINDS_OF_ENTRY.kind("first seat", _PLAYER, chance=True)
CARDS_OPENED = KINDS_OF_ENTRY.kind(
    "cards opened", Field("left", PROVINCES), Field("right", PROVINCES), chance=True
)
CARDS_EXCHANGED = KINDS_OF_ENTRY.kind("cards exchanged", _PLAYER)
CARD_TAKEN = KINDS_OF_ENTRY.kind("card taken", _PLAYER, _PROVINCE)
CARD_DRAWN = KINDS_OF_ENTRY.kind("card drawn", _PLAYER, _PROVINCE, chance=True)
ARMIES_PLACED = KINDS_OF_ENTRY.kind("armies placed", _PLAYER, _PROVINCE, _ARMIES)
TOWER_FILLED = KINDS_OF_ENTRY.kind("tower filled", _CUBES)
STAYED_INSIDE = KINDS_OF_ENTRY.kind("stayed inside", _CUBES, chance=True)
EVENTS_OPENED = KINDS_OF_ENTRY.kind(
    "events",
    Field("year"),
    Field("events", EVENT_WORDS, many=True),
    chance=True,
    derived=(Derived("cards", list[ShogunEventCard], lambda e: [*map(event_card, e["events"])]),),
)
ROUND_BEGUN = KINDS_OF_ENTRY.kind("round", Field("year"), Field("season", SEASONS))
ACTION_CARDS_LAID = KINDS_OF_ENTRY.kind(
    "action cards", Field("actions", ACTION_CARDS, many=True), chance=True
)
ACTION_OPENED = KINDS_OF_ENTRY.kind("action opened", _ACTION, chance=True)
SPECIALS_LAID = KINDS_OF_ENTRY.kind(
    "special cards", Field("specials", SPECIALS, many=True), chance=True
)
PLANNED = KINDS_OF_ENTRY.kind("planned", _PLAYER)
FIELDS_LEFT_EMPTY = KINDS_OF_ENTRY.kind(
    "fields left empty", _PLAYER, Field("fields", FIELDS, many=True)
)
EVENT_DRAWN = KINDS_OF_ENTRY.kind(
    "event",
    Field("event", EVENT_WORDS),
    chance=True,
    derived=(Derived("card", ShogunEventCard, lambda e: event_card(e["event"])),),
)
BID_OPENED = KINDS_OF_ENTRY.kind("bid", _PLAYER, Field("card", CARDS), _PAID)
CHOICE_ORDER = KINDS_OF_ENTRY.kind("order of choice", Field("players", many=True), chance=True)
PLACE_TAKEN = KINDS_OF_ENTRY.kind(
    "place taken", _PLAYER, Field("place"), Field("special", SPECIALS)
)
TURN_ORDER = KINDS_OF_ENTRY.kind("turn order", Field("players", many=True))
ACTION_BEGUN = KINDS_OF_ENTRY.kind("action", _ACTION)
CARD_OPENED = KINDS_OF_ENTRY.kind("card opened", _PLAYER, _ACTION, Field("card", CARDS))
SKIPPED = KINDS_OF_ENTRY.kind("skipped", _PLAYER, _ACTION, _PROVINCE)
BUILT = KINDS_OF_ENTRY.kind("built", _PLAYER, _PROVINCE, Field("building", BUILDINGS), _PAID)
CALMED = KINDS_OF_ENTRY.kind("calmed", _PROVINCE)
RICE_TAKEN = KINDS_OF_ENTRY.kind("rice taken", _PLAYER, _PROVINCE, Field("rice"))
TAXES_TAKEN = KINDS_OF_ENTRY.kind("taxes taken", _PLAYER, _PROVINCE, Field("chests"))
MARKER_ADDED = KINDS_OF_ENTRY.kind("marker added", _PROVINCE, Field("markers"))
DEPLOYED_ARMIES = KINDS_OF_ENTRY.kind("deployed", _PLAYER, _PROVINCE, _ARMIES, _PAID)
MOVED = KINDS_OF_ENTRY.kind("moved", _PLAYER, Field("source", PROVINCES), _PROVINCE, _ARMIES)
ATTACKED = KINDS_OF_ENTRY.kind(
    "attack", _PLAYER, _PROVINCE, Field("source", PROVINCES), _ARMIES, _DEFENDER
)
REVOLTED = KINDS_OF_ENTRY.kind("revolt", _PLAYER, _PROVINCE, Field("peasants"))
ARMY_ADDED = KINDS_OF_ENTRY.kind(
    "army added", _PLAYER, Field("reason", ("castle", "attack", "defence"))
)
THROWN = KINDS_OF_ENTRY.kind(
    "thrown", _PROVINCE, _ATTACKER, _DEFENDER, Field("peasants", PEASANTS_STAND), _CUBES
)
FELL = KINDS_OF_ENTRY.kind("fell", _PROVINCE, _CUBES, chance=True)
BATTLE_RESULT = KINDS_OF_ENTRY.kind("battle result", _PROVINCE, Field("result", RESULTS), _ARMIES)
PROVINCE_WON = KINDS_OF_ENTRY.kind("province won", _PLAYER, _PROVINCE)
PROVINCE_LOST = KINDS_OF_ENTRY.kind(
    "province lost", _PLAYER, _PROVINCE, Field("field", (*FIELDS, "hand"))
)
RICE_LOST = KINDS_OF_ENTRY.kind("rice lost", _PLAYER, Field("rice"))
RICE_SHORT = KINDS_OF_ENTRY.kind(
    "rice short", _PLAYER, Field("short"), Field("revolts"), Field("peasants")
)
REVOLTS_DRAWN = KINDS_OF_ENTRY.kind(
    "revolts drawn", _PLAYER, Field("provinces", PROVINCES, many=True), chance=True
)
LAND_POINTS = KINDS_OF_ENTRY.kind(
    "points for land", _PLAYER, Field("provinces"), Field("buildings")
)
MOST_POINTS = KINDS_OF_ENTRY.kind(
    "points for most",
    _PLAYER,
    Field("region", REGIONS),
    Field("building", BUILDINGS),
    Field("points"),
)
POINTS_COUNTED = KINDS_OF_ENTRY.kind("points", _PLAYER, Field("points"))
GAME_OVER = KINDS_OF_ENTRY.kind("over", Field("decider", DECIDERS), Field("winners", mask=True))


@rule
def note_all(j: Journal, kind: int, items: Ints, count: int) -> None:
    """Write one entry that is nothing but a list."""
    note_list(j, kind, items[0], items[1:], count - 1)
