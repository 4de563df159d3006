"""Sun Tzu's decisions: their numbers and their notation.

Rules use the numbers below; people read and type the notation:

    QIN=6                lay the 6 in QIN (a line of five lays all orders)
    general march        choose that general, at the start or by War Chariot
    pass                 nothing (more) in this window, or no general at this reveal
    reinforce -7         discard the 7 to move one reinforcement to the pool
    march QIN>CHU        the generals March, Remove, Reinforce and Great Plague in a window
    remove WU
    reinforce WU
    great plague
    ruse                 the generals Ruse, Immune and both Recalls when cards are opened
    immune
    recall
    battle WU            fight over WU next
    from pool            take the army from there
    under -1             put the -1 under the pile, keep the rest
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.core.game import Decisions
from tenka.games.suntzu.facts import ADJACENT, CARDS, FRAMED, GENERALS, KINDS, PROVINCES

_MARCHES = [(a, b) for a in range(5) for b in range(5) if ADJACENT[a, b]]
_LOOSE = CARDS[FRAMED:]

DECISIONS = Decisions()

# The number of the first decision of each group.
LAY = DECISIONS.group("lay", [f"{province}={card}" for province in PROVINCES for card in CARDS])
GENERAL = DECISIONS.group("general", [f"general {name}" for side in GENERALS for name in side])
PASS = DECISIONS.group("pass", ["pass"])
DISCARD = DECISIONS.group("discard", [f"reinforce -{card}" for card in _LOOSE])
MARCH_TO = DECISIONS.group(
    "march to", [f"march {PROVINCES[a]}>{PROVINCES[b]}" for a, b in _MARCHES]
)
REMOVE_AT = DECISIONS.group("remove at", [f"remove {province}" for province in PROVINCES])
STATION_AT = DECISIONS.group("station at", [f"reinforce {province}" for province in PROVINCES])
GREAT_PLAGUE_NOW = DECISIONS.group("great plague now", ["great plague"])
RUSE_NOW = DECISIONS.group("ruse now", ["ruse"])
IMMUNE_NOW = DECISIONS.group("immune now", ["immune"])
RECALL_NOW = DECISIONS.group("recall now", ["recall"])
BATTLE_AT = DECISIONS.group("battle at", [f"battle {province}" for province in PROVINCES])
FROM = DECISIONS.group("from", [f"from {source}" for source in (*PROVINCES, "pool")])
UNDER = DECISIONS.group("under", [f"under {card}" for card in _LOOSE])

MARCHES = np.array(_MARCHES)  # (from, to) of each march, in the order of their numbers


def split(line: str, seen: Any) -> list[str]:
    """A line into decisions: orders stand side by side in any order, others separated by ';'."""
    if "=" not in line:
        return [part.strip() for part in line.split(";") if part.strip()]
    edge = {province.casefold(): at for at, province in enumerate(PROVINCES)}
    return sorted(
        line.replace(";", " ").split(),
        key=lambda order: edge.get(order.partition("=")[0].casefold(), len(edge)),
    )


def lay(province: int, kind: int) -> int:
    """The number of laying a kind of card in a province."""
    return LAY + province * KINDS + kind
