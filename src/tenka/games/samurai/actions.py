"""Samurai's decisions: their numbers and their notation.

Rules use the numbers below; people read and type the notation. A line is a whole move:

    helmet4; ship1; ...                           choose five tiles as the hand
    helmet @ Kyoto                                place a figure before the game
    samurai3 @ c14r08; ship1 @ c13r07; end        a turn
    token exchange @ c12r13 > c15r09              the tile on the first hex moves to the second
    figure exchange @ Kyoto helmet <> Mito        in a city the figure is named, too

Each part between the signs is one decision. A part is asked for even where it has one possible
answer, so that a move always reads the same.
"""

from __future__ import annotations

import re
from typing import Any

from tenka.core.game import Decisions
from tenka.core.rule import rule
from tenka.games.samurai.facts import (
    CITIES,
    FIGURES,
    HEX_NAMES,
    SETTLEMENT_NAMES,
    TILES,
    WHICH_CITY,
)

DECISIONS = Decisions()

# The number of the first decision of each group.
TILE = DECISIONS.group("tile", TILES)
END = DECISIONS.group("end", ("end",))
HEX = DECISIONS.group("hex", HEX_NAMES)
FIGURE = DECISIONS.group("figure", FIGURES)
SETTLEMENT = DECISIONS.group("settlement", SETTLEMENT_NAMES)
CITY_FIGURE = DECISIONS.group(
    "city figure", tuple(f"{city} {figure}" for city in CITIES for figure in FIGURES)
)


def split(line: str, seen: Any) -> list[str]:
    """A line into decisions, at the signs ; @ > and <>."""
    return [part.strip() for part in re.split(r";|@|<>|>", line) if part.strip()]


@rule
def figure_at(settlement: int, figure: int) -> int:
    """The number of naming a figure on the board: in a village the village says it all."""
    city = WHICH_CITY[settlement]
    if city < 0:
        return SETTLEMENT + settlement
    return CITY_FIGURE + 3 * city + figure
