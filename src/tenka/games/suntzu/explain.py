"""Why a decision is not legal, from what the player who tried it may know."""

from __future__ import annotations

from typing import Any

from tenka.core.errors import listing
from tenka.core.layout import NONE
from tenka.games.suntzu.actions import (
    BATTLE_AT,
    DECISIONS,
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
    CHARIOT,
    CHOOSE_GENERALS,
    COST_OF_CARD,
    FETCH,
    KEEP,
    MARKER,
    NEXT_BATTLE,
    ORDERS,
    REVEAL,
    TRIBUTE,
    WINDOW_BATTLE,
    WINDOW_COST,
    WINDOW_END,
    WINDOW_MARKER,
    WINDOW_ORDERS,
    WINDOW_POINTS,
    WINDOW_TRIBUTE,
    WINDOW_WINNER,
    is_short_window,
    is_window,
)

ASKED = {
    CHOOSE_GENERALS: "a general is to be chosen",
    WINDOW_ORDERS: "it is the window before orders: reinforcements, a general, or pass",
    ORDERS: "orders are being given",
    NEXT_BATTLE: "the next battle is to be named",
    WINDOW_BATTLE: "it is the window before a battle: reinforcements, a general, or pass",
    REVEAL: "the cards are open: a general that fits them, or pass",
    WINDOW_WINNER: "it is the winner's window: reinforcements, or pass",
    WINDOW_MARKER: "the 6 needs a marker: first reinforcements, or pass",
    WINDOW_COST: "the card must be paid for: first reinforcements, or pass",
    WINDOW_TRIBUTE: "the event takes armies: first reinforcements, or pass",
    FETCH: "armies must be fetched for the province that was won",
    MARKER: "the 6 needs a marker",
    COST_OF_CARD: "the card must be paid for",
    TRIBUTE: "the event takes an army",
    CHARIOT: "War Chariot offers a general",
    WINDOW_POINTS: "it is the window before points: reinforcements, a general, or pass",
    WINDOW_END: "it is the window at the end of the round: reinforcements, a general, or pass",
    KEEP: "one of the drawn cards goes under the pile",
}


def explain(s: Any, player: int, action: int) -> str:
    """The reason, for a player who is asked but not for this."""
    if s.phase == ORDERS and LAY <= action < GENERAL:
        return _about_order(s, player, (action - LAY) // KINDS, (action - LAY) % KINDS)
    short = is_short_window(s.phase)
    if DISCARD <= action < MARCH_TO and (short or is_window(s.phase)):
        if s.reserve[player] == 0:
            return "no reinforcements are left"
        return f"no {CARDS[action - DISCARD + FRAMED]} is in hand"
    if MARCH_TO <= action < BATTLE_AT and is_window(s.phase):
        return _about_general(s, action)
    if s.phase == NEXT_BATTLE and BATTLE_AT <= action < FROM:
        return f"{PROVINCES[action - BATTLE_AT]} was fought over this round"
    if s.phase == KEEP and action >= UNDER:
        return f"no {CARDS[action - UNDER + FRAMED]} was drawn"
    if MARCH_TO <= action < BATTLE_AT and short:
        return f"{ASKED[int(s.phase)]}; generals wait for another window"
    if FROM <= action < UNDER and s.phase in (FETCH, MARKER, COST_OF_CARD, TRIBUTE):
        return f"{ASKED[int(s.phase)]}, and it may not come {DECISIONS.texts[action]}"
    if s.phase == CHOOSE_GENERALS and GENERAL <= action < PASS:
        return "that general serves the other side"
    return f"{ASKED[int(s.phase)]}"


def _about_order(s: Any, player: int, province: int, kind: int) -> str:
    due = s.laid[player].tolist().index(NONE)
    if province != due:
        laid = [name for at, name in enumerate(PROVINCES) if at < due]
        done = f" ({listing(laid)} done)" if laid else ""
        return f"orders go in edge order, and {PROVINCES[due]} is next{done}"
    if s.hand[player, kind] == 0:
        return f"no {CARDS[kind]} is in hand"
    return f"the 6 was used in {PROVINCES[province]} before"


def _about_general(s: Any, action: int) -> str:
    if s.round_number > LAST_ROUND_OF_MARCHES and action >= MARCH_TO:
        return f"that general is not held, or serves only to round {LAST_ROUND_OF_MARCHES}"
    if action < REMOVE_AT:
        return "March is not held, or the way is not from an own to an own or neutral province"
    return "that general is not held, or cannot be used so now"
