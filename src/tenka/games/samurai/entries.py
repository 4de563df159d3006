"""The kinds of Samurai's journal entries. Rules write them by number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from tenka.core.journal import Derived, Field, Kinds
from tenka.core.shape import OneOf
from tenka.games.samurai.facts import (
    FIGURES,
    HEX_NAMES,
    LAND_NAMES,
    SETTLEMENT_NAMES,
    STRENGTH,
    TILES,
    TOUCHES,
)
from tenka.games.samurai.shape import REASONS, SamuraiFigures
from tenka.games.samurai.state import DECIDERS

_PLAYER = Field("player")
_TILE = Field("tile", TILES)
_HEX = Field("hex", HEX_NAMES)
_FIGURE = Field("figure", FIGURES)
_SETTLEMENT = Field("settlement", SETTLEMENT_NAMES)
_SECRET_TILES = Field("tiles", TILES, many=True, secret=True)


def _touched(entry: Mapping[str, Any]) -> list[str]:
    near = TOUCHES[HEX_NAMES.index(entry["hex"])].tolist()
    return [SETTLEMENT_NAMES[at] for at in near if at >= 0]


def _added(entry: Mapping[str, Any]) -> dict[str, int]:
    return dict(zip(FIGURES, STRENGTH[TILES.index(entry["tile"])].tolist(), strict=True))


# The influence of a tile on the board: how much of it, and on which settlements.
_INFLUENCE = (
    Derived("settlements", list[Annotated[str, OneOf(SETTLEMENT_NAMES)]], _touched),
    Derived("strength", SamuraiFigures, _added),
)
_ON_LAND = Derived("on_land", bool, lambda entry: entry["hex"] in LAND_NAMES)
_COUNT = Derived("count", int, lambda entry: len(entry["tiles"]))

KINDS_OF_ENTRY = Kinds()

FIRST_PLAYER = KINDS_OF_ENTRY.kind("first player", _PLAYER, chance=True)
HAND_CHOSEN = KINDS_OF_ENTRY.kind("hand chosen", _PLAYER, _SECRET_TILES)
DEALT = KINDS_OF_ENTRY.kind("dealt", _PLAYER, _SECRET_TILES, chance=True)
CAPITAL_FILLED = KINDS_OF_ENTRY.kind("capital filled", _SETTLEMENT)
FIGURES_DEALT = KINDS_OF_ENTRY.kind(
    "figures dealt", _SETTLEMENT, Field("figures", FIGURES, many=True), chance=True
)
FIGURE_PLACED = KINDS_OF_ENTRY.kind("figure placed", _PLAYER, _FIGURE, _SETTLEMENT)
TURN = KINDS_OF_ENTRY.kind("turn", _PLAYER)
PASSED = KINDS_OF_ENTRY.kind("passed", _PLAYER)
LAID = KINDS_OF_ENTRY.kind("laid", _PLAYER, _TILE, _HEX, derived=(*_INFLUENCE, _ON_LAND))
TAKEN_BACK = KINDS_OF_ENTRY.kind("taken back", _PLAYER, _TILE, _HEX, derived=_INFLUENCE)
FIGURES_SWAPPED = KINDS_OF_ENTRY.kind(
    "figures swapped",
    _PLAYER,
    _FIGURE,
    _SETTLEMENT,
    Field("other_figure", FIGURES),
    Field("other_settlement", SETTLEMENT_NAMES),
)
CAPTURED = KINDS_OF_ENTRY.kind("captured", _PLAYER, _FIGURE, _SETTLEMENT, Field("strength"))
SET_ASIDE = KINDS_OF_ENTRY.kind("set aside", _FIGURE, _SETTLEMENT)
DRAWN = KINDS_OF_ENTRY.kind("drawn", _PLAYER, _SECRET_TILES, chance=True, derived=(_COUNT,))
GAME_OVER = KINDS_OF_ENTRY.kind(
    "over",
    Field("ended_by", REASONS, mask=True),
    Field("decider", DECIDERS),
    Field("winners", mask=True),
)
