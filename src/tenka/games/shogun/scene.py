"""Positions of Shogun as text, both ways: the beginning of a season, when all are about to plan.

    3 players, moon, always yes, tower_pass 400, tower_release 60
    year 2, autumn
    blue Shinano 5, Kai 2 castle !!      provinces: armies, buildings, a '!' for each revolt marker
    tray green 1 blue 2                  cubes on the tray; 'tower' likewise, inside
    chests blue 7 red 3                  'rice' and 'points' likewise
    actions castle, temple, ...          the order of all ten cards, of which five lie open
    specials attack, defence, ...        on the places from the first on
    events no attack on temples, ...     the four of this year
    met two peasants                     those of them that are over

What is not told: 4 players, the sun side, spring of the first year, the chests of the beginning,
nothing else, an empty tower, and cards as they fall. The rest of all cubes and buildings is in
reserve. An event that there is twice is told with its loss of rice: 'two peasants (rice -3)'.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenka.core.layout import NONE
from tenka.core.players import everyone
from tenka.core.scene import Scenes, items, number, one_of, wrong
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    ARMIES,
    AUTUMN,
    BUILDINGS,
    CUBES,
    EVENT_WORDS,
    EVENTS,
    MOST_PLAYERS,
    PEASANT,
    PEASANTS,
    PROVINCES,
    SEASONS,
    SPACES,
    SPECIALS,
    START_CHESTS,
    SUPPLY,
    YEAR_EVENTS,
    YEARS,
)
from tenka.games.shogun.planning import lay_nothing
from tenka.games.shogun.state import OUT, PLANNING, provinces_of

SETTINGS = ("tower_pass", "tower_release")
HELD = {"chests": 9999, "rice": 9, "points": 999}  # what clans have, and the most of it
MOST_MARKERS = 9
EMPTIED = ("armies", "buildings", "markers", "tower", "upper", "tray", "rice", "points", "won")


def options(text: str) -> dict[str, Any]:
    """The options of a text."""
    chosen: dict[str, Any] = {"players": 4, "side": "sun"}
    for item in _items(text):
        word, *rest = item.split()
        if rest == ["players"]:
            chosen["players"] = number(item, word, 3, MOST_PLAYERS)
        elif item in ("sun", "moon"):
            chosen["side"] = item
        elif item == "always yes":
            chosen["always_yes"] = True
        elif word in SETTINGS:
            chosen[word] = number(item, " ".join(rest), 0, 1000)
    return chosen | {"start": "draft" if chosen["side"] == "moon" else "preset"}


def _items(text: str) -> list[str]:
    """The items; those of the first two lines may be parted by commas."""
    found = []
    for item in items(text):
        first = item.split()[0]
        lists = first in CUBES or first in ("actions", "specials", "events", "met")
        found += [item] if lists else [part.strip() for part in item.split(",") if part.strip()]
    return found


def arrange(s: Any, text: str) -> None:
    """Put a state into the position of a text."""
    s.owner[s.owner != OUT] = NONE
    for field in EMPTIED:
        s[field] = 0
    s.supply[:] = SUPPLY
    s.chests[: s.players] = START_CHESTS[s.players]
    s.year = s.season = 0
    met: list[int] | None = None
    for item in _items(text):
        word, *rest = item.split()
        if word == "met":
            met = [_event(item, name) for name in _names(item)]
        elif word == "events":
            _open_events(s, item)
        elif word in CUBES:
            for place in _names(item):
                settle(s, item, one_of(item, word, CUBES[: s.players]), place.split())
        else:
            _tell(s, item, word, rest)
    _meet(s, met)
    _count_reserves(s)
    for player in range(s.players):
        s.hand_size[player] = provinces_of(s, player)
        lay_nothing(s, player)
    s.phase, s.acting, s.step, s.turn = PLANNING, everyone(s), 0, 0


def _names(item: str) -> list[str]:
    """What follows the first word, parted by commas."""
    _, _, rest = item.partition(" ")
    return [name.strip() for name in rest.split(",") if name.strip()]


def _tell(s: Any, item: str, word: str, rest: list[str]) -> None:
    if word in ("tray", "tower"):
        for cube, many in _pairs(item, rest, CUBES):
            s[word][cube] = number(item, many, 0, ARMIES)
        s.upper[:] = s.tower // 2
    elif word in HELD:
        for player, many in _pairs(item, rest, CUBES[: s.players]):
            s[word][player] = number(item, many, 0, HELD[word])
    elif word == "year":
        s.year = number(item, " ".join(rest), 1, YEARS) - 1
    elif word in SEASONS[: AUTUMN + 1] and not rest:
        s.season = SEASONS.index(word)
    elif word == "actions":
        s.action_order[:] = _all_of(item, ACTION_CARDS)
    elif word == "specials":
        s.specials[:] = _all_of(item, SPECIALS)
    elif rest != ["players"] and item not in ("sun", "moon", "always yes") and word not in SETTINGS:
        known = ("tray", "tower", *HELD, "year", *SEASONS[: AUTUMN + 1], "actions", "specials")
        one_of(item, word, (*known, "events", "met", *CUBES[: s.players]))
        raise wrong(item, "nothing more in this item")


def _pairs(item: str, words: list[str], known: Sequence[str]) -> list[tuple[int, str]]:
    """Colours with numbers, as in 'blue 3 green 1'."""
    if len(words) % 2:
        raise wrong(item, "a colour and a number, again and again")
    return [
        (one_of(item, colour, known), many)
        for colour, many in zip(words[::2], words[1::2], strict=True)
    ]


def _all_of(item: str, cards: Sequence[str]) -> list[int]:
    """All cards of a kind, in an order."""
    order = [one_of(item, name, cards) for name in _names(item)]
    if sorted(order) != list(range(len(cards))):
        raise wrong(item, f"all {len(cards)} of them, each once, parted by commas")
    return order


def settle(s: Any, item: str, player: int, words: list[str]) -> None:
    """A province with its armies, buildings and markers of revolt."""
    at = one_of(item, words[0], PROVINCES)
    if s.owner[at] != NONE:
        raise wrong(item, f"{words[0]} is told once, and on the board of so many players")
    s.owner[at], s.armies[at] = player, number(item, (words[1:] or [""])[0], 1, ARMIES)
    for word in words[2:]:
        if word.strip("!"):
            s.buildings[at] |= 1 << one_of(item, word, BUILDINGS)
        else:
            s.markers[at] = number(item, str(len(word)), 1, MOST_MARKERS)
    built = [kind for kind in range(len(BUILDINGS)) if s.buildings[at] >> kind & 1]
    if len(built) > SPACES[at]:
        raise wrong(item, f"{words[0]} has room for {SPACES[at]} buildings")
    for kind in built:
        s.supply[kind] -= 1


def _event(item: str, name: str) -> int:
    """A card by the name of its event, with its loss of rice if that is needed."""
    cards = [card for card, words in enumerate(EVENT_WORDS) if words.startswith(name)]
    if name in EVENT_WORDS:
        return EVENT_WORDS.index(name)
    if name not in EVENTS or len(cards) != 1:
        raise wrong(item, f"not {name!r}: there is {', '.join(EVENT_WORDS)}")
    return cards[0]


def _open_events(s: Any, item: str) -> None:
    """The events of a year; the others stay in the order in which they lie."""
    cards = [_event(item, name) for name in _names(item)]
    if len(cards) != YEAR_EVENTS or len(set(cards)) < YEAR_EVENTS:
        raise wrong(item, f"{YEAR_EVENTS} events, each once")
    others = [card for card in s.event_pile.tolist() if card not in cards]
    first = YEAR_EVENTS * int(s.year)
    s.event_pile[:] = others[:first] + cards + others[first:]


def _meet(s: Any, met: list[int] | None) -> None:
    """One event is over for each season of the year that is."""
    first = YEAR_EVENTS * int(s.year)
    cards = s.event_pile[first : first + YEAR_EVENTS].tolist()
    over = cards[: int(s.season)] if met is None else met
    if len(over) != s.season or not set(over) <= set(cards):
        raise wrong("met", f"{s.season} of the year's events are over in {SEASONS[s.season]}")
    s.event_met[:] = [card in over for card in cards]


def _count_reserves(s: Any) -> None:
    """All cubes that are nowhere else."""
    for colour in (*range(s.players), PEASANT):
        whole = PEASANTS if colour == PEASANT else ARMIES
        used = int(s.armies[s.owner == colour].sum()) + int(s.tower[colour]) + int(s.tray[colour])
        if used > whole:
            raise wrong(CUBES[colour], f"there are only {whole} cubes of it, not {used}")
        s.reserve[colour] = whole - used
    for colour in range(s.players, MOST_PLAYERS):
        if s.tower[colour] or s.tray[colour]:
            raise wrong(CUBES[colour], "a clan that does not play has no cubes")


# -- and back


def write(s: Any) -> str | None:
    """The position at the beginning of a season, as text."""
    laid = [player for player in range(s.players) if s.hand_size[player]]
    if s.phase != PLANNING or s.acting != everyone(s) or (s.plan[laid] != NONE).any():
        return None
    first = YEAR_EVENTS * int(s.year)
    cards = s.event_pile[first : first + YEAR_EVENTS].tolist()
    met = [EVENT_WORDS[card] for card, over in zip(cards, s.event_met, strict=True) if over]
    lines = [_settings(s), f"year {s.year + 1}, {SEASONS[s.season]}"]
    lines += [f"{CUBES[p]} {own}" for p in range(s.players) if (own := _provinces(s, p))]
    lines += [f"{word} {told}" for word in ("tray", "tower") if (told := cubes_in(s[word]))]
    for word in HELD:
        numbers = s[word][: s.players]
        lines.append(f"{word} " + " ".join(f"{CUBES[p]} {n}" for p, n in enumerate(numbers)))
    lines.append("actions " + ", ".join(ACTION_CARDS[card] for card in s.action_order))
    lines.append("specials " + ", ".join(SPECIALS[card] for card in s.specials))
    lines.append("events " + ", ".join(EVENT_WORDS[card] for card in cards))
    return "\n".join(lines + ([f"met {', '.join(met)}"] if met else []))


def _settings(s: Any) -> str:
    words = [f"{s.players} players", "moon" if s.side else "sun"]
    words += ["always yes"] if s.always_yes else []
    return ", ".join(words + [f"{name} {s[name]}" for name in SETTINGS])


def _provinces(s: Any, player: int) -> str:
    return ", ".join(province(s, int(at)) for at in np.flatnonzero(s.owner == player))


def province(s: Any, at: int) -> str:
    """A province with all that stands in it."""
    built = [name for i, name in enumerate(BUILDINGS) if s.buildings[at] >> i & 1]
    marks = ["!" * int(s.markers[at])] if s.markers[at] else []
    return " ".join([PROVINCES[at], str(s.armies[at]), *built, *marks])


def cubes_in(counts: Any) -> str:
    """The number of each colour as 'blue 3 green 1'."""
    return " ".join(f"{name} {n}" for name, n in zip(CUBES, counts, strict=True) if n)


SCENES = Scenes("the beginning of a season", (PLANNING,), options, arrange, write)
