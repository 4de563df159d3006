"""The kinds of Samurai's journal entries. Rules write them by number, in the order below."""

from __future__ import annotations

from tenka.core.journal import Field, Kind
from tenka.games.samurai.facts import FIGURES, HEX_NAMES, SETTLEMENT_NAMES, TILES
from tenka.games.samurai.state import DECIDERS

_PLAYER = Field("player")
_TILE = Field("tile", TILES)
_HEX = Field("hex", HEX_NAMES)
_FIGURE = Field("figure", FIGURES)
_SETTLEMENT = Field("settlement", SETTLEMENT_NAMES)
_SECRET_TILES = Field("tiles", TILES, many=True, secret=True)

KINDS_OF_ENTRY = (
    Kind("first player", (_PLAYER,), chance=True),
    Kind("hand chosen", (_PLAYER, _SECRET_TILES)),
    Kind("dealt", (_PLAYER, _SECRET_TILES), chance=True),
    Kind("capital filled", (_SETTLEMENT,)),
    Kind("figures dealt", (_SETTLEMENT, Field("figures", FIGURES, many=True)), chance=True),
    Kind("figure placed", (_PLAYER, _FIGURE, _SETTLEMENT)),
    Kind("turn", (_PLAYER,)),
    Kind("passed", (_PLAYER,)),
    Kind("laid", (_PLAYER, _TILE, _HEX)),
    Kind("taken back", (_PLAYER, _TILE, _HEX)),
    Kind(
        "figures swapped",
        (
            _PLAYER,
            _FIGURE,
            _SETTLEMENT,
            Field("other_figure", FIGURES),
            Field("other_settlement", SETTLEMENT_NAMES),
        ),
    ),
    Kind("captured", (_PLAYER, _FIGURE, _SETTLEMENT, Field("strength"))),
    Kind("set aside", (_FIGURE, _SETTLEMENT)),
    Kind("drawn", (_PLAYER, _SECRET_TILES), chance=True),
    Kind("over", (Field("ending"), Field("decider", DECIDERS), Field("winners"))),
)
(
    FIRST_PLAYER,
    HAND_CHOSEN,
    DEALT,
    CAPITAL_FILLED,
    FIGURES_DEALT,
    FIGURE_PLACED,
    TURN,
    PASSED,
    LAID,
    TAKEN_BACK,
    FIGURES_SWAPPED,
    CAPTURED,
    SET_ASIDE,
    DRAWN,
    GAME_OVER,
) = range(len(KINDS_OF_ENTRY))
