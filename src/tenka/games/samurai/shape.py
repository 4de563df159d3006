"""The shape of Samurai's views. Where something is unknown or not there, it is None."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from tenka.core.shape import OneOf, Seen
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
# Why a game ended, by the bits of `ending`: kinds of which no figure is left on the board, or four.
REASONS = (*FIGURES, FOURTH_FIGURE_ASIDE)

Figure = Annotated[str, OneOf(FIGURES)]
Tile = Annotated[str, OneOf(TILES)]


class SamuraiFigures(TypedDict):
    """A number for each kind of figure."""

    helmet: int
    buddha: int
    rice: int


class SamuraiReach(TypedDict):
    """What the viewer can do to the settlements in this turn."""

    # What a tile adds to those beside it: one of the hand, or one that could be laid elsewhere.
    strength: dict[Tile, SamuraiFigures]
    # Who would take a figure if the viewer's strength were 0, 1, 2 ...; the last: or more. None:
    # nobody. With a figure exchange at hand of all kinds, else of those that stand there.
    prospects: dict[Annotated[str, OneOf(SETTLEMENT_NAMES)], dict[Figure, list[int | None]]]


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
    takers: dict[Figure, int | None]  # of those there, if it were surrounded now; None: set aside


class SamuraiTile(TypedDict):
    """A tile on the board."""

    hex: Annotated[str, OneOf(HEX_NAMES)]
    player: int
    tile: Tile


class SamuraiLadder(TypedDict):
    """What the winner is found by, rung by rung."""

    kinds_led: int
    other_figures: int  # of the kinds that the player does not lead
    figures: int  # in all


class SamuraiPlayer(TypedDict):
    """A player, as the viewer may know."""

    clan: Annotated[str, OneOf(CLANS)]
    hand: list[Tile] | None
    hand_size: int
    pile_size: int
    unseen: list[Tile]  # neither in a known hand nor played
    figure_exchange_used: bool
    captured: SamuraiFigures | None  # behind the screen, or open
    leads: list[Figure] | None  # kinds of which the player has most; known at the end ...
    ladder: SamuraiLadder | None  # ... and so is this


class SamuraiView(Seen):
    """Samurai, as a viewer may know it."""

    game: Literal["samurai"]
    options: SamuraiOptions
    phase: Annotated[str, OneOf(PHASES)]
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
    reach: SamuraiReach | None  # of the viewer whose turn it is
    ending: str | None
    ended_by: list[Annotated[str, OneOf(REASONS)]]
    decided_by: Annotated[str, OneOf(DECIDERS)] | None
