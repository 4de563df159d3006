"""Who may know what: redaction, drawing the unknown at random, and the view for people."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Literal

import numpy as np

from tenka.core.chance import shuffle
from tenka.core.layout import NONE, UNKNOWN, Ints, scratch
from tenka.core.players import PLAYERS
from tenka.core.rule import rule
from tenka.games.samurai.captures import figures_led, kinds_led, leader, strongest
from tenka.games.samurai.facts import (
    CITIES,
    CLANS,
    COPIES,
    FAST,
    FIGURE_EXCHANGE,
    FIGURES,
    HAND,
    HEX_NAMES,
    HEXES,
    ISLANDS,
    KINDS,
    MAP_LETTERS,
    SETTLEMENT_HEXES,
    SETTLEMENT_NAMES,
    SETTLEMENTS_ON_BOARD,
    SLOTS,
    STRENGTH,
    TILES,
    TILES_EACH,
    TOKEN_EXCHANGE,
)
from tenka.games.samurai.hands import gain
from tenka.games.samurai.shape import (
    FOURTH_FIGURE_ASIDE,
    REASONS,
    SamuraiFigures,
    SamuraiLadder,
    SamuraiPlayer,
    SamuraiReach,
    SamuraiSettlement,
    SamuraiTile,
    SamuraiView,
)
from tenka.games.samurai.state import (
    CHOOSE_HANDS,
    DECIDERS,
    HIDDEN,
    OVER,
    PHASES,
    PLAY_TILE,
    State,
    figures_in_all,
    kind,
    owner,
)


@rule
def redact(s: State, viewer: int) -> None:
    """Set to UNKNOWN all that a viewer may not know: piles, and the others' hands.

    Captured figures stay, for everyone saw each capture.
    """
    for player in range(s.players):
        for i in range(s.pile_size[player]):
            s.pile[player, i] = UNKNOWN
        if player == viewer or s.hand_size[player] == 0:
            continue
        if s.phase == CHOOSE_HANDS and (s.acting >> player) & 1:
            # How far a player has got with choosing is not seen.
            s.hand[player, :] = 0
            s.hand_size[player] = 0
        else:
            s.hand[player, :] = UNKNOWN


# -- a full state that the viewer cannot rule out


@rule
def determinise(s: State) -> None:
    """Draw all that is UNKNOWN at random from what it can be."""
    tiles = scratch(TILES_EACH)
    for player in range(s.players):
        count = unseen_tiles(s, player, tiles)
        shuffle(s, tiles, count)
        for i in range(s.pile_size[player]):
            count -= 1
            s.pile[player, i] = tiles[count]
        if s.hand[player, 0] == UNKNOWN:
            size = s.hand_size[player]
            s.hand[player, :] = 0
            s.hand_size[player] = 0
            for i in range(size):
                gain(s, player, tiles[i])


@rule
def unseen_tiles(s: State, player: int, tiles: Ints) -> int:
    """A player's tiles that are neither in a known hand nor played; how many."""
    seen = scratch(KINDS)
    for hex in range(HEXES):
        if s.laid[hex] >= 0 and owner(s.laid[hex]) == player:
            seen[kind(s.laid[hex])] += 1
    if s.picked >= 0 and s.turn == player:
        seen[s.picked] += 1
    seen[FIGURE_EXCHANGE] += s.swapped[player]
    count = 0
    for tile in range(KINDS):
        for _ in range(COPIES[tile] - seen[tile] - max(0, s.hand[player, tile])):
            tiles[count] = tile
            count += 1
    return count


# -- for people

_ISLAND = [ISLANDS[MAP_LETTERS[place].lower()] for place in SETTLEMENT_HEXES]
_KIND: list[Literal["village", "city", "capital"]] = [
    "capital" if SLOTS[at] == len(FIGURES) else "city" if name in CITIES else "village"
    for at, name in enumerate(SETTLEMENT_NAMES)
]
_STANDING = [  # by the mask of figures
    [figure for k, figure in enumerate(FIGURES) if mask >> k & 1]
    for mask in range(1 << len(FIGURES))
]


def view(s: Any, viewer: int) -> SamuraiView:
    """A redacted state as JSON: None stands for what is unknown or not there."""
    placing = s.lifted != NONE
    return {
        "game": "samurai",
        "viewer": viewer if viewer >= 0 else None,
        "options": {
            "players": int(s.players),
            "hands": "random" if s.hands else "chosen",
            "figures": "random" if s.figures else "placed",
            "captures": "open" if s.captures else "hidden",
        },
        "phase": PHASES[s.phase],
        "to_act": list(PLAYERS[s.acting]),
        "first": int(s.first),
        "turn": int(s.turn),
        "tiles_played": int(s.played),
        "normal_played": bool(s.normal_used),
        "tile_picked": TILES[s.picked] if s.picked != NONE else None,
        "figure_lifted": FIGURES[s.lifted] if placing else None,
        "lifted_from": SETTLEMENT_NAMES[s.lifted_from] if s.lifted_from != NONE else None,
        "settlements": _settlements(s),
        "tiles": [_tile(s, at) for at in np.flatnonzero(s.laid >= 0).tolist()],
        "full_hand": HAND,
        "stock": _figures(s.stock.tolist()),
        "set_aside": _figures(s.set_aside.tolist()),
        "players": [_player(s, p, viewer) for p in range(s.players)],
        "reach": _reach(s, viewer) if s.turn == viewer and PLAY_TILE <= s.phase < OVER else None,
        "ending": ending(s) or None,
        "ended_by": _reasons(s),
        "decided_by": DECIDERS[s.decider] if s.ending else None,
        "winners": list(PLAYERS[s.winners]),
    }


def _settlements(s: Any) -> list[SamuraiSettlement]:
    masks, gaps, strength = s.standing.tolist(), s.gaps.tolist(), s.strength.tolist()
    return [
        {
            "name": SETTLEMENT_NAMES[at],
            "hex": SETTLEMENT_HEXES[at],
            "island": _ISLAND[at],
            "kind": _KIND[at],
            "figures": list(_STANDING[masks[at]]),
            "gaps": gaps[at],
            "strength": [_figures(sums) for sums in strength[at][: s.players]],
            "takers": _takers(s, at, masks[at]),
        }
        for at in range(SETTLEMENTS_ON_BOARD[s.players])
    ]


def _takers(s: Any, at: int, standing: int) -> dict[str, int | None]:
    found = [(name, strongest(s, at, k)) for k, name in enumerate(FIGURES) if standing >> k & 1]
    return {name: None if player == NONE else player for name, player in found}


def _reach(s: Any, viewer: int) -> SamuraiReach:
    """From what everybody may know and the viewer's own hand."""
    laid, hand = s.laid.tolist(), s.hand[viewer].tolist()
    movable = {kind(tile) for tile in laid if tile >= 0 and owner(tile) == viewer}
    held = {tile for tile, count in enumerate(hand) if count} | ({s.picked} - {NONE})
    swaps = FIGURE_EXCHANGE in held  # then any kind of figure may come to any settlement
    tiles = sorted(held | {tile for tile in movable if tile < FAST and TOKEN_EXCHANGE in held})
    masks, strength = s.standing.tolist(), s.strength.tolist()
    return {
        "strength": {TILES[tile]: _figures(STRENGTH[tile].tolist()) for tile in tiles},
        "prospects": {
            SETTLEMENT_NAMES[at]: {
                name: _prospects(strength[at][: s.players], figure, viewer)
                for figure, name in enumerate(FIGURES)
                if swaps or mask >> figure & 1
            }
            for at, mask in enumerate(masks)
            if mask
        },
    }


def _prospects(strength: list[list[int]], figure: int, viewer: int) -> list[int | None]:
    """The one that is strongest of the others takes a figure until the viewer is as strong."""
    others = [(sums[figure], player) for player, sums in enumerate(strength) if player != viewer]
    most, rival = max(others)
    alone = [one for one, _ in others].count(most) == 1
    return [rival if alone else None] * most + [None, viewer]


def _tile(s: Any, at: int) -> SamuraiTile:
    tile = int(s.laid[at])
    return {"hex": HEX_NAMES[at], "player": tile // KINDS, "tile": TILES[tile % KINDS]}


def _figures(counts: list[int]) -> SamuraiFigures:
    helmet, buddha, rice = counts
    return {"helmet": helmet, "buddha": buddha, "rice": rice}


def _unseen(s: Any, p: int) -> list[str]:
    hand = {(p, kind): count for kind, count in enumerate(s.hand[p].tolist())}
    seen: Any = SimpleNamespace(laid=s.laid.tolist(), hand=hand, swapped=s.swapped)
    seen.picked, seen.turn = s.picked, s.turn
    tiles: Any = [0] * TILES_EACH
    count = unseen_tiles(seen, p, tiles)
    return [TILES[k] for k in tiles[:count]]


def _player(s: Any, p: int, viewer: int) -> SamuraiPlayer:
    """Hidden captures stay behind the screen until the game is over."""
    shown = s.captures != HIDDEN or p == viewer or s.phase == OVER
    known = s.hand[p, 0] != UNKNOWN
    return {
        "clan": CLANS[p],
        "hand": [TILES[k] for k, n in enumerate(s.hand[p].tolist()) for _ in range(n)]
        if known
        else None,
        "hand_size": int(s.hand_size[p]),
        "pile_size": int(s.pile_size[p]),
        "unseen": _unseen(s, p),
        "figure_exchange_used": bool(s.swapped[p]),
        "captured": _figures(s.captured[p].tolist()) if shown else None,
        "leads": [f for k, f in enumerate(FIGURES) if leader(s, k) == p] if s.ending else None,
        "ladder": _ladder(s, p) if s.ending else None,
    }


def _ladder(s: Any, p: int) -> SamuraiLadder:
    figures = int(figures_in_all(s, p))
    return {
        "kinds_led": kinds_led(s, p).bit_count(),
        "other_figures": figures - int(figures_led(s, p)),
        "figures": figures,
    }


def _reasons(s: Any) -> list[str]:
    return [reason for bit, reason in enumerate(REASONS) if s.ending >> bit & 1]


def ending(s: Any) -> str:
    """How a finished game ended, in words; both reasons where both hold."""
    reasons = _reasons(s)
    gone = " and ".join(reason for reason in reasons if reason != FOURTH_FIGURE_ASIDE)
    last = [f"last {gone} gone"] if gone else []
    return ", ".join(last + [FOURTH_FIGURE_ASIDE] * (FOURTH_FIGURE_ASIDE in reasons))
