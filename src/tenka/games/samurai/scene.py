"""Positions of Samurai as text, both ways: the beginning of a turn.

    2 players, Takeda to play
    Tateyama: helmet
    c16r13: Uesugi helmet3
    Takeda: hand samurai2 ship1 | pile rice4 | captured helmet 2
    set aside: helmet 1, rice 1

What is not said is filled in: other settlements get the figures that are left, a hand is the first
five tiles that are left, a pile the rest. A settlement, hand or pile '-' is empty. A clan that has
played its figure exchange has 'used'. 'captures open' or 'captures hidden' may end the first line.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tenka.core.layout import NONE
from tenka.core.scene import Scenes, items, number, one_of, wrong
from tenka.games.samurai.facts import (
    CLANS,
    COPIES,
    FIGURE_EXCHANGE,
    FIGURES,
    FIGURES_OF_A_KIND,
    HAND,
    HEX_NAMES,
    KINDS,
    LAND,
    PILE,
    SET_ASIDE_END,
    SETTLEMENT_NAMES,
    SETTLEMENTS_ON_BOARD,
    SLOTS,
    TILES,
    smallest_board,
)
from tenka.games.samurai.rules import clear_board
from tenka.games.samurai.state import PLAY_TILE
from tenka.games.samurai.tiles import cover, is_ship, put

HEAD = re.compile(r"([234]) players, (\w+) to play(?:, captures (hidden|open))?")
EMPTIED = (
    *("standing", "left", "stock", "captured", "set_aside", "normals", "swapped", "strength"),
    *("hand", "hand_size", "pile_size", "gaps", "closed", "played", "normal_used"),
)


def options(text: str) -> dict[str, Any]:
    """The options of a text."""
    players, _, captures = _head(text)
    chosen = {"players": players, "hands": "random", "figures": "random"}
    return chosen | ({"captures": captures} if captures else {})


def _head(text: str) -> tuple[int, int, str | None]:
    """How many play, whose turn it is, and how captures are kept."""
    first = (items(text) or [""])[0]
    found = HEAD.fullmatch(first)
    if not found:
        raise wrong(first, "the first line is like '2 players, Takeda to play'")
    players = int(found[1])
    return players, one_of(first, found[2], CLANS[:players]), found[3]


def arrange(s: Any, text: str) -> None:
    """Put a state into the position of a text."""
    _clear(s, _head(text)[1])
    players, clan, own = int(s.players), "", dict[tuple[str, str], str]()
    told: set[int] = set()
    for item in items(text)[1:]:
        name, colon, rest = (part.strip() for part in item.partition(":"))
        if not colon:  # one more of what a clan has
            name, rest = clan, item
        if name in SETTLEMENT_NAMES[: SETTLEMENTS_ON_BOARD[players]]:
            told.add(_stand(s, item, name, rest))
        elif name in HEX_NAMES:
            _lay(s, item, name, rest)
        elif name == "set aside":
            _count(s.set_aside, item, rest)
        elif name in CLANS[:players]:
            clan, (word, *words) = name, rest.split() or [""]
            if word not in ("hand", "pile", "captured", "used") or (clan, word) in own:
                raise wrong(item, "a clan has hand, pile, captured and used, each once")
            own[clan, word] = " ".join(words)
        else:
            raise wrong(item, "begin with a clan, a settlement of this board, a hex or 'set aside'")
    for player, name in enumerate(CLANS[:players]):
        _give(s, player, {word: rest for (of, word), rest in own.items() if of == name})
    s.closed = 0  # what was surrounded was so before
    _fill(s, told)
    _require_game(s)


def _clear(s: Any, turn: int) -> None:
    for field in EMPTIED:
        s[field] = 0
    s.laid[:] = s.pile[:] = NONE
    s.picked = s.lifted = s.lifted_from = NONE
    s.first = s.turn = turn
    s.acting, s.phase = 1 << turn, PLAY_TILE
    clear_board(s)


def _stand(s: Any, item: str, name: str, rest: str) -> int:
    """Figures in a settlement."""
    at = SETTLEMENT_NAMES.index(name)
    kinds = {one_of(item, word, FIGURES) for word in rest.split() if word != "-"}
    if len(kinds) > SLOTS[at] or s.standing[at]:
        raise wrong(item, f"{name} is told once, with at most {SLOTS[at]} figures")
    s.standing[at] = sum(1 << kind for kind in kinds)
    return at


def _lay(s: Any, item: str, name: str, rest: str) -> None:
    """A clan's tile on a hex."""
    clan, _, tile = rest.partition(" ")
    player, kind = one_of(item, clan, CLANS[: s.players]), one_of(item, tile, TILES)
    at = HEX_NAMES.index(name)
    if smallest_board(name) > s.players or s.laid[at] != NONE:
        raise wrong(item, "an empty hex of this board")
    if is_ship(kind) != (at >= LAND) or kind == FIGURE_EXCHANGE:
        raise wrong(item, "ships lie at sea, other tiles on land, and the figure exchange nowhere")
    cover(s, at)
    put(s, player, kind, at)


def _count(counts: Any, item: str, rest: str) -> None:
    """So many figures of each kind."""
    for part in filter(None, (part.strip() for part in rest.split(","))):
        figure, _, many = part.partition(" ")
        counts[one_of(item, figure, FIGURES)] = number(item, many, 0, 13)


def _give(s: Any, player: int, said: dict[str, str]) -> None:
    """Hand, pile and captures of a clan; every tile is somewhere."""
    item = f"{CLANS[player]}: " + " | ".join(" ".join(pair) for pair in said.items())
    rest = Counter({tile: int(copies) for tile, copies in zip(TILES, COPIES, strict=True)})
    rest.subtract(TILES[tile % KINDS] for tile in s.laid.tolist() if tile // KINDS == player)
    if "used" in said:
        rest["figure exchange"] -= 1
        s.swapped[player] = 1
    hand = _tiles(item, said["hand"]) if "hand" in said else list((+rest).elements())[:HAND]
    rest.subtract(hand)
    pile = _tiles(item, said["pile"]) if "pile" in said else list((+rest).elements())
    rest.subtract(pile)
    if any(rest.values()) or len(hand) > HAND or len(pile) > PILE:
        off = ", ".join(f"{tile} {-n:+}" for tile, n in rest.items() if n) or "a hand of five"
        raise wrong(item, f"all 20 tiles of a clan are somewhere, once: {off}")
    s.hand[player] = [hand.count(tile) for tile in TILES]
    s.hand_size[player], s.pile_size[player] = len(hand), len(pile)
    s.pile[player, : len(pile)] = [TILES.index(tile) for tile in pile]
    _count(s.captured[player], item, said.get("captured", ""))


def _tiles(item: str, text: str) -> list[str]:
    """Tiles by name; the exchanges have two words."""
    words = text.replace(" exchange", "_exchange").split()
    names = [word.replace("_", " ") for word in words if word != "-"]
    return [TILES[one_of(item, name, TILES)] for name in names]


def _fill(s: Any, told: set[int]) -> None:
    """The figures that are left, in the settlements that the text does not speak of."""
    left = FIGURES_OF_A_KIND[s.players] - s.captured.sum(axis=0) - s.set_aside
    left = left - [sum(int(mask) >> k & 1 for mask in s.standing) for k in range(3)]
    for at in range(SETTLEMENTS_ON_BOARD[s.players]):
        for _ in range(SLOTS[at] if at not in told and s.gaps[at] else 0):
            free = [k for k in range(3) if left[k] > 0 and not int(s.standing[at]) >> k & 1]
            if free:
                kind = max(free, key=lambda k: left[k])
                s.standing[at] |= 1 << kind
                left[kind] -= 1
    for k, figure in enumerate(FIGURES):
        s.left[k] = sum(int(mask) >> k & 1 for mask in s.standing)
        if left[k]:
            told = FIGURES_OF_A_KIND[s.players] - left[k]
            raise wrong(figure, f"{told + left[k]} in all, not {told}: standing, captured, aside")


def _require_game(s: Any) -> None:
    """Refuse what cannot be at the beginning of a turn."""
    for at, name in enumerate(SETTLEMENT_NAMES):
        if s.standing[at] and not s.gaps[at]:
            raise wrong(name, "it is surrounded, so its figures have been taken: 'captured'")
    if not s.left.all() or s.set_aside.sum() >= SET_ASIDE_END:
        raise wrong("set aside", "figures of each kind stand, and fewer than four lie aside")
    if not s.hand_size[s.turn]:
        raise wrong(CLANS[s.turn], "whose turn it is has a tile to play")


# -- and back


def write(s: Any) -> str | None:
    """The whole position at the beginning of a turn, as text."""
    if s.phase != PLAY_TILE or s.played:
        return None
    captures = "open" if s.captures else "hidden"
    lines = [f"{s.players} players, {CLANS[s.turn]} to play, captures {captures}"]
    for at in range(SETTLEMENTS_ON_BOARD[s.players]):
        names = [figure for k, figure in enumerate(FIGURES) if int(s.standing[at]) >> k & 1]
        lines.append(f"{SETTLEMENT_NAMES[at]}: {' '.join(names) or '-'}")
    for at, name in enumerate(HEX_NAMES):
        if s.laid[at] != NONE:
            lines.append(f"{name}: {CLANS[s.laid[at] // KINDS]} {TILES[s.laid[at] % KINDS]}")
    lines += [f"{clan}: {_own(s, p)}" for p, clan in enumerate(CLANS[: s.players])]
    if s.set_aside.any():
        lines.append(f"set aside: {_counts(s.set_aside)}")
    return "\n".join(lines)


def _own(s: Any, player: int) -> str:
    """What a clan has, in words."""
    hand = [TILES[k] for k, n in enumerate(s.hand[player].tolist()) for _ in range(n)]
    pile = [TILES[k] for k in s.pile[player, : s.pile_size[player]].tolist()]
    parts = [f"hand {' '.join(hand) or '-'}", f"pile {' '.join(pile) or '-'}"]
    parts += ["used"] if s.swapped[player] else []
    parts += [f"captured {_counts(s.captured[player])}"] if s.captured[player].any() else []
    return " | ".join(parts)


def _counts(figures: Any) -> str:
    return ", ".join(f"{FIGURES[k]} {n}" for k, n in enumerate(figures.tolist()) if n)


SCENES = Scenes("the beginning of a turn", (PLAY_TILE,), options, arrange, write)
