"""What holds in every position of Samurai, and positions that one viewer cannot tell apart."""

from __future__ import annotations

from collections import Counter

import numpy as np

from tests.games.samurai.board import (
    AROUND,
    FIGURES,
    HEXES,
    LAND,
    SETTLEMENTS,
    TILES,
    has,
    strength_for,
)

OPTIONS = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 3, "figures": "random", "captures": "open"},
    {"players": 2, "hands": "random", "figures": "random"},
]

NONE = -2
CHOOSE_HANDS, PLAY_TILE, OVER = 0, 3, 8
ALL_TILES = Counter([*range(17), 9, 10, 14])
FIRST_FAST = 13
FIGURE_EXCHANGE = 16
NEAR = [[HEXES.index(near) for near in AROUND[name]] for name in SETTLEMENTS]
WORTH = [[strength_for(tile, figure) for figure in FIGURES] for tile in TILES]
ON_BOARD = {n: {at for at, name in enumerate(HEXES) if has(n, name)} for n in (2, 3, 4)}
ON_LAND = {at for at, name in enumerate(HEXES) if name in LAND}


def check(s) -> None:
    """All tiles and figures are somewhere, once, and all that is kept up agrees with them."""
    for p in range(s.players):
        _check_tiles(s, p)
    _check_figures(s)
    _check_board(s)
    _check_turn(s)


def _check_tiles(s, p) -> None:
    assert s.hand_size[p] == s.hand[p].sum() <= 5
    assert s.hand[p].min() >= 0
    assert (s.pile[p, s.pile_size[p] :] == NONE).all()
    played = Counter(t % 17 for t in s.laid.tolist() if t != NONE and t // 17 == p)
    if s.phase == CHOOSE_HANDS:
        assert s.pile_size[p] == 0 == played.total()
        assert (s.hand_size[p] == 5) == (not s.acting >> p & 1)
        return
    places = played + Counter(dict(enumerate(s.hand[p].tolist())))
    places.update(s.pile[p, : s.pile_size[p]].tolist())
    places.update({FIGURE_EXCHANGE: int(s.swapped[p])})
    if s.turn == p and s.picked != NONE:
        places[int(s.picked)] += 1
    assert +places == ALL_TILES
    assert s.normals[p] == sum(n for kind, n in played.items() if kind < FIRST_FAST)


def _check_figures(s) -> None:
    each = {2: 7, 3: 10, 4: 13}[int(s.players)]
    stocked = s.phase == CHOOSE_HANDS
    for k in range(3):
        standing = sum(mask >> k & 1 for mask in s.standing.tolist())
        assert s.left[k] == standing
        gone = s.captured[:, k].sum() + s.set_aside[k]
        assert standing + s.stock[k] + gone == (0 if stocked else each)
    for at, mask in enumerate(s.standing.tolist()):
        assert mask.bit_count() <= (3 if at == 0 else 2 if at in (1, 2, 26) else 1)
        assert not mask or has(s.players, SETTLEMENTS[at])
    assert not s.captured[s.players :].any()


def _check_board(s) -> None:
    laid = s.laid.tolist()
    empty = {at for at in ON_BOARD[int(s.players)] if laid[at] == NONE}
    for free, count, listed in (
        (empty & ON_LAND, s.land_count, s.free_land.tolist()),
        (empty - ON_LAND, s.sea_count, s.free_sea.tolist()),
    ):
        assert set(listed[:count]) == free
        assert len(free) == count
        assert all(listed[s.free_at[at]] == at for at in free)
    for at, name in enumerate(SETTLEMENTS):
        sums = [[0, 0, 0] for _ in range(4)]
        if has(s.players, name):
            assert s.gaps[at] == sum(n in ON_LAND and laid[n] == NONE for n in NEAR[at])
            for tile in (laid[n] for n in NEAR[at] if laid[n] != NONE):
                for k in range(3):
                    sums[tile // 17][k] += WORTH[tile % 17][k]
        assert s.strength[at].tolist() == sums


def _check_turn(s) -> None:
    assert 0 <= s.turn < s.players
    closed = {at for at in range(34) if int(s.closed) >> at & 1}
    for at, (gaps, standing) in enumerate(zip(s.gaps.tolist(), s.standing.tolist(), strict=True)):
        if at in closed:
            assert gaps == 0
        else:
            assert gaps > 0 or not standing
    assert (s.acting == 0) == (s.phase == OVER) == (s.winners != 0) == (s.ending != 0)
    if s.phase != CHOOSE_HANDS and s.acting:
        assert s.acting == 1 << s.turn
    if s.phase == PLAY_TILE:
        assert s.hand_size[s.turn] > 0


def twin(state, viewer, rng):
    """The same position to the viewer: the others' hands and all piles are others."""
    s = state.copy()
    s.key[:] = rng.integers(0, 2**32, size=2)
    s.drawn = rng.integers(0, 1000)
    for p in range(s.players):
        hand = [k for k, n in enumerate(s.hand[p]) for _ in range(n)]
        pile = s.pile[p, : s.pile_size[p]].tolist()
        if s.phase == CHOOSE_HANDS:
            if p == viewer:
                continue
            pile, chosen = list(ALL_TILES.elements()), 5
            if s.acting >> p & 1:
                chosen = rng.integers(0, 5)
            rng.shuffle(pile)
            hand, pile = pile[:chosen], []
        elif p == viewer:
            rng.shuffle(pile)
        else:
            both = hand + pile
            rng.shuffle(both)
            hand, pile = both[: len(hand)], both[len(hand) :]
        s.hand[p] = np.bincount(np.array(hand, dtype=int), minlength=17)
        s.hand_size[p] = len(hand)
        s.pile[p, : len(pile)] = pile
    return s
