"""Why a decision is not legal, from what the player who tried it may know."""

from __future__ import annotations

from typing import Any

from tenka.core.layout import NONE
from tenka.core.reasons import Reason
from tenka.games.suntzu import reasons as why
from tenka.games.suntzu.actions import (
    BATTLE_AT,
    DISCARD,
    FROM,
    GENERAL,
    LAY,
    MARCH_TO,
    PASS,
    REMOVE_AT,
    UNDER,
)
from tenka.games.suntzu.facts import CARDS, FRAMED, KINDS, LAST_ROUND_OF_MARCHES, PROVINCES
from tenka.games.suntzu.state import (
    CHOOSE_GENERALS,
    COST_OF_CARD,
    FETCH,
    KEEP,
    MARKER,
    NEXT_BATTLE,
    ORDERS,
    TRIBUTE,
    is_short_window,
    is_window,
)


def explain(s: Any, player: int, action: int) -> Reason:
    """The reason, for a player who is asked but not for this."""
    if s.phase == ORDERS and LAY <= action < GENERAL:
        return _about_order(s, player, (action - LAY) // KINDS, (action - LAY) % KINDS)
    short = is_short_window(s.phase)
    if DISCARD <= action < MARCH_TO and (short or is_window(s.phase)):
        if s.reserve[player] == 0:
            return why.NO_REINFORCEMENTS()
        return why.NOT_IN_HAND(card=CARDS[action - DISCARD + FRAMED])
    if MARCH_TO <= action < BATTLE_AT and is_window(s.phase):
        return _about_general(s, action)
    if s.phase == NEXT_BATTLE and BATTLE_AT <= action < FROM:
        return why.FOUGHT(province=PROVINCES[action - BATTLE_AT])
    if s.phase == KEEP and action >= UNDER:
        return why.NOT_DRAWN(card=CARDS[action - UNDER + FRAMED])
    if MARCH_TO <= action < BATTLE_AT and short:
        return why.NO_GENERALS_NOW()
    if FROM <= action < UNDER and s.phase in (FETCH, MARKER, COST_OF_CARD, TRIBUTE):
        source = action - FROM
        if source == len(PROVINCES):
            return why.NOT_FROM_POOL()
        return why.NOT_FROM(province=PROVINCES[source])
    if s.phase == CHOOSE_GENERALS and GENERAL <= action < PASS:
        return why.OTHER_SIDE()
    return why.ASKED[int(s.phase)]()


def _about_order(s: Any, player: int, province: int, kind: int) -> Reason:
    due = s.laid[player].tolist().index(NONE)
    if province != due:
        return why.NEXT_PROVINCE(province=PROVINCES[due])
    if s.hand[player, kind] == 0:
        return why.NOT_IN_HAND(card=CARDS[kind])
    return why.SIX_USED(province=PROVINCES[province])


def _about_general(s: Any, action: int) -> Reason:
    if s.round_number > LAST_ROUND_OF_MARCHES and action >= MARCH_TO:
        return why.TOO_LATE(round=LAST_ROUND_OF_MARCHES)
    if action < REMOVE_AT:
        return why.NO_MARCH()
    return why.NO_GENERAL()
