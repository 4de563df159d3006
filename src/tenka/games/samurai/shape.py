"""The shape of Samurai's views. Where something is unknown or not there, it is None."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from tenka.core.shape import OneOf
from tenka.games.samurai.facts import (
    CLANS,
    FIGURES,
    HEX_NAMES,
    ISLANDS,
    SETTLEMENT_HEXES,
    SETTLEMENT_NAMES,
    TILES,
)
from tenka.games.samurai.state import DECIDERS, PHASES

FOURTH_FIGURE_ASIDE = "fourth figure set aside"

Figure = Annotated[str, OneOf(FIGURES)]
Tile = Annotated[str, OneOf(TILES)]


class SamuraiFigures(TypedDict):
    """A number for each kind of figure."""

    helmet: int
    buddha: int
    rice: int


class SamuraiTakers(TypedDict):
    """The player who would take each figure; None: it would be set aside, or none stands there."""

    helmet: int | None
    buddha: int | None
    rice: int | None


class SamuraiOptions(TypedDict):
    """The options of the match."""

    players: int
    hands: Literal["chosen", "random"]
    figures: Literal["placed", "random"]
    captures: Literal["hidden", "open"]


class SamuraiSettlement(TypedDict):
    """A village, a city or Edo."""

    name: Annotated[str, OneOf(SETTLEMENT_NAMES)]
    hex: Annotated[str, OneOf(SETTLEMENT_HEXES)]
    island: Annotated[str, OneOf(tuple(ISLANDS.values()))]
    kind: Literal["village", "city", "capital"]
    figures: list[Figure]
    gaps: int  # empty land hexes around it
    strength: list[SamuraiFigures]  # by player: the sums of the tiles beside it
    takers: SamuraiTakers  # if it were surrounded now


class SamuraiTile(TypedDict):
    """A tile on the board."""

    hex: Annotated[str, OneOf(HEX_NAMES)]
    player: int
    tile: Tile


class SamuraiPlayer(TypedDict):
    """A player, as the viewer may know."""

    clan: Annotated[str, OneOf(CLANS)]
    hand: list[Tile] | None
    hand_size: int
    pile_size: int
    unseen: list[Tile]  # neither in a known hand nor played
    figure_exchange_used: bool
    captured: SamuraiFigures | None  # behind the screen, or open
    leads: list[Figure] | None  # kinds of which the player has most; known at the end


class SamuraiView(TypedDict):
    """Samurai, as a viewer may know it."""

    game: Literal["samurai"]
    viewer: int | None
    options: SamuraiOptions
    phase: Annotated[str, OneOf(PHASES)]
    to_act: list[int]
    first: int
    turn: int
    tiles_played: int
    normal_played: bool
    tile_picked: Tile | None
    figure_lifted: Figure | None
    lifted_from: Annotated[str, OneOf(SETTLEMENT_NAMES)] | None
    settlements: list[SamuraiSettlement]
    tiles: list[SamuraiTile]
    full_hand: int  # tiles in a full hand
    stock: SamuraiFigures
    set_aside: SamuraiFigures
    players: list[SamuraiPlayer]
    ending: str | None
    # Kinds of which no figure is left on the board, and whether four are set aside.
    ended_by: list[Annotated[str, OneOf((*FIGURES, FOURTH_FIGURE_ASIDE))]]
    decided_by: Annotated[str, OneOf(DECIDERS)] | None
    winners: list[int]
