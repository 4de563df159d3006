"""Positions of Samurai as text, both ways.

    2 players, Takeda to play
    Tateyama: helmet
    c16r13: Uesugi helmet3
    Takeda: hand samurai2 ship1 | pile rice4 | captured helmet 2
    set aside: helmet 1, rice 1

What is not said is filled in: other settlements get figures as they come, a hand is the first five
tiles that are left, a pile the rest. `describe` says everything. A hand or pile `-` is empty.
"""

from __future__ import annotations

from itertools import cycle

import tenka
from tests.games.samurai.board import (
    AROUND,
    CITIES,
    CLANS,
    FAST,
    FIGURES,
    HEXES,
    LAND,
    NAMES,
    SETTLEMENTS,
    TILES,
    has,
    strength_for,
)

NONE = -2
TAKE_FIGURE, PLAY_TILE = 1, 3


def position(text: str, **options) -> tenka.Match:
    """A match in the position of a text."""
    head, *lines = [line.strip() for line in text.strip().split("\n")]
    players = int(head[0])
    match = tenka.new("samurai", players=players, seed=1, hands="random", figures="random")
    if options:
        match = tenka.new("samurai", players=players, seed=1, **options)
    s = match.state.copy()
    _clear(s, CLANS.index(head.split(", ")[1].split()[0]))
    said = dict(line.split(": ") for line in lines)
    for at, name in enumerate(NAMES):
        if name in said:
            s.standing[at] = sum(1 << FIGURES.index(f) for f in said[name].split() if f != "-")
    for hex_name, tile in said.items():
        if hex_name in HEXES:
            clan, name = tile.split(" ", 1)
            s.laid[HEXES.index(hex_name)] = CLANS.index(clan) * 17 + TILES.index(name)
    for p, clan in enumerate(CLANS[:players]):
        _give_tiles(s, p, dict(part.split(" ", 1) for part in _parts(said.get(clan, ""))))
    for part in filter(None, said.get("set aside", "").split(", ")):
        figure, count = part.split()
        s.set_aside[FIGURES.index(figure)] = int(count)
    _fill_bare(s, said)
    derive(s)
    return match.clone(s)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split("|") if part.strip()]


def _clear(s, turn: int) -> None:
    for field in ("standing", "stock", "captured", "set_aside", "swapped", "hand", "hand_size"):
        s[field] = 0
    s.laid[:] = s.pile[:] = NONE
    s.picked = s.lifted = s.lifted_from = NONE
    s.turn, s.acting, s.phase, s.played, s.normal_used = turn, 1 << turn, PLAY_TILE, 0, 0


def _fill_bare(s, said) -> None:
    """Figures for the settlements that the text does not speak of, if it speaks of others."""
    kinds = cycle(FIGURES)
    for at, name in enumerate(NAMES):
        if name in said or said.get("others") == "-" or not has(s.players, SETTLEMENTS[at]):
            continue
        count = 3 if name == "Edo" else 2 if name in CITIES else 1
        s.standing[at] = sum(1 << FIGURES.index(next(kinds)) for _ in range(count))


def _give_tiles(s, p: int, said: dict[str, str]) -> None:
    rest = [*TILES, "samurai1", "samurai2", "ship1"]
    for tile in s.laid[s.laid >= 0].tolist():
        if tile // 17 == p:
            rest.remove(TILES[tile % 17])
    if "used" in said:
        rest.remove("figure exchange")
        s.swapped[p] = 1
    hand = _tiles(said["hand"]) if "hand" in said else rest[:5]
    for tile in hand:
        rest.remove(tile)
        s.hand[p, TILES.index(tile)] += 1
    s.hand_size[p] = len(hand)
    pile = _tiles(said["pile"]) if "pile" in said else rest[:15]
    s.pile[p, : len(pile)] = [TILES.index(tile) for tile in pile]
    s.pile_size[p] = len(pile)
    for part in filter(None, said.get("captured", "").split(", ")):
        figure, count = part.split()
        s.captured[p, FIGURES.index(figure)] = int(count)


def _tiles(text: str) -> list[str]:
    """Tiles by name; the exchanges have two words."""
    words = text.replace(" exchange", "_exchange").split()
    return [word.replace("_", " ") for word in words if word != "-"]


def derive(s) -> None:
    """Fill in what follows from tiles and figures."""
    s.closed = 0
    for k in range(3):
        s.left[k] = sum(int(mask) >> k & 1 for mask in s.standing)
    for p in range(4):
        own = [TILES[t % 17] for t in s.laid.tolist() if t >= 0 and t // 17 == p]
        s.normals[p] = sum(tile not in FAST for tile in own)
    empty = [at for at, n in enumerate(HEXES) if has(s.players, n) and s.laid[at] == NONE]
    land = [at for at in empty if HEXES[at] in LAND]
    sea = [at for at in empty if HEXES[at] not in LAND]
    s.free_land[: len(land)], s.free_sea[: len(sea)] = land, sea
    s.land_count, s.sea_count = len(land), len(sea)
    for free in (land, sea):
        for i, at in enumerate(free):
            s.free_at[at] = i
    for at, name in enumerate(SETTLEMENTS):
        s.strength[at], s.gaps[at] = 0, 0
        for near in AROUND[name] if has(s.players, name) else ():
            tile = int(s.laid[HEXES.index(near)])
            s.gaps[at] += near in LAND and tile == NONE
            for k, figure in enumerate(FIGURES):
                if tile != NONE:
                    s.strength[at, tile // 17, k] += strength_for(TILES[tile % 17], figure)


# -- and back


def describe(match: tenka.Match) -> str:
    """The whole position between two tiles of a turn, as text."""
    s = match.state
    lines = [f"{s.players} players, {CLANS[s.turn]} to play"]
    for at, name in enumerate(NAMES):
        if has(s.players, SETTLEMENTS[at]):
            lines.append(f"{name}: {standing(match, name) or '-'}")
    for at, name in enumerate(HEXES):
        if s.laid[at] != NONE:
            lines.append(f"{name}: {CLANS[s.laid[at] // 17]} {TILES[s.laid[at] % 17]}")
    for p, clan in enumerate(CLANS[: s.players]):
        hand = [TILES[k] for k, n in enumerate(s.hand[p].tolist()) for _ in range(n)]
        pile = [TILES[k] for k in s.pile[p, : s.pile_size[p]].tolist()]
        parts = [f"hand {' '.join(hand) or '-'}", f"pile {' '.join(pile) or '-'}"]
        if s.swapped[p]:
            parts.append("used figure exchange")
        if s.captured[p].any():
            parts.append(f"captured {_counts(s.captured[p])}")
        lines.append(f"{clan}: {' | '.join(parts)}")
    if s.set_aside.any():
        lines.append(f"set aside: {_counts(s.set_aside)}")
    return "\n".join(lines)


def _counts(figures) -> str:
    return ", ".join(f"{FIGURES[k]} {n}" for k, n in enumerate(figures.tolist()) if n)


def standing(match: tenka.Match, settlement: str) -> str:
    """The figures in a settlement, in words."""
    mask = int(match.state.standing[NAMES.index(settlement)])
    return " ".join(figure for k, figure in enumerate(FIGURES) if mask >> k & 1)


def taken(match: tenka.Match) -> list[str]:
    """What became of figures, as the journal tells it, in the order of the words."""
    lines = []
    for entry in match.journal:
        if entry.kind.name == "captured":
            lines.append(f"{CLANS[entry.player]}: {entry.figure} of {entry.settlement}")
        elif entry.kind.name == "set aside":
            lines.append(f"set aside: {entry.figure} of {entry.settlement}")
    return sorted(lines)


def options(match: tenka.Match) -> list[str]:
    """What the player to act may decide, in the order of the words."""
    (player,) = match.to_act
    return sorted(map(str, match.legal(player)))
