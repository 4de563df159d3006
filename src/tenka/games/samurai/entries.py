"""The kinds of Samurai's journal entries. Rules write them by number."""

from __future__ import annotations

from tenka.core.journal import Field, Kinds
from tenka.games.samurai.facts import FIGURES, HEX_NAMES, SETTLEMENT_NAMES, TILES
from tenka.games.samurai.state import DECIDERS

_PLAYER = Field("player")
_TILE = Field("tile", TILES)
_HEX = Field("hex", HEX_NAMES)
_FIGURE = Field("figure", FIGURES)
_SETTLEMENT = Field("settlement", SETTLEMENT_NAMES)
_SECRET_TILES = Field("tiles", TILES, many=True, secret=True)

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
LAID = KINDS_OF_ENTRY.kind("laid", _PLAYER, _TILE, _HEX)
TAKEN_BACK = KINDS_OF_ENTRY.kind("taken back", _PLAYER, _TILE, _HEX)
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
DRAWN = KINDS_OF_ENTRY.kind("drawn", _PLAYER, _SECRET_TILES, chance=True)
GAME_OVER = KINDS_OF_ENTRY.kind(
    "over", Field("ending"), Field("decider", DECIDERS), Field("winners")
)
