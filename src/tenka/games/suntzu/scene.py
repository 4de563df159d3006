"""Positions of Sun Tzu as text, both ways: the beginning of a round.

    round 5                 track red 3               WU 6 blue
    markers red CHU WU      pool blue 12              reserve blue 3
    hand blue 7 plague      pile blue 9 +1 (top first)      gone blue 8
    general red immune, remove (unused)               used blue ruse
    events hero, pandemic (the open one first; the others were met before)
    plagues 3 (opened so far)                         totals 2:4 3:3 (latest round first)
    displays 1/4/3 ... (five)                         beginner

What is not told: round 1, neutral provinces, no generals, three reinforcements and the rest of the
21 armies in the pool (with a pool told, the rest are reinforcements), no loose cards in hand and
all of them in the pile (with a pile told, the rest have left the game). A marker stands where a 6
was used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tenka.core.layout import NONE
from tenka.core.scene import Scenes, items, number, one_of, wrong
from tenka.games.suntzu.facts import (
    ARMIES,
    CARDS,
    DISPLAY_WORDS,
    EVENTS,
    FRAMED,
    GENERALS,
    PROVINCES,
    REINFORCEMENTS,
    ROUNDS,
    TRACK_END,
)
from tenka.games.suntzu.state import EVERYONE, ORDERS, WINDOW_ORDERS

COLOURS = ("blue", "red")  # Sun Tzu, Shao
LOOSE = Counter({"7": 1, "8": 1, "9": 1, "10": 1, "+1": 3, "-1": 3, "+2": 1, "+3": 1, "plague": 2})
MOST_PLAGUES = 99
SHARES = ("pool", "reserve", "hand", "pile", "gone")  # of a player's armies and cards

Told = dict[tuple[str, int], list[str]]  # a share and whose it is


def options(text: str) -> dict[str, Any]:
    """The options of a text."""
    words = [item.split()[0] for item in items(text)]
    return {"events": "events" in words, "beginner": "beginner" in words}


def arrange(s: Any, text: str) -> None:
    """Put a state into the position of a text."""
    s.round_number, s.track, s.plagues = 1, 0, 0
    for field in ("held", "used", "generals_left", "totals", "armies", "markers", "sixes"):
        s[field] = 0
    s.sixes_opened[:] = s.chariot[:] = s.draws_three[:] = 0
    s.laid[:] = s.drawn_cards[:] = s.recalled[:] = NONE
    told: Told = {}
    for item in sorted(items(text), key=lambda item: not item.startswith("round")):
        _tell(s, told, item)
    for player in range(2):
        _place_armies(s, told, player)
        _deal(s, told, player)
    asked = [p for p in range(2) if s.reserve[p] or s.generals_left[p]]
    s.phase, s.acting = (WINDOW_ORDERS, 1 << asked[0]) if asked else (ORDERS, EVERYONE)
    s.turn = asked[0] if asked else 2


def _tell(s: Any, told: Told, item: str) -> None:
    word, *rest = item.split()
    if word in PROVINCES:
        many, colour = _words(item, rest, 2)
        player, at = one_of(item, colour, COLOURS), PROVINCES.index(word)
        s.armies[player, at] = number(item, many, 0, ARMIES)
        if s.armies[1 - player, at]:
            raise wrong(item, "a province has armies of one player")
    elif word in ("round", "plagues"):
        (many,) = _words(item, rest, 1)
        if word == "round":
            s.round_number = number(item, many, 1, ROUNDS)
        else:
            s.plagues = number(item, many, 0, MOST_PLAGUES)
    elif word == "events":
        _tell_events(s, item, _names(rest))
    elif word == "totals":
        for ago, pair in enumerate(rest, start=1):
            both = _words(item, pair.split(":"), 2)
            if ago > s.round_number - 1:
                raise wrong(item, "no more totals than rounds before this one")
            s.totals[s.round_number - ago] = [number(item, n, 0, ARMIES) for n in both]
    elif word == "displays":
        s.displays[:] = [one_of(item, points, DISPLAY_WORDS) for points in _words(item, rest, 5)]
    elif word != "beginner":
        _tell_of_player(s, told, item, word, rest)


def _tell_of_player(s: Any, told: Told, item: str, word: str, rest: list[str]) -> None:
    """Something that each player has of their own."""
    known = ("track", "markers", "general", "used", *SHARES)
    one_of(item, word, (*known, "round", "events", "plagues", "totals", "displays", "beginner"))
    player = one_of(item, (rest or [""])[0], COLOURS)
    if word == "track":
        s.track = number(item, _words(item, rest, 2)[1], 0, TRACK_END - 1) * (1, -1)[player]
    elif word == "markers":
        for name in rest[1:]:
            at = one_of(item, name, PROVINCES)
            s.markers[player, at] += 1
            s.sixes[player, at] = s.sixes_opened[player, at] = 1
    elif word in ("general", "used"):
        generals = {one_of(item, name, GENERALS[player]) for name in _names(rest[1:])}
        (s.held if word == "general" else s.used)[player] = sum(1 << g for g in generals)
        s.generals_left[player] = int(s.held[player]).bit_count()
        if s.held[player] & s.used[player]:
            raise wrong(item, "a general that is used is held no more")
    else:
        told[word, player] = rest[1:]


def _words(item: str, words: Sequence[str], count: int) -> Sequence[str]:
    if len(words) != count:
        raise wrong(item, f"{count} words, not {len(words)}")
    return words


def _names(words: list[str]) -> list[str]:
    """Names of several words, parted by commas."""
    return [name.strip() for name in " ".join(words).split(",") if name.strip()]


def _tell_events(s: Any, item: str, names: list[str]) -> None:
    left = [one_of(item, name, EVENTS) for name in names]
    if not 1 <= len(left) <= 5 or len(set(left)) < len(left):
        raise wrong(item, "one to five events, each once")
    s.event = 5 - len(left)
    s.event_order[:] = [event for event in range(5) if event not in left] + left


def _place_armies(s: Any, told: Told, player: int) -> None:
    left = ARMIES - int(s.armies[player].sum()) - int(s.markers[player].sum())
    item = f"{COLOURS[player]}: {ARMIES - left} on the board and on names"
    pool, reserve = told.get(("pool", player)), told.get(("reserve", player))
    usual = 0 if s.beginner else REINFORCEMENTS
    if pool is not None:
        s.pool[player] = number(item, " ".join(pool), 0, ARMIES)
        s.reserve[player] = max(-1, left - int(s.pool[player]))
    else:
        s.reserve[player] = number(item, " ".join(reserve or [str(usual)]), 0, ARMIES)
        s.pool[player] = max(-1, left - int(s.reserve[player]))
    exact = reserve is None or [str(s.reserve[player])] == reserve
    if s.pool[player] < 0 or s.reserve[player] < 0 or not exact:
        raise wrong(item, f"a player has {ARMIES} armies in all")


def _deal(s: Any, told: Told, player: int) -> None:
    hand, pile, gone = (told.get((word, player)) for word in ("hand", "pile", "gone"))
    rest = LOOSE - Counter({"+2": int(s.beginner), "+3": int(s.beginner)})
    for word in [*(hand or []), *(pile or []), *(gone or [])]:
        one_of(f"cards of {COLOURS[player]}", word, tuple(LOOSE))
        rest[word] -= 1
    if min(rest.values()) < 0:
        raise wrong(
            f"cards of {COLOURS[player]}",
            "a player has each loose card only once, +1 and -1 thrice, Plague twice",
        )
    spare = list((+rest).elements())
    pile, gone = (spare, gone or []) if pile is None else (pile, [*(gone or []), *spare])
    s.hand[player] = _counts([*CARDS[:FRAMED], *(hand or [])])
    s.hand_size[player] = s.hand[player].sum()
    s.out[player] = _counts(gone)
    s.pile[player], s.pile_seen[player], s.pile_size[player] = NONE, 0, len(pile)
    s.pile[player, : len(pile)] = [CARDS.index(card) for card in reversed(pile)]


def _counts(cards: Sequence[str]) -> list[int]:
    return [cards.count(card) for card in CARDS]


# -- and back


def write(s: Any) -> str | None:
    """The position at the beginning of a round, as text."""
    begins = s.phase in (WINDOW_ORDERS, ORDERS) and not s.great_plague
    return "\n".join(lines(s)) if begins and (s.laid == NONE).all() else None


def lines(s: Any) -> list[str]:
    """What there is to tell of a position; of a battle, nothing."""
    told = [f"round {s.round_number}"]
    told += [f"track {COLOURS[int(s.track < 0)]} {abs(s.track)}"] if s.track else []
    for at, name in enumerate(PROVINCES):
        told += [f"{name} {s.armies[p, at]} {COLOURS[p]}" for p in (0, 1) if s.armies[p, at]]
    told += [line for player in range(2) for line in _lines_of(s, player)]
    if s.events and s.event < 5:
        told.append("events " + ", ".join(EVENTS[e] for e in s.event_order[s.event :]))
    told += [f"plagues {s.plagues}"] if s.plagues else []
    totals = [f"{a}:{b}" for a, b in s.totals[1 : s.round_number][::-1]]
    told += [f"totals {' '.join(totals)}"] if totals else []
    told.append(f"displays {' '.join(DISPLAY_WORDS[display] for display in s.displays)}")
    return told + (["beginner"] if s.beginner else [])


def _lines_of(s: Any, player: int) -> list[str]:
    """What a player has."""
    colour = COLOURS[player]
    marked = [name for at, name in enumerate(PROVINCES) for _ in range(s.markers[player, at])]
    top_first = [CARDS[kind] for kind in s.pile[player, : s.pile_size[player]][::-1]]
    lines = [f"markers {colour} {' '.join(marked)}"] if marked else []
    lines += [f"pool {colour} {s.pool[player]}", f"reserve {colour} {s.reserve[player]}"]
    lines.append(f"hand {colour} {loose(s.hand[player])}".strip())
    lines.append(f"pile {colour} {' '.join(top_first)}".strip())
    lines.append(f"gone {colour} {loose(s.out[player])}".strip())
    for word, mask in (("general", s.held[player]), ("used", s.used[player])):
        names = ", ".join(g for at, g in enumerate(GENERALS[player]) if mask >> at & 1)
        lines += [f"{word} {colour} {names}"] if names else []
    return lines


def loose(counts: Any) -> str:
    """The loose cards of a list of counts."""
    return " ".join(
        card for card, n in zip(CARDS, counts, strict=True) for _ in range(n) if card in LOOSE
    )


SCENES = Scenes("the beginning of a round", (WINDOW_ORDERS, ORDERS), options, arrange, write)
