"""Why a decision is not legal, from what the player who tried it may know."""

from __future__ import annotations

from typing import Any

from tenka.core.layout import NONE
from tenka.core.reasons import Reason
from tenka.games.shogun import reasons as why
from tenka.games.shogun.actions import (
    BID_CARD,
    BID_CHEST,
    BID_NOTHING,
    CARD,
    CHEST_CARD,
    COUNT,
    EXCHANGE,
    FROM_PILE,
    NO_CARD,
    PLACE,
    STAY,
    TO,
)
from tenka.games.shogun.facts import (
    ADJACENT,
    BATTLE_A,
    BID,
    CARDS,
    CHEST_CARDS,
    FIELDS,
    PLACES,
    PROVINCES,
)
from tenka.games.shogun.state import DRAFT, GROUP, MARCH, OUT, PLACING, PLANNING, REVOLTING, TARGET


def explain(s: Any, player: int, action: int) -> Reason:
    """The reason, for a player who is asked but not for this."""
    phase = int(s.phase)
    if phase == PLANNING and action < FROM_PILE:
        return _about_plan(s, player, action)
    if phase == DRAFT and CARD <= action < CHEST_CARD:
        return why.NOT_OPEN(province=PROVINCES[action - CARD])
    if phase == DRAFT and action == EXCHANGE:
        return why.NO_EXCHANGE()
    if phase == GROUP and action >= COUNT:
        return why.NO_GROUP(armies=action - COUNT + 1)
    if phase == PLACING and PLACE <= action < PLACE + PLACES:
        return why.PLACE_TAKEN(place=action - PLACE + 1)
    if phase == TARGET and STAY <= action < COUNT:
        return _about_target(s, player, action)
    if phase == MARCH and action >= COUNT:
        return why.ONE_STAYS(armies=int(s.armies[s.source]), province=PROVINCES[s.source])
    if phase == REVOLTING and CARD <= action < CHEST_CARD:
        return why.NO_REVOLT(province=PROVINCES[action - CARD])
    return why.ASKED[phase]()


def _about_plan(s: Any, player: int, action: int) -> Reason:
    field = s.plan[player].tolist().index(NONE)
    if (field == BID) != (BID_CARD <= action <= BID_NOTHING):
        return why.NEXT_FIELD(field=FIELDS[field])
    if action == CHEST_CARD:
        return why.NO_CHEST_CARD()
    if action in (NO_CARD, BID_NOTHING):
        if s.hand_size[player] + CHEST_CARDS < len(FIELDS):
            return why.MUST_BE_LAID()
        return why.NOT_EMPTY(field=FIELDS[field])
    if action < BID_CHEST:
        return _about_card(s, player, action - (BID_CARD if field == BID else CARD))
    if action - BID_CHEST > s.chests[player]:
        return why.BID_TOO_HIGH(bid=action - BID_CHEST, chests=int(s.chests[player]))
    return why.NO_CHEST_TO_BID()


def _about_card(s: Any, player: int, province: int) -> Reason:
    if s.owner[province] != player:
        return why.NOT_IN_HAND(province=PROVINCES[province])
    fields = s.plan[player].tolist()
    return why.LAID_ALREADY(card=CARDS[province], field=FIELDS[fields.index(province)])


def _about_target(s: Any, player: int, action: int) -> Reason:
    if action == STAY:
        return why.MUST_MARCH()
    source, target = PROVINCES[s.source], PROVINCES[action - TO]
    if not ADJACENT[s.source, action - TO]:
        return why.NOT_BESIDE(source=source, target=target)
    owner = s.owner[action - TO]
    if owner == OUT:
        return why.NOT_IN_GAME(province=target)
    if s.action_order[s.step] < BATTLE_A:
        return why.MOVES_ONLY(province=target)
    return why.TEMPLES()
