"""Why decisions of Sun Tzu are refused: all reasons, with their English sentences."""

from __future__ import annotations

from tenka.core.reasons import Reasons
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
)

REASONS = Reasons("suntzu")
_reason = REASONS.reason

# -- what is asked instead, by phase
ASKED = {
    CHOOSE_GENERALS: _reason("asked_general", "a general is to be chosen"),
    WINDOW_ORDERS: _reason(
        "asked_window_orders",
        "it is the window before orders: reinforcements, a general, or pass",
    ),
    ORDERS: _reason("asked_orders", "orders are being given"),
    NEXT_BATTLE: _reason("asked_next_battle", "the next battle is to be named"),
    WINDOW_BATTLE: _reason(
        "asked_window_battle",
        "it is the window before a battle: reinforcements, a general, or pass",
    ),
    REVEAL: _reason("asked_reveal", "the cards are open: a general that fits them, or pass"),
    WINDOW_WINNER: _reason(
        "asked_window_winner", "it is the winner's window: reinforcements, or pass"
    ),
    WINDOW_MARKER: _reason(
        "asked_window_marker", "the 6 needs a marker: first reinforcements, or pass"
    ),
    WINDOW_COST: _reason(
        "asked_window_cost", "the card must be paid for: first reinforcements, or pass"
    ),
    WINDOW_TRIBUTE: _reason(
        "asked_window_tribute", "the event takes armies: first reinforcements, or pass"
    ),
    FETCH: _reason("asked_fetch", "armies must be fetched for the province that was won"),
    MARKER: _reason("asked_marker", "the 6 needs a marker"),
    COST_OF_CARD: _reason("asked_cost", "the card must be paid for"),
    TRIBUTE: _reason("asked_tribute", "the event takes an army"),
    CHARIOT: _reason("asked_chariot", "War Chariot offers a general"),
    WINDOW_POINTS: _reason(
        "asked_window_points",
        "it is the window before points: reinforcements, a general, or pass",
    ),
    WINDOW_END: _reason(
        "asked_window_end",
        "it is the window at the end of the round: reinforcements, a general, or pass",
    ),
    KEEP: _reason("asked_keep", "one of the drawn cards goes under the pile"),
}

# -- orders and cards
NEXT_PROVINCE = _reason("next_province", "orders go in edge order, and {province} is next")
NOT_IN_HAND = _reason("not_in_hand", "no {card} is in hand")
SIX_USED = _reason("six_used", "the 6 was used in {province} before")
NOT_DRAWN = _reason("not_drawn", "no {card} was drawn")

# -- windows, generals and armies
NO_REINFORCEMENTS = _reason("no_reinforcements", "no reinforcements are left")
NO_GENERALS_NOW = _reason(
    "no_generals_now", "only reinforcements can come now; generals wait for another window"
)
OTHER_SIDE = _reason("other_side", "that general serves the other side")
TOO_LATE = _reason("too_late", "that general is not held, or serves only to round {round}")
NO_MARCH = _reason(
    "no_march", "March is not held, or the way is not from an own to an own or neutral province"
)
NO_GENERAL = _reason("no_general", "that general is not held, or cannot be used so now")
FOUGHT = _reason("fought", "{province} was fought over this round")
NOT_FROM = _reason("not_from", "an army is owed, and it may not come from {province}")
NOT_FROM_POOL = _reason("not_from_pool", "an army is owed, and it may not come from the pool")
