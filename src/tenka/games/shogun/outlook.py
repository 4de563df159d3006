"""What lies ahead, as a viewer may know it: what a plan can bring, and winter if it came now.

A plan stays in the browser until it is confirmed. So that no page works out rules, a view tells
what each action would bring in each province, and a page adds that up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from tenka.core.layout import NONE
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    BUILDINGS,
    DEPLOYED,
    EXTRA_PEASANTS,
    MOST_PLAYERS,
    PROVINCES,
    REGIONS,
    REVOLTS,
    RICE_LOSS,
    SHORTAGE,
    SPACES,
    YEAR_EVENTS,
)
from tenka.games.shogun.realm import armies_to_deploy, rice_from, taxes_from
from tenka.games.shogun.shape import (
    ALONE,
    NO_RESERVE,
    NO_SPACE,
    NO_SUPPLY,
    REVOLT,
    TWICE,
    ShogunDoubt,
    ShogunForecast,
    ShogunRange,
    ShogunReckoning,
    ShogunShortage,
    ShogunStanding,
    ShogunYield,
)
from tenka.games.shogun.state import State, provinces_of
from tenka.games.shogun.winter import buildings_of, points_for_most, who_has_most

_SPACES = SPACES.tolist()
_DEPLOYS = [at for at, armies in enumerate(DEPLOYED.tolist()) if armies]
_SHORTAGES = list(zip(REVOLTS.tolist(), EXTRA_PEASANTS.tolist(), strict=True))


def _range(numbers: Any) -> ShogunRange:
    numbers = [int(n) for n in numbers]
    return {"least": min(numbers), "most": max(numbers)}


def _events_left(s: Any) -> tuple[int, ...]:
    """The year's events of which one is drawn after the plans, and the last one costs rice."""
    cards = s.event_pile[s.year * YEAR_EVENTS :][:YEAR_EVENTS].tolist()
    return tuple(card for card, met in zip(cards, s.event_met, strict=True) if not met)


def _under(event: int) -> State:
    """As much of a table as the rules of gains look at: an event, and no special cards yet."""
    return cast(State, SimpleNamespace(event=event, place=[NONE] * MOST_PLAYERS))


# -- plans


def doubts(s: Any, viewer: int) -> Iterator[ShogunDoubt]:
    """What a plan of the viewer's had better not ask for, province by province."""
    own = (s.owner == viewer).nonzero()[0]
    built, armies, markers = (s[name][own].tolist() for name in ("buildings", "armies", "markers"))
    gone = [at for at, left in enumerate(s.supply.tolist()) if not left]
    anywhere = [(at, NO_SUPPLY, True) for at in gone] + _doubts_to_deploy(s, viewer)
    for at, province in enumerate(own.tolist()):
        here = anywhere + _doubts_to_build(built[at], _SPACES[province])
        if armies[at] < 2:
            here += ((ACTION_CARDS.index(name), ALONE, True) for name in ("battleA", "battleB"))
        if markers[at]:
            here += ((ACTION_CARDS.index(name), REVOLT, False) for name in ("rice", "taxes"))
        for action, why, skipped in here:
            yield {
                "action": ACTION_CARDS[action],
                "province": PROVINCES[province],
                "why": why,
                "skipped": skipped,
            }


def _doubts_to_deploy(s: Any, viewer: int) -> list[tuple[int, str, bool]]:
    """An event may ask for fewer armies than usual, and then the reserve may do."""
    reserve, tables = int(s.reserve[viewer]), [_under(event) for event in _events_left(s)]
    return [
        (action, NO_RESERVE, all(armies_to_deploy(table, action) > reserve for table in tables))
        for action in _DEPLOYS
        if DEPLOYED[action] > reserve
    ]


def _doubts_to_build(mask: int, spaces: int) -> list[tuple[int, str, bool]]:
    full = mask.bit_count() >= spaces
    return [
        (at, TWICE if mask >> at & 1 else NO_SPACE, True)
        for at in range(len(BUILDINGS))
        if full or mask >> at & 1
    ]


def forecast(s: Any, viewer: int) -> ShogunForecast:
    """What the viewer's provinces bring by each event that may be drawn, and what winter takes."""
    events = _events_left(s)
    own = (s.owner == viewer).nonzero()[0].tolist()
    loss = _range(RICE_LOSS[event] for event in events)
    needed, rice = len(own), int(s.rice[viewer])
    enough = max(0, needed + loss["most"] - rice)
    return {
        "yields": [_yield(province, events) for province in own],
        "deploys": {ACTION_CARDS[action]: _armies(action, events) for action in _DEPLOYS},
        "rice_needed": needed,
        "rice_lost": loss,
        "short": [_short(needed, rice + taken, loss) for taken in range(enough + 1)],
        "shortages": [_shortage(short) for short in range(needed + 1)],
    }


def _yield(province: int, events: tuple[int, ...]) -> ShogunYield:
    chests, rice = _gains(province, events)
    return {"province": PROVINCES[province], "chests": _range(chests), "rice": _range(rice)}


@lru_cache(maxsize=1024)
def _gains(province: int, events: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The chests and the rice of a province under each event; who takes them makes no odds yet."""
    tables = [_under(event) for event in events]
    chests = [int(taxes_from(table, 0, province)) for table in tables]
    return chests, [int(rice_from(table, 0, province)) for table in tables]


def _armies(action: int, events: tuple[int, ...]) -> ShogunRange:
    return _range(armies_to_deploy(_under(event), action) for event in events)


def _short(needed: int, rice: int, loss: ShogunRange) -> ShogunRange:
    least, most = (max(0, needed - max(0, rice - loss[end])) for end in ("least", "most"))
    return {"least": least, "most": most}


def _shortage(short: int) -> ShogunShortage:
    revolts, peasants = _SHORTAGES[min(short, SHORTAGE)]
    return {"revolts": revolts, "peasants": peasants}


# -- winter, if it came now


def standing(s: Any) -> ShogunStanding:
    """What everyone would get for provinces, buildings and majorities as the map is."""
    rows, most = _count(s.owner.tobytes(), s.buildings.tobytes(), int(s.side), int(s.players))
    return {
        "players": [_reckon(s, player, row, most) for player, row in enumerate(rows)],
        "majorities": [
            {
                "region": REGIONS[region],
                "building": BUILDINGS[building],
                "players": [p for p in range(s.players) if leaders >> p & 1],
                "points": points,
            }
            for region, building, leaders, points in most
        ],
    }


_Majority = tuple[int, int, int, int]  # region, building, mask of leaders, points for each


@lru_cache(maxsize=256)
def _count(
    owner: bytes, buildings: bytes, side: int, players: int
) -> tuple[list[tuple[int, int]], list[_Majority]]:
    """By the rules of winter: provinces and buildings of each player, and the majorities.

    All viewers of a position share it; plain lists are what the interpreter is quick with.
    """
    owners, built = (np.frombuffer(field, dtype=np.int8).tolist() for field in (owner, buildings))
    table = cast(State, SimpleNamespace(owner=owners, buildings=built, side=side, players=players))
    rows = [(provinces_of(table, p), buildings_of(table, p)) for p in range(players)]
    most: list[_Majority] = []
    for region in range(len(REGIONS)):
        for building in range(len(BUILDINGS)):
            leaders = who_has_most(table, region, building)
            if leaders:
                points = int(points_for_most(building, leaders))
                most.append((region, building, leaders, points))
    return rows, most


def _reckon(s: Any, player: int, row: tuple[int, int], most: list[_Majority]) -> ShogunReckoning:
    provinces, buildings = row
    bonus = sum(points for _, _, leaders, points in most if leaders >> player & 1)
    return {
        "provinces": provinces,
        "buildings": buildings,
        "majorities": bonus,
        "points": int(s.points[player]) + provinces + buildings + bonus,
    }
